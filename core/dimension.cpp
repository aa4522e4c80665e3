#include <breakeven/core/dimension.hpp>

namespace breakeven {

namespace {
constexpr std::array names = {
    DimensionName{{}, "a plain number", "0.35"},
    DimensionName{dimension_of<Time>, "a time", "2 yr"},
    DimensionName{dimension_of<Frequency>, "a number per time", "3.2 /yr"},
    DimensionName{dimension_of<Mass>, "a mass", "1 t"},
    DimensionName{dimension_of<Energy>, "an energy", "1 kWh"},
    DimensionName{dimension_of<Power>, "a power", "115 W"},
    DimensionName{dimension_of<TemperatureDifference>, "a temperature difference", "7 K"},
    DimensionName{dimension_of<PerTemperature>, "a share per kelvin", "0.87 %/K"},
    DimensionName{dimension_of<ThermalResistance>, "a thermal resistance", "0.54 K/W"},
    DimensionName{dimension_of<Money>, "an amount of money", "8500 CNY"},
    DimensionName{dimension_of<CostRate>, "money per time", "2.8 CNY/h"},
    DimensionName{dimension_of<EnergyPrice>, "money per energy", "0.85 CNY/kWh"},
    DimensionName{dimension_of<MassPrice>, "money per mass", "85 CNY/t"},
    DimensionName{dimension_of<DataPrice>, "money per amount of data", "0.6 CNY/GB"},
    DimensionName{dimension_of<CarbonIntensity>, "a mass per energy", "582 g/kWh"},
    DimensionName{dimension_of<Memory>, "an amount of data", "8 GB"},
    DimensionName{dimension_of<Bandwidth>, "data per time", "256 GB/s"},
    DimensionName{dimension_of<MemoryPower>, "a power per capacity", "0.8 W/GB"},
    DimensionName{dimension_of<EnergyPerData>, "an energy per amount of data", "7.5 pJ/bit"},
};
constexpr DimensionName other{{}, "a quantity of another kind", ""};
}  // namespace

const DimensionName& name_of(const Dimension& dimension) {
    for (const DimensionName& entry : names)
        if (entry.dimension == dimension) return entry;
    return other;
}

}  // namespace breakeven
