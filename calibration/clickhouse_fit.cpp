// Moments of all groups first, then each group's triangles and fit, then the errors of all that were fitted.
#include <breakeven/calibration/clickhouse_fit.hpp>

#include <breakeven/calibration/calibration_words.hpp>
#include <breakeven/calibration/conclusion.hpp>
#include <breakeven/calibration/cross_validation.hpp>
#include <breakeven/calibration/dataset_words.hpp>
#include <breakeven/calibration/published_priors.hpp>
#include <breakeven/core/errors.hpp>
#include <breakeven/core/timestamp.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <unordered_map>
#include <utility>

namespace breakeven {

namespace {
constexpr std::size_t most_day_cells = 200'000;
constexpr std::size_t most_score_columns = 60;
constexpr double promised = 1e-9;

/// Where a group's calibration stands.
struct Work {
    std::size_t group = 0;
    std::vector<ClickhouseCell> cells;
    std::vector<std::map<std::int64_t, CellMoments>> by_day;  // of each cell
    std::size_t rows = 0;
    double weight_scale = 1.0;
    DesignFacts facts;
    std::optional<Design> design;
    DayTriangles days;
    LeastSquares fit;
    Eigen::MatrixXd moment;
    Calibration out;
    std::string error;
    std::string hint;
};

/// Runs `step`, and keeps what it finds wrong with the group itself.
template <class Step>
void or_error(Work& work, Step&& step) {
    if (!work.error.empty()) return;
    try {
        step();
    } catch (const InputError& error) {
        work.error = error.message();
        work.hint = error.hint();
    }
}

int highest_power(const CalibrationOptions& options, bool has_temperature) {
    int out = 1;
    for (const ExtraTerm& term : options.terms) out = std::max(out, term.temperature_power);
    return has_temperature ? out : 0;
}

class Fitter {
public:
    Fitter(ClickhouseClient& client, const ClickhouseRows& rows, const ClickhouseSurvey& surveyed, const CalibrationOptions& options, std::size_t rows_at_once)
        : client_(&client), rows_(&rows), surveyed_(&surveyed), options_(&options), rows_at_once_(rows_at_once),
          queries_(rows, surveyed.has_ties()), has_temperature_(rows.table().has(WindowColumn::temperature_c)) {}

    std::vector<GroupCalibration> run() {
        for (std::size_t g = 0; g < surveyed_->groups.size(); ++g) begin(g);
        ask_moments();
        for (Work& work : work_) or_error(work, [&] { fit(work); });
        if (options_->errors == ErrorKind::newey_west) ask_scores();
        if (options_->errors == ErrorKind::hc3) ask_hc3();
        std::vector<GroupCalibration> out;
        for (Work& work : work_) {
            or_error(work, [&] { finish(work); });
            out.push_back({surveyed_->groups[work.group].name, std::nullopt, work.error, work.hint});
            if (work.error.empty()) out.back().calibration = std::move(work.out);
        }
        return out;
    }

private:
    [[nodiscard]] const SurveyedGroup& surveyed(const Work& work) const { return surveyed_->groups[work.group]; }

    void begin(std::size_t g) {
        Work& work = work_.emplace_back();
        work.group = g;
        const SurveyedGroup& group = surveyed_->groups[g];
        or_error(work, [&] {
            if (group.rows == 0)
                throw InputError(fmt::format("not one of {} rows can be used ({})", group.rejects.count, detail::reasons_text(group.rejects.by_reason)),
                                 "map the names of the columns by --columns, or mend the rows in a view");
        });
        for (const SurveyedCell& cell : group.cells) {
            ClickhouseCell& made = work.cells.emplace_back();
            made.number = cell.number;
            made.frame = cell_frame(highest_power(*options_, has_temperature_), cell.mean_c, cell.coldest_c, cell.hottest_c, cell.mean_target);
        }
        work.by_day.resize(work.cells.size());
    }

