// Days of a history against the line of each day's own context; expected values by hand.
#include <breakeven/decisions/history_days.hpp>

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <string>

using namespace breakeven;

namespace {

constexpr std::int64_t november_ns = 1'793'491'200'000'000'000;  // 2026-11-01
constexpr std::int64_t day_ns = 86'400'000'000'000;

HistoryWindow window_at(std::int64_t time_ns, double share, double celsius_of_air, const std::string& task = "vision") {
    HistoryWindow out;
    out.gpu = "GPU-1";
    out.gpu_name = "RTX 4060";
    out.time_ns = out.clock_ns = time_ns;
    out.length_ns = out.observed_ns = 100'000'000'000;
    out.effective_ns = out.kernels_ns = static_cast<std::int64_t>(share * 1e11);
    out.kernels = 10;
    out.context.set("task", task);
    out.context.temperature = celsius(celsius_of_air);
    return out;
}

/// A base of 12 %, 0.87 % of it for each kelvin above 25 degC, 23.3 % for nlp.
LoadedScenario stated_line() {
    ScenarioOptions options;
    options.overrides = {{"line.base", "\"12 %\""}};
    return read_scenario(std::string(BREAKEVEN_SOURCE_DIR) + "/data/scenarios/rtx4060-laptop-vs-a10.toml", options);
}

class NewHistory {
public:
    NewHistory() {
        std::string pattern = (std::filesystem::temp_directory_path() / "breakeven-days-XXXXXX").string();
        REQUIRE(::mkdtemp(pattern.data()) != nullptr);
        folder_ = pattern;
    }
    ~NewHistory() { std::filesystem::remove_all(folder_); }
    NewHistory(const NewHistory&) = delete;
    NewHistory& operator=(const NewHistory&) = delete;
    [[nodiscard]] std::string path() const { return (folder_ / "h.db").string(); }

private:
    std::filesystem::path folder_;
};

}  // namespace

TEST_CASE("a day's share is its effective over its observed time, its line the mean of its contexts' lines") {
    const NewHistory file;
    History history(file.path(), History::Open::create);
    HistoryWindow doubted = window_at(november_ns + 5'000'000'000'000, 0.01, 25.0);
    doubted.trusted = false;
    (void)history.record({window_at(november_ns, 0.20, 30.0), window_at(november_ns + 1'000'000'000'000, 0.10, 40.0), doubted,
                          window_at(november_ns + day_ns, 0.13, 25.0), window_at(november_ns + day_ns + 1'000'000'000'000, 0.13, 25.0, "nlp")});
    const std::vector<GpuDays> found = history_days(history, stated_line());
    REQUIRE(found.size() == 1);
    CHECK(found[0].gpu_name == "RTX 4060");
    CHECK(found[0].untrusted == 1);
    CHECK_FALSE(found[0].trend.has_value());
    REQUIRE(found[0].days.size() == 2);
    CHECK(found[0].days[0].begin_ns == november_ns);
    CHECK(found[0].days[0].windows == 2);
    CHECK(found[0].days[0].share == doctest::Approx(0.15));
    CHECK(*found[0].days[0].line == doctest::Approx(0.12 * (1.0 + 0.0087 * 10.0)));  // 35 degC on the mean
    CHECK(found[0].days[0].owning_wins);
    CHECK(*found[0].days[1].line == doctest::Approx(0.12 * (1.0 + 0.233 / 2.0)));  // half of it vision, half nlp: 13.4 %
    CHECK_FALSE(found[0].days[1].owning_wins);
}

TEST_CASE("only the last thirty days count, each GPU's own") {
    const NewHistory file;
    History history(file.path(), History::Open::create);
    HistoryWindow other = window_at(november_ns, 0.5, 25.0);
    other.gpu = "GPU-2";
    (void)history.record({window_at(november_ns, 0.5, 25.0), window_at(november_ns + day_ns, 0.5, 25.0), window_at(november_ns + 30 * day_ns, 0.5, 25.0), other});
    const std::vector<GpuDays> found = history_days(history, stated_line());
    REQUIRE(found.size() == 2);
    REQUIRE(found[0].days.size() == 2);  // days 2 and 31; day 1 is the thirty-first before
    CHECK(found[0].days[0].begin_ns == november_ns + day_ns);
    CHECK(found[1].gpu == "GPU-2");
    CHECK(found[1].days.size() == 1);
}

TEST_CASE("a new driver and warm days are found; a category that a day does not know changes nothing") {
    GpuDays gpu;
    for (int i = 0; i < 5; ++i) {
        HistoryDay one;
        one.begin_ns = i * day_ns;
        if (i != 1) one.context.set("driver", i < 3 ? "525" : "535");
        one.context.temperature = celsius(i == 2 ? 29.5 : i == 4 ? 28.5 : 25.0);  // median 25, so above 29 is hot
        gpu.days.push_back(one);
    }
    const std::vector<ContextChange> changes = gpu.changes();
    REQUIRE(changes.size() == 1);
    CHECK(changes[0].begin_ns == 3 * day_ns);
    CHECK(changes[0].from == "525");
    CHECK(changes[0].to == "535");
    REQUIRE(gpu.hot_days().size() == 1);
    CHECK(gpu.hot_days()[0].begin_ns == 2 * day_ns);
    CHECK(GpuDays{}.hot_days().empty());
}
