// Real telemetry against independent figures, in every packing, cut anywhere, and spread over several files.
#include <logs/read_samples.hpp>

#include <breakeven/core/csv.hpp>
#include <breakeven/core/decimal.hpp>

#include <filesystem>
#include <fstream>

#include <unistd.h>

using namespace breakeven;
using namespace breakeven::test;
using doctest::Approx;

namespace {
const std::vector<std::string> sample_files = {
    "cases/C29.csv",
    "cases/C31.csv",
    "cases/C33.csv",
    "cases/C35.txt",
    "cases/C37.prom",
    "cases/C41.json",
    "nvidia-smi-csv/linux-x86_64__nvidia-h100-80gb-hbm3__590.48.01__load.csv",
    "nvidia-smi-csv/windows-x86_64__nvidia-geforce-rtx-2080-super__591.86__load.csv",
    "nvidia-smi-dmon/linux-x86_64__nvidia-l40s__595.80__load.dmon.txt",
    "home-made-csv/h100x8_158s.csv",
    "dcgm-text/t4_dcgm_exporter.metrics",
    "other-exporter-text/nvidia_gpu_exporter_h100_load.metrics",
    "prometheus/openmetrics_backfill.om",
    "prometheus/query_range__three_metrics__gpu3__step1s.json",
};

void check_mean(const std::optional<double>& value, std::string_view expected) {
    const auto number = parse_decimal(expected);
    CHECK(value.has_value() == number.has_value());
    if (value && number) CHECK(*value == Approx(*number).epsilon(1e-12));
}

void check_same(const Telemetry& a, const Telemetry& b) {
    REQUIRE(a.devices.size() == b.devices.size());
    for (std::size_t i = 0; i < a.devices.size(); ++i) {
        CHECK(a.devices[i].rows == b.devices[i].rows);
        CHECK(a.devices[i].samples.count == b.devices[i].samples.count);
        CHECK(a.devices[i].samples.observed_s == b.devices[i].samples.observed_s);
        CHECK(a.devices[i].samples.utilization_mean == b.devices[i].samples.utilization_mean);
        CHECK(a.devices[i].samples.power_mean_w == b.devices[i].samples.power_mean_w);
        CHECK(a.devices[i].samples.energy_j == b.devices[i].samples.energy_j);
    }
}

class Folder {
public:
    Folder() : path_(std::filesystem::temp_directory_path() / ("breakeven_telemetry_" + std::to_string(::getpid()))) {
        std::filesystem::create_directory(path_);
    }
    ~Folder() { std::filesystem::remove_all(path_); }
    std::string file(const std::string& name, std::string_view bytes) const {
        const auto path = path_ / name;
        std::ofstream(path, std::ios::binary) << bytes;
        return path.string();
    }

private:
    std::filesystem::path path_;
};
}  // namespace

TEST_CASE("real samples agree with figures computed without this engine") {
    CsvTable expected(data_path("expected_samples.csv"));
    std::size_t rows = 0;
    std::string file;
    Telemetry log;
    while (expected.next()) {
        CAPTURE(expected.text("file"));
        CAPTURE(expected.text("gpu"));
        if (file != expected.text("file")) {
            file = expected.text("file");
            log = telemetry_in({file});
        }
        const TelemetryDevice& device = gpu(log, static_cast<std::int64_t>(expected.number("gpu")));
        CHECK(device.rows == static_cast<std::uint64_t>(expected.number("rows")));
        CHECK(device.samples.count == static_cast<std::uint64_t>(expected.number("count")));
        CHECK(device.samples.observed_s == Approx(expected.number("observed_s")).epsilon(1e-9));
        CHECK(device.samples.outage_s == Approx(expected.number("outage_s")).epsilon(1e-9));
        check_mean(device.samples.utilization_mean, expected.text("utilization"));
        check_mean(device.samples.power_mean_w, expected.text("power_w"));
        check_mean(device.samples.temperature_mean_c, expected.text("temperature_c"));
        CHECK(device.samples.missing_utilization == static_cast<std::uint64_t>(expected.number("missing_utilization")));
        CHECK(device.samples.missing_power_w == static_cast<std::uint64_t>(expected.number("missing_power_w")));
        CHECK(device.samples.missing_temperature_c == static_cast<std::uint64_t>(expected.number("missing_temperature_c")));
        ++rows;
    }
    CHECK(rows == 47);
}

TEST_CASE("UTF-16, a mark, gzip, zstd and CRLF give the same figures as the plain file") {
    for (const std::string& name : sample_files) {
        CAPTURE(name);
        const std::string text = read_file(data_path(name));
        const Telemetry plain = telemetry_of(text);
        std::string crlf;
        for (const char c : text) crlf += c == '\n' ? std::string("\r\n") : std::string(1, c);
        for (const std::string& packed : {utf16(text, false), utf16(text, true), "\xef\xbb\xbf" + text, gzipped(text),
                                          zstandard(text), gzipped(utf16(text, false)), crlf})
            check_same(plain, telemetry_of(packed));
    }
}