    /// Calls `ask` with works whose cells, `numbers` figures each, and days fit in one query and its answer.
    template <class Ask>
    void in_chunks(const std::vector<Work*>& all, const std::function<std::size_t(const Work&)>& bytes, Ask&& ask) {
        std::vector<Work*> some;
        std::size_t size = 0;
        const bool grouped = !surveyed_->known.groups.empty();
        const auto flush = [&] {
            if (some.empty()) return;
            ClickhousePart part;
            std::vector<ClickhouseCell> cells;
            for (const Work* work : some) {
                if (grouped) part.groups.push_back(work->group + 1);
                cells.insert(cells.end(), work->cells.begin(), work->cells.end());
            }
            ask(some, part, cells);
            some.clear();
            size = 0;
        };
        for (Work* work : all) {
            if (!work->error.empty()) continue;
            const std::size_t more = bytes(*work);
            if (size + more > ClickhouseQueries::most_bytes / 2) flush();
            some.push_back(work);
            size += more;
        }
        flush();
    }

    std::vector<Work*> all() {
        std::vector<Work*> out;
        for (Work& work : work_) out.push_back(&work);
        return out;
    }

    [[nodiscard]] ClickhouseAnswer ask(const std::string& query) const {
        if (query.size() > ClickhouseQueries::most_bytes)
            throw InputError("there are too many combinations of levels for one query's text", "group levels in a view, or ask for --errors ols");
        return client_->ask(query);
    }

    /// The work and the cell of a be_cell.
    std::pair<Work*, std::size_t> find(const std::vector<Work*>& some, std::uint64_t number) {
        for (Work* work : some) {
            const auto found = std::lower_bound(work->cells.begin(), work->cells.end(), number, [](const ClickhouseCell& cell, std::uint64_t n) { return cell.number < n; });
            if (found != work->cells.end() && found->number == number) return {work, static_cast<std::size_t>(found - work->cells.begin())};
        }
        refuse_changed_rows();
    }

    [[nodiscard]] std::size_t days_of(const Work& work) const {
        const SurveyedGroup& group = surveyed(work);
        return static_cast<std::size_t>(day_of(group.last_ns) - day_of(group.first_ns) + 1);
    }

    void ask_moments() {
        std::size_t day_cells = 0;
        for (const Work& work : work_)
            if (work.error.empty()) day_cells = std::max(day_cells, work.cells.size() * days_of(work));
        by_day_ = day_cells <= most_day_cells;
        const auto bytes = [&](const Work& work) {  // of the query's text, or in step with the answer's
            return std::max<std::size_t>(work.cells.size() * 100, by_day_ ? work.cells.size() * days_of(work) : 0);
        };
        in_chunks(all(), bytes, [&](const std::vector<Work*>& some, const ClickhousePart& part, const std::vector<ClickhouseCell>& cells) {
            const ClickhouseAnswer answer = ask(queries_.moments(surveyed_->known, part, cells, by_day_));
            for (std::size_t i = 0; i < answer.rows(); ++i) {
                const auto [work, c] = find(some, answer.count(i, 0));
                const auto powers = static_cast<std::size_t>(work->cells[c].frame.powers);
                CellMoments moments;
                moments.rows = answer.count(i, 2);
                std::size_t column = 3;
                for (std::size_t m = 0; m + 1 < 2 * powers; ++m) moments.z.push_back(answer.number(i, column++));
                for (std::size_t m = 0; m < powers; ++m) moments.vz.push_back(answer.number(i, column++));
                moments.vv = answer.number(i, column);
                work->rows += moments.rows;
                work->by_day[c][answer.integer(i, 1)] = std::move(moments);
            }
            for (const Work* work : some) {
                const SurveyedGroup& group = surveyed(*work);
                if (work->rows > group.rows || work->rows + group.ties < group.rows) refuse_changed_rows();
            }
        });
    }

    [[nodiscard]] Context context_of(const SurveyedCell& cell) const {
        Context out;
        for (std::size_t c = 0; c < category_count; ++c)
            if (rows_->has_category(c)) out.set(context_categories[c], surveyed_->known.levels[c][cell.level[c]]);
        return out;
    }

