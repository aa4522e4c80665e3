// Answers of Prometheus' HTTP API saved to a file.
#include <breakeven/logs/prometheus_answer.hpp>

#include <algorithm>

namespace breakeven::detail {

namespace {
constexpr std::int64_t second_ns = 1'000'000'000;
constexpr std::int64_t long_tail_ns = 240 * second_ns;  // the server repeats a last value for up to 300 s
constexpr std::size_t longest_series = 1ULL << 30U;

class PrometheusJson final : public SampleStream {
public:
    PrometheusJson(SourcePointer source, std::string file) : json_(std::move(source), std::move(file), longest_series) {}

    [[nodiscard]] bool next(std::vector<SampleRow>& batch) override {
        batch.clear();
        if (!read_) read();
        return series_.next_rows(4096, batch, notes_);
    }
    [[nodiscard]] std::uint64_t consumed() const override { return json_.consumed(); }

private:
    void read() {
        read_ = true;
        PrometheusAnswer answer(json_, series_, devices_, notes_,
                                {.metric = {}, .time = {}, .look = [this](std::span<const SeriesPoint> points) { look_at(points); }});
        answer.read();
        if (answer.is_error()) refuse(answer);
        if (answer.series_count() == 0)
            throw InputError("the answer holds no series: no data, which is not 0 %",
                             "check the metric's name, the labels and the time range", place());
        for (const std::string& warning : answer.warnings()) notes_.remark("the server warned: " + warning);
        notes_.times = SampleTimes::utc;
        series_.sort();
        remarks(answer.series_count());
    }

    /// A range query invents points: told by times at whole seconds and even steps, unlike those of scrapes.
    void look_at(std::span<const SeriesPoint> points) {
        if (points.size() < 3) return;
        std::int64_t step_ns = points[1].time_ns - points[0].time_ns;
        for (std::size_t i = 1; i < points.size(); ++i) step_ns = std::min(step_ns, points[i].time_ns - points[i - 1].time_ns);
        if (step_ns <= 0) return;
        std::size_t changed = 0;  // the last point whose value differs from the one before it
        for (std::size_t i = 0; i < points.size(); ++i) {
            if (points[i].time_ns % second_ns != 0 || (points[i].time_ns - points[0].time_ns) % step_ns != 0) return;
            const bool same = i > 0 && (points[i].value == points[i - 1].value ||
                                        (!was_read(points[i].value) && !was_read(points[i - 1].value)));
            if (!same) changed = i;
        }
        range_answer_ = true;
        if (points.back().time_ns - points[changed].time_ns > long_tail_ns) ++constant_tails_;
    }

    void remarks(std::uint64_t series_count) {
        if (range_answer_)
            notes_.remark(
                "a range query repeats each scrape for up to 5 minutes: the observed time is an upper bound and short gaps are "
                "invisible; "
                "METRIC[30d] as an instant query gives the scrapes themselves");
        if (constant_tails_ > 0)
            notes_.remark(
                std::to_string(constant_tails_) + " of " + std::to_string(series_count) +
                " series end in more than 4 minutes of equal values, which may be the server's repetition of a last scrape");
    }

    [[noreturn]] void refuse(const PrometheusAnswer& answer) const {
        throw InputError(
            answer.complaint(),
            answer.wants_fewer_points()
                ? "ask for a shorter range or a larger step and give all the answers together: 30 days at 60 s are 43201 "
                  "points, so 4 queries of at most 11000 each, or one with a step of 236 s or more"
                : "correct the query and save its answer",
            place());
    }

    [[nodiscard]] Position place() const {
        Position at;
        at.file = json_.file_name();
        return at;
    }

    JsonStream json_;
    SeriesStore series_;
    std::uint64_t constant_tails_ = 0;
    bool read_ = false;
    bool range_answer_ = false;
};
}  // namespace

std::unique_ptr<SampleStream> prometheus_json_stream(SourcePointer source, const std::string& file) {
    return std::make_unique<PrometheusJson>(std::move(source), file);
}

}  // namespace breakeven::detail
