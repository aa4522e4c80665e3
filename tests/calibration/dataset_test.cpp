#include <breakeven/calibration/dataset.hpp>
#include <breakeven/calibration/window_csv.hpp>
#include <breakeven/core/errors.hpp>

#include "made_up_log.hpp"
#include "packed.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

using namespace breakeven;
using namespace breakeven::test;

namespace {
namespace fs = std::filesystem;

/// A directory that goes when the test does.
class TemporaryFolder {
public:
    TemporaryFolder() : path_(fs::temp_directory_path() / "breakeven-dataset-test") {
        fs::remove_all(path_);
        fs::create_directory(path_);
    }
    ~TemporaryFolder() { fs::remove_all(path_); }
    TemporaryFolder(const TemporaryFolder&) = delete;
    TemporaryFolder& operator=(const TemporaryFolder&) = delete;
    [[nodiscard]] std::string path() const { return path_.string(); }
    std::string write(const std::string& name, const std::string& bytes) const {
        std::ofstream(path_ / name, std::ios::binary) << bytes;
        return (path_ / name).string();
    }

private:
    fs::path path_;
};

Dataset data_of(const std::string& csv, const DatasetOptions& options = {}) { return Dataset(csv_windows_in_memory(csv, "log.csv"), options); }

/// Rows with only what is needed: a time, a GPU, a line.
std::string short_rows(const std::vector<std::pair<std::string, std::string>>& times_and_lines, const std::string& gpu = "0") {
    std::string out = "timestamp,gpu,line\n";
    for (const auto& [time, line] : times_and_lines) out += time + "," + gpu + "," + line + "\n";
    return out;
}

std::vector<std::int64_t> times_of(const Dataset& data) {
    std::vector<std::int64_t> out;
    data.visit([&](const CalibrationRow& row) { out.push_back(row.time_ns / 1'000'000'000); });
    return out;
}
}  // namespace

TEST_CASE("one file, fifty files, gzip and a directory hold the same rows") {
    const std::vector<std::string> lines = lines_of({.rows = 500});
    const Dataset whole = data_of(joined(lines));
    const TemporaryFolder folder;
    std::vector<std::string> fifty;
    for (std::size_t i = 0; i < 50; ++i) {
        const std::string part = joined({lines.begin() + static_cast<std::ptrdiff_t>(10 * i), lines.begin() + static_cast<std::ptrdiff_t>(10 * i + 10)});
        fifty.push_back(folder.write(fmt::format("{:02}.csv{}", i, i % 2 == 0 ? ".gz" : ""), i % 2 == 0 ? gzipped(part) : part));
    }
    folder.write("notes.txt", "not a log");
    for (const Dataset& data : {Dataset(csv_windows(fifty)), Dataset(csv_windows({folder.path()}))}) {
        CHECK(data.rows() == 500);
        CHECK(data.summary().hash() == whole.summary().hash());
        CHECK(times_of(data) == times_of(whole));
    }
    std::reverse(fifty.begin(), fifty.end());
    CHECK(times_of(Dataset(csv_windows(fifty))) == times_of(whole));
}

TEST_CASE("rows beyond memory are read again and give the same") {
    const std::string csv = joined(lines_of({.rows = 300}));
    const Dataset in_memory = data_of(csv);
    const Dataset read_again = data_of(csv, {.rows_in_memory = 100});
    CHECK(read_again.rows() == 300);
    CHECK(read_again.summary().hash() == in_memory.summary().hash());
    CHECK(read_again.summary().spacing_ns() == in_memory.summary().spacing_ns());
    CHECK(times_of(read_again) == times_of(in_memory));
    CHECK(read_again.summary().in_order());
    const Calibration a = calibrate(in_memory);
    const Calibration b = calibrate(read_again);
    for (std::size_t i = 0; i < a.terms.size(); ++i) CHECK(a.terms[i].weight == b.terms[i].weight);
}

TEST_CASE("a file that plainly holds more rows than fit is not collected first, and gives the same") {
    const std::string csv = joined(lines_of({.rows = 90000, .step_s = 60}));
    const TemporaryFolder folder;
    const fs::path file = fs::path(folder.path()) / "rows.csv";
    std::ofstream(file, std::ios::binary) << csv;
    // That 90,000 rows come is told from the first 65,536, which would still fit.
    const Dataset early(csv_windows({file.string()}), {.rows_in_memory = 66000});
    const Dataset late(csv_windows({file.string()}), {.rows_in_memory = 50000});
    const Dataset in_memory = data_of(csv);
    for (const Dataset* data : {&early, &late}) {
        CHECK(data->summary().hash() == in_memory.summary().hash());
        CHECK(data->summary().spacing_ns() == in_memory.summary().spacing_ns());
        CHECK(data->levels(0) == in_memory.levels(0));
        for (std::size_t level = 0; level < in_memory.levels(0).size(); ++level) CHECK(data->rows_with(0, level) == in_memory.rows_with(0, level));
    }
}

TEST_CASE("rows beyond memory must come in order of time for Newey-West errors") {
    std::vector<std::string> lines = lines_of({.rows = 300});
    std::swap(lines[10], lines[200]);
    const std::string csv = joined(lines);
    const Dataset data = data_of(csv, {.rows_in_memory = 100});
    CHECK_THROWS_WITH_AS((void)calibrate(data), doctest::Contains("rows are not in order of time"), InputError);
    CHECK_NOTHROW((void)calibrate(data, {.reference = {}, .errors = ErrorKind::ols, .terms = {}, .refine = {}}));
}

TEST_CASE("the same window again counts once") {
    const std::vector<std::string> lines = lines_of({.rows = 50});
    std::vector<std::string> twice = lines;
    twice.insert(twice.end(), lines.begin(), lines.begin() + 20);
    const Dataset data = data_of(joined(twice));
    CHECK(data.summary().rows() == 50);
    CHECK(data.rejects().count == 20);
    CHECK(data.rejects().by_reason.at("the same window again") == 20);
    CHECK(data.rejects().first[0].line == 52);
    CHECK(data.summary().hash() == data_of(joined(lines)).summary().hash());
}

TEST_CASE("windows that share time and GPU and differ all count, with a remark") {
    const Dataset data = data_of(short_rows({{"2025-11-01T00:00:00Z", "0.12"}, {"2025-11-01T00:00:00Z", "0.13"}, {"2025-11-01T01:00:00Z", "0.12"}}));
    CHECK(data.summary().rows() == 3);
    REQUIRE(data.remarks().size() == 1);
    CHECK(data.remarks()[0].starts_with("1 rows share time and GPU with another row"));
}

TEST_CASE("a local clock that is set back an hour counts on") {
    // The night of 26 October 2025 in local time, every half hour: 02:00 and 02:30 come twice.
    const Dataset data = data_of(short_rows({{"2025-10-26T01:00:00", "0.12"}, {"2025-10-26T01:30:00", "0.12"}, {"2025-10-26T02:00:00", "0.12"},
                                             {"2025-10-26T02:30:00", "0.121"}, {"2025-10-26T02:00:00", "0.122"}, {"2025-10-26T02:30:00", "0.123"},
                                             {"2025-10-26T03:00:00", "0.124"}}));
    const auto times = times_of(data);
    REQUIRE(times.size() == 7);
    for (std::size_t i = 1; i < times.size(); ++i) CHECK(times[i] - times[i - 1] == 1800);
    REQUIRE(data.remarks().size() == 1);
    CHECK(data.remarks()[0] == "log.csv:6: the clock was set back an hour; the rows from here on count an hour later");
    // With a zone there is nothing to mend, and a shuffled log is only sorted.
    CHECK(data_of(short_rows({{"2025-10-26T01:30:00Z", "0.12"}, {"2025-10-26T02:00:00Z", "0.12"}, {"2025-10-26T01:30:00Z", "0.13"}})).summary().last_ns() ==
          1'761'444'000LL * 1'000'000'000);
}

TEST_CASE("gaps are counted, and the median step is the usual one") {
    const Dataset data = data_of(short_rows({{"2025-11-01T00:00:00Z", "0.12"}, {"2025-11-01T01:00:00Z", "0.12"}, {"2025-11-01T02:00:00Z", "0.12"},
                                             {"2025-11-01T09:00:00Z", "0.12"}, {"2025-11-01T10:00:00Z", "0.12"}}));
    CHECK(data.summary().spacing_ns() == 3600LL * 1'000'000'000);
    CHECK(data.summary().gaps() == 1);
    CHECK(data.remarks()[0] == "1 gap in the log, the longest of 7.0 h; errors are not carried across");
    CHECK(data.days() == doctest::Approx(11.0 / 24.0));
}

TEST_CASE("a log that is cut off while packed is used up to its last whole row") {
    const TemporaryFolder folder;
    const std::string packed = gzipped(joined(lines_of({.rows = 400})));
    const Dataset data(csv_windows({folder.write("cut.csv.gz", packed.substr(0, packed.size() / 2))}));
    CHECK(data.rows() > 50);
    CHECK(data.rows() < 350);
    CHECK(data.rejects().count == 0);
    REQUIRE(!data.remarks().empty());
    CHECK(data.remarks()[0].find("the gzip stream ends early; the whole rows before that are used") != std::string::npos);
}

TEST_CASE("what is no calibration data is refused with the place") {
    CHECK_THROWS_WITH_AS(data_of("a,b,c\n1,2,3\n"), doctest::Contains("log.csv:1: error: no column \"timestamp\""), InputError);
    CHECK_THROWS_WITH_AS(data_of("timestamp,gpu\n2025-11-01T00:00:00Z,0\n"), doctest::Contains("no column says how the GPU did"), InputError);
    CHECK_THROWS_WITH_AS(data_of("timestamp,line,line\n"), doctest::Contains("two columns are called \"line\""), InputError);
    CHECK_THROWS_WITH_AS((void)Dataset(csv_windows({"/nowhere/log.csv"})), doctest::Contains("/nowhere/log.csv"), InputError);
    const TemporaryFolder empty;
    CHECK_THROWS_WITH_AS((void)csv_windows({empty.path()}), doctest::Contains("no .csv, .csv.gz or .csv.zst file in this directory"), InputError);
    const TemporaryFolder folder;
    const std::string a = folder.write("a.csv", "timestamp,line,task\n2025-11-01T00:00:00Z,0.12,nlp\n");
    const std::string b = folder.write("b.csv", "timestamp,line\n2025-11-01T01:00:00Z,0.12\n");
    CHECK_THROWS_WITH_AS((void)Dataset(csv_windows({a, b})), doctest::Contains("no column \"task\", which "), InputError);
}

TEST_CASE("more than 64 values of a category are a mistake") {
    std::string csv = "timestamp,driver,line\n";
    for (int i = 0; i < 70; ++i) csv += fmt::format("2025-11-01T00:{:02}:00Z,{},0.12\n", i % 60, 500 + i);
    CHECK_THROWS_WITH_AS(data_of(csv), doctest::Contains("more than 64 different values of driver"), InputError);
}

TEST_CASE("an unknown column is not used, and that is said") {
    const Dataset data = data_of("timestamp,line,colour\n2025-11-01T00:00:00Z,0.12,red\n");
    REQUIRE(data.remarks().size() == 1);
    CHECK(data.remarks()[0] == "log.csv: column 3, \"colour\", is not known and not used");
}

TEST_CASE("a name that may not go to a terminal, into JSON or TOML is no level") {
    // Cut off UTF-8, an overlong slash, a surrogate, beyond Unicode, an escape sequence; then a name in another script.
    std::string csv = "timestamp,line,task\n";
    for (const char* name : {"n\xc3", "\xc0\xaf", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\x1b[31mred", "\xc2\x9b", "\xe8\xa7\x86\xe8\xa7\x89"})
        csv += fmt::format("2025-11-01T00:00:00Z,0.12,{}\n", name);
    const Dataset data = data_of(csv);
    CHECK(data.rejects().by_reason.at("task is no printable UTF-8 text") == 6);
    CHECK(data.levels(0) == std::vector<std::string>{"\xe8\xa7\x86\xe8\xa7\x89"});
}

TEST_CASE("an empty field of a category is missing; the word none is a level") {
    const Dataset data = data_of("timestamp,line,virtualization\n2025-11-01T00:00:00Z,0.12,none\n2025-11-01T01:00:00Z,0.12,\n");
    CHECK(data.rejects().by_reason.at("virtualization is missing") == 1);
    CHECK(data.levels(3) == std::vector<std::string>{"none"});
}

TEST_CASE("semicolons, tabs, quotes, carriage returns and comments are read") {
    for (const char* csv : {"timestamp;line;task\r\n2025-11-01T00:00:00Z;0.12;nlp\r\n", "timestamp\tline\ttask\n2025-11-01T00:00:00Z\t0.12\tnlp\n",
                            "# a log\ntimestamp,line,task\n\n\"2025-11-01T00:00:00Z\",\"0.12\",\"nlp\""}) {
        const Dataset data = data_of(csv);
        CHECK(data.summary().rows() == 1);
        CHECK(data.levels(0) == std::vector<std::string>{"nlp"});
    }
}

TEST_CASE("a time before 1970 or after 2199 is named and left out: no log of a GPU is from then") {
    const Dataset data = data_of(short_rows({{"2025-11-01T00:00:00Z", "0.12"}, {"1680-11-01T00:00:00Z", "0.12"}, {"1969-12-31T23:59:59Z", "0.12"},
                                             {"2200-01-01T00:00:00Z", "0.12"}, {"2262-01-01T00:00:00Z", "0.12"}, {"2199-12-31T23:59:59Z", "0.12"}}));
    CHECK(data.summary().rows() == 2);
    CHECK(data.rejects().count == 4);
    CHECK(data.rejects().by_reason.contains("timestamp is before 1970 or after 2199"));
}

TEST_CASE("a GPU's name that cannot be shown appears in a row's reason only") {
    const Dataset data = data_of("timestamp,gpu,line\n2025-01-01T00:00:00Z,a,0.12\n2025-01-01T00:10:00Z,\x1b[31m,0.12\n2025-01-01T00:20:00Z,b,7\n");
    CHECK(data.gpus() == std::vector<std::string>{"a", "b"});
    CHECK(data.rejects().count == 2);
    REQUIRE(data.remarks().size() == 1);
    CHECK(data.remarks()[0] == "GPU b: none of its 1 rows can be used");
}
