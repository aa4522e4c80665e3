// Compare: machines against clouds for one job, best first; the speed ratio from the best evidence.
#include "article_scenario.hpp"
#include "near.hpp"

#include <breakeven/decisions/compare.hpp>

#include <algorithm>
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <unistd.h>

using namespace breakeven;
using breakeven::testing::article_scenario;
using breakeven::testing::near;
using breakeven::testing::whole_error;

namespace {

const Catalog& shipped() {
    static const Catalog catalog = Catalog::shipped();
    return catalog;
}

CompareQuestion question_about(const std::vector<std::string>& gpus, const std::vector<std::string>& clouds,
                               std::vector<std::pair<std::string, std::string>> sets = {}) {
    sets.emplace_back("exchange.USD", "7.1");
    CompareQuestion out;
    out.scenarios.push_back(article_scenario(sets));
    out.gpus = gpus;
    out.clouds = clouds;
    return out;
}

CompareAnswer answer_to(const CompareQuestion& question) { return compare(question, shipped(), {}); }

const CompareRow& row_of(const CompareAnswer& answer, const std::string& machine) {
    const auto row = std::find_if(answer.rows.begin(), answer.rows.end(), [&](const CompareRow& one) { return one.machine.find(machine) != std::string::npos; });
    REQUIRE(row != answer.rows.end());
    return *row;
}

/// One GPU that runs `count` steps of `each_ns`, one kernel in each, with 1 µs between them.
Trace steps_of(std::size_t count, std::int64_t each_ns, std::size_t kernels_in_each = 1) {
    Trace trace;
    trace.devices.emplace_back();
    trace.names = {"ProfilerStep"};
    for (std::size_t i = 0; i < count; ++i) {
        const std::int64_t start_ns = static_cast<std::int64_t>(i) * (each_ns + 1000);
        const std::int64_t part_ns = each_ns / static_cast<std::int64_t>(kernels_in_each);
        for (std::size_t k = 0; k < kernels_in_each; ++k) {
            Kernel kernel;
            kernel.start_ns = start_ns + static_cast<std::int64_t>(k) * part_ns;
            kernel.end_ns = kernel.start_ns + part_ns;
            trace.devices[0].kernels.push_back(kernel);
        }
        trace.devices[0].steps.push_back({start_ns, start_ns + each_ns + 500, 0});
    }
    return trace;
}

/// A CSV file that is gone when the test is over.
struct WorkFile {
    std::string path = (std::filesystem::temp_directory_path() / ("breakeven-work-" + std::to_string(::getpid()) + ".csv")).string();
    explicit WorkFile(const std::string& text) { std::ofstream(path) << text; }
    ~WorkFile() { std::filesystem::remove(path); }
    WorkFile(const WorkFile&) = delete;
    WorkFile& operator=(const WorkFile&) = delete;
};

}  // namespace

TEST_CASE("a scenario held against its own cloud has the line that it has alone") {
    const CompareAnswer answer = answer_to(question_about({}, {}));
    REQUIRE(answer.rows.size() == 1);
    CHECK(*answer.rows[0].line->line == near(0.0630529232708616));  // models.md 9
}

TEST_CASE("a catalog GPU's line is that of its price, power and roofline") {
    // By hand: own cloud an A10 by number only, so the ratio is the scenario's 1, carried by FP32 peaks of the two owned GPUs.
    const CompareAnswer answer = answer_to(question_about({"RTX 4090", "RTX 5090"}, {}, {{"cloud.speed_ratio", "1.0"}}));
    const auto by_hand = [](double price_usd, double power_w, double memory_gb, double gigacycles) {
        const double standing = price_usd * 7.1 / (2.0 * 8760.0);
        return standing / (2.8 * gigacycles / (3072.0 * 2.370) - (power_w + memory_gb * 0.8 + 1.2 + 3.2) / 1000.0 * 0.85);
    };
    CHECK(*row_of(answer, "4090").line->line == near(by_hand(1599.0, 450.0, 24.0, 16384.0 * 2.520)));
    CHECK(*row_of(answer, "5090").line->line == near(by_hand(1999.0, 575.0, 32.0, 21760.0 * 2.407)));
    CHECK(row_of(answer, "4090").speed_source == SpeedSource::carried);
}

TEST_CASE("rows come best first, and the order in which GPUs and clouds are named changes nothing") {
    const CompareAnswer one = answer_to(question_about({"RTX 5090", "RTX 4090"}, {"A10", "A100", "H100"}));
    const CompareAnswer other = answer_to(question_about({"RTX 4090", "RTX 5090"}, {"H100", "A100", "A10"}));
    REQUIRE(one.rows.size() == 6);
    REQUIRE(other.rows.size() == 6);
    for (std::size_t i = 0; i < 6; ++i) {
        REQUIRE(one.rows[i].line);
        CHECK(one.rows[i].machine == other.rows[i].machine);
        CHECK(one.rows[i].offer == other.rows[i].offer);
        CHECK(*one.rows[i].line->line == *other.rows[i].line->line);
        if (i > 0) {
            CHECK(*one.rows[i].line->line >= *one.rows[i - 1].line->line);
            CHECK_FALSE(one.rows[i].why.empty());
        }
    }
    CHECK(one.rows[0].why.empty());
}

