#include "diagnosis_answer.hpp"

#include "json_numbers.hpp"
#include "numbers.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace breakeven::cli {

namespace {

using nlohmann::ordered_json;

const DiagnosisStep* step_named(const DeviceDiagnosis& device, const std::string& id) {
    const auto found = std::find_if(device.steps.begin(), device.steps.end(), [&](const DiagnosisStep& step) { return step.id == id; });
    return found == device.steps.end() ? nullptr : &*found;
}

/// "would bring 34.1 %, above the line"
std::string effect(const DiagnosisStep& step) {
    if (!step.share_after) return "";
    std::string out = fmt::format("would bring {}{}", step.id == "cpu" ? "at most " : "", percent(*step.share_after));
    if (step.standing_after == Standing::above) out += ", above the line";
    if (step.standing_after == Standing::within_margin) out += ", within the margin of the line";
    if (step.standing_after == Standing::below) out += ", still below the line";
    return out;
}

std::string standing(const DeviceDiagnosis& device) {
    std::string out = device.device ? fmt::format("GPU {}", *device.device) : "GPU";
    if (!device.name.empty()) out += fmt::format(" ({})", device.name);
    out += device.share ? fmt::format(" computed {}", percent(*device.share)) : " recorded no kernel with a time";
    if (!device.trusted) return out + ", in a log that cannot be trusted";
    if (!device.standing || !device.line) return out;
    const char* where = *device.standing == Standing::above ? "above" : *device.standing == Standing::below ? "below" : "within the margin of";
    return out + fmt::format(", {} its line of {}", where, percent(*device.line));
}

std::string short_cause(const DiagnosisStep& step) {
    if (step.id == "sound") return "mend the capture first: " + step.finding.seen;
    if (step.id == "small-kernels") return "it launches many small kernels";
    if (step.id == "cpu") return "the CPU is the bottleneck";
    if (step.id == "data") return "it waits for data before its steps";
    if (step.id == "copies") return "it waits for copies that no kernel hides";
    if (step.id == "launches") return "something multiplies its launches";
    return step.finding.seen;
}

std::string conclusion(const DeviceDiagnosis& device) {
    if (device.causes.empty()) {
        const bool asked = std::any_of(device.steps.begin(), device.steps.end(), [](const DiagnosisStep& s) { return s.finding.answer == StepAnswer::unknown; });
        return asked ? "no cause found yet; more evidence is asked for below" : "no cause found in this log: the machine needs more work, not faster work";
    }
    const DiagnosisStep& first = *step_named(device, device.causes.front());
    const std::string mended = effect(first);
    return short_cause(first) + (mended.empty() ? "" : "; mending that " + mended);
}

ordered_json json_of(const DiagnosisStep& step) {
    ordered_json out{{"id", step.id},
                     {"question", step.question},
                     {"answer", to_string(step.finding.answer)},
                     {"cause", step.is_cause},
                     {"seen", step.finding.seen},
                     {"next", or_null(step.finding.next)},
                     {"fix", or_null(step.finding.fix)},
                     {"freed_s", step.finding.freed ? ordered_json(in(*step.finding.freed, second)) : ordered_json(nullptr)},
                     {"effective_after", or_null(step.share_after)}};
    out["verdict_after"] = step.standing_after ? ordered_json(to_string(*step.standing_after)) : ordered_json(nullptr);
    return out;
}

}  // namespace

Answer present(const std::vector<DeviceDiagnosis>& devices, std::vector<std::string> remarks) {
    Answer out;
    bool trusted = !devices.empty();
    out.json = {{"schema", "breakeven.diagnosis/1"}, {"devices", ordered_json::array()}};
    out.rows = {.title = "",
                .columns = {"device", "step", "answer", "cause", "seen", "next", "fix", "effective_after", "verdict_after"},
                .right_aligned = {}, .rows = {}};
    std::string details;
    for (const DeviceDiagnosis& device : devices) {
        trusted = trusted && device.trusted;
        out.text += standing(device) + ": " + conclusion(device) + ".\n";
        ordered_json one{{"device", or_null(device.device)}, {"name", or_null(device.name)}, {"effective_ratio", or_null(device.share)},
                         {"line", or_null(device.line)},     {"trusted", device.trusted}};
        one["verdict"] = device.standing ? ordered_json(to_string(*device.standing)) : ordered_json(nullptr);
        one["conclusion"] = conclusion(device);
        one["causes"] = device.causes;
        one["steps"] = ordered_json::array();
        Table steps{.title = "", .columns = {"question", "answer", "seen", "effect"}, .right_aligned = {}, .rows = {}};
        if (devices.size() > 1) details += "\n" + standing(device) + "\n";
        std::size_t number = 0;
        for (const DiagnosisStep& step : device.steps) {
            one["steps"].push_back(json_of(step));
            const std::string mended = effect(step);
            details += fmt::format("\n{}. {} {}{}\n   {}\n", ++number, step.question, to_string(step.finding.answer), step.is_cause ? "  <- a cause" : "", step.finding.seen);
            if (!step.finding.fix.empty()) details += fmt::format("   fix:  {}{}\n", step.finding.fix, mended.empty() ? "" : "; " + mended);
            if (!step.finding.next.empty()) details += fmt::format("   next: {}\n", step.finding.next);
            steps.rows.push_back({step.question, std::string(to_string(step.finding.answer)), step.finding.seen, mended});
            out.rows.rows.push_back({device.device ? fmt::format("{}", *device.device) : "", step.id, std::string(to_string(step.finding.answer)),
                                     step.is_cause ? "true" : "false", step.finding.seen, step.finding.next, step.finding.fix, exact(step.share_after),
                                     step.standing_after ? std::string(to_string(*step.standing_after)) : ""});
        }
        out.json["devices"].push_back(std::move(one));
        out.tables.push_back(std::move(steps));
    }
    if (devices.empty()) out.text = "No GPU activity is recorded in this log.\n";
    out.text += details;
    out.remarks = std::move(remarks);
    out.json["remarks"] = out.remarks;
    out.status = static_cast<int>(trusted ? Status::done : Status::not_trusted);
    return out;
}

}  // namespace breakeven::cli
