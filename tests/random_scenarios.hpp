// Random scenarios for properties: ordinary ones, and hostile ones made of zeros, tiny and huge values.
#pragma once

#include <breakeven/models/scenario.hpp>
#include <breakeven/models/scenario_keys.hpp>

#include <cmath>
#include <random>
#include <type_traits>

namespace breakeven::testing {

/// Scenarios with every cost in play. The same seed gives the same scenarios.
class RandomScenarios {
public:
    explicit RandomScenarios(unsigned seed) : random_(seed) {}

    [[nodiscard]] double uniform(double low, double high) { return std::uniform_real_distribution<double>(low, high)(random_); }
    [[nodiscard]] bool chance(double probability) { return uniform(0.0, 1.0) < probability; }

    [[nodiscard]] Scenario next() {
        Scenario s;
        s.currency = Currency("CNY");
        s.gpu.memory = uniform(4.0, 80.0) * gigabyte;
        s.ownership.price = uniform(500.0, 20000.0) * money;
        s.ownership.gpu_share = uniform(0.2, 1.0);
        s.ownership.lifetime = uniform(1.0, 7.0) * year;
        s.ownership.residual = uniform(0.0, 0.9);
        s.ownership.capital_rate = (chance(0.3) ? 0.0 : uniform(0.0, 0.15)) / year;
        if (chance(0.2)) s.ownership.method = DepreciationMethod::resale_curve;
        s.electricity.tariff = tariff();
        s.electricity.active_power = uniform(50.0, 700.0) * watt;
        s.electricity.idle_power = (chance(0.3) ? 0.0 : uniform(0.0, 100.0)) * watt;
        s.electricity.powered_on = chance(0.4) ? 1.0 : uniform(0.0, 1.0);
        s.electricity.pue = uniform(1.0, 2.0);
        if (chance(0.5))
            s.electricity.supply = {.points = {{0.20, 0.87}, {0.50, 0.90}, {1.00, 0.87}}, .rated = uniform(1000.0, 2000.0) * watt};
        else
            s.electricity.supply.flat = uniform(0.7, 1.0);
        s.memory.power_per_capacity = uniform(0.0, 2.0) * watt / gigabyte;
        s.pcie.copy_power = uniform(0.0, 5.0) * watt;
        s.pcie.copy_share = uniform(0.0, 1.0);
        s.fan.power = uniform(0.0, 15.0) * watt;
        s.crash.rate = uniform(0.0, 50.0) / year;
        s.crash.recovery = uniform(0.0, 60.0) * minute;
        s.crash.downtime_cost = uniform(0.0, 20.0) * money / hour;
        if (chance(0.3)) s.crash.checkpoint_cost = uniform(1.0, 100.0) * second;
        s.cloud.price = uniform(0.1, 10.0) * money / hour;
        s.cloud.speed_ratio = uniform(0.1, 2.0);
        s.cloud.busy_share = uniform(0.3, 1.0);
        s.cloud.virtualization_loss = uniform(0.0, 0.1);
        s.cloud.storage = (chance(0.7) ? 0.0 : uniform(0.0, 100.0)) * money / month;
        s.cloud.egress = uniform(0.0, 5.0) * gigabyte / hour;
        s.cloud.egress_price = uniform(0.0, 0.6) * money / gigabyte;
        if (chance(0.3)) {
            s.cloud.session = uniform(60.0, 7200.0) * second;
            s.cloud.billing_granularity = uniform(1.0, 3600.0) * second;
            s.cloud.start_up = uniform(0.0, 300.0) * second;
        }
        if (chance(0.1)) {  // a reserved instance
            s.cloud.reserved = s.cloud.price;
            s.cloud.price = {};
        }
        return s;
    }

    /// Every quantity is zero, tiny, huge, negative or no number with some probability. Most of these must be refused.
    [[nodiscard]] Scenario hostile() {
        Scenario s = next();
        visit_quantities(s, [this](std::string_view, auto& member, std::string_view) {
            if (!chance(0.15)) return;
            using Member = std::remove_cvref_t<decltype(member)>;
            if constexpr (requires { member.emplace(); })
                member = Member::value_type::from_value(extreme());
            else if constexpr (std::is_same_v<Member, double>)
                member = extreme();
            else
                member = Member::from_value(extreme());
        });
        return s;
    }

private:
    [[nodiscard]] Tariff tariff() {
        const auto price = [this] { return uniform(0.01, 1.5) * money / kilowatt_hour; };
        Tariff out = Tariff::flat(price());
        if (chance(0.5)) {
            const double a = uniform(0.1, 0.5), b = uniform(0.1, 0.4);
            out.tiers = {{a, price()}, {b, price()}, {1.0 - a - b, price()}};
            out.use = chance(0.7) ? TariffUse::cheapest_first : TariffUse::uniform;
        }
        if (chance(0.3)) {
            out.carbon_intensity = uniform(20.0, 900.0) * gram / kilowatt_hour;
            out.carbon_price = uniform(0.0, 500.0) * money / tonne;
        }
        return out;
    }
    [[nodiscard]] double extreme() {
        constexpr double values[] = {0.0, 0.0, 1.0, 1.0, 0.5, 5e-324, 1e-300, 1e-12, 1e12, 1e300, 1.7e308, -1.0, -1e-300, HUGE_VAL, NAN};
        return values[std::uniform_int_distribution<std::size_t>(0, std::size(values) - 1)(random_)];
    }

    std::mt19937_64 random_;
};

/// Every amount of money in `s`, on both sides, times `factor`.
inline void scale_prices(Scenario& s, double factor) {
    for (auto& tier : s.electricity.tariff.tiers) tier.price *= factor;
    visit_quantities(s, [factor](std::string_view, auto& member, std::string_view unit) {
        if (unit.find("CUR") == std::string_view::npos) return;
        if constexpr (requires { member *= factor; }) member *= factor;
    });
}

}  // namespace breakeven::testing
