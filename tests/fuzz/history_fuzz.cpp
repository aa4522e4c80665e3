// Any bytes as a history: it is refused, or every window it hands out can be one, and it takes a new one.
#include <breakeven/calibration/history.hpp>
#include <breakeven/core/errors.hpp>

#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <unistd.h>

namespace {

// One file for all runs, in memory where TMPDIR says so.
const std::string& path() {
    static const std::string file = (std::filesystem::temp_directory_path() / ("history-" + std::to_string(::getpid()) + ".db")).string();
    return file;
}

void write(const std::uint8_t* data, std::size_t size) {
    for (const char* beside : {"", "-wal", "-shm", "-journal"}) std::filesystem::remove(path() + beside);
    std::FILE* file = std::fopen(path().c_str(), "wb");
    if (file == nullptr || std::fwrite(data, 1, size, file) != size) std::abort();
    std::fclose(file);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    write(data, size);
    try {
        breakeven::History history(path());
        std::size_t seen = 0;
        history.visit({}, [&](const breakeven::HistoryWindow& window) {
            ++seen;
            if (window.length_ns <= 0 || window.observed_ns <= 0 || window.effective_ns < 0 || window.effective_ns > window.observed_ns) std::abort();
            if (window.power && !std::isfinite(breakeven::in(*window.power, breakeven::watt))) std::abort();
        });
        if (history.count() != seen) std::abort();
        static_cast<void>(history.totals());
        breakeven::HistoryWindow window;
        window.gpu = "GPU-fuzz";
        window.time_ns = 1'700'000'000'000'000'000;
        window.length_ns = window.observed_ns = 60'000'000'000;
        window.effective_ns = 6'000'000'000;
        static_cast<void>(history.record({window}));
        static_cast<void>(history.prune({.from_ns = {}, .until_ns = {}, .gpu = "GPU-fuzz", .trusted_only = false}));
    } catch (const breakeven::InputError&) {
    }
    return 0;
}
