// Prometheus: text of exporters as written by hand and by machines, and answers of the HTTP API.
#include <logs/read_samples.hpp>

using namespace breakeven;
using namespace breakeven::test;
using doctest::Approx;

namespace {
constexpr std::int64_t s = 1'000'000'000;

std::string answer(const std::string& result, const std::string& type = "matrix") {
    return R"({"status":"success","data":{"resultType":")" + type + R"(","result":)" + result + "}}";
}
}  // namespace

TEST_CASE("labels come with escapes, blanks and commas at will; other lines are passed over") {
    const Telemetry log = telemetry_of(
        "# HELP DCGM_FI_DEV_GPU_UTIL GPU utilization (in %).\n# TYPE DCGM_FI_DEV_GPU_UTIL gauge\n# NOTE anything\n\n"
        "DCGM_FI_DEV_GPU_UTIL{gpu=\"0\", UUID=\"GPU-a\",modelName=\"A \\\"B\\\" } \\\\ {C\", } 42\n"
        "DCGM_FI_DEV_POWER_USAGE{ gpu = \"0\",UUID=\"GPU-a\"}\t1.5e2\n"
        "go_goroutines 12\n"
        "DCGM_FI_DEV_GPU_TEMP{gpu=\"0\",UUID=\"GPU-a\"} NaN");
    REQUIRE(log.devices.size() == 1);
    CHECK(log.devices.front().gpu.name == "A \"B\" } \\ {C");
    CHECK(*log.devices.front().samples.utilization_mean == 0.42);
    CHECK(*log.devices.front().samples.power_mean_w == 150.0);
    CHECK(log.devices.front().samples.missing_temperature_c == 1);
    CHECK(log.rejected == 0);
    CHECK(log.partial);  // the last value has no line end
}

TEST_CASE("a last value without a line end marks the answer, a last comment or other metric does not") {
    CHECK(telemetry_of("DCGM_FI_DEV_GPU_UTIL{gpu=\"0\"} 4").partial);
    CHECK_FALSE(telemetry_of("DCGM_FI_DEV_GPU_UTIL{gpu=\"0\"} 4\n# EOF").partial);
    CHECK_FALSE(telemetry_of("DCGM_FI_DEV_GPU_UTIL{gpu=\"0\"} 4\nup 1").partial);
}

TEST_CASE("broken lines are named") {
    const Telemetry log = telemetry_of(
        "DCGM_FI_DEV_GPU_UTIL{gpu=\"0\"} 4\nDCGM_FI_DEV_GPU_UTIL{gpu=\"0 "
        "5\nDCGM_FI_DEV_GPU_UTIL{gpu=\"0\"}\nDCGM_FI_DEV_GPU_UTIL{gpu=\"0\"} full\nDCGM_FI_DEV_GPU_UTIL{gpu=0} 7\n");
    CHECK(rejected_lines(log) == std::vector<std::size_t>{2, 3, 4, 5});
    CHECK(*log.devices.front().samples.utilization_mean == 0.04);
}

TEST_CASE("MIG slices are devices of their own; old names and labels are known") {
    const Telemetry mig = telemetry_of(
        "DCGM_FI_PROF_GR_ENGINE_ACTIVE{gpu=\"0\",UUID=\"GPU-a\",GPU_I_PROFILE=\"1g.10gb\",GPU_I_ID=\"7\"} 0.25\n"
        "DCGM_FI_PROF_GR_ENGINE_ACTIVE{gpu=\"0\",UUID=\"GPU-a\",GPU_I_PROFILE=\"2g.20gb\",GPU_I_ID=\"3\"} 0.75\n"
        "DCGM_FI_DEV_POWER_USAGE{gpu=\"0\",UUID=\"GPU-a\"} 300\n");
    REQUIRE(mig.devices.size() == 3);
    CHECK(mig.devices[0].gpu.slice == "7 1g.10gb");
    CHECK(*mig.devices[1].samples.engine_active_mean == 0.75);
    const Telemetry old = telemetry_of(
        "dcgm_gpu_utilization{gpu=\"1\",uuid=\"GPU-b\",container_name=\"x\"} 37\ndcgm_power_usage{gpu=\"1\",uuid=\"GPU-b\"} "
        "70.5\ndcgm_gpu_temp{gpu=\"1\",uuid=\"GPU-b\"} 55\n");
    REQUIRE(old.devices.size() == 1);
    CHECK(*old.devices.front().samples.utilization_mean == 0.37);
    CHECK(*old.devices.front().samples.temperature_mean_c == 55.0);
}

