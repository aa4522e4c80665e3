// Units: every physical or money value is a Boost.Units quantity of ONE system: metre, kilogram, second, kelvin, money, byte.
//
// One system, because mixing Boost's own SI with separate money and byte systems makes `W/GB * GB` a different type from `W`.
// Values go in and come out by name only: `115.0 * watt`, `in(rate, money / hour)`.
// `Money` has one currency, that of the scenario; other currencies are exchanged at the door (money.hpp).
#pragma once

#include <boost/units/base_dimension.hpp>
#include <boost/units/base_unit.hpp>
#include <boost/units/base_units/si/kelvin.hpp>
#include <boost/units/base_units/si/kilogram.hpp>
#include <boost/units/base_units/si/meter.hpp>
#include <boost/units/base_units/si/second.hpp>
#include <boost/units/make_system.hpp>
#include <boost/units/physical_dimensions/length.hpp>
#include <boost/units/physical_dimensions/mass.hpp>
#include <boost/units/physical_dimensions/temperature.hpp>
#include <boost/units/physical_dimensions/time.hpp>
#include <boost/units/quantity.hpp>
#include <boost/units/unit.hpp>

namespace breakeven {

namespace detail {
struct money_dimension_base : boost::units::base_dimension<money_dimension_base, 8801> {};
struct byte_dimension_base : boost::units::base_dimension<byte_dimension_base, 8802> {};
using money_dimension = money_dimension_base::dimension_type;
using byte_dimension = byte_dimension_base::dimension_type;
struct money_base_unit : boost::units::base_unit<money_base_unit, money_dimension, 8803> {};
struct byte_base_unit : boost::units::base_unit<byte_base_unit, byte_dimension, 8804> {};

using unit_system = boost::units::make_system<boost::units::si::meter_base_unit, boost::units::si::kilogram_base_unit,
                                              boost::units::si::second_base_unit, boost::units::si::kelvin_base_unit,
                                              money_base_unit, byte_base_unit>::type;

// A power of zero must vanish: Boost.Units compares dimensions as lists, and a list that names time^0 is another list.
template <class Dimension, int Exponent>
struct power_of : boost::units::static_power<Dimension, boost::units::static_rational<Exponent>> {};
template <class Dimension>
struct power_of<Dimension, 0> {
    using type = boost::units::dimensionless_type;
};
template <class... Dimensions>
struct product_of {
    using type = boost::units::dimensionless_type;
};
template <class First, class... Rest>
struct product_of<First, Rest...> : boost::mpl::times<First, typename product_of<Rest...>::type> {};

/// The quantity type of `Real` with the dimension length^L mass^M time^T temperature^K money^C byte^B.
template <class Real, int L, int M, int T, int K = 0, int C = 0, int B = 0>
using quantity_of = boost::units::quantity<
    boost::units::unit<typename product_of<typename power_of<boost::units::length_dimension, L>::type,
                                           typename power_of<boost::units::mass_dimension, M>::type,
                                           typename power_of<boost::units::time_dimension, T>::type,
                                           typename power_of<boost::units::temperature_dimension, K>::type,
                                           typename power_of<money_dimension, C>::type,
                                           typename power_of<byte_dimension, B>::type>::type,
                       unit_system>,
    Real>;
}  // namespace detail

// The templates take the value type, so that the same formulas run on doubles and on dual numbers.
template <class Real> using BasicTime = detail::quantity_of<Real, 0, 0, 1>;
template <class Real> using BasicFrequency = detail::quantity_of<Real, 0, 0, -1>;
template <class Real> using BasicMass = detail::quantity_of<Real, 0, 1, 0>;
template <class Real> using BasicEnergy = detail::quantity_of<Real, 2, 1, -2>;
template <class Real> using BasicPower = detail::quantity_of<Real, 2, 1, -3>;
template <class Real> using BasicTemperatureDifference = detail::quantity_of<Real, 0, 0, 0, 1>;
template <class Real> using BasicPerTemperature = detail::quantity_of<Real, 0, 0, 0, -1>;
template <class Real> using BasicThermalResistance = detail::quantity_of<Real, -2, -1, 3, 1>;   // K/W
template <class Real> using BasicMoney = detail::quantity_of<Real, 0, 0, 0, 0, 1>;
template <class Real> using BasicCostRate = detail::quantity_of<Real, 0, 0, -1, 0, 1>;          // money per time
template <class Real> using BasicEnergyPrice = detail::quantity_of<Real, -2, -1, 2, 0, 1>;      // money per energy
template <class Real> using BasicMassPrice = detail::quantity_of<Real, 0, -1, 0, 0, 1>;         // money per mass (of carbon dioxide)
template <class Real> using BasicDataPrice = detail::quantity_of<Real, 0, 0, 0, 0, 1, -1>;      // money per byte
template <class Real> using BasicCarbonIntensity = detail::quantity_of<Real, -2, 0, 2>;         // mass per energy
template <class Real> using BasicMemory = detail::quantity_of<Real, 0, 0, 0, 0, 0, 1>;
template <class Real> using BasicBandwidth = detail::quantity_of<Real, 0, 0, -1, 0, 0, 1>;      // bytes per time
template <class Real> using BasicMemoryPower = detail::quantity_of<Real, 2, 1, -3, 0, 0, -1>;   // power per capacity
template <class Real> using BasicEnergyPerData = detail::quantity_of<Real, 2, 1, -2, 0, 0, -1>; // such as pJ/bit

using Time = BasicTime<double>;
using Frequency = BasicFrequency<double>;
using Mass = BasicMass<double>;
using Energy = BasicEnergy<double>;
using Power = BasicPower<double>;
using TemperatureDifference = BasicTemperatureDifference<double>;
using PerTemperature = BasicPerTemperature<double>;
using ThermalResistance = BasicThermalResistance<double>;
using Money = BasicMoney<double>;
using CostRate = BasicCostRate<double>;
using EnergyPrice = BasicEnergyPrice<double>;
using MassPrice = BasicMassPrice<double>;
using DataPrice = BasicDataPrice<double>;
using CarbonIntensity = BasicCarbonIntensity<double>;
using Memory = BasicMemory<double>;
using Bandwidth = BasicBandwidth<double>;
using MemoryPower = BasicMemoryPower<double>;
using EnergyPerData = BasicEnergyPerData<double>;
using Fraction = double;  ///< a pure number; a share unless its name says otherwise

inline constexpr Time second = Time::from_value(1.0);
inline constexpr Time minute = 60.0 * second;
inline constexpr Time hour = 60.0 * minute;
inline constexpr Time day = 24.0 * hour;
inline constexpr Time week = 7.0 * day;
inline constexpr Time year = 365.0 * day;    ///< 8760 h
inline constexpr Time month = year / 12.0;   ///< 730 h

inline constexpr Mass kilogram = Mass::from_value(1.0);
inline constexpr Mass gram = kilogram / 1000.0;
inline constexpr Mass tonne = 1000.0 * kilogram;

inline constexpr Energy joule = Energy::from_value(1.0);
inline constexpr Power watt = Power::from_value(1.0);
inline constexpr Power kilowatt = 1000.0 * watt;
inline constexpr Energy kilowatt_hour = kilowatt * hour;
inline constexpr Energy picojoule = joule / 1e12;

inline constexpr TemperatureDifference kelvin = TemperatureDifference::from_value(1.0);
inline constexpr Money money = Money::from_value(1.0);  ///< one unit of the scenario's currency

inline constexpr Memory byte = Memory::from_value(1.0);
inline constexpr Memory gigabyte = 1e9 * byte;
inline constexpr Memory bit = byte / 8.0;

/// `quantity` counted in `unit`, as a plain number: `in(rate, money / hour)`. Only equal dimensions compile.
template <class Unit, class Real, class UnitReal>
[[nodiscard]] constexpr Real in(const boost::units::quantity<Unit, Real>& quantity,
                                const boost::units::quantity<Unit, UnitReal>& unit) {
    return quantity.value() / unit.value();
}

}  // namespace breakeven
