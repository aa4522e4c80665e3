#include <breakeven/decisions/align.hpp>

#include <algorithm>

namespace breakeven {

namespace {

constexpr double tera = 1e12;

double teraflops(Frequency rate) { return in(rate, 1.0 / second) / tera; }

/// The points that the source adds for circumstances, as far as they are asked for and the scenario knows them.
Fraction points_for(const LineSettings& settings, const Context& asked) {
    Fraction points = 0.0;
    for (const LevelEffect& shift : settings.shifts)
        if ((shift.level.category == "virtualization" || shift.level.category == "network") &&
            std::find(asked.levels.begin(), asked.levels.end(), shift.level) != asked.levels.end())
            points += shift.value;
    return points;
}

std::optional<double> count_of(const GpuFacts* gpu) { return gpu != nullptr && gpu->sms ? std::optional<double>(*gpu->sms) : std::nullopt; }

std::optional<double> rate_of(const GpuFacts* gpu, Arithmetic arithmetic) {
    if (gpu == nullptr) return std::nullopt;
    const auto& rate = arithmetic == Arithmetic::fp32 ? gpu->fp32 : gpu->tensor;
    return rate ? std::optional(teraflops(*rate)) : std::nullopt;
}

bool is(const Catalog& catalog, const GpuFacts* gpu, std::string_view name) { return gpu != nullptr && gpu == catalog.find_gpu(name); }

}  // namespace

Fraction aligned_by_source(const SourceFigures& f) {
    require_positive(f.line, "line");
    require_positive(f.sms_this, "SMs of this GPU");
    require_positive(f.sms_that, "SMs of that GPU");
    require_positive(f.tflops_this, "TFLOPS of this GPU");
    require_positive(f.tflops_that, "TFLOPS of that GPU");
    require_not_negative(f.points, "points");
    return f.line * (f.sms_this / f.sms_that) * (f.tflops_that / f.tflops_this) + f.points;
}

AlignAnswer align(const LoadedScenario& loaded, const Catalog& catalog, const AlignQuestion& question, const Context& asked) {
    AlignAnswer out;
    out.that_gpu = &catalog.gpu(question.to);
    out.this_gpu = loaded.scenario.gpu.name.empty() ? nullptr : catalog.find_gpu(loaded.scenario.gpu.name);
    // The source moves the line of its reference context; its points come at the end.
    out.from = line_of(loaded, {});

    const std::optional<Fraction> line = question.line ? question.line : out.from.line;
    const auto either = [](const std::optional<double>& given, const std::optional<double>& known) { return given ? given : known; };
    const auto sms_this = either(question.sms_this, count_of(out.this_gpu));
    const auto sms_that = either(question.sms_that, count_of(out.that_gpu));
    const auto tflops_this = either(question.tflops_this, rate_of(out.this_gpu, question.arithmetic));
    const auto tflops_that = either(question.tflops_that, rate_of(out.that_gpu, question.arithmetic));
    const Fraction points = points_for(loaded.scenario.line, asked);
    if (line && *line > 0.0 && sms_this && sms_that && tflops_this && tflops_that) {
        out.source = SourceFigures{*line, *sms_this, *sms_that, *tflops_this, *tflops_that, points};
        out.source_line = aligned_by_source(*out.source);
    }
    if (is(catalog, out.this_gpu, "RTX 4060 Laptop") && is(catalog, out.that_gpu, "A10")) {
        SourceFigures published = published_figures;
        published.points = points;
        out.published_line = aligned_by_source(published);
    }
    try {
        if (out.this_gpu == nullptr)
            throw InputError("the catalog does not know the scenario's own GPU, so the two cannot be compared", "name it in the scenario: gpu.name = \"…\"");
        out.speed = speed_ratio(*out.that_gpu, *out.this_gpu, loaded.scenario.job.arithmetic_share, question.arithmetic);
        out.ours = line_of(with_machine(loaded, catalog, {out.that_gpu, question.price, question.power}, loaded.scenario.cloud.speed_ratio * *out.speed), asked);
    } catch (const InputError& error) {
        out.why_not = error.message();
        out.hint = error.hint();
    }
    return out;
}

}  // namespace breakeven