TEST_CASE("DCGM's blank values in each of their types are unknown") {
    for (const char* blank : {"9223372036854775792", "9223372036854775795", "9.223372036854776e+18", "2147483632",
                              "2147483635.000000", "140737488355328.000000", "140737488355331"}) {
        CAPTURE(blank);
        const Telemetry log = telemetry_of(
            std::string("DCGM_FI_DEV_GPU_UTIL{gpu=\"0\"} 5\nDCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION{gpu=\"0\"} ") + blank + "\n");
        CHECK_FALSE(log.devices.front().samples.energy_j.has_value());
        CHECK(has_text(log.remarks, "1 blank values"));
    }
    CHECK(telemetry_of("DCGM_FI_DEV_TOTAL_ENERGY_CONSUMPTION{gpu=\"0\"} 126272101025\nDCGM_FI_DEV_GPU_UTIL{gpu=\"0\"} 5\n")
              .devices.front()
              .samples.energy_j.has_value());
}

TEST_CASE("timestamps are milliseconds in the text format and seconds in OpenMetrics") {
    for (const char* times :
         {" 1700000000000\n 1700000015000\n", " 1700000000\n 1700000015\n", " 1700000000.0\n 1700000015.000\n"}) {
        const std::string text(times);
        const std::string name = "DCGM_FI_DEV_GPU_UTIL{gpu=\"0\"} 5";
        const Telemetry log =
            telemetry_of(name + text.substr(0, text.find('\n') + 1) + name + text.substr(text.find('\n') + 1) + "# EOF\n");
        CHECK(log.devices.front().rows == 2);
        CHECK(*log.devices.front().span == Interval{1'700'000'000 * s, 1'700'000'015 * s});
    }
}

TEST_CASE("scrapes one after the other without timestamps are still one instant") {
    const Telemetry log = telemetry_of("DCGM_FI_DEV_GPU_UTIL{gpu=\"0\"} 5\nDCGM_FI_DEV_GPU_UTIL{gpu=\"0\"} 95\n");
    CHECK(log.devices.front().rows == 1);
    CHECK(*log.devices.front().samples.utilization_mean == 0.95);
    CHECK(has_text(log.remarks, "several scrapes"));
    CHECK_FALSE(log.devices.front().trusted());
}

TEST_CASE("an answer's values are text, its times decimal seconds; what is no number is unknown") {
    const Telemetry log = telemetry_of(answer(
        R"([{"metric":{"__name__":"DCGM_FI_DEV_GPU_UTIL","gpu":"0","Hostname":"n"},"values":[[1758683824.490,"100"],[1758683824.783,"NaN"],[1758683825.071,"+Inf"],[1758683825.371,"50"]]}])"));
    CHECK(log.devices.front().rows == 4);
    CHECK(log.devices.front().samples.count == 2);
    CHECK(*log.devices.front().samples.utilization_mean == 0.75);
    CHECK(log.devices.front().span->start_ns == 1'758'683'824'490'000'000);
    CHECK(log.devices.front().samples.observed_s == 0.881);
    CHECK_FALSE(has_text(log.remarks, "range query"));  // scrapes, not steps
}

TEST_CASE("a vector is one instant, a scalar no GPU, an empty result no data, an error an error") {
    const Telemetry vector = telemetry_of(
        answer(R"([{"metric":{"__name__":"DCGM_FI_DEV_GPU_UTIL","gpu":"0"},"value":[1758683824.49,"37"]}])", "vector"));
    CHECK(*vector.devices.front().samples.utilization_mean == 0.37);
    CHECK_FALSE(vector.devices.front().trusted());
    const auto refused = [](const std::string& text) { return message_of([&] { static_cast<void>(telemetry_of(text)); }); };
    CHECK(refused(answer(R"([1758683824.49,"37"])", "scalar")).find("scalar") != std::string::npos);
    CHECK(refused(answer("[]")).find("no data, which is not 0 %") != std::string::npos);
    CHECK(refused(R"({"status":"error","errorType":"execution","error":"query timed out in expression evaluation"})")
              .find("query timed out in expression evaluation") != std::string::npos);
    CHECK(refused(answer(R"([{"metric":{"gpu":"0"},"values":[[1,"2"],)")).find("error") != std::string::npos);
    CHECK(refused(answer(R"([{"metric":{"gpu":"0"},"values":[["x","2"]]}])")).find("the time of a point is no number") !=
          std::string::npos);
    CHECK(refused(answer(R"([{"metric":{"gpu":"0"},"values":[[1,"two"]]}])")).find("the value of a point is no number") !=
          std::string::npos);
}

