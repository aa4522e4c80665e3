// Dual: numbers that carry a derivative, through the models: the same formulas that give the line give its derivatives, exactly.
#include <breakeven/models/cost_sheet.hpp>
#include <breakeven/models/dual.hpp>

#include "article_scenario.hpp"
#include "near.hpp"

using namespace breakeven;
using testing::near;

namespace {
/// The article's scenario with every cost in play, over either kind of number. `x` scales the value that a test asks about.
template <class Real>
struct Knobs {
    Real price{1.0}, lifetime{1.0}, residual{1.0}, rate{1.0}, kwh{1.0}, active{1.0}, idle{1.0}, efficiency{1.0}, copy{1.0}, fan{1.0},
        crash{1.0}, resistance{1.0}, cloud{1.0}, speed{1.0}, storage{1.0}, interruptions{1.0};
};

template <class Real>
Real line(const Knobs<Real>& k) {
    BasicScenario<Real> s;
    s.gpu.memory = Real(8.0) * BasicMemory<Real>(gigabyte);
    s.ownership.price = k.price * Real(8500.0) * BasicMoney<Real>(money);
    s.ownership.gpu_share = Real(0.35);
    s.ownership.lifetime = k.lifetime * Real(2.0) * BasicTime<Real>(year);
    s.ownership.residual = k.residual * Real(0.2);
    s.ownership.capital_rate = k.rate * Real(0.08) / BasicTime<Real>(year);
    s.electricity.tariff = BasicTariff<Real>::flat(k.kwh * Real(0.85) * BasicEnergyPrice<Real>(money / kilowatt_hour));
    s.electricity.active_power = k.active * Real(115.0) * BasicPower<Real>(watt);
    s.electricity.idle_power = k.idle * Real(10.0) * BasicPower<Real>(watt);
    s.electricity.supply.flat = k.efficiency * Real(0.9);
    s.memory.power_per_capacity = Real(0.8) * BasicMemoryPower<Real>(watt / gigabyte);
    s.pcie.copy_power = k.copy * Real(1.2) * BasicPower<Real>(watt);
    s.fan.max_power = Real(6.25) * BasicPower<Real>(watt);
    s.fan.speed = k.fan * Real(0.8);
    s.crash.rate = k.crash * Real(3.2) / BasicTime<Real>(year);
    s.crash.recovery = Real(18.0) * BasicTime<Real>(minute);
    s.crash.downtime_cost = Real(100.0) * BasicCostRate<Real>(money / hour);
    s.crash.checkpoint_cost = Real(30.0) * BasicTime<Real>(second);
    s.heat.emplace();
    s.heat->limit = BasicTemperature<Real>::from_celsius(Real(87.0));
    s.heat->ambient = BasicTemperature<Real>::from_celsius(Real(32.0));
    s.heat->resistance = k.resistance * Real(0.539) * BasicThermalResistance<Real>(kelvin / watt);
    s.cloud.price = k.cloud * Real(2.8) * BasicCostRate<Real>(money / hour);
    s.cloud.speed_ratio = k.speed * Real(0.45);
    s.cloud.storage = k.storage * Real(5.0) * BasicCostRate<Real>(money / month);
    s.cloud.spot_interruption_mtbf = k.interruptions * Real(10.0) * BasicTime<Real>(hour);
    s.cloud.checkpoint_cost = Real(60.0) * BasicTime<Real>(second);
    s.cloud.restart = Real(300.0) * BasicTime<Real>(second);
    return *cost_sheet(s).solve().line;
}

void check_derivative(Dual Knobs<Dual>::*dual_knob, double Knobs<double>::*knob) {
    Knobs<Dual> seeded;
    seeded.*dual_knob = dual(1.0);
    const Dual answer = line(seeded);
    CHECK(static_cast<double>(answer) == near(line(Knobs<double>{}), 1e-14));
    constexpr double h = 1e-5;
    Knobs<double> up, down;
    up.*knob += h;
    down.*knob -= h;
    CHECK(answer.derivative(1) != 0.0);
    CHECK(answer.derivative(1) == near((line(up) - line(down)) / (2.0 * h), 1e-6));
}
}  // namespace

TEST_CASE("derivatives of the line by dual numbers equal central differences") {
    SUBCASE("machine price") { check_derivative(&Knobs<Dual>::price, &Knobs<double>::price); }
    SUBCASE("lifetime") { check_derivative(&Knobs<Dual>::lifetime, &Knobs<double>::lifetime); }
    SUBCASE("residual") { check_derivative(&Knobs<Dual>::residual, &Knobs<double>::residual); }
    SUBCASE("interest") { check_derivative(&Knobs<Dual>::rate, &Knobs<double>::rate); }
    SUBCASE("electricity price") { check_derivative(&Knobs<Dual>::kwh, &Knobs<double>::kwh); }
    SUBCASE("active power, by heat and by cost") { check_derivative(&Knobs<Dual>::active, &Knobs<double>::active); }
    SUBCASE("idle power") { check_derivative(&Knobs<Dual>::idle, &Knobs<double>::idle); }
    SUBCASE("efficiency") { check_derivative(&Knobs<Dual>::efficiency, &Knobs<double>::efficiency); }
    SUBCASE("copies") { check_derivative(&Knobs<Dual>::copy, &Knobs<double>::copy); }
    SUBCASE("fan speed") { check_derivative(&Knobs<Dual>::fan, &Knobs<double>::fan); }
    SUBCASE("crash rate") { check_derivative(&Knobs<Dual>::crash, &Knobs<double>::crash); }
    SUBCASE("thermal resistance") { check_derivative(&Knobs<Dual>::resistance, &Knobs<double>::resistance); }
    SUBCASE("cloud price") { check_derivative(&Knobs<Dual>::cloud, &Knobs<double>::cloud); }
    SUBCASE("speed ratio") { check_derivative(&Knobs<Dual>::speed, &Knobs<double>::speed); }
    SUBCASE("storage") { check_derivative(&Knobs<Dual>::storage, &Knobs<double>::storage); }
    SUBCASE("time between interruptions") { check_derivative(&Knobs<Dual>::interruptions, &Knobs<double>::interruptions); }
}

TEST_CASE("the article's elasticities come out of the dual numbers too") {
    BasicScenario<Dual> s;
    s.ownership.price = dual(2975.0) * BasicMoney<Dual>(money);
    s.ownership.lifetime = Dual(2.0) * BasicTime<Dual>(year);
    s.electricity.tariff = BasicTariff<Dual>::flat(Dual(0.85) * BasicEnergyPrice<Dual>(money / kilowatt_hour));
    s.electricity.active_power = Dual(125.8) * BasicPower<Dual>(watt);
    s.cloud.price = Dual(2.8) * BasicCostRate<Dual>(money / hour);
    const Dual line_of_price = *cost_sheet(s).solve().line;
    CHECK(line_of_price.derivative(1) * 2975.0 / static_cast<double>(line_of_price) == near(1.0));  // machine price: 1
    s.ownership.price = Dual(2975.0) * BasicMoney<Dual>(money);
    s.cloud.price = dual(2.8) * BasicCostRate<Dual>(money / hour);
    const Dual line_of_cloud = *cost_sheet(s).solve().line;
    CHECK(line_of_cloud.derivative(1) * 2.8 / static_cast<double>(line_of_cloud) == near(-1.03970561478));
}
