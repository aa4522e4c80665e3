// Any text as a quantity: refused, or written back and read again as the same value.
#include <breakeven/core/errors.hpp>
#include <breakeven/core/parse.hpp>

#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

namespace {

template <class Quantity>
void read(std::string_view text, const char* unit) {
    const breakeven::Exchange door(breakeven::Currency("CNY"));
    try {
        const auto quantity = breakeven::parse<Quantity>(text, &door);
        if (!std::isfinite(quantity.value())) std::abort();
        const auto again = breakeven::parse<Quantity>(breakeven::to_text(quantity, unit, &door), &door);
        if (again.value() != quantity.value()) std::abort();
    } catch (const breakeven::InputError&) {
    }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    read<breakeven::Time>(text, "h");
    read<breakeven::Power>(text, "W");
    read<breakeven::CostRate>(text, "CNY/h");
    read<breakeven::Money>(text, "CNY");
    for (const auto other : {0, 1, 2}) try {
            if (other == 0 && !std::isfinite(breakeven::parse<breakeven::Fraction>(text))) std::abort();
            if (other == 1 && !std::isfinite(breakeven::parse_points(text))) std::abort();
            if (other == 2) static_cast<void>(breakeven::parse_temperature(text));
        } catch (const breakeven::InputError&) {
        }
    return 0;
}