TEST_CASE("warnings and other keys are passed over, in any order") {
    const Telemetry log = telemetry_of(
        R"({"warnings":["x {"],"data":{"result":[{"values":[[1700000000,"5"],[1700000060,"15"]],"metric":{"gpu":"0","__name__":"DCGM_FI_DEV_GPU_UTIL"}}],"resultType":"matrix"},"infos":[],"status":"success"})");
    CHECK(*log.devices.front().samples.utilization_mean == Approx(0.1));
}

TEST_CASE("a range answer is an upper bound of what was observed; long equal tails are pointed out") {
    const Telemetry log = telemetry_in({"prometheus/query_range__gpu_util__8gpus__two_runs__step15s.json"});
    CHECK(log.devices.size() == 8);
    CHECK(has_text(log.remarks, "the observed time is an upper bound"));
    CHECK(has_text(log.remarks, "8 of 8 series end in more than 4 minutes of equal values"));
    CHECK(gpu(log, 0).outages.size() == 1);
}

TEST_CASE("series without a metric name are taken as the utilisation, and it is said") {
    const Telemetry log =
        telemetry_of(answer(R"([{"metric":{"gpu":"0"},"values":[[1700000000,"12.5"],[1700000300,"37.5"]]}])"));
    CHECK(*log.devices.front().samples.utilization_mean == Approx(0.25));
    CHECK(has_text(log.remarks, "without a metric name"));
}

TEST_CASE("points out of order are put in order, one instant counts once with the value that is known") {
    const Telemetry log = telemetry_of(answer(
        R"([{"metric":{"__name__":"DCGM_FI_DEV_GPU_UTIL","UUID":"GPU-a","pod":"x"},"values":[[1700000060,"NaN"],[1700000000,"10"]]},
            {"metric":{"__name__":"DCGM_FI_DEV_GPU_UTIL","UUID":"GPU-a"},"values":[[1700000000,"10"],[1700000060,"30"],[1700000120,"50"]]}])"));
    CHECK(log.devices.front().rows == 3);
    CHECK(*log.devices.front().samples.utilization_mean == Approx(0.3));
    CHECK(log.devices.front().samples.observed_s == 120.0);
}

TEST_CASE("another exporter's ratios, watts and bytes are known, its bare UUID gets its prefix") {
    const Telemetry log = telemetry_in({"other-exporter-text/nvidia_gpu_exporter_h100_load.metrics"});
    REQUIRE(log.devices.size() == 1);
    const TelemetryDevice& device = log.devices.front();
    CHECK(device.gpu.uuid == "GPU-00000000-0000-0000-0000-000000000000");
    CHECK(device.gpu.name == "NVIDIA H100 80GB HBM3");
    CHECK(*device.samples.utilization_mean == 1.0);
    CHECK(*device.samples.power_mean_w == 631.95);
    CHECK(*device.samples.temperature_mean_c == 59.0);
    CHECK(*device.memory_peak_b == 20780679168.0);
}

TEST_CASE("two scrapes joined into one file are two GPUs, the second without any reading") {
    const Telemetry log = telemetry_in({"dcgm-text/t4_dcgm_exporter.metrics"});
    REQUIRE(log.devices.size() == 2);
    CHECK(*log.devices[0].samples.utilization_mean == 0.0);
    CHECK(*log.devices[0].samples.power_mean_w == 8.969);
    CHECK(*log.devices[0].samples.energy_j == Approx(128996.013));
    CHECK(log.devices[1].rows == 0);
    CHECK_FALSE(log.devices[1].samples.utilization_mean.has_value());
}
