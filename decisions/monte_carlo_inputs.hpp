// Monte Carlo inputs: the distributions of a scenario's [uncertain] table, by their quantile functions (the normal's by Wichura's AS 241), and the
// Gaussian copula that makes them move together.
//
//     x = Q(Phi(z)),   z = L g,   L L' = R the correlations,   g independent normal
//
// What the models do not take (a negative price, a share above 1) is cut off a normal or lognormal distribution, and the mass cut
// is stated. Correlations are those of z; those of x are the same in rank.
#pragma once

#include <breakeven/decisions/whatif_key.hpp>

#include <Eigen/Core>

#include <cstddef>
#include <string>
#include <vector>

namespace breakeven {

/// One uncertain value.
class UncertainValue {
public:
    /// Reads the samples of a samples file. Throws InputError: no such file, no number in it, a value outside the key's range.
    UncertainValue(const LoadedScenario& loaded, const UncertainInput& input);

    [[nodiscard]] const ScenarioKey& key() const { return key_; }
    [[nodiscard]] UncertainInput::Kind kind() const { return kind_; }
    [[nodiscard]] const std::vector<double>& parameters() const { return parameters_; }  ///< samples in rising order
    /// The probability that was cut off because the models do not take such values.
    [[nodiscard]] double mass_cut() const { return below_ + above_; }

    /// The value below which a share `p` of the draws lies, 0 < p < 1; in the one system's units.
    [[nodiscard]] double quantile(double p) const;
    /// The same for `count` shares at once. `out` must not be `p`.
    void quantiles(const double* p, double* out, std::size_t count) const;
    /// The value for a standard normal deviate: quantile(Phi(z)) without leaving the logarithm's or the mean's scale.
    [[nodiscard]] double at_deviate(double z) const;

    /// Of the distribution as written, before anything is cut off.
    [[nodiscard]] double mean() const;
    [[nodiscard]] double standard_deviation() const;

private:
    ScenarioKey key_;
    UncertainInput::Kind kind_;
    std::vector<double> parameters_;
    double below_ = 0.0;  // probability cut off at the lower end of the range
    double above_ = 0.0;
};

[[nodiscard]] constexpr std::string_view to_string(UncertainInput::Kind kind) {
    switch (kind) {
        case UncertainInput::Kind::normal: return "normal";
        case UncertainInput::Kind::lognormal: return "lognormal";
        case UncertainInput::Kind::triangular: return "triangular";
        case UncertainInput::Kind::uniform: return "uniform";
        case UncertainInput::Kind::samples: return "samples";
    }
    return "";
}

/// Every uncertain value of the scenario, in its order. Throws InputError when there is none, or one key is named twice.
[[nodiscard]] std::vector<UncertainValue> uncertain_values(const LoadedScenario& loaded);

/// L, lower triangular, for the values in their order; empty without correlations. Throws InputError: a key that is not uncertain
/// (with the nearest), a pair given twice, or correlations that cannot hold together, naming the pair that is most to blame.
[[nodiscard]] Eigen::MatrixXd copula_root(const LoadedScenario& loaded, const std::vector<UncertainValue>& values);

}  // namespace breakeven
