// Any text as a log to calibrate on: it is refused, or every figure is finite and the weights file reads back.
#include <breakeven/calibration/calibrate.hpp>
#include <breakeven/calibration/weights_file.hpp>
#include <breakeven/calibration/window_csv.hpp>
#include <breakeven/core/config.hpp>
#include <breakeven/core/errors.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <optional>
#include <string_view>

namespace {
std::optional<breakeven::Calibration> calibrated(std::string_view text, bool published_priors) {
    breakeven::CalibrationOptions options;
    options.published_priors = published_priors;
    try {
        return breakeven::calibrate(breakeven::Dataset(breakeven::csv_windows_in_memory(text, "fuzz")), options);
    } catch (const breakeven::InputError&) {
        return std::nullopt;
    }
}
}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    for (const bool published_priors : {true, false}) {
        const auto found = calibrated(text, published_priors);
        if (!found) continue;
        if (!std::isfinite(found->base) || !std::isfinite(found->residual_sd) || !std::isfinite(found->condition)) std::abort();
        for (const breakeven::CalibrationTerm& term : found->terms)
            if (term.weight && !(std::isfinite(*term.weight) && std::isfinite(*term.std_error))) std::abort();
        static_cast<void>(breakeven::Config::from_text(breakeven::write_weights_toml(*found), "weights.toml"));
    }
    return 0;
}