TEST_CASE("a log cut anywhere is an error, an answer marked partial, or exactly the figures of its whole lines") {
    for (const std::string& name : sample_files) {
        CAPTURE(name);
        const std::string text = read_file(data_path(name));
        std::vector<std::size_t> cuts;
        for (std::size_t percent = 0; percent < 100; ++percent) cuts.push_back(text.size() * percent / 100);
        for (std::size_t i = 0; i < 200; ++i) cuts.push_back(i * 1'000'003 % text.size());
        for (const std::size_t size : cuts) {
            CAPTURE(size);
            const std::string cut = text.substr(0, size);
            try {
                const Telemetry log = telemetry_of(cut);
                if (log.partial) continue;
                CHECK(name.find(".json") == std::string::npos);
                check_same(log, telemetry_of(cut.substr(0, cut.rfind('\n') + 1)));
            } catch (const InputError& error) {
                CHECK_FALSE(error.message().empty());
            }
        }
    }
}

TEST_CASE("a gzipped log that ends early is partial") {
    const std::string packed = gzipped(read_file(data_path("home-made-csv/h100x8_158s.csv")));
    const Telemetry log = telemetry_of(packed.substr(0, packed.size() / 2));
    CHECK(log.partial);
    CHECK(log.partial_reason == "the gzip stream ends early");
    CHECK(gpu(log, 0).rows > 100);
    CHECK(gpu(log, 0).rows < 639);
}

TEST_CASE("any byte changed in a log leads to figures or to an error") {
    for (const std::string& name : sample_files) {
        CAPTURE(name);
        const std::string text = read_file(data_path(name));
        for (std::size_t i = 0; i < 200; ++i) {
            std::string changed = text;
            changed[(i * 7919 + 13) % changed.size()] = static_cast<char>((i * 37 + 11) & 0xFF);
            try {
                for (const TelemetryDevice& device : telemetry_of(changed).devices) {
                    const auto mean = device.samples.utilization_mean;
                    CHECK((!mean || (*mean >= 0.0 && *mean <= 1.0)));
                }
            } catch (const InputError& error) {
                CHECK_FALSE(error.message().empty());
            }
        }
    }
}

TEST_CASE("a history in several files is the history in one, whatever the order of the files") {
    const std::string header = "timestamp, index, uuid, utilization.gpu [%], power.draw [W]\n";
    std::string whole = header, parts[3] = {header, header, header};
    for (int i = 0; i < 300; ++i) {
        char row[128];
        std::snprintf(row, sizeof row, "2026/01/05 10:%02d:%02d.000, 0, GPU-a, %d %%, %d.50 W\n", i * 10 / 60 % 60, i * 10 % 60,
                      i * 7 % 101, 50 + i % 40);
        whole += row;
        parts[i / 100] += row;
    }
    const Folder folder;
    const std::string a = folder.file("a.csv", parts[0]), b = folder.file("b.csv.gz", gzipped(parts[1])),
                      c = folder.file("c.csv", parts[2]);
    const Telemetry one = telemetry_of(whole);
    for (const std::vector<std::string>& paths : {std::vector{a, b, c}, std::vector{c, a, b}, std::vector{b, c, a}}) {
        const Telemetry log = read_telemetry(paths);
        check_same(one, log);
        CHECK(log.devices.front().samples.observed_s == 2990.0);
    }
    // The same file twice, or a copy of a part, adds nothing.
    const Telemetry twice = read_telemetry(std::vector{a, b, c, folder.file("again.csv", parts[1])});
    check_same(one, twice);
    CHECK(has_text(twice.remarks, "100 readings that two files share were counted once"));
}

