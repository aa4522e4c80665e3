// PyTorch memory logs. The timeline's figures were computed with a few lines of Python over its rows.
#include <breakeven/logs/torch_memory.hpp>

#include <logs/read_samples.hpp>

using namespace breakeven;
using namespace breakeven::test;
using doctest::Approx;

namespace {
TorchMemory memory_of(std::string_view text) {
    return read_torch_memory(bytes_in_memory(text, TextEncoding::utf8), "log");
}

double held(const TorchMemory& memory, double share) {
    for (const HeldMemory& entry : memory.held)
        if (entry.share == share) return entry.bytes;
    return -1.0;
}
}  // namespace

TEST_CASE("a real timeline: mean, peak, and what was held for how much of the time") {
    const TorchMemory memory = read_torch_memory(data_path("torch-memory/memory_timeline.raw.gz"));
    CHECK(memory.timeline);
    CHECK(memory.records == 16845);
    CHECK(*memory.span_s == Approx(0.987186231).epsilon(1e-12));
    CHECK(*memory.allocated_mean_b == Approx(2188213101.6920013).epsilon(1e-12));
    CHECK(*memory.allocated_peak_b == 3082832104.0);
    CHECK(held(memory, 1.0) == 224192744.0);
    CHECK(held(memory, 0.95) == 584904936.0);
    CHECK(held(memory, 0.5) == 2450386152.0);
    CHECK(held(memory, 0.05) == 2971609320.0);
    CHECK(memory.category_peak_b ==
          std::array<double, 8>{102440608, 102228128, 19395584, 129024, 2746497024, 107868160, 256901120, 168297384});
    CHECK_FALSE(memory.reserved_mean_b.has_value());
    CHECK_FALSE(memory.partial);
}

TEST_CASE("a timeline is a sum of signed rows, weighted by time; what existed before counts from the start") {
    const TorchMemory memory =
        memory_of("[[-1, 1, 100, 0], [1000, 2, 50, 4], [2000, 4, -50, 4], [5000, 3, -100, 7], [5000, 3, 100, 0]]");
    CHECK(*memory.allocated_peak_b == 150.0);
    CHECK(*memory.allocated_mean_b == Approx((150.0 * 1000 + 100.0 * 3000) / 4000.0));
    CHECK(held(memory, 1.0) == 100.0);
    CHECK(held(memory, 0.25) == 150.0);
}

TEST_CASE("records: flat keys, nested keys, an array, and Python's own print are the same") {
    const std::string flat =
        R"({"step": 1, "allocated_bytes.all.current": 100, "reserved_bytes.all.current": 200, "allocated_bytes.all.peak": 180, "num_ooms": 0, "allocated_bytes.large_pool.current": 7})"
        "\n"
        R"({"step": 2, "allocated_bytes.all.current": 300, "reserved_bytes.all.current": 400, "allocated_bytes.all.peak": 350, "num_ooms": 2})"
        "\n";
    const std::string nested =
        R"({"allocated_bytes": {"large_pool": {"current": 7}, "all": {"current": 100, "peak": 180, "allocated": 9}}, "reserved_bytes": {"all": {"current": 200}}}
{"allocated_bytes": {"all": {"peak": 350, "current": 300}}, "reserved_bytes": {"all": {"current": 400}}, "num_ooms": 2})";
    std::string python = flat;
    for (char& c : python)
        if (c == '"') c = '\'';
    const std::string array = "[" + flat.substr(0, flat.find('\n')) + ",\n" + flat.substr(flat.find('\n') + 1) + "]";
    const std::string in_text = "INFO step 1 " + python.substr(0, python.find('\n') + 1) + "INFO epoch done\nINFO step 2 " +
                                python.substr(python.find('\n') + 1);
    for (const std::string& text : {flat, nested, python, array, in_text}) {
        CAPTURE(text);
        const TorchMemory memory = memory_of(text);
        CHECK(memory.records == 2);
        CHECK_FALSE(memory.timeline);
        CHECK_FALSE(memory.weighted_by_time);
        CHECK(*memory.allocated_mean_b == 200.0);
        CHECK(*memory.allocated_peak_b == 350.0);
        CHECK(*memory.reserved_mean_b == 300.0);
        CHECK(*memory.reserved_peak_b == 400.0);
        CHECK(*memory.fragmentation_mean == Approx((0.5 + 0.25) / 2.0));
        CHECK(*memory.fragmentation_peak == 0.5);
        CHECK(memory.out_of_memory == 2);
        CHECK(memory.rejected == 0);
    }
}

TEST_CASE("records with times weigh by the time until the next record") {
    const TorchMemory memory = memory_of(
        R"({"time": 1700000000.0, "allocated_bytes.all.current": 100}
{"time": 1700000001.0, "allocated_bytes.all.current": 500}
{"time": 1700000004.0, "allocated_bytes.all.current": 100})");
    CHECK(memory.weighted_by_time);
    CHECK(*memory.span_s == 4.0);
    CHECK(*memory.allocated_mean_b == Approx((100.0 + 3.0 * 500.0) / 4.0));
    CHECK(held(memory, 0.75) == 500.0);
    CHECK(held(memory, 1.0) == 100.0);
}

TEST_CASE("a cut log is partial, a log without records refused") {
    CHECK(memory_of("[[-1, 1, 100, 0], [1000, 2, 50, 4], [2000, 4,").partial);
    CHECK(memory_of("[[-1, 1, 100, 0], [1000, 2, 50, 4]").partial);
    CHECK(memory_of("{\"allocated_bytes.all.current\": 100}\n{\"allocated_bytes.all.cur").partial);
    CHECK(message_of([] { static_cast<void>(memory_of("")); }).find("no record of PyTorch's memory") != std::string::npos);
    CHECK(message_of([] { static_cast<void>(memory_of("{\"step\": 1}")); }).find("no record") != std::string::npos);
    CHECK(message_of([] { static_cast<void>(memory_of("[[1, 2, 3]]")); }).find("four whole numbers") != std::string::npos);
    const std::string whole = read_file(data_path("torch-memory/memory_timeline.raw.gz"));
    for (std::size_t percent = 1; percent < 100; percent += 7) {
        const std::string cut = whole.substr(0, whole.size() * percent / 100);
        CHECK(memory_of(cut).partial);
    }
}
