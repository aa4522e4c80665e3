// Audits of logs, for C. Kernel logs and sampled telemetry come out as the same kind of device.
#include "border.hpp"

#include <breakeven/decisions/audit_logs.hpp>

#include <cmath>
#include <memory>
#include <utility>
#include <variant>

using namespace breakeven::border;

namespace {

struct Device {
    breakeven_device figures{};  ///< without its texts
    std::string name;
    std::string uuid;
    std::string reason;
    std::vector<breakeven::HealthCheck> checks;
};

std::int32_t number_of(const std::optional<breakeven::Standing>& standing) {
    if (!standing) return BREAKEVEN_NO_STANDING;
    switch (*standing) {
        case breakeven::Standing::above: return BREAKEVEN_ABOVE;
        case breakeven::Standing::within_margin: return BREAKEVEN_WITHIN_MARGIN;
        case breakeven::Standing::below: return BREAKEVEN_BELOW;
    }
    return BREAKEVEN_NO_STANDING;
}

void take_verdict(const breakeven::DeviceVerdict& judged, Device& out) {
    breakeven_device& to = out.figures;
    to.line = or_nan(judged.line ? judged.line->line : std::nullopt);
    to.margin = judged.margin;
    to.standing = number_of(judged.verdict.standing);
    to.winner = !judged.verdict.winner                              ? BREAKEVEN_NO_WINNER
                : *judged.verdict.winner == breakeven::Winner::own ? BREAKEVEN_OWN
                                                                    : BREAKEVEN_RENT;
    to.hours_needed = judged.verdict.hours_needed ? breakeven::in(*judged.verdict.hours_needed, breakeven::hour) : or_nan({});
    out.reason = judged.line ? std::string(judged.verdict.reason) : to.standing == BREAKEVEN_NO_STANDING ? "no scenario is given" : "";
    to.checks = out.checks.size();
}

Device device_of(const breakeven::DeviceEvidence& evidence, const breakeven::DeviceVerdict& judged) {
    Device out;
    out.name = evidence.name;
    out.uuid = evidence.uuid;
    out.checks = evidence.health.checks;
    breakeven_device& to = out.figures;
    to.number = evidence.device.value_or(-1);
    to.kernels = evidence.kernels;
    to.sum_ns = evidence.time.sum_ns;
    to.union_ns = evidence.time.union_ns;
    to.busy_ns = evidence.time.busy_ns;
    to.effective_ratio = or_nan(evidence.window ? evidence.window->effective_ratio() : std::nullopt);
    if (evidence.window) {
        to.observed_ns = evidence.window->observed_ns;
        to.effective_ns = evidence.window->effective_ns;
        to.upper_bound = evidence.window->upper_bound ? 1 : 0;
    }
    to.listed_only = evidence.listed_only ? 1 : 0;
    to.trusted = evidence.trusted() ? 1 : 0;
    take_verdict(judged, out);
    return out;
}

Device device_of(const breakeven::TelemetryDevice& telemetry, const breakeven::DeviceVerdict& judged) {
    Device out;
    out.name = telemetry.gpu.name;
    out.uuid = telemetry.gpu.uuid;
    out.checks = telemetry.health;
    out.figures.number = telemetry.gpu.index.value_or(-1);
    out.figures.effective_ratio = or_nan(telemetry.samples.utilization_mean);
    out.figures.sampled = 1;
    out.figures.trusted = telemetry.trusted() ? 1 : 0;
    take_verdict(judged, out);
    return out;
}

const auto& devices_of(const breakeven::KernelAudit& audit) { return audit.evidence.devices; }
const auto& devices_of(const breakeven::SampleAudit& audit) { return audit.telemetry.devices; }

}  // namespace

struct breakeven_audit {
    std::vector<Device> devices;
    std::vector<std::string> remarks;
    bool trusted = false;
};

extern "C" {

breakeven_status breakeven_audit_logs(const char* const* paths, size_t count, const breakeven_audit_options* options,
                                      breakeven_audit** out, breakeven_error** error) {
    return guarded(error, [&] {
        *needed(out, "out") = nullptr;
        const breakeven_audit_options given = taken_in(options, "options");
        breakeven::AuditQuestion question;
        question.context = context_from(given.context);
        question.allow_samples = given.allow_samples != 0;
        if (given.scenario != nullptr) question.scenario = given.scenario->loaded;
        if (given.has_margin != 0) {
            breakeven::require_share(given.margin, "margin");
            question.margin = given.margin;
        }
        breakeven::EvidenceOptions how;
        how.same_gpu = given.same_gpu != 0;
        if (given.window_s != 0.0) {
            if (!(given.window_s > 0.0 && given.window_s < 9e9))
                throw breakeven::InputError::about("window_s", "must be above zero", "such as 308.7");
            how.window_ns = std::llround(given.window_s * 1e9);
        }
        auto audit = std::make_unique<breakeven_audit>();
        std::visit(
            [&](auto judged) {
                for (std::size_t i = 0; i < judged.verdicts.size(); ++i)
                    audit->devices.push_back(device_of(devices_of(judged)[i], judged.verdicts[i]));
                audit->trusted = judged.trusted();
                audit->remarks = std::move(judged.remarks);
            },
            breakeven::audit_logs(paths_from(paths, count), question, how));
        *out = audit.release();
    });
}

int32_t breakeven_audit_trusted(const breakeven_audit* audit) { return audit != nullptr && audit->trusted ? 1 : 0; }
size_t breakeven_audit_device_count(const breakeven_audit* audit) { return audit == nullptr ? 0 : audit->devices.size(); }

breakeven_status breakeven_audit_device(const breakeven_audit* audit, size_t index, breakeven_device* out, breakeven_error** error) {
    return guarded(error, [&] {
        const Device& one = at(needed(audit, "audit")->devices, index, "device");
        breakeven_device device = one.figures;
        device.name = one.name.c_str();
        device.uuid = one.uuid.c_str();
        device.reason = one.reason.c_str();
        hand_out(device, out, "device");
    });
}

breakeven_status breakeven_audit_check(const breakeven_audit* audit, size_t device, size_t index, breakeven_check* out,
                                       breakeven_error** error) {
    return guarded(error, [&] {
        const breakeven::HealthCheck& one = at(at(needed(audit, "audit")->devices, device, "device").checks, index, "check");
        breakeven_check check{};
        check.name = one.name.c_str();
        check.meaning = one.meaning.c_str();
        check.remedy = one.remedy.c_str();
        check.value = or_nan(one.value);
        check.limit = one.limit;
        check.ok = one.ok ? 1 : 0;
        hand_out(check, out, "check");
    });
}

const char* breakeven_audit_remark(const breakeven_audit* audit, size_t index) {
    return remark(audit == nullptr ? nullptr : &audit->remarks, index);
}
void breakeven_audit_free(breakeven_audit* audit) { delete audit; }
}
