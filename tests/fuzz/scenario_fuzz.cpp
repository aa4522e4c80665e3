// Any text as a scenario: a line of finite figures, or an InputError.
#include <breakeven/core/errors.hpp>
#include <breakeven/decisions/line.hpp>
#include <breakeven/models/scenario_file.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    try {
        const auto answer = breakeven::line_of(breakeven::read_scenario_text(text, "fuzz"), {});
        for (const double line : answer.lines)
            if (!std::isfinite(line)) std::abort();
        if (answer.outcome == breakeven::Outcome::line && !(answer.line && *answer.line >= 0.0)) std::abort();
    } catch (const breakeven::InputError&) {
    }
    return 0;
}
