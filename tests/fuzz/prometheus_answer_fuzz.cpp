// Any bytes as a server's answer, and any as its address: samples inside the time asked for, no secret in an error, or an InputError.
#include <breakeven/core/errors.hpp>
#include <breakeven/logs/prometheus_address.hpp>
#include <breakeven/logs/prometheus_answer.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

namespace {
void require(bool fact) {
    if (!fact) std::abort();
}

void read_address(std::string_view text) {
    constexpr std::int64_t now_ns = 1'764'547'200'000'000'000;
    try {
        const auto question = breakeven::detail::prometheus_question("prometheus+http://h/?k=hush-hush&" + std::string(text), {}, now_ns);
        require(question.time.start_ns < question.time.end_ns);
        require(question.shown.find("hush") == std::string::npos);
    } catch (const breakeven::InputError& error) {
        require(std::string_view(error.what()).find("hush") == std::string_view::npos);
    }
}

void read_answer(std::string_view text) {
    using namespace breakeven::detail;
    const breakeven::Interval time{1'700'000'000'000'000'000, 1'700'003'600'000'000'000};
    SeriesStore series;
    std::vector<breakeven::GpuIdentity> devices;
    StreamNotes notes;
    notes.times = breakeven::SampleTimes::utc;
    try {
        JsonStream json(breakeven::bytes_in_memory(text, breakeven::TextEncoding::bytes, {.ratio = 500, .free_bytes = 1U << 20}), "fuzz", 1U << 20);
        PrometheusAnswer answer(json, series, devices, notes, {.metric = {}, .time = time, .look = {}});
        answer.read();
        require(answer.complaint().size() < 500);
    } catch (const breakeven::InputError&) {
    }
    series.sort();
    std::vector<SampleRow> rows;
    std::int64_t last_ns = time.start_ns;
    while (series.next_rows(64, rows, notes)) {
        for (const SampleRow& row : rows) {
            require(row.device < devices.size() && row.sample.time_ns >= last_ns && row.sample.time_ns < time.end_ns);
            last_ns = row.sample.time_ns;
        }
        rows.clear();
    }
    for (const breakeven::GpuIdentity& gpu : devices)
        for (const std::string* name : {&gpu.uuid, &gpu.host, &gpu.name, &gpu.slice, &gpu.user.pod, &gpu.user.name_space}) {
            require(name->size() <= 520);
            for (const char byte : *name) require(static_cast<unsigned char>(byte) >= 0x20 && byte != 0x7F);
        }
}
}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view bytes(reinterpret_cast<const char*>(data), size);
    const std::size_t line = bytes.find('\n');
    if (!bytes.starts_with('{')) read_address(bytes.substr(0, line));
    read_answer(bytes.starts_with('{') || line == std::string_view::npos ? bytes : bytes.substr(line + 1));
    return 0;
}
