// Dimension: the exponents of a quantity's type as a value, so that a text read at run time can be held against a type.
#pragma once

#include <breakeven/core/units.hpp>

#include <array>
#include <cstddef>
#include <string_view>
#include <type_traits>

namespace breakeven {

/// Exponents of metre, kilogram, second, kelvin, money and byte.
struct Dimension {
    std::array<int, 6> exponents{};

    friend constexpr bool operator==(const Dimension&, const Dimension&) = default;
    [[nodiscard]] constexpr Dimension times(const Dimension& other, int sign) const {
        Dimension out = *this;
        for (std::size_t i = 0; i < exponents.size(); ++i) out.exponents[i] += sign * other.exponents[i];
        return out;
    }
    [[nodiscard]] constexpr bool is_number() const { return *this == Dimension{}; }
    [[nodiscard]] constexpr bool has_money() const { return exponents[4] != 0; }
};

namespace detail {
template <class Base>
constexpr std::size_t base_index() {
    if constexpr (std::is_same_v<Base, boost::units::length_base_dimension>) return 0;
    if constexpr (std::is_same_v<Base, boost::units::mass_base_dimension>) return 1;
    if constexpr (std::is_same_v<Base, boost::units::time_base_dimension>) return 2;
    if constexpr (std::is_same_v<Base, boost::units::temperature_base_dimension>) return 3;
    if constexpr (std::is_same_v<Base, money_dimension_base>) return 4;
    if constexpr (std::is_same_v<Base, byte_dimension_base>) return 5;
}

// Walks Boost.Units' list of (base, exponent) pairs.
template <class List>
struct exponents_in {
    static constexpr void add(Dimension& out) {
        using Head = typename List::item;
        out.exponents[base_index<typename Head::tag_type>()] = static_cast<int>(Head::value_type::Numerator);
        static_assert(Head::value_type::Denominator == 1, "a dimension with a broken exponent");
        exponents_in<typename List::next>::add(out);
    }
};
template <>
struct exponents_in<boost::units::dimensionless_type> {
    static constexpr void add(Dimension&) {}
};

template <class Quantity>
struct dimension_of_type {  // a plain number
    static constexpr Dimension value{};
};
template <class Dim, class System, class Real>
struct dimension_of_type<boost::units::quantity<boost::units::unit<Dim, System>, Real>> {
    static constexpr Dimension value = [] {
        Dimension out;
        exponents_in<Dim>::add(out);
        return out;
    }();
};
}  // namespace detail

/// The dimension of a quantity type; of `double`, that of a number.
template <class Quantity>
inline constexpr Dimension dimension_of = detail::dimension_of_type<Quantity>::value;

/// What a dimension is called, with a value as a user would write it.
struct DimensionName {
    Dimension dimension;
    std::string_view name;     ///< such as "a power"
    std::string_view example;  ///< such as "115 W"; CNY stands for the currency of the scenario
};

/// The name of a dimension that scenarios use; "a quantity of another kind" for all others.
[[nodiscard]] const DimensionName& name_of(const Dimension& dimension);

}  // namespace breakeven
