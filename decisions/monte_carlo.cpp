#include <breakeven/decisions/monte_carlo.hpp>

#include <breakeven/decisions/random_draws.hpp>
#include <breakeven/decisions/tornado.hpp>

#include <boost/math/distributions/normal.hpp>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <exception>
#include <limits>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

namespace breakeven {

namespace {

constexpr std::uint64_t chunk_size = 4096;
constexpr std::size_t histogram_bins = 60;

/// What every draw came to.
struct Draws {
    explicit Draws(std::uint64_t count) : lines(count), outcomes(count), own_wins(count) {}
    std::vector<double> lines;           ///< NaN where the outcome is no line
    std::vector<std::uint8_t> outcomes;
    std::vector<std::uint8_t> own_wins;
};

/// Draws and evaluates any range of draws by itself.
class Sampler {
public:
    Sampler(const LineFunction& line, const std::vector<UncertainValue>& values, const Eigen::MatrixXd& root,
            const MonteCarloOptions& options)
        : line_(line), values_(values), root_(root), options_(options), draws_(options.seed) {}

    void operator()(std::uint64_t begin, std::uint64_t end, Draws& out) const {
        Scenario scenario = line_.scenario();
        std::vector<double> uniforms(values_.size() + 1);  // they come in pairs
        for (std::uint64_t n = begin; n < end; ++n) {
            for (std::size_t i = 0; i < values_.size(); i += 2) {
                const auto two = draws_.pair(n, static_cast<std::uint32_t>(i / 2));
                uniforms[i] = two[0];
                uniforms[i + 1] = two[1];
            }
            put_values(uniforms, scenario);
            const LinePoint point = evaluate(scenario, n);
            out.outcomes[n] = static_cast<std::uint8_t>(point.outcome);
            out.lines[n] = point.outcome == Outcome::line ? *point.line : std::numeric_limits<double>::quiet_NaN();
            out.own_wins[n] = options_.share && point.owning_wins_at(*options_.share) ? 1 : 0;
        }
    }

private:
    void put_values(const std::vector<double>& uniforms, Scenario& scenario) const {
        const std::size_t size = values_.size();
        if (root_.size() == 0) {
            for (std::size_t i = 0; i < size; ++i) set_value(scenario, values_[i].key().key, values_[i].quantile(uniforms[i]));
            return;
        }
        Eigen::VectorXd deviates(root_.rows());
        for (std::size_t i = 0; i < size; ++i)
            deviates[static_cast<Eigen::Index>(i)] = boost::math::quantile(boost::math::normal(), uniforms[i]);
        const Eigen::VectorXd together = root_ * deviates;
        for (std::size_t i = 0; i < size; ++i)
            set_value(scenario, values_[i].key().key, values_[i].at_deviate(together[static_cast<Eigen::Index>(i)]));
    }

    [[nodiscard]] LinePoint evaluate(const Scenario& scenario, std::uint64_t n) const {
        try {
            return line_(scenario);
        } catch (const InputError& error) {
            throw InputError("draw " + std::to_string(n) + " lies outside what the models take: " + error.message(),
                             "narrow the distributions under [uncertain]");
        }
    }

