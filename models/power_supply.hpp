// Power supply: from watts inside the machine to watts at the wall.
//
//     P_wall = P_dc / eta(P_dc / P_rated)
//
// eta is linear between the certified points (10, 20, 50, 100 % of the rated load). Below the lowest point it is held constant,
// though real supplies fall off there; above 100 % there is no answer. Source: 80 PLUS levels; docs/method.md, "Electricity".
#pragma once

#include <breakeven/core/errors.hpp>
#include <breakeven/core/units.hpp>

#include <vector>

namespace breakeven {

/// A supply's certified efficiencies: (share of the rated load, efficiency), by rising load.
struct EfficiencyPoint {
    Fraction load = 0.0;
    Fraction efficiency = 1.0;
};

template <class Real>
struct BasicPowerSupply {
    std::vector<EfficiencyPoint> points{};  ///< none: `flat` holds at every load
    BasicPower<Real> rated{};             ///< above zero where there are points
    Real flat = Real(1.0);                ///< efficiency when there are no points, above 0, at most 1

    /// eta at this load on the DC side. Throws InputError when the load is above the rated power.
    [[nodiscard]] Real efficiency(const BasicPower<Real>& dc) const {
        if (points.empty()) {
            require_share(flat, "psu_efficiency");
            require_positive(flat, "psu_efficiency");
            return flat;
        }
        require_positive(rated, "psu_rated");
        const Real load = dc / rated;
        if (load > Real(1.0))
            throw InputError::about("psu_rated", "is below what the machine draws", "name a larger supply, or the right powers");
        if (load <= Real(points.front().load)) return Real(points.front().efficiency);
        for (std::size_t i = 1; i < points.size(); ++i) {
            const EfficiencyPoint& low = points[i - 1];
            const EfficiencyPoint& high = points[i];
            if (load <= Real(high.load))
                return Real(low.efficiency) +
                       (load - Real(low.load)) * Real((high.efficiency - low.efficiency) / (high.load - low.load));
        }
        return Real(points.back().efficiency);
    }

    /// Watts at the wall for each watt inside, at this load.
    [[nodiscard]] Real wall_factor(const BasicPower<Real>& dc) const { return Real(1.0) / efficiency(dc); }

    /// The load lies below the lowest certified point, where the figure is a guess.
    [[nodiscard]] bool below_certified(const BasicPower<Real>& dc) const {
        return !points.empty() && dc > BasicPower<Real>{} && dc / rated < Real(points.front().load);
    }
};

using PowerSupply = BasicPowerSupply<double>;

}  // namespace breakeven