    void fit(Work& work) {
        const SurveyedGroup& group = surveyed(work);
        learn_facts(work);
        Calibration& out = work.out;
        out.reference = reference_of(work.facts, options_->reference);
        work.design.emplace(work.facts, out.reference, options_->published_priors ? levels_with_priors() : std::vector<ContextLevel>(), options_->terms);
        double weights = 0.0;
        for (const auto& days : work.by_day)
            for (const auto& [day, moments] : days) weights += moments.z.front();
        work.weight_scale = static_cast<double>(work.rows) / weights;
        for (std::size_t c = 0; c < work.cells.size(); ++c) {
            ClickhouseCell& cell = work.cells[c];
            cell.frame.columns = cell_columns(*work.design, context_of(group.cells[c]), cell.frame);
            cell.weight_scale = work.weight_scale;
        }
        reduce(work);
        work.fit = solve(merged(work.days.triangles));
        (void)work.fit.freedom();
        for (ClickhouseCell& cell : work.cells) {
            cell.prediction = cell.frame.columns.transpose() * work.fit.coefficients;
            cell.prediction[0] -= cell.frame.target;
            cell.scores = work.fit.inverse_factor.transpose() * cell.frame.columns;
        }
        const auto size = static_cast<Eigen::Index>(work.fit.kept.size());
        const double s = work.fit.residual_sd();
        work.moment = s * s * Eigen::MatrixXd::Identity(size, size);
    }

    void learn_facts(Work& work) {
        const SurveyedGroup& group = surveyed(work);
        work.facts.has_temperature = has_temperature_;
        std::array<std::map<std::string, std::size_t>, category_count> rows;
        for (std::size_t i = 0; i < work.cells.size(); ++i) {
            std::size_t count = 0;
            for (const auto& [day, moments] : work.by_day[i]) count += moments.rows;
            for (std::size_t c = 0; c < category_count; ++c)
                if (rows_->has_category(c)) rows[c][surveyed_->known.levels[c][group.cells[i].level[c]]] += count;
        }
        for (std::size_t c = 0; c < category_count; ++c) {
            if (rows[c].size() > detail::most_levels) throw detail::too_many_levels(context_categories[c]);
            for (const auto& [level, count] : rows[c]) {
                work.facts.levels[c].push_back(level);
                work.facts.rows[c].push_back(count);
                work.out.seen.push_back({std::string(context_categories[c]), level});
            }
        }
    }

    void reduce(Work& work) {
        const SurveyedGroup& group = surveyed(work);
        const auto columns = static_cast<Eigen::Index>(work.design->columns().size());
        work.days.days_each = by_day_ ? days_in_a_stretch(columns, group.first_ns, group.last_ns) : static_cast<int>(days_of(work));
        std::map<std::int64_t, Reduction> stretches;
        for (std::size_t c = 0; c < work.cells.size(); ++c)
            for (const auto& [day, moments] : work.by_day[c]) {
                const std::int64_t stretch = by_day_ ? (day - day_of(group.first_ns)) / work.days.days_each : 0;
                stretches.try_emplace(stretch, columns).first->second.merge(rows_of_moments(work.cells[c].frame, moments, work.weight_scale));
            }
        for (auto& [stretch, reduction] : stretches) {
            work.days.day.push_back(day_of(group.first_ns) + stretch * work.days.days_each);
            work.days.triangles.push_back(reduction.triangle());
        }
    }

