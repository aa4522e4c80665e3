// The sections of a report that draw a log.
#include "chart.hpp"
#include "chart_canvas.hpp"
#include "chart_layout.hpp"
#include "json_numbers.hpp"
#include "log_words.hpp"
#include "numbers.hpp"
#include "report_sections.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <limits>

namespace breakeven::cli {

namespace {

/// Of several GPUs each picture names its own.
std::string title_of(const std::vector<GpuActivity>& gpus, const GpuActivity& gpu, const std::string& title) {
    return gpus.size() > 1 ? gpu.gpu + ": " + title : title;
}

std::string timeline_in_words(const Timeline& strip) {
    const std::size_t bins = strip.busy_ns.size();
    std::string out = fmt::format("Each of the {} bars is {} of the window, as high as the share of it in which the GPU computed. ", bins,
                                  time_text(strip.edge_ns(1) - strip.edge_ns(0)));
    const std::size_t idle = strip.idle_bins();
    if (idle == 0) return out + "It computed in every one of them.";
    out += idle == 1 ? "It was idle throughout one of them" : fmt::format("It was idle throughout {} of them", idle);
    const Interval longest = strip.longest_idle();
    return out + fmt::format("; the longest idle stretch is {}, from {} on.", time_text(longest.length_ns()), time_text(longest.start_ns - strip.stretch.start_ns));
}

PagePicture strip_of(const std::string& title, const Timeline& strip) {
    const std::int64_t length_ns = strip.stretch.length_ns();
    StripChart chart{.title = title, .description = timeline_in_words(strip), .x = {"time in the window, s", false}, .from = 0.0,
                     .to = seconds(length_ns), .y = {"busy", true}, .shares = {}};
    if (length_ns < 1'000'000'000) {
        const bool milliseconds = length_ns >= 1'000'000;
        chart.x.label = milliseconds ? "time in the window, ms" : "time in the window, us";
        chart.to *= milliseconds ? 1e3 : 1e6;
    }
    for (std::size_t i = 0; i < strip.busy_ns.size(); ++i) chart.shares.push_back(strip.share(i));
    return {svg(chart), chart.description};
}

std::string launches(std::uint64_t count) { return count == 1 ? "1 launch" : fmt::format("{} launches", count); }

PagePicture names_of(const std::string& title, const KernelDistribution& kernels) {
    BarChart chart{.title = title, .description = {}, .x = {"share of kernel time", true}, .bars = {}};
    const auto add = [&](const std::string& label, const KernelPart& part) {
        const double share = kernels.share(part.sum_ns);
        chart.bars.push_back({label, share, fmt::format("{}, {}", percent(share), launches(part.kernels))});
    };
    double named = 0.0;
    for (const KernelPart& part : kernels.longest) {
        // Demangled names can fill a page: two lines tell one from another.
        add(fitted(part.name.empty() ? "(no name)" : part.name, 1.7 * widest_name), part);
        named += chart.bars.back().value;
    }
    const KernelPart& first = kernels.longest.front();
    chart.description = fmt::format("Of {} kernel time, {} went to {}", time_text(kernels.sum_ns), percent(kernels.share(first.sum_ns)), fitted(first.name, 2.0 * widest_name));
    if (kernels.longest.size() > 1) chart.description += fmt::format(", and {} to the {} names above", percent(named), kernels.longest.size());
    if (kernels.other_names != 0) {
        add(kernels.other_names == 1 ? "one more name" : fmt::format("{} more names", kernels.other_names), kernels.others);
        chart.description += fmt::format("; the rest is spread over {}", chart.bars.back().label);
    }
    chart.description += ". Durations are added, so kernels that overlap count twice.";
    return {svg(chart), chart.description};
}

std::string class_name(const KernelDistribution& kernels, std::size_t i) {
    const auto bound = [](std::int64_t ns) { return ns < 1'000'000 ? fmt::format("{} us", ns / 1'000) : fmt::format("{} ms", ns / 1'000'000); };
    if (i == 0) return "below " + bound(kernels.classes[0].below_ns);
    if (i + 1 == kernels.classes.size()) return bound(kernels.classes[i - 1].below_ns) + " and more";
    return bound(kernels.classes[i - 1].below_ns) + " to " + bound(kernels.classes[i].below_ns);
}

PagePicture classes_of(const std::string& title, const KernelDistribution& kernels) {
    BarChart chart{.title = title, .description = {}, .x = {"share of kernel time", true}, .bars = {}};
    std::size_t most = 0;
    for (std::size_t i = 0; i < kernels.classes.size(); ++i) {
        const DurationClass& one = kernels.classes[i];
        chart.bars.push_back({class_name(kernels, i), kernels.share(one.sum_ns), fmt::format("{}, {}", percent(kernels.share(one.sum_ns)), launches(one.kernels))});
        if (one.sum_ns > kernels.classes[most].sum_ns) most = i;
    }
    chart.description = fmt::format("Most kernel time, {}, is in kernels of {}; {} of {} launches are below 10 us and hold {} of the time.",
                                    percent(kernels.share(kernels.classes[most].sum_ns)), class_name(kernels, most), kernels.classes[0].kernels,
                                    kernels.kernels, percent(kernels.share(kernels.classes[0].sum_ns)));
    return {svg(chart), chart.description};
}

}  // namespace

PageSection timeline_section(const std::vector<GpuActivity>& gpus) {
    PageSection out{"When the GPU computed", {}, {}, {}, {}, "timeline"};
    for (const GpuActivity& gpu : gpus) out.pictures.push_back(strip_of(title_of(gpus, gpu, "Busy and idle over the window"), gpu.activity.timeline));
    return out;
}

PageSection kernel_section(const std::vector<GpuActivity>& gpus) {
    PageSection out{"What its time went to", {}, {}, {}, {}, "kernels"};
    for (const GpuActivity& gpu : gpus) {
        const KernelDistribution& kernels = gpu.activity.kernels;
        if (kernels.kernels == 0) {
            out.paragraphs.push_back(gpu.gpu + ": the log names no single kernels in the window.");
            continue;
        }
        out.pictures.push_back(names_of(title_of(gpus, gpu, "Kernel time by name"), kernels));
        out.pictures.push_back(classes_of(title_of(gpus, gpu, "Kernel time by duration of the kernels"), kernels));
    }
    return out;
}

}  // namespace breakeven::cli
