// Dimension: exponents of types, and the names that messages use for them.
#include <breakeven/core/dimension.hpp>

#include <doctest/doctest.h>

#include <string>

using namespace breakeven;

TEST_CASE("the dimension of a type is its exponents of metre, kilogram, second, kelvin, money, byte") {
    static_assert(dimension_of<double>.is_number());
    static_assert(dimension_of<Time> == Dimension{{0, 0, 1, 0, 0, 0}});
    static_assert(dimension_of<Power> == Dimension{{2, 1, -3, 0, 0, 0}});
    static_assert(dimension_of<CostRate> == Dimension{{0, 0, -1, 0, 1, 0}});
    static_assert(dimension_of<EnergyPrice> == Dimension{{-2, -1, 2, 0, 1, 0}});
    static_assert(dimension_of<ThermalResistance> == Dimension{{-2, -1, 3, 1, 0, 0}});
    static_assert(dimension_of<MemoryPower> == Dimension{{2, 1, -3, 0, 0, -1}});
    CHECK(dimension_of<CostRate>.has_money());
    CHECK_FALSE(dimension_of<Power>.has_money());
}

TEST_CASE("dimensions multiply and divide as their quantities do") {
    CHECK(dimension_of<Power>.times(dimension_of<Time>, 1) == dimension_of<Energy>);
    CHECK(dimension_of<Money>.times(dimension_of<Time>, -1) == dimension_of<CostRate>);
    CHECK(dimension_of<Money>.times(dimension_of<Money>, -1).is_number());
}

TEST_CASE("every dimension of a scenario has a name and an example; others are of another kind") {
    CHECK(name_of(dimension_of<Power>).name == "a power");
    CHECK(name_of(dimension_of<Power>).example == "115 W");
    CHECK(name_of(dimension_of<CostRate>).name == "money per time");
    CHECK(name_of(dimension_of<double>).name == "a plain number");
    for (const Dimension& dimension :
         {dimension_of<Time>, dimension_of<Frequency>, dimension_of<Mass>, dimension_of<Energy>, dimension_of<TemperatureDifference>,
          dimension_of<PerTemperature>, dimension_of<ThermalResistance>, dimension_of<Money>, dimension_of<EnergyPrice>,
          dimension_of<MassPrice>, dimension_of<DataPrice>, dimension_of<CarbonIntensity>, dimension_of<Memory>, dimension_of<Bandwidth>,
          dimension_of<MemoryPower>, dimension_of<EnergyPerData>})
        CHECK_FALSE(std::string(name_of(dimension).example).empty());
    CHECK(name_of(Dimension{{5, 0, 0, 0, 0, 0}}).name == "a quantity of another kind");
}
