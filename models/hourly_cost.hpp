// Hourly cost: what an owned hour costs, in two parts.
//
//     cost of one owned hour  L(u) = standing + busy * u,        u = share of the hour in which the GPU computes
//
// `standing` is paid whatever happens, `busy` on top of it per hour computed. Costs add up part by part.
#pragma once

#include <breakeven/core/units.hpp>

#include <concepts>
#include <string_view>

namespace breakeven {

template <class Real>
struct BasicHourlyCost {
    BasicCostRate<Real> standing{};
    BasicCostRate<Real> busy{};

    /// What one owned hour costs at the busy share `u`.
    [[nodiscard]] constexpr BasicCostRate<Real> at(const Real& u) const { return standing + u * busy; }

    constexpr BasicHourlyCost& operator+=(const BasicHourlyCost& other) {
        standing += other.standing;
        busy += other.busy;
        return *this;
    }
    [[nodiscard]] friend constexpr BasicHourlyCost operator+(BasicHourlyCost a, const BasicHourlyCost& b) { return a += b; }
};

using HourlyCost = BasicHourlyCost<double>;

/// What a cost of one's own must offer to join a scenario: a name and an hourly cost.
template <class Model>
concept CostModel = requires(const Model& model) {
    { model.name } -> std::convertible_to<std::string_view>;
    { model.cost() } -> std::convertible_to<HourlyCost>;
};

}  // namespace breakeven
