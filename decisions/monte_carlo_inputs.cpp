#include <breakeven/core/csv.hpp>
#include <breakeven/core/parse.hpp>
#include <breakeven/decisions/monte_carlo_inputs.hpp>
#include <breakeven/decisions/random_arrays.hpp>

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <boost/math/distributions/normal.hpp>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <numeric>

namespace breakeven {

namespace {

using Kind = UncertainInput::Kind;

constexpr std::size_t most_samples = 10'000'000;

double phi(double z) { return boost::math::cdf(boost::math::normal(), z); }

Position in_file(const std::string& file, std::size_t line, std::string_view text) {
    Position at;
    at.file = file;
    at.line = line;
    at.column = 1;
    at.length = detail::characters(text);
    at.text = text.substr(0, 200);
    return at;
}

bool plain_number(std::string_view text) {
    double value = 0.0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    return error == std::errc() && end == text.data() + text.size();
}

/// Samples of one column: of a table the column with the key's name, else the first. A bare number is in the key's own unit.
std::vector<double> read_samples(const std::string& path, const ScenarioKey& key, const Exchange& door) {
    LineReader lines(open_bytes(path, TextEncoding::utf8), path);
    std::vector<double> out;
    CsvRow row;
    char separator = ',';
    std::size_t column = 0;
    std::string_view line;
    bool first = true;
    while (lines.next(line)) {
        if (line.find_first_not_of(" \t\r") == std::string_view::npos || line.front() == '#') continue;
        if (first) separator = csv_separator(line);
        if (!row.split(line, separator))
            throw InputError("a quote is not closed", "", in_file(path, lines.line_number(), line));
        if (std::exchange(first, false)) {
            const CsvHeader header(row.fields());
            column = header.find(key.key).value_or(0);
            // A first line without any digit names the columns.
            if (header.find(key.key) || row[column].find_first_of("0123456789") == std::string_view::npos) continue;
        }
        if (column >= row.size()) throw InputError("this row is too short", "", in_file(path, lines.line_number(), line));
        const std::string text = plain_number(row[column]) && !key.unit.empty() ? std::string(row[column]) + " " + key.unit
                                                                                : std::string(row[column]);
        try {
            out.push_back(detail::parse_in_system(text, key.dimension, &door));
        } catch (const InputError& error) {
            throw InputError(error.message(), error.hint(), in_file(path, lines.line_number(), line));
        }
        if (out.size() > most_samples) throw InputError("more samples than can be used", "10 million are enough", in_file(path, 0, ""));
    }
    if (out.empty()) throw InputError("there is no sample in this file", "one value a line", in_file(path, 0, ""));
    std::sort(out.begin(), out.end());
    return out;
}

[[noreturn]] void out_of_range(const ScenarioKey& key, const KeyRange& range) {
    throw InputError("the distribution of " + key.key + " reaches values that the models do not take",
                     range.high == 1.0 ? "a share stays between 0 and 1" : "such values are no prices, powers or times");
}

}  // namespace

UncertainValue::UncertainValue(const LoadedScenario& loaded, const UncertainInput& input)
    : key_(find_key(loaded, input.key)), kind_(input.kind), parameters_(input.parameters) {
    if (kind_ == Kind::samples && !input.samples_file.empty()) parameters_ = read_samples(input.samples_file, key_, loaded.door);
    if (parameters_.empty()) throw InputError("the distribution of " + key_.key + " has no values");
    if (kind_ == Kind::samples) std::sort(parameters_.begin(), parameters_.end());
    const KeyRange range = range_of(loaded, key_);
    const double first = parameters_.front();
    switch (kind_) {
        case Kind::normal: {
            const double sd = parameters_[1];
            if (sd == 0.0) break;
            below_ = phi((range.low - first) / sd);
            if (std::isfinite(range.high)) above_ = phi((first - range.high) / sd);
            break;
        }
        case Kind::lognormal: {
            const double sigma = parameters_[1];
            if (sigma == 0.0) break;
            if (range.low > 0.0) below_ = phi(std::log(range.low / first) / sigma);
            if (std::isfinite(range.high)) above_ = phi(std::log(first / range.high) / sigma);
            break;
        }
        case Kind::triangular:
        case Kind::uniform:
        case Kind::samples:
            if (first < range.low || parameters_.back() > range.high) out_of_range(key_, range);
            break;
    }
    if (!(mass_cut() < 0.5))
        throw InputError("more than half of the distribution of " + key_.key + " lies where the models take no value",
                         "check the order of its values and their unit");
}

void UncertainValue::quantiles(const double* p, double* out, std::size_t count) const {
    const auto& v = parameters_;
    switch (kind_) {
        case Kind::normal:
        case Kind::lognormal: {
            constexpr std::size_t at_once = 256;
            std::array<double, at_once> inside;
            for (std::size_t first = 0; first < count; first += at_once) {
                const std::size_t some = std::min(at_once, count - first);
                double* const z = out + first;
                for (std::size_t i = 0; i < some; ++i) inside[i] = below_ + p[first + i] * (1.0 - below_ - above_);
                detail::normal_quantiles(inside.data(), z, some);
                if (kind_ == Kind::normal)
                    for (std::size_t i = 0; i < some; ++i) z[i] = v[0] + v[1] * z[i];
                else
                    for (std::size_t i = 0; i < some; ++i) z[i] = v[0] * std::exp(v[1] * z[i]);
            }
            return;
        }
        case Kind::triangular: {
            // In closed form: Boost's triangular takes the mode strictly inside only.
            const double peak = (v[1] - v[0]) / (v[2] - v[0]);
            for (std::size_t i = 0; i < count; ++i)
                out[i] = p[i] < peak ? v[0] + std::sqrt(p[i] * (v[2] - v[0]) * (v[1] - v[0]))
                                     : v[2] - std::sqrt((1.0 - p[i]) * (v[2] - v[0]) * (v[2] - v[1]));
            return;
        }
        case Kind::uniform:
            for (std::size_t i = 0; i < count; ++i) out[i] = v[0] + p[i] * (v[1] - v[0]);
            return;
        case Kind::samples:
            for (std::size_t i = 0; i < count; ++i) out[i] = v[std::min(v.size() - 1, static_cast<std::size_t>(p[i] * static_cast<double>(v.size())))];
            return;
    }
}

double UncertainValue::quantile(double p) const {
    double out = 0.0;
    quantiles(&p, &out, 1);
    return out;
}

double UncertainValue::at_deviate(double z) const {
    if (mass_cut() == 0.0) {
        if (kind_ == Kind::normal) return parameters_[0] + parameters_[1] * z;
        if (kind_ == Kind::lognormal) return parameters_[0] * std::exp(parameters_[1] * z);
    }
    constexpr double least = 1e-300;
    return quantile(std::clamp(phi(z), least, 1.0 - 0x1p-53));
}

double UncertainValue::mean() const {
    const auto& v = parameters_;
    switch (kind_) {
        case Kind::normal: return v[0];
        case Kind::lognormal: return v[0] * std::exp(v[1] * v[1] / 2.0);
        case Kind::triangular: return (v[0] + v[1] + v[2]) / 3.0;
        case Kind::uniform: return (v[0] + v[1]) / 2.0;
        case Kind::samples: return std::accumulate(v.begin(), v.end(), 0.0) / static_cast<double>(v.size());
    }
    return v[0];
}

double UncertainValue::standard_deviation() const {
    const auto& v = parameters_;
    switch (kind_) {
        case Kind::normal: return v[1];
        case Kind::lognormal: return mean() * std::sqrt(std::expm1(v[1] * v[1]));
        case Kind::triangular:
            return std::sqrt((v[0] * v[0] + v[1] * v[1] + v[2] * v[2] - v[0] * v[1] - v[0] * v[2] - v[1] * v[2]) / 18.0);
        case Kind::uniform: return (v[1] - v[0]) / std::sqrt(12.0);
        case Kind::samples: {
            const double centre = mean();
            double squares = 0.0;
            for (const double x : v) squares += (x - centre) * (x - centre);
            return std::sqrt(squares / static_cast<double>(v.size()));
        }
    }
    return 0.0;
}

std::vector<UncertainValue> uncertain_values(const LoadedScenario& loaded) {
    if (loaded.uncertain.empty())
        throw InputError("the scenario says of no value how uncertain it is",
                         "add under [uncertain]: \"electricity.price\" = { normal = [\"0.85 CNY/kWh\", \"0.05 CNY/kWh\"] }");
    std::vector<UncertainValue> out;
    for (const UncertainInput& input : loaded.uncertain) {
        for (const UncertainValue& earlier : out)
            if (earlier.key().key == input.key) throw InputError("the distribution of " + input.key + " is given twice", "leave one of them out");
        out.emplace_back(loaded, input);
    }
    return out;
}

Eigen::MatrixXd copula_root(const LoadedScenario& loaded, const std::vector<UncertainValue>& values) {
    if (loaded.correlations.empty()) return {};
    const auto size = static_cast<Eigen::Index>(values.size());
    Eigen::MatrixXd given = Eigen::MatrixXd::Identity(size, size);
    std::vector<std::string> names;
    for (const UncertainValue& value : values) names.push_back(value.key().key);
    const auto index_of = [&](const std::string& key) {
        const auto found = std::find(names.begin(), names.end(), key);
        if (found == names.end()) throw InputError("the correlation of \"" + key + "\" has no distribution under [uncertain]", did_you_mean(key, names));
        return static_cast<Eigen::Index>(found - names.begin());
    };
    for (const Correlation& one : loaded.correlations) {
        const Eigen::Index i = index_of(one.first);
        const Eigen::Index j = index_of(one.second);
        if (i == j) throw InputError("the correlation of " + one.first + " with itself is 1", "name two different keys");
        if (given(i, j) != 0.0) throw InputError("the correlation of " + one.first + " and " + one.second + " is given twice", "leave one of them out");
        given(i, j) = given(j, i) = one.value;
    }
    const Eigen::LLT<Eigen::MatrixXd> root(given);
    // A pivot of rounding's size is a zero that rounding moved.
    if (root.info() == Eigen::Success && root.matrixLLT().diagonal().minCoeff() > 1e-7) return root.matrixL();

    // To blame is the pair that weighs most in the direction in which the variance would be zero or negative.
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> eigen(given);
    const Eigen::VectorXd direction = eigen.eigenvectors().col(0);
    Eigen::Index one = 0;
    Eigen::Index other = 0;
    double worst = 0.0;
    for (Eigen::Index i = 0; i < size; ++i)
        for (Eigen::Index j = i + 1; j < size; ++j) {
            const double part = given(i, j) * direction(i) * direction(j);
            if (part < worst) worst = part, one = i, other = j;
        }
    throw InputError("the correlations cannot hold together: look at that of " + names[static_cast<std::size_t>(one)] + " and " +
                         names[static_cast<std::size_t>(other)],
                     "their matrix must be positive definite; bring this one nearer to 0, and below 1 in size");
}

}  // namespace breakeven
