#include <breakeven/decisions/monte_carlo.hpp>

#include <breakeven/decisions/line_program.hpp>
#include <breakeven/decisions/monte_carlo_inputs.hpp>
#include <breakeven/decisions/order_statistics.hpp>
#include <breakeven/decisions/random_arrays.hpp>
#include <breakeven/decisions/tornado.hpp>

#include <algorithm>
#include <atomic>
#include <cmath>
#include <exception>
#include <limits>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <thread>
#include <utility>

namespace breakeven {

namespace {

constexpr std::uint64_t chunk_size = 4096;
constexpr std::size_t histogram_bins = 60;

/// What every draw came to.
struct Draws {
    Draws(std::uint64_t count, bool asks_who_wins)
        : lines(std::make_unique_for_overwrite<double[]>(count)), outcomes(std::make_unique_for_overwrite<std::uint8_t[]>(count)),
          own_wins(asks_who_wins ? count : 0) {}
    // Not set to zero first: every element is written once, by the thread that draws it.
    std::unique_ptr<double[]> lines;           ///< NaN where the outcome is no line
    std::unique_ptr<std::uint8_t[]> outcomes;
    std::vector<std::uint8_t> own_wins;
};

/// Draws and evaluates any range of draws by itself. One for each thread.
class Sampler {
public:
    Sampler(const LineFunction& line, const std::vector<UncertainValue>& values, const Eigen::MatrixXd& root,
            const MonteCarloOptions& options)
        : values_(values), root_(root), options_(options), runner_(line, inputs_of(values), in_words),
          uniform_(values.size() + 1, std::vector<double>(at_once)), column_(values.size(), std::vector<double>(at_once)),  // uniforms come in pairs
          outcome_(at_once), second_(at_once) {
        for (const auto& column : column_) at_.push_back(column.data());
    }

    void operator()(std::uint64_t begin, std::uint64_t end, Draws& out) {
        for (std::uint64_t n = begin; n < end; n += at_once) {
            const auto count = static_cast<std::size_t>(std::min<std::uint64_t>(at_once, end - n));
            for (std::size_t i = 0; i < values_.size(); i += 2)
                detail::uniform_draws(options_.seed, n, static_cast<std::uint32_t>(i / 2), uniform_[i].data(), uniform_[i + 1].data(), count);
            draw_values(count);
            double* const lines = out.lines.get() + n;
            runner_.begin(at_.data(), count);
            runner_.run(nullptr, n, {lines, outcome_.data(), second_.data()});
            for (std::size_t i = 0; i < count; ++i) {
                out.outcomes[n + i] = static_cast<std::uint8_t>(outcome_[i]);
                if (options_.share) out.own_wins[n + i] = owning_wins(*options_.share, outcome_[i], lines[i], second_[i]) ? 1 : 0;
                if (outcome_[i] != Outcome::line) lines[i] = std::numeric_limits<double>::quiet_NaN();
            }
        }
    }

private:
    static constexpr std::size_t at_once = LineRunner::most_points;

    static std::vector<LineInput> inputs_of(const std::vector<UncertainValue>& values) {
        std::vector<LineInput> out;
        for (const UncertainValue& value : values) out.push_back({value.key().key});
        return out;
    }
    static InputError in_words(std::size_t n, const InputError& error) {
        return InputError("draw " + std::to_string(n) + " lies outside what the models take: " + error.message(),
                          "narrow the distributions under [uncertain]");
    }
    static bool owning_wins(Fraction share, Outcome outcome, double line, double second_line) {
        LinePoint point{outcome, line, {line, second_line}};
        return point.owning_wins_at(share);
    }

    void draw_values(std::size_t count) {
        const std::size_t size = values_.size();
        if (root_.size() == 0) {
            for (std::size_t i = 0; i < size; ++i) values_[i].quantiles(uniform_[i].data(), column_[i].data(), count);
            return;
        }
        for (std::size_t i = 0; i < size; ++i) detail::normal_quantiles(uniform_[i].data(), column_[i].data(), count);
        Eigen::VectorXd deviates(root_.rows());
        for (std::size_t n = 0; n < count; ++n) {
            for (std::size_t i = 0; i < size; ++i) deviates[static_cast<Eigen::Index>(i)] = column_[i][n];
            const Eigen::VectorXd together = root_ * deviates;
            for (std::size_t i = 0; i < size; ++i) column_[i][n] = values_[i].at_deviate(together[static_cast<Eigen::Index>(i)]);
        }
    }

    const std::vector<UncertainValue>& values_;
    const Eigen::MatrixXd& root_;
    const MonteCarloOptions& options_;
    LineRunner runner_;
    std::vector<std::vector<double>> uniform_, column_;
    std::vector<const double*> at_;
    std::vector<Outcome> outcome_;
    std::vector<double> second_;
};

/// Runs every chunk once, on as many threads as asked for. Of several errors the one of the first draw is thrown.
template <class MakeSampler>
void run(const MakeSampler& make_sampler, const MonteCarloOptions& options, Draws& out) {
    const std::uint64_t chunks = (options.draws + chunk_size - 1) / chunk_size;
    std::atomic<std::uint64_t> next{0};
    std::mutex guard;
    std::exception_ptr failure;
    std::uint64_t failed_chunk = chunks;
    const auto work = [&] {
        Sampler sampler = make_sampler();
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

std::optional<LineDistribution> distribution_of(std::span<const double> lines) {
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
    // Each quantile by rank, linear between neighbours.
    constexpr double shares[] = {0.05, 0.5, 0.95, 0.001, 0.999};
    std::vector<std::size_t> ranks;
    for (const double p : shares) {
        const auto below = static_cast<std::size_t>(std::floor(p * (count - 1.0)));
        ranks.push_back(below);
        ranks.push_back(std::min(below + 1, lines.size() - 1));
    }
    const std::vector<double> at = detail::at_ranks(lines, out.lowest, out.highest, ranks);
    const auto quantile = [&](std::size_t k) {
        const double rank = shares[k] * (count - 1.0);
        return at[2 * k] + (rank - std::floor(rank)) * (at[2 * k + 1] - at[2 * k]);
    };
    out.quantiles = {quantile(0), quantile(1), quantile(2)};
    out.histogram_from = quantile(3);
    out.histogram_to = quantile(4);
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
    Draws draws(options.draws, options.share.has_value());
    run([&] { return Sampler(line, values, root, options); }, options, draws);
    for (std::uint64_t n = 0; n < options.draws; ++n) ++out.outcomes[draws.outcomes[n]];
    if (options.share) {
        std::uint64_t wins = 0;
        for (const std::uint8_t won : draws.own_wins) wins += won;
        const auto count = static_cast<double>(options.draws);
        out.own_wins = static_cast<double>(wins) / count;
        out.own_wins_standard_error = std::sqrt(*out.own_wins * (1.0 - *out.own_wins) / count);
    }
    double* const end = std::remove_if(draws.lines.get(), draws.lines.get() + options.draws, [](double one) { return std::isnan(one); });
    out.lines = distribution_of({draws.lines.get(), end});
    add_delta_method(line, values, root, out);
    return out;
}

}  // namespace breakeven