TEST_CASE("each line of a comparison makes owning and renting equally dear") {
    for (const CompareRow& row : answer_to(question_about({"RTX 4090", "RTX 5090"}, {"A10", "A100"})).rows) {
        REQUIRE(row.line);
        CHECK(in(row.line->local.at(*row.line->line), money / hour) == near(in(row.line->cloud.at(*row.line->line), money / hour)));
    }
}

TEST_CASE("a job that does not fit a GPU's memory has no line there") {
    const CompareAnswer answer = answer_to(question_about({"RTX 4090", "RTX 5090"}, {"A10"}, {{"job.memory", "28 GB"}}));
    for (const CompareRow& row : answer.rows) CHECK_FALSE((row.line && row.line->line));
    CHECK(row_of(answer, "5090").why == "the job does not fit the rented GPU's memory");  // 24 GB
    // Rented with 80 GB it fits there, and then the 4090 with its 24 GB is what does not.
    const CompareAnswer roomy = answer_to(question_about({"RTX 4090", "RTX 5090"}, {"H100"}, {{"job.memory", "28 GB"}}));
    CHECK(row_of(roomy, "5090").line->line);
    CHECK_FALSE(row_of(roomy, "4090").line->line);
    CHECK(row_of(roomy, "4090").line->outcome == Outcome::never);
}

TEST_CASE("a job's cost on each machine is its own cost at the share the work takes there") {
    CompareQuestion question = question_about({}, {});
    question.share = 0.12;
    const CompareAnswer answer = answer_to(question);
    REQUIRE(answer.options.size() == 2);
    CHECK(answer.options[0].owned);  // 12 % is above the line
    const LineAnswer& line = *answer.rows[0].line;
    CHECK(in(*answer.options[0].cost, money / hour) == near(in(line.local.standing, money / hour) + 0.12 * in(line.local.busy, money / hour)));
    CHECK(in(*answer.options[1].cost, money / hour) == near(0.12 * 2.8));
    question.share = 0.05;
    CHECK_FALSE(answer_to(question).options[0].owned);
}

TEST_CASE("a price given for a GPU moves its line in proportion, where all that stands is depreciation") {
    CompareQuestion question = question_about({"RTX 4090"}, {"A10"});
    const double listed = *answer_to(question).rows[0].line->line;
    question.prices["RTX 4090"] = 3.0 * 1599.0 * 7.1 * money;
    CHECK(*answer_to(question).rows[0].line->line == near(3.0 * listed));
}

TEST_CASE("two logs of the same steps tell the speed ratio, however the kernels are cut") {
    const SpeedEstimate speed = speed_from_logs(steps_of(12, 60'000, 3), steps_of(20, 20'000));
    CHECK(speed.ratio == near(20.0 / 60.0));
    CHECK(speed.source == SpeedSource::log_steps);
    CHECK(speed.words == "12 and 20 steps \"ProfilerStep\"");
}

TEST_CASE("without steps equal kernel counts tell it, and unequal ones do not") {
    Trace local = steps_of(10, 50'000);
    Trace cloud = steps_of(10, 20'000);
    local.devices[0].steps.clear();
    cloud.devices[0].steps.clear();
    const SpeedEstimate speed = speed_from_logs(local, cloud);
    CHECK(speed.ratio == near(0.4));
    CHECK(speed.source == SpeedSource::log_kernels);
    Trace fewer = steps_of(9, 20'000);
    fewer.devices[0].steps.clear();
    CHECK(whole_error([&] { (void)speed_from_logs(local, fewer); }).find("they have 10 and 9 kernels") != std::string::npos);
}

TEST_CASE("a work column tells it: seconds of work for a unit, the one over the other") {
    const WorkFile file("gpu,effective_s,work\nNVIDIA GeForce RTX 4060 Laptop GPU,100,50\nNVIDIA A10,60,60\nTesla T4,9,1\nNVIDIA A10,60,60\n");
    const SpeedEstimate speed = speed_from_work(file.path, "RTX 4060 Laptop", "A10");
    CHECK(speed.ratio == near(1.0 / 2.0));
    CHECK(speed.words == "1 and 2 windows");
    CHECK(whole_error([&] { (void)speed_from_work(file.path, "RTX 4060 Laptop", "H100"); }).find("no work of the H100 in this file") != std::string::npos);
}

TEST_CASE("measured evidence comes before the scenario's ratio, and that before a roofline; the others stand beside it") {
    CompareQuestion question = question_about({}, {"A10"}, {{"cloud.instance", "lambda-a10-on-demand"}, {"cloud.speed_ratio", "0.9"}});
    question.speeds.push_back({0.5, SpeedSource::log_steps, "12 and 12 steps"});
    const CompareAnswer answer = answer_to(question);
    REQUIRE(answer.rows.size() == 1);
    const CompareRow& row = answer.rows[0];
    CHECK(row.speed_ratio == near(0.5));
    REQUIRE(row.others.size() == 3);
    CHECK(row.others[0].ratio == near(0.9));
    CHECK(row.others[1].ratio == near(14.561 / 31.24, 1e-4));  // FP32 peaks
    CHECK(row.others[1].words == "FP32 and bandwidth peaks");
    CHECK(row.others[2].words == "FP16 tensor and bandwidth peaks");
}

TEST_CASE("an instance that is not in the catalog is answered with the nearest names") {
    CHECK(whole_error([] { (void)answer_to(question_about({}, {"lambda-a10-on-demnd"})); }).find("lambda-a10-on-demand") != std::string::npos);
    CHECK_THROWS_AS((void)answer_to({}), InputError);
}
