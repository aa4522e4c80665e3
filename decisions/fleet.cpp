#include <breakeven/decisions/fleet.hpp>

#include <breakeven/decisions/fleet_group.hpp>
#include <breakeven/decisions/window_series.hpp>
#include <breakeven/models/cost_sheet.hpp>

#include <algorithm>
#include <cmath>
#include <map>
#include <set>
#include <span>

namespace breakeven {

namespace {

/// So many whole GPUs; a sum of shares that is whole but for rounding is whole.
std::size_t whole_gpus(Fraction work) { return static_cast<std::size_t>(std::max(0.0, std::ceil(work - 1e-9))); }

/// The mean utilisation of one GPU in each stretch that has samples.
std::map<std::int64_t, double> shares_by_stretch(const std::vector<Sample>& series) {
    const auto stretch_ns = static_cast<std::int64_t>(in(peak_stretch, second) * 1e9);
    std::map<std::int64_t, std::pair<double, std::size_t>> sums;
    for (const Sample& sample : series) {
        if (!was_read(sample.utilization)) continue;
        // Divided downwards, so that one stretch does not lie on both sides of 1970.
        auto& [sum, count] = sums[sample.time_ns / stretch_ns - (sample.time_ns % stretch_ns < 0 ? 1 : 0)];
        sum += sample.utilization;
        ++count;
    }
    std::map<std::int64_t, double> out;
    for (const auto& [stretch, sum] : sums) out[stretch] = sum.first / static_cast<double>(sum.second);
    return out;
}

/// Adds up what is said of GPUs one by one.
class FleetSum {
public:
    FleetSum(const LoadedScenario& loaded, FleetKey by) : sheet_(cost_sheet(loaded.scenario)) { fleet_.by = by; }

    /// `model`: its name, may be empty. `series`: null where simultaneous work is not known.
    void add(FleetGpu gpu, const std::string& model, const DeviceVerdict& verdict, const std::vector<Sample>* series) {
        if (!verdict.line) throw InputError("a fleet's costs need a scenario", "name one with --scenario");
        if (!model.empty()) models_.insert(model);
        gpu.line = verdict.line->line;
        gpu.standing = verdict.verdict.standing;
        gpu.share = verdict.verdict.winner ? verdict.share : std::nullopt;
        fleet_.currency = verdict.line->currency;
        if (!gpu.share) gpu.why_not = verdict.verdict.reason;
        if (gpu.share) {
            gpu.owned = sheet_.branches[sheet_.branch_of(*gpu.share)].local.at(*gpu.share);
            gpu.rented = sheet_.cloud.at(*gpu.share);
        }
        for (Part* part : {&parts_[gpu.group], &all_}) {
            add_to(part->group, gpu);
            if (gpu.share && series == nullptr) part->has_peak = false;
        }
        if (gpu.share && series != nullptr)
            for (const auto& [stretch, share] : shares_by_stretch(*series)) {
                parts_[gpu.group].at[stretch] += share;
                all_.at[stretch] += share;
            }
        fleet_.gpus.push_back(std::move(gpu));
    }

    /// `log`: what the GPUs were read from, in words. Throws InputError when it tells the key of none of them.
    [[nodiscard]] Fleet done(const char* log) && {
        std::vector<std::string> groups;
        for (const FleetGpu& gpu : fleet_.gpus) groups.push_back(gpu.group);
        detail::require_told(groups, fleet_.by, log);
        remark_on_models();
        for (auto& [name, part] : parts_) {
            finish(part);
            part.group.name = name;
            fleet_.groups.push_back(part.group);
        }
        finish(all_);
        fleet_.all = all_.group;
        std::stable_sort(fleet_.groups.begin(), fleet_.groups.end(), [](const FleetGroup& a, const FleetGroup& b) {
            return a.mean_share().value_or(2.0) < b.mean_share().value_or(2.0);
        });
        std::stable_sort(fleet_.gpus.begin(), fleet_.gpus.end(),
                         [](const FleetGpu& a, const FleetGpu& b) { return a.share.value_or(2.0) < b.share.value_or(2.0); });
        return std::move(fleet_);
    }

private:
    struct Part {
        FleetGroup group;
        std::map<std::int64_t, double> at;  ///< work in each stretch
        bool has_peak = true;
    };

    static void add_to(FleetGroup& group, const FleetGpu& gpu) {
        ++group.gpus;
        if (!gpu.share) return;
        ++group.judged;
        group.above += gpu.standing == Standing::above;
        group.within_margin += gpu.standing == Standing::within_margin;
        group.below += gpu.standing == Standing::below;
        group.work += *gpu.share;
        group.owned += gpu.owned;
        group.rented += gpu.rented;
    }

    void remark_on_models() {
        if (models_.size() < 2) return;
        std::string list;
        for (const std::string& model : models_) list += (list.empty() ? "" : ", ") + model;
        fleet_.remarks.push_back("the scenario's one price and line stand for GPUs of several models: " + list);
    }

    void finish(Part& part) const {
        FleetGroup& group = part.group;
        const Fraction reachable = sheet_.reachable;
        // Never more than do the work today: a GPU that computes beyond what is called reachable shows that it can be.
        const auto gpus_for = [&](Fraction work) { return std::min(group.judged, whole_gpus(work / reachable)); };
        group.needed = gpus_for(group.work);
        if (!part.has_peak || part.at.empty()) return;
        const auto peak = std::max_element(part.at.begin(), part.at.end(), [](const auto& a, const auto& b) { return a.second < b.second; });
        group.needed_at_peak = std::max(group.needed, gpus_for(peak->second));
    }

    CostSheet sheet_;
    Fleet fleet_;
    std::map<std::string, Part> parts_;
    Part all_;
    std::set<std::string> models_;
};

std::string path_of(const KernelEvidence& evidence, const DeviceEvidence& device) {
    return device.file < evidence.files.size() ? evidence.files[device.file].path : std::string();
}

}  // namespace

Fleet fleet_of(const KernelAudit& audit, const LoadedScenario& scenario, FleetKey by) {
    FleetSum sum(scenario, by);
    for (std::size_t i = 0; i < audit.evidence.devices.size(); ++i) {
        const DeviceEvidence& device = audit.evidence.devices[i];
        FleetGpu gpu;
        gpu.gpu = gpu_identity(device);
        gpu.group = by == FleetKey::gpu ? gpu.gpu : by == FleetKey::name ? device.name : by == FleetKey::file ? path_of(audit.evidence, device) : "";
        sum.add(std::move(gpu), device.name, audit.verdicts[i], nullptr);
    }
    return std::move(sum).done("a kernel log");
}

Fleet fleet_of(const SampleAudit& audit, const LoadedScenario& scenario, FleetKey by) {
    FleetSum sum(scenario, by);
    for (std::size_t i = 0; i < audit.telemetry.devices.size(); ++i) {
        const TelemetryDevice& device = audit.telemetry.devices[i];
        const GpuIdentity& is = device.gpu;
        FleetGpu gpu;
        gpu.gpu = detail::gpu_identity(is);
        gpu.group = detail::group_of(is, by);
        sum.add(std::move(gpu), is.name, audit.verdicts[i], device.series.empty() || audit.telemetry.times == SampleTimes::none ? nullptr : &device.series);
    }
    return std::move(sum).done("this telemetry");
}

}  // namespace breakeven