    void ask_scores() {
        // Groups that look back equally far share a query.
        std::map<int, std::vector<std::size_t>> by_lag;
        for (Work& work : work_) {
            or_error(work, [&] {
                if (work.fit.kept.size() > most_score_columns)
                    throw InputError(fmt::format("Newey-West errors of {} coefficients are more than a server can be asked for", work.fit.kept.size()),
                                     "ask for --errors hc3 or ols, or for fewer terms");
                work.out.lag = options_->lag ? *options_->lag : automatic_lag(work.fit.rows);
                by_lag[*work.out.lag].push_back(work.group);
                work.moment.setZero();
            });
        }
        std::vector<double> squares(work_.size());
        std::vector<double> products(work_.size());
        std::vector<std::size_t> seen(work_.size());
        for (const auto& [lag, groups] : by_lag) {
            std::size_t most = 1;
            for (const std::size_t g : groups) most = std::max(most, work_[g].fit.kept.size());
            for (const ClickhousePart& part : surveyed_->parts(std::max<std::size_t>(1, 5 * rows_at_once_ / (most + 6)), groups)) {
                std::vector<Work*> some;
                if (surveyed_->known.groups.empty()) some.push_back(&work_.front());
                for (const std::uint64_t group : part.groups) some.push_back(&work_[group - 1]);
                in_chunks(some, [](const Work& work) { return work.cells.size() * static_cast<std::size_t>(work.fit.kept.size() + 6) * 45; },
                          [&, lag = lag, &gpus = part.gpus](const std::vector<Work*>& fewer, ClickhousePart one, const std::vector<ClickhouseCell>& cells) {
                              one.gpus = gpus;
                              ask_scores_of(fewer, one, cells, lag, squares, products, seen);
                          });
            }
        }
        for (Work& work : work_) {
            if (!work.error.empty()) continue;
            if (seen[work.group] != surveyed(work).rows && !surveyed_->has_ties()) refuse_changed_rows();
            if (seen[work.group] != work.rows) refuse_changed_rows();
            work.moment *= static_cast<double>(work.fit.rows) / work.fit.freedom() / static_cast<double>(*work.out.lag + 1);
            if (work.fit.rows >= 3 && squares[work.group] > 0.0) work.out.autocorrelation = products[work.group] / squares[work.group];
        }
    }

    void ask_scores_of(const std::vector<Work*>& some, const ClickhousePart& part, const std::vector<ClickhouseCell>& cells, int lag,
                       std::vector<double>& squares, std::vector<double>& products, std::vector<std::size_t>& seen) {
        const bool grouped = !surveyed_->known.groups.empty();
        std::vector<ClickhouseBlocks> blocks;
        for (const Work* work : some) {
            const std::int64_t gap_ns = surveyed(*work).gap_ns();
            blocks.push_back({grouped ? work->group + 1 : 0, gap_ns > 0 ? static_cast<double>(gap_ns) / static_cast<double>(rows_->unit_ns()) : 1e300});
        }
        const ClickhouseAnswer answer = ask(queries_.scores(surveyed_->known, part, cells, lag, blocks));
        for (std::size_t i = 0; i < answer.rows(); ++i) {
            const std::size_t number = answer.count(i, 0);
            const std::size_t g = grouped ? number - 1 : 0;
            if (g >= work_.size()) refuse_changed_rows();
            Work& work = work_[g];
            seen[g] += answer.count(i, 1);
            squares[g] += answer.number(i, 2);
            products[g] += answer.number(i, 3);
            const Eigen::Index size = work.moment.rows();
            std::size_t column = 4;
            for (Eigen::Index a = 0; a < size; ++a)
                for (Eigen::Index b = 0; b <= a; ++b) {
                    const double sum = answer.number(i, column++);
                    work.moment(a, b) += sum;
                    if (a != b) work.moment(b, a) += sum;
                }
        }
    }

    void ask_hc3() {
        std::vector<std::size_t> seen(work_.size());
        for (Work& work : work_)
            if (work.error.empty()) work.moment.setZero();
        in_chunks(all(), [](const Work& work) { return work.cells.size() * 250; },
                  [&](const std::vector<Work*>& some, const ClickhousePart& part, const std::vector<ClickhouseCell>& cells) {
                      const ClickhouseAnswer answer = ask(queries_.hc3(surveyed_->known, part, cells));
                      for (std::size_t i = 0; i < answer.rows(); ++i) {
                          const auto [work, c] = find(some, answer.count(i, 0));
                          seen[work->group] += answer.count(i, 1);
                          const Eigen::Index powers = work->cells[c].frame.powers;
                          if (!(answer.number(i, 2) >= rank_limit)) {
                              work->error = "a single row decides a coefficient (its leverage is 1), so HC3 errors do not exist";
                              work->hint = "log the rare level more than once, or ask for --errors newey-west";
                          }
                          Eigen::MatrixXd sums(powers, powers);
                          for (Eigen::Index a = 0; a < powers; ++a)
                              for (Eigen::Index b = 0; b < powers; ++b) sums(a, b) = answer.number(i, 3 + static_cast<std::size_t>(a + b));
                          work->moment += work->cells[c].scores * sums * work->cells[c].scores.transpose();
                      }
                  });
        for (const Work& work : work_)
            if (work.error.empty() && seen[work.group] != work.rows) refuse_changed_rows();
    }

