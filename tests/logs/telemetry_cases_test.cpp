// Small telemetry logs on which monitors fail. The figures were written down together with the files.
#include <logs/read_samples.hpp>

#include <breakeven/logs/prometheus_query.hpp>

using namespace breakeven;
using namespace breakeven::test;
using doctest::Approx;

TEST_CASE("C29: lost power readings are counted, an absent sensor is unknown and not 0") {
    const Telemetry log = telemetry_in({"cases/C29.csv"});
    REQUIRE(log.devices.size() == 2);
    const SamplesSummary& first = gpu(log, 0).samples;
    CHECK(first.count == 10);
    CHECK(*first.utilization_mean == Approx(0.55).epsilon(1e-12));
    CHECK(*first.power_mean_w == Approx(46.0).epsilon(1e-12));
    CHECK(first.missing_power_w == 2);
    CHECK(first.missing_utilization == 0);
    const SamplesSummary& second = gpu(log, 1).samples;
    CHECK(second.count == 10);
    CHECK(*second.utilization_mean == Approx(0.40).epsilon(1e-12));
    CHECK_FALSE(second.power_mean_w.has_value());
    CHECK_FALSE(second.energy_j.has_value());
    CHECK(second.missing_power_w == 10);
    CHECK(gpu(log, 0).gpu.name == "NVIDIA GeForce RTX 4060 Laptop GPU");
    CHECK(log.rejected == 0);
}

TEST_CASE("C31: sentences of the driver are an outage, a repeated header is nothing, a cut row is named") {
    const Telemetry log = telemetry_in({"cases/C31.csv"});
    REQUIRE(log.devices.size() == 1);
    const TelemetryDevice& device = log.devices.front();
    CHECK(device.samples.count == 11);
    CHECK(*device.samples.utilization_mean == Approx(0.7045454545454545).epsilon(1e-12));
    CHECK(device.samples.outage_s == 1150.0);
    CHECK(device.samples.observed_s == 90.0);
    REQUIRE(device.outages.size() == 1);
    CHECK(device.outages.front().driver_message);
    CHECK(device.outages.front().time.length_ns() == 1'150'000'000'000);
    CHECK(rejected_lines(log) == std::vector<std::size_t>{8, 9, 10, 18});
    CHECK(log.driver_messages == 3);
    CHECK(has_text(log.remarks, "evidence of a crash"));
}

TEST_CASE("C33: an hour that the clock shows twice passes twice") {
    const Telemetry log = telemetry_in({"cases/C33.csv"});
    REQUIRE(log.devices.size() == 1);
    const TelemetryDevice& device = log.devices.front();
    CHECK(device.samples.count == 19);
    CHECK(device.samples.observed_s == 10800.0);
    CHECK(device.samples.outage_s == 0.0);
    CHECK(*device.samples.utilization_mean == Approx(0.5789473684210526).epsilon(1e-12));
    CHECK(has_text(log.remarks, "line 11: the clock steps back where an hour repeats"));
    CHECK(check_of(device, "backward_steps").ok);
}

TEST_CASE("C35: dmon's columns go by name, its headers are no samples, its dashes no zeros") {
    const Telemetry log = telemetry_in({"cases/C35.txt"});
    REQUIRE(log.devices.size() == 2);
    CHECK(gpu(log, 0).samples.count == 24);
    CHECK(*gpu(log, 0).samples.utilization_mean == Approx(0.485).epsilon(1e-12));
    CHECK(gpu(log, 1).samples.count == 18);
    CHECK(*gpu(log, 1).samples.utilization_mean == Approx(0.05).epsilon(1e-12));
    CHECK(gpu(log, 1).samples.missing_utilization == 6);
    CHECK(log.rejected == 0);
}

TEST_CASE("C37: DCGM's marks for missing values are unknown, a real 0 is 0, one instant carries no verdict") {
    const Telemetry log = telemetry_in({"cases/C37.prom"});
    REQUIRE(log.devices.size() == 4);
    const double power_w[] = {69.437, 310.25, 72.917, 71.0};
    for (std::int64_t i = 0; i < 4; ++i) {
        CHECK(*gpu(log, i).samples.power_mean_w == power_w[i]);
        CHECK_FALSE(gpu(log, i).trusted());
        CHECK_FALSE(gpu(log, i).span.has_value());
        CHECK(gpu(log, i).samples.observed_s == 0.0);
    }
    for (const std::int64_t i : {0, 2}) {
        CHECK_FALSE(gpu(log, i).samples.utilization_mean.has_value());
        CHECK_FALSE(gpu(log, i).samples.engine_active_mean.has_value());
    }
    CHECK_FALSE(gpu(log, 0).samples.energy_j.has_value());
    CHECK(*gpu(log, 1).samples.utilization_mean == 0.37);
    CHECK(*gpu(log, 1).samples.engine_active_mean == 0.3721);
    CHECK(*gpu(log, 1).samples.energy_j == Approx(126272101.025).epsilon(1e-15));
    CHECK(*gpu(log, 2).samples.energy_j == Approx(126272106.318).epsilon(1e-15));
    CHECK(*gpu(log, 3).samples.utilization_mean == 0.0);
    CHECK(*gpu(log, 3).samples.energy_j == 0.001);
    CHECK(gpu(log, 1).energy_basis == EnergyBasis::counter_since_driver_load);
}

TEST_CASE("C39: a server's error answer is an error, with its reason and our own remedy") {
    const std::string error = message_of([] { static_cast<void>(telemetry_in({"cases/C39.json"})); });
    CHECK(error.find("exceeded maximum resolution of 11,000 points per timeseries") != std::string::npos);
    CHECK(error.find("shorter range or a larger step") != std::string::npos);
    CHECK(error.find("ecreasing") == std::string::npos);
}

TEST_CASE("C39: 30 days at 60 s are 43,201 points in four queries, none asked twice") {
    constexpr std::int64_t s = 1'000'000'000;
    const Interval month{1'761'955'200 * s, (1'761'955'200 + 30 * 86400) * s};
    CHECK(query_points(month, 60 * s) == 43201);
    const auto pieces = query_pieces(month, 60 * s);
    CHECK(pieces.size() == 4);
    std::int64_t points = 0, next_ns = month.start_ns;
    for (const Interval& piece : pieces) {
        CHECK(piece.start_ns == next_ns);
        CHECK(query_points(piece, 60 * s) <= 11000);
        points += query_points(piece, 60 * s);
        next_ns = piece.end_ns + 60 * s;
    }
    CHECK(points == 43201);
    CHECK(pieces.back().end_ns == month.end_ns);
    CHECK_THROWS_AS(static_cast<void>(query_points(month, 0)), InputError);
    CHECK_THROWS_AS(static_cast<void>(query_points({month.end_ns, month.start_ns}, s)), InputError);
}

TEST_CASE("C41: a GPU that changes hands is one GPU, and one instant counts once") {
    const Telemetry log = telemetry_in({"cases/C41.json"});
    REQUIRE(log.devices.size() == 1);
    CHECK(log.devices.front().gpu.uuid == "GPU-00000000-0000-0000-0000-000000000001");
    CHECK(log.devices.front().samples.count == 20);
    CHECK(*log.devices.front().samples.utilization_mean == Approx(0.461).epsilon(1e-12));
    CHECK(log.devices.front().samples.observed_s == 570.0);
}
