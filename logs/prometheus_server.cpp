// A Prometheus as a stream of samples: piece by piece, so that memory depends on the number of GPUs and not on the length of time.
//
// A piece is as long as its answer stays small; a server that finds one too large is asked for less at once. A piece that cannot be
// had ends the reading with an error: what was read before it is not taken for the whole.
#include <breakeven/logs/prometheus_api.hpp>
#include <breakeven/logs/prometheus_query.hpp>
#include <breakeven/logs/sample_stream.hpp>
#include <breakeven/logs/where.hpp>

#include <breakeven/core/timestamp.hpp>

#include <algorithm>
#include <chrono>

namespace breakeven::detail {

namespace {
constexpr std::int64_t second_ns = 1'000'000'000;
constexpr std::int64_t first_piece_ns = 3600 * second_ns;
constexpr std::int64_t shortest_piece_ns = 60 * second_ns;
constexpr std::int64_t longest_piece_ns = 7LL * 86'400 * second_ns;
constexpr std::uint64_t wanted_points = 300'000;    // some 8 MB of text
constexpr std::uint64_t points_per_series = 100;    // labels are repeated with each answer, so many series want longer ones
constexpr std::uint64_t most_points = 1'500'000;

/// a * b, held at a thousand years.
std::int64_t saturated(std::int64_t a, std::int64_t b) {
    constexpr std::int64_t most = 9'000'000'000'000'000'000;
    return b > most / a ? most : a * b;
}

std::int64_t now_ns() {
    return std::chrono::duration_cast<std::chrono::nanoseconds>(std::chrono::system_clock::now().time_since_epoch()).count();
}

class PrometheusServer final : public SampleStream {
public:
    PrometheusServer(PrometheusQuestion question, HttpCredentials credentials)
        : api_(std::move(question), std::move(credentials)), time_(api_.question().time), step_ns_(api_.question().step_ns), at_ns_(time_.start_ns) {
        if (step_ns_) longest_ns_ = saturated(prometheus_most_points, *step_ns_);
        set_length(first_piece_ns);
    }

    [[nodiscard]] bool next(std::vector<SampleRow>& batch) override {
        batch.clear();
        if (metrics_.empty()) find_metrics();
        while (!series_.next_rows(4096, batch, notes_)) {
            if (at_ns_ >= time_.end_ns) {
                if (points_ == 0) nothing("the server has metrics of GPUs, but no sample of them in the time asked for");
                return false;
            }
            next_piece();
        }
        return true;
    }
    [[nodiscard]] std::uint64_t consumed() const override { return api_.bytes_received(); }
    [[nodiscard]] std::uint64_t expected() const override {
        const double done = static_cast<double>(at_ns_ - time_.start_ns) / static_cast<double>(time_.length_ns());
        return done <= 0.0 ? 0 : static_cast<std::uint64_t>(static_cast<double>(consumed()) / done);
    }

private:
    void find_metrics() {
        notes_.times = SampleTimes::utc;
        metrics_ = api_.metric_names(time_);
        if (step_ns_)
            notes_.remark("each sample is the mean over a step of " + std::to_string(*step_ns_ / second_ns) +
                          " s, as --step asked: what changes within a step, and a gap shorter than one, cannot be seen");
        if (!metrics_.empty()) return;
        if (api_.metric_names({}).empty())
            throw InputError("the server has no metric of GPUs that is known here" + std::string(api_.question().match.empty() ? "" : ", with these labels"),
                             "such as DCGM_FI_DEV_GPU_UTIL of dcgm-exporter; docs/fleet.md lists them all", place());
        nothing("the server has metrics of GPUs, but none in the time asked for");
    }

    [[noreturn]] void nothing(const std::string& what) const {
        throw InputError(what + ": from " + timestamp_text(time_.start_ns) + " to " + timestamp_text(time_.end_ns),
                         "give another --since and --until; how long a server keeps samples is its --storage.tsdb.retention.time", place());
    }

    [[nodiscard]] Position place() const { return in_file(api_.question().shown); }

    void next_piece() {
        for (;;) {
            series_.clear_points();
            const Interval piece{at_ns_, std::min(time_.end_ns, at_ns_ + length_ns_)};
            try {
                const PrometheusApi::Found found = step_ns_ ? means(piece) : api_.samples(metrics_, piece, {series_, devices_, notes_});
                at_ns_ = piece.end_ns;
                points_ += found.points;
                adapt(found, piece.length_ns());
                break;
            } catch (const HttpTooMuch& error) {
                const std::int64_t shortest_ns = step_ns_ ? *step_ns_ : shortest_piece_ns;
                if (piece.length_ns() <= shortest_ns) throw cut(error, piece);
                set_length(std::max(shortest_ns, piece.length_ns() / 4));
                longest_ns_ = length_ns_;
            } catch (const InputError& error) {
                throw cut(error, piece);
            }
        }
        series_.sort();
    }

    PrometheusApi::Found means(const Interval& piece) {
        // A step's mean stands at its end. A last step that is not full is left out.
        PrometheusApi::Found all;
        const std::int64_t steps = piece.length_ns() / *step_ns_;
        if (steps == 0) return all;
        for (const std::string& metric : metrics_) {
            const PrometheusApi::Found found =
                api_.means(metric, piece.start_ns + *step_ns_, piece.start_ns + steps * *step_ns_, {series_, devices_, notes_});
            all.series += found.series;
            all.points += found.points;
        }
        return all;
    }

    void adapt(const PrometheusApi::Found& found, std::int64_t length_ns) {
        const std::uint64_t wanted = std::min(most_points, std::max(wanted_points, points_per_series * found.series));
        double factor = found.points == 0 ? 4.0 : static_cast<double>(wanted) / static_cast<double>(found.points);
        factor = std::clamp(factor, 0.25, 4.0);
        set_length(static_cast<std::int64_t>(static_cast<double>(length_ns) * factor));
    }

    void set_length(std::int64_t length_ns) {
        const std::int64_t unit_ns = step_ns_.value_or(second_ns);
        length_ns = std::clamp(length_ns, std::min(shortest_piece_ns, longest_ns_), longest_ns_);
        length_ns_ = std::max(unit_ns, length_ns - length_ns % unit_ns);
    }

    /// `error`, with what of the whole was asked for when it came.
    [[nodiscard]] InputError cut(const InputError& error, const Interval& piece) const {
        if (piece.start_ns == time_.start_ns) return error;
        return InputError(error.message() + " (asked for " + timestamp_text(piece.start_ns) + " to " + timestamp_text(piece.end_ns) +
                              ", when what is before it had been read; nothing of it is shown)",
                          error.hint(), place());
    }

    PrometheusApi api_;
    Interval time_;
    std::optional<std::int64_t> step_ns_;
    std::vector<std::string> metrics_;
    SeriesStore series_;
    std::int64_t at_ns_;
    std::int64_t length_ns_ = 0;
    std::int64_t longest_ns_ = longest_piece_ns;
    std::uint64_t points_ = 0;
};
}  // namespace

std::unique_ptr<SampleStream> prometheus_server_stream(const std::string& address, const ServerQuestion& question) {
    return std::make_unique<PrometheusServer>(prometheus_question(address, question, now_ns()), http_credentials(question.credentials));
}

}  // namespace breakeven::detail
