// Scenario: one machine, one cloud, and every assumption about them. Field for field the scenario file's keys.
//
// Defaults are neutral: what is left out costs nothing and changes nothing. The source article's values stand in the shipped
// scenario, never here. What it all costs: cost_sheet.hpp. From and to TOML: scenario_file.hpp.
#pragma once

#include <breakeven/core/money.hpp>
#include <breakeven/core/temperature.hpp>
#include <breakeven/core/units.hpp>
#include <breakeven/models/context.hpp>
#include <breakeven/models/depreciation_schedule.hpp>
#include <breakeven/models/fan.hpp>
#include <breakeven/models/power_supply.hpp>
#include <breakeven/models/tariff.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace breakeven {

enum class DepreciationMethod { straight_line, declining_balance, sum_of_years_digits, macrs_5, resale_curve };

inline constexpr std::string_view depreciation_method_names[] = {"straight-line", "declining-balance", "sum-of-years-digits",
                                                                 "macrs-5", "resale-curve"};

/// How long between checkpoints: a time, or the rule that chooses it.
enum class CheckpointRule { interval, young, daly };

template <class Real>
struct BasicScenario {
    std::string name{};
    Currency currency{};

    struct Gpu {
        std::string name{};
        BasicMemory<Real> memory{};
    } gpu;

    struct Ownership {
        BasicMoney<Real> price{};  ///< of the whole machine
        Real gpu_share = Real(1.0);
        BasicTime<Real> lifetime{};
        Real residual = Real(0.0);
        DepreciationMethod method = DepreciationMethod::straight_line;
        std::optional<int> year{};  ///< a named year of the schedule in place of the mean over the life
        BasicFrequency<Real> resale_rate = BasicFrequency<Real>(geforce_resale_rate);
        BasicFrequency<Real> capital_rate{};
    } ownership;

    struct Electricity {
        BasicTariff<Real> tariff{};
        BasicPower<Real> active_power{};
        BasicPower<Real> idle_power{};
        Real powered_on = Real(1.0);
        BasicPowerSupply<Real> supply{};
        Real pue = Real(1.0);
    } electricity;

    struct Memory {
        BasicMemoryPower<Real> power_per_capacity{};
        BasicBandwidth<Real> bandwidth{};
        BasicEnergyPerData<Real> energy_per_bit{};
        Real activity = Real(1.0);
    } memory;

    struct Pcie {
        BasicPower<Real> copy_power{};
        Real copy_share = Real(1.0);
        BasicBandwidth<Real> traffic{};
        BasicEnergyPerData<Real> energy_per_bit{};
    } pcie;

    struct Fan {
        BasicPower<Real> power{};
        BasicPower<Real> max_power{};
        Real speed = Real(0.0);
        std::vector<FanCurvePoint> curve{};
        std::optional<Temperature> temperature{};
    } fan;

    struct Crash {
        BasicFrequency<Real> rate{};
        BasicTime<Real> recovery{};
        BasicTime<Real> context_rebuild{};
        BasicTime<Real> reload{};
        BasicCostRate<Real> downtime_cost{};
        std::optional<BasicTime<Real>> checkpoint_cost{};
        CheckpointRule checkpoint_rule = CheckpointRule::daly;
        BasicTime<Real> checkpoint_interval{};
    } crash;

    struct Heat {
        BasicTemperature<Real> limit{};
        BasicThermalResistance<Real> resistance{};
        Real exponent = Real(3.0);
        BasicTemperature<Real> ambient{};
    };
    std::optional<Heat> heat{};

    struct Cloud {
        std::string instance{};
        BasicCostRate<Real> price{};
        BasicCostRate<Real> reserved{};
        Real speed_ratio = Real(1.0);
        Real busy_share = Real(1.0);
        Real virtualization_loss = Real(0.0);
        BasicCostRate<Real> storage{};
        BasicTime<Real> billing_granularity = BasicTime<Real>(second);
        BasicTime<Real> minimum_charge{};
        BasicTime<Real> start_up{};
        std::optional<BasicTime<Real>> session{};  ///< busy time of one session, on the local clock
        BasicBandwidth<Real> egress{};
        BasicDataPrice<Real> egress_price{};
        Real spot_rework = Real(0.0);
        std::optional<BasicTime<Real>> spot_interruption_mtbf{};
        BasicTime<Real> checkpoint_cost{};
        CheckpointRule checkpoint_rule = CheckpointRule::daly;
        BasicTime<Real> checkpoint_interval{};
        BasicTime<Real> restart{};
    } cloud;

    struct Job {
        BasicMemory<Real> memory{};  ///< what the job needs; 0 is unknown
        Real arithmetic_share = Real(1.0);
    } job;

    LineSettings line;
};

using Scenario = BasicScenario<double>;

}  // namespace breakeven