    const LineFunction& line_;
    const std::vector<UncertainValue>& values_;
    const Eigen::MatrixXd& root_;
    const MonteCarloOptions& options_;
    RandomDraws draws_;
};

/// Runs every chunk once, on as many threads as asked for. Of several errors the one of the first draw is thrown.
void run(const Sampler& sampler, const MonteCarloOptions& options, Draws& out) {
    const std::uint64_t chunks = (options.draws + chunk_size - 1) / chunk_size;
    std::atomic<std::uint64_t> next{0};
    std::mutex guard;
    std::exception_ptr failure;
    std::uint64_t failed_chunk = chunks;
    const auto work = [&] {
        for (std::uint64_t chunk = next++; chunk < chunks; chunk = next++) {
            try {
                sampler(chunk * chunk_size, std::min(options.draws, (chunk + 1) * chunk_size), out);
            } catch (...) {
                const std::lock_guard lock(guard);
                if (chunk < failed_chunk) failed_chunk = chunk, failure = std::current_exception();
                next = chunks;
            }
        }
    };
    const unsigned cores = std::max(1U, std::thread::hardware_concurrency());
    const auto threads = static_cast<unsigned>(std::min<std::uint64_t>(chunks, options.threads == 0 ? cores : options.threads));
    {
        std::vector<std::jthread> others;
        for (unsigned i = 1; i < threads; ++i) others.emplace_back(work);
        work();
    }
    if (failure) std::rethrow_exception(failure);
}

/// The quantile `p` of `values` by rank, linear between neighbours. Their order is lost.
double quantile_of(std::vector<double>& values, double p) {
    const double rank = p * static_cast<double>(values.size() - 1);
    const auto below = static_cast<std::ptrdiff_t>(std::floor(rank));
    std::nth_element(values.begin(), values.begin() + below, values.end());
    const double low = values[static_cast<std::size_t>(below)];
    if (static_cast<std::size_t>(below) + 1 == values.size()) return low;
    const double high = *std::min_element(values.begin() + below + 1, values.end());
    return low + (rank - std::floor(rank)) * (high - low);
}

std::optional<LineDistribution> distribution_of(std::vector<double> lines) {
    std::erase_if(lines, [](double line) { return std::isnan(line); });
    if (lines.empty()) return std::nullopt;
    LineDistribution out;
    out.count = lines.size();
    const auto count = static_cast<double>(lines.size());
    // In the order of the draws, so that no thread has a say in the last digit.
    double sum = 0.0;
    for (const double line : lines) sum += line;
    out.mean = sum / count;
    double squares = 0.0;
    for (const double line : lines) squares += (line - out.mean) * (line - out.mean);
    out.standard_deviation = lines.size() > 1 ? std::sqrt(squares / (count - 1.0)) : 0.0;
    out.standard_error = out.standard_deviation / std::sqrt(count);
    const auto [lowest, highest] = std::minmax_element(lines.begin(), lines.end());
    out.lowest = *lowest;
    out.highest = *highest;
    out.quantiles = {quantile_of(lines, 0.05), quantile_of(lines, 0.5), quantile_of(lines, 0.95)};
    out.histogram_from = quantile_of(lines, 0.001);
    out.histogram_to = quantile_of(lines, 0.999);
    out.histogram.assign(histogram_bins, 0);
    const double width = out.histogram_to - out.histogram_from;
    for (const double line : lines) {
        const double place = width > 0.0 ? (line - out.histogram_from) / width * static_cast<double>(histogram_bins) : 0.0;
        ++out.histogram[static_cast<std::size_t>(std::clamp(place, 0.0, static_cast<double>(histogram_bins - 1)))];
    }
    return out;
}

void add_delta_method(const LineFunction& line, const std::vector<UncertainValue>& values, const Eigen::MatrixXd& root,
                      MonteCarloAnswer& out) {
    Eigen::VectorXd spreads(static_cast<Eigen::Index>(values.size()));
    bool known = true;
    for (std::size_t i = 0; i < values.size(); ++i) {
        const UncertainValue& value = values[i];
        const double sd = value.standard_deviation();
        const std::optional<double> derivative = line_derivative(line, value.key().key);
        known = known && derivative.has_value();
        spreads[static_cast<Eigen::Index>(i)] = derivative.value_or(0.0) * sd;
        out.inputs.push_back({.key = value.key(), .kind = value.kind(), .mean = value.mean(), .standard_deviation = sd,
                              .mass_cut = value.mass_cut(),
                              .spread = derivative ? std::optional(std::abs(*derivative) * sd) : std::nullopt});
    }
    if (known) out.delta_spread = root.size() == 0 ? spreads.norm() : (root.transpose() * spreads).norm();
}

}  // namespace

MonteCarloAnswer monte_carlo(const LoadedScenario& loaded, const MonteCarloOptions& options, const Context& asked) {
    if (options.draws < 1 || options.draws > most_draws)
        throw InputError("a Monte Carlo takes 1 to " + std::to_string(most_draws) + " draws", "100000 give the line to three digits");
    if (options.share) require_share(*options.share, "share");
    const std::vector<UncertainValue> values = uncertain_values(loaded);
    const Eigen::MatrixXd root = copula_root(loaded, values);
    const LineFunction line(loaded, asked);

    MonteCarloAnswer out;
    out.options = options;
    out.base = line(line.scenario());
    Draws draws(options.draws);
    run(Sampler(line, values, root, options), options, draws);
    for (const std::uint8_t outcome : draws.outcomes) ++out.outcomes[outcome];
    if (options.share) {
        std::uint64_t wins = 0;
        for (const std::uint8_t won : draws.own_wins) wins += won;
        const auto count = static_cast<double>(options.draws);
        out.own_wins = static_cast<double>(wins) / count;
        out.own_wins_standard_error = std::sqrt(*out.own_wins * (1.0 - *out.own_wins) / count);
    }
    out.lines = distribution_of(std::move(draws.lines));
    add_delta_method(line, values, root, out);
    return out;
}

}  // namespace breakeven