TEST_CASE("a folder of a hundred daily files is one history, read with few of them open") {
    const Folder folder;
    std::vector<std::string> paths;
    for (int day = 99; day >= 0; --day) {
        std::string text = "timestamp,uuid,utilization_percent\n";
        for (int hour = 0; hour < 24; ++hour)
            text += std::to_string(1'700'000'000 + day * 86400 + hour * 3600) + ",GPU-a," + std::to_string(day) + "\n";
        paths.push_back(folder.file("day" + std::to_string(day) + ".csv", text));
    }
    std::uint64_t last_read = 0, last_all = 0;
    TelemetryOptions options;
    options.progress = [&](std::uint64_t read, std::uint64_t all) { last_read = read, last_all = all; };
    const Telemetry log = read_telemetry(paths, options);
    REQUIRE(log.devices.size() == 1);
    CHECK(log.files.size() == 100);
    CHECK(log.devices.front().samples.count == 2400);
    CHECK(log.devices.front().samples.observed_s == 2399.0 * 3600.0);
    CHECK(*log.devices.front().samples.utilization_mean == Approx(0.495).epsilon(1e-12));
    CHECK(log.devices.front().long_run->days == Approx(2399.0 / 24.0));
    CHECK(last_read == last_all);
}

TEST_CASE("GPUs without UUID or host are kept apart by file unless told otherwise") {
    const Folder folder;
    const std::string header = "timestamp,index,utilization.gpu [%]\n";
    const std::vector paths = {
        folder.file("a.csv", header + "2026/01/05 10:00:00.000, 0, 10 %\n2026/01/05 10:00:10.000, 0, 20 %\n"),
        folder.file("b.csv", header + "2026/01/05 10:00:20.000, 0, 90 %\n2026/01/05 10:00:30.000, 0, 100 %\n")};
    CHECK(read_telemetry(paths).devices.size() == 2);
    TelemetryOptions options;
    options.same_gpu = true;
    const Telemetry log = read_telemetry(paths, options);
    REQUIRE(log.devices.size() == 1);
    CHECK(*log.devices.front().samples.utilization_mean == Approx(0.55));
    CHECK(log.devices.front().samples.observed_s == 30.0);
}

TEST_CASE("two metrics of one GPU in two files are one row per instant") {
    const Folder folder;
    const std::string head =
        R"({"status":"success","data":{"resultType":"matrix","result":[{"metric":{"UUID":"GPU-a","__name__":")";
    const std::vector paths = {
        folder.file("util.json", head + R"(DCGM_FI_DEV_GPU_UTIL"},"values":[[1700000000,"50"],[1700000015,"70"]]}]}})"),
        folder.file("power.json", head + R"(DCGM_FI_DEV_POWER_USAGE"},"values":[[1700000000,"100"],[1700000015,"300"]]}]}})")};
    const Telemetry log = read_telemetry(paths);
    REQUIRE(log.devices.size() == 1);
    CHECK(log.devices.front().rows == 2);
    CHECK(*log.devices.front().samples.utilization_mean == Approx(0.6));
    CHECK(*log.devices.front().samples.power_mean_w == Approx(200.0));
    CHECK(*log.devices.front().samples.energy_j == Approx(3000.0));  // 15 s at 200 W
    CHECK(log.devices.front().samples.missing_power_w == 0);
}

TEST_CASE("tier 1 logs and refused formats are no telemetry") {
    CHECK(message_of([] { static_cast<void>(telemetry_of("{\"traceEvents\": []}")); }).find("this is no telemetry") !=
          std::string::npos);
    for (const char* folder : {"nvidia-smi-pmon", "nvidia-smi-other"})
        for (const auto& entry : std::filesystem::directory_iterator(data_path(folder))) {
            if (entry.path().extension() == ".md") continue;
            CAPTURE(entry.path().filename().string());
            const std::string error =
                message_of([&] { static_cast<void>(read_telemetry(std::vector{entry.path().string()})); });
            CHECK(error.find("error: ") != std::string::npos);
            CHECK(error.find("hint: ") != std::string::npos);
            CHECK(error.find("gpu_burn") == std::string::npos);  // names of processes are nobody's business
        }
}

TEST_CASE("the series is kept on demand, thinned to its bound without moving its means") {
    std::string text = "timestamp,index,utilization.gpu [%],temperature.gpu\n";
    for (int i = 0; i < 1000; ++i)
        text += std::to_string(1700000000 + i * 10) + ",0," + std::to_string(i % 101) + "," + std::to_string(40 + i % 7) + "\n";
    CHECK(telemetry_of(text).devices.front().series.empty());
    TelemetryOptions options;
    options.keep_series = true;
    const Telemetry whole = telemetry_of(text, options);
    const TelemetryDevice& device = whole.devices.front();
    REQUIRE(device.series.size() == 1000);
    const Sample mean = mean_in(device, {1'700'000'000'000'000'000, 1'700'000'100'000'000'000});
    CHECK(mean.utilization == Approx(0.045));  // 0 to 9 %
    CHECK_FALSE(was_read(mean.power_w));
    CHECK_FALSE(was_read(mean_in(device, {0, 10}).utilization));
    options.longest_series = 64;
    const Telemetry thin = telemetry_of(text, options);
    CHECK(thin.devices.front().series.size() <= 64);
    CHECK(thin.devices.front().samples_per_point == 16);
    // 64 points of 16 samples each would be 1024: 62 whole points and one of 8 samples.
    double sum = 0.0;
    for (std::size_t i = 0; i < 62; ++i) sum += thin.devices.front().series[i].utilization;
    double expected = 0.0;
    for (int i = 0; i < 992; ++i) expected += (i % 101) / 100.0;
    CHECK(sum / 62.0 == Approx(expected / 992.0).epsilon(1e-12));
}

TEST_CASE("a local clock's offset puts its times on UTC") {
    TelemetryOptions options;
    options.utc_offset_s = 7200;
    const Telemetry log = telemetry_of(
        "timestamp,index,utilization.gpu [%]\n2026/07/14 08:12:53.353, 0, 10 %\n2026/07/14 08:12:54.353, 0, 10 %\n", options);
    CHECK(log.times == SampleTimes::utc);
    CHECK(log.devices.front().span->start_ns == 1'784'016'773'353'000'000 - 7'200'000'000'000);
}
