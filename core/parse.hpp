// Parse: a quantity from its text and back: "0.85 CNY/kWh", "3.2 /yr", "8 GB", "12 %".
//
//     value  =  number [unit]          unit  =  [term] { "/" term | ("*" | "·" | " ") term }
//
// A term is one of unit_names() or an ISO 4217 code. Numbers use a point and no grouping, whatever the process's locale says.
// Errors are InputErrors whose position points into the text (line 1); whoever holds the file places them there.
#pragma once

#include <breakeven/core/dimension.hpp>
#include <breakeven/core/money.hpp>
#include <breakeven/core/temperature.hpp>
#include <breakeven/core/units.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace breakeven {

/// Every unit that a text may use, currencies apart.
[[nodiscard]] const std::vector<std::string>& unit_names();

namespace detail {
/// The text's value in units of the one system. `door` exchanges currencies; without one money is refused.
/// Throws InputError unless the text has the dimension `wanted`.
[[nodiscard]] double parse_in_system(std::string_view text, const Dimension& wanted, const Exchange* door);

/// `value`, in units of the one system, written in `unit` with as many digits as parse_in_system needs to give it back.
[[nodiscard]] std::string text_in_unit(double value, std::string_view unit, const Dimension& dimension, const Exchange* door);

/// The number that begins such a text.
[[nodiscard]] double number_in_unit(double value, std::string_view unit, const Dimension& dimension, const Exchange* door);
}  // namespace detail

/// The quantity that `text` says. Throws InputError: no number, unknown unit, wrong dimension, unknown currency or rate.
template <class Quantity>
[[nodiscard]] Quantity parse(std::string_view text, const Exchange* door = nullptr) {
    return Quantity::from_value(detail::parse_in_system(text, dimension_of<Quantity>, door));
}

/// A plain number or a percentage: "0.35", "35 %". Throws InputError for anything else, percentage points included.
template <>
[[nodiscard]] inline Fraction parse<Fraction>(std::string_view text, const Exchange* door) {
    return detail::parse_in_system(text, Dimension{}, door);
}

/// A difference of two percentages: "1.8 pp" is 0.018. Throws InputError for anything else; a bare "%" could mean either.
[[nodiscard]] Fraction parse_points(std::string_view text);

/// A point on the temperature scale: "32 degC". Throws InputError for anything else.
[[nodiscard]] Temperature parse_temperature(std::string_view text);

/// `quantity` written in `unit`, such as to_text(rate, "CNY/h", &door): the fewest digits that parse back to the same bits.
/// Throws InputError when `unit` has another dimension.
template <class Quantity>
[[nodiscard]] std::string to_text(const Quantity& quantity, std::string_view unit, const Exchange* door = nullptr) {
    return detail::text_in_unit(quantity.value(), unit, dimension_of<Quantity>, door);
}

/// The number of to_text: what people would write, 2.8 and not the 2.8000000000000003 of a quotient.
template <class Quantity>
[[nodiscard]] double number_in(const Quantity& quantity, std::string_view unit, const Exchange* door = nullptr) {
    return detail::number_in_unit(quantity.value(), unit, dimension_of<Quantity>, door);
}

}  // namespace breakeven
