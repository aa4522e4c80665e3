// What-if keys: a scenario's values by name, read and changed one at a time, on doubles and on dual numbers alike.
//
// The names are those of scenario_keys.hpp and `electricity.price`. Of a tariff with several tiers that is the mean price, and
// a change scales every tier with it.
#pragma once

#include <breakeven/core/dimension.hpp>
#include <breakeven/core/errors.hpp>
#include <breakeven/core/suggest.hpp>
#include <breakeven/models/scenario_file.hpp>
#include <breakeven/models/scenario_keys.hpp>

#include <optional>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace breakeven {

/// One value of a scenario that can be changed.
struct ScenarioKey {
    std::string key;
    std::string unit;        ///< as people state it, in the scenario's currency; empty for a plain number
    Dimension dimension;
    double unit_size = 1.0;  ///< one `unit` in the one system's units

    [[nodiscard]] double in_unit(double in_system) const { return in_system / unit_size; }
};

namespace detail {
template <class Member>
struct number_in {
    using quantity = Member;
};
template <class Quantity>
struct number_in<std::optional<Quantity>> {
    using quantity = Quantity;
};

/// The number inside a quantity, in units of the one system; of a plain number itself.
template <class Member>
[[nodiscard]] auto number_of(const Member& member) {
    if constexpr (requires { member.value(); })
        return member.value();
    else
        return member;
}

template <class Real, class Member>
void put_number(Member& member, const Real& value) {
    using Quantity = typename number_in<Member>::quantity;
    if constexpr (requires { Quantity::from_value(value); })
        member = Quantity::from_value(value);
    else
        member = static_cast<Quantity>(value);
}
}  // namespace detail

/// The value of `key` in units of the one system; none where the scenario has none (an optional that is not given).
template <class Real>
[[nodiscard]] std::optional<Real> value_of(const BasicScenario<Real>& scenario, std::string_view key) {
    if (key == "electricity.price") {
        const auto& tariff = scenario.electricity.tariff;
        if (tariff.tiers.empty()) return std::nullopt;
        if (tariff.tiers.size() == 1) return tariff.tiers.front().price.value();
        return (tariff.mean_price() - tariff.carbon()).value();
    }
    std::optional<Real> out;
    visit_quantities(scenario, [&](std::string_view name, const auto& member, std::string_view) {
        if (name != key) return;
        if constexpr (requires { member.has_value(); }) {
            if (member) out = Real(detail::number_of(*member));
        } else {
            out = Real(detail::number_of(member));
        }
    });
    return out;
}

/// Changes `key` to `value`, in units of the one system. Ranges are checked where costs are taken (cost_sheet.hpp).
/// Throws InputError when no such key can be changed.
template <class Real>
void set_value(BasicScenario<Real>& scenario, std::string_view key, const Real& value) {
    if (key == "electricity.price") {
        auto& tiers = scenario.electricity.tariff.tiers;
        if (tiers.size() == 1) {
            tiers.front().price = BasicEnergyPrice<Real>::from_value(value);
            return;
        }
        const std::optional<Real> mean = value_of(scenario, key);
        if (!mean || !(*mean > Real(0.0))) throw InputError::about(key, "cannot be scaled: the tariff's mean price is zero");
        for (auto& tier : tiers) tier.price *= value / *mean;
        return;
    }
    bool found = false;
    visit_quantities(scenario, [&](std::string_view name, auto& member, std::string_view) {
        if (name != key) return;
        found = true;
        detail::put_number(member, value);
    });
    if (!found) throw InputError("\"" + std::string(key) + "\" is no value of this scenario that can be changed");
}

/// Every value that can be changed, in the order of the file.
[[nodiscard]] std::vector<ScenarioKey> scenario_keys(const LoadedScenario& loaded);

/// The key by its name. Throws InputError with the nearest names, or when another key of the scenario stands in its place.
[[nodiscard]] ScenarioKey find_key(const LoadedScenario& loaded, std::string_view key);

/// Changes `key` to `value`, in units of the one system, and says among the inputs where it comes from. Throws InputError like set_value.
void set_input(LoadedScenario& loaded, const ScenarioKey& key, double value, std::string source, std::string date = {});

/// The range of values that the models take for `key`: both ends included, an open end is infinite.
struct KeyRange {
    double low = 0.0;
    double high = 0.0;
};
[[nodiscard]] KeyRange range_of(const LoadedScenario& loaded, const ScenarioKey& key);

}  // namespace breakeven