    void describe(Work& work) const {
        const SurveyedGroup& group = surveyed(work);
        Calibration& out = work.out;
        out.rejects = group.rejects;
        out.remarks = group.remarks;
        if (const std::size_t again = group.rows - work.rows; again > 0) {
            out.rejects.count += again;
            out.rejects.by_reason[std::string(detail::same_window_again)] = again;
            out.rejects.first.push_back({rows_->table().name, 0, std::string(detail::same_window_again), ""});
        }
        if (const std::size_t conflicts = group.ties - (group.rows - work.rows); conflicts > 0) out.remarks.push_back(detail::conflicts_remark(conflicts));
        if (group.gaps > 0) out.remarks.push_back(detail::gaps_remark(group.gaps, group.longest_gap_ns));
        out.rows = group.rows + group.rejects.count;
        out.rows_used = work.rows;
        out.days = (static_cast<double>(group.last_ns) - static_cast<double>(group.first_ns) + static_cast<double>(group.spacing_ns)) / 86400e9;
        out.target = rows_->target();
        out.gpus = group.gpu_names;
        out.first = timestamp_text(group.first_ns);
        out.last = timestamp_text(group.last_ns);
        out.has_temperature = has_temperature_;
        out.coldest = celsius(group.coldest_c);
        out.hottest = celsius(group.hottest_c);
    }

    void finish(Work& work) {
        describe(work);
        detail::conclude(*work.design, *options_, work.days, work.fit, work.moment, work.out);
        Calibration& out = work.out;
        out.remarks.push_back("the rows stay on the server: they have no hash, and nothing is refined in twice the precision");
        if (!out.autocorrelation && options_->errors != ErrorKind::newey_west)
            out.remarks.push_back("whether residuals of neighbouring windows correlate is told by --errors newey-west only");
        if (!by_day_) out.remarks.push_back("there are too many combinations of day and levels for cross-validation by days");
        remark_on_rounding(work);
        detail::put_into_words(out);
    }

    /// Says so where rounding of the sums may exceed what is promised.
    void remark_on_rounding(Work& work) const {
        ErrorBound bound(work.fit);
        for (std::size_t c = 0; c < work.cells.size(); ++c)
            for (const auto& [day, moments] : work.by_day[c]) bound.add(work.cells[c].frame, moments, work.weight_scale);
        const ErrorOfSums error = bound.error();
        double worst = error.coefficients[0] / std::fabs(work.fit.coefficients[0]);
        for (Eigen::Index j = 1; j < work.fit.coefficients.size(); ++j) {
            const auto& weight = work.out.terms[static_cast<std::size_t>(j) - 1];
            if (!weight.identified) continue;
            const double size = std::fabs(work.fit.coefficients[j]) + weight.std_error.value_or(0.0) * work.out.base;
            if (size > 0.0) worst = std::max(worst, error.coefficients[j] / size);
        }
        if (work.fit.residual_ss > 0.0) worst = std::max(worst, error.residual_ss / (2.0 * work.fit.residual_ss));
        else if (error.residual_ss > 0.0) worst = std::max(worst, 1.0);
        if (worst <= promised) return;
        work.out.remarks.push_back(fmt::format("sums of so many rows, so alike or so near the fit, hold these figures to about {:.0e} of themselves only: where that matters, "
                                               "calibrate the same rows from a file, which is refined in twice the precision", std::min(1.0, worst)));
    }

    ClickhouseClient* client_;
    const ClickhouseRows* rows_;
    const ClickhouseSurvey* surveyed_;
    const CalibrationOptions* options_;
    std::size_t rows_at_once_;
    ClickhouseQueries queries_;
    bool has_temperature_;
    bool by_day_ = true;
    std::vector<Work> work_;
};
}  // namespace

std::vector<GroupCalibration> fit_groups(ClickhouseClient& client, const ClickhouseRows& rows, const ClickhouseSurvey& surveyed,
                                         const CalibrationOptions& options, std::size_t rows_at_once) {
    return Fitter(client, rows, surveyed, options, rows_at_once).run();
}

}  // namespace breakeven
