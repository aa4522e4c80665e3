// Checkpoint: the share of busy time lost to checkpoints and to work done again after a failure.
//
//     useful share   1 - w = tau / (M e^(R/M) (e^((tau + C)/M) - 1))
//     Young          tau = sqrt(2 C M)
//     Daly           tau = sqrt(2 C M) (1 + sqrt(C/2M)/3 + (C/2M)/9) - C  for C < 2M, else M
//     exact          checkpoint_best.hpp
//
// tau = interval, C = cost of a checkpoint, M = mean time between failures, R = restart; one clock: busy time. Failures are
// exponential. One useful hour needs 1/(1 - w) busy hours. Sources: Young, CACM 17(9), 1974; Daly, FGCS 22, 2006.
#pragma once

#include <breakeven/core/errors.hpp>
#include <breakeven/core/units.hpp>

#include <algorithm>
#include <cmath>

namespace breakeven {

template <class Real>
struct BasicCheckpoint {
    BasicTime<Real> cost{};                   ///< C, zero or above
    BasicTime<Real> time_between_failures{};  ///< M, above zero
    BasicTime<Real> restart{};                ///< R, zero or above

    [[nodiscard]] BasicTime<Real> young_interval() const {
        using std::sqrt;
        check();
        return sqrt(Real(2.0) * relative_cost()) * time_between_failures;
    }
    [[nodiscard]] BasicTime<Real> daly_interval() const {
        using std::sqrt;
        check();
        const Real half = relative_cost() / Real(2.0);  // C/2M
        if (!(half < Real(1.0))) return time_between_failures;
        return young_interval() * (Real(1.0) + sqrt(half) / Real(3.0) + half / Real(9.0)) - cost;
    }
    /// w for checkpoints every `interval`, 0 to 1. Throws InputError naming the field when the interval is not above zero, unless
    /// checkpoints cost nothing and are written all the time.
    [[nodiscard]] Real lost_share(const BasicTime<Real>& interval) const {
        using std::exp;
        using std::expm1;
        check();
        const Real back = restart / time_between_failures;
        if (interval == BasicTime<Real>{} && cost == BasicTime<Real>{}) return -expm1(-back);  // the limit: only restarts are lost
        require_positive(interval, "checkpoint_interval");
        const Real tau = interval / time_between_failures;
        // Past this the useful share is 0 to the last digit, and expm1 would overflow.
        if (tau + relative_cost() > Real(700.0) || back > Real(700.0)) return Real(1.0);
        return std::max(Real(0.0), Real(1.0) - tau / (exp(back) * expm1(tau + relative_cost())));
    }
    /// w to first order: C/tau + (tau/2 + R)/M.
    [[nodiscard]] Real lost_share_first_order(const BasicTime<Real>& interval) const {
        check();
        require_positive(interval, "checkpoint_interval");
        const Real writing = cost / interval;
        const Real again = (interval / Real(2.0) + restart) / time_between_failures;
        return writing + again;
    }

private:
    [[nodiscard]] Real relative_cost() const { return cost / time_between_failures; }
    void check() const {
        require_not_negative(cost, "checkpoint_cost");
        require_positive(time_between_failures, "time between failures");
        require_not_negative(restart, "restart");
    }
};
using Checkpoint = BasicCheckpoint<double>;

}  // namespace breakeven
