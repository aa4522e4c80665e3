#include <breakeven/decisions/compare.hpp>
#include <breakeven/decisions/compare_offers.hpp>
#include <breakeven/decisions/compare_reasons.hpp>
#include <breakeven/decisions/whatif_key.hpp>
#include <breakeven/models/cost_sheet.hpp>

#include <algorithm>
#include <cmath>

namespace breakeven {

namespace {

/// A machine to own, with its own cloud across from it.
struct Owned {
    std::string name;
    std::optional<LoadedScenario> loaded;  ///< none when a figure is missing
    const GpuFacts* gpu = nullptr;         ///< null when the catalog does not know it
    bool as_it_is = true;                  ///< a scenario's own, not one of the catalog
    const LoadedScenario* base = nullptr;  ///< the scenario it comes from
    std::string why_not;
};

struct Rented {
    std::string name;
    std::string offer;
    CloudPrice price;
    const GpuFacts* gpu = nullptr;
    std::optional<Memory> memory;
};

/// The rented GPU of a scenario as it is; null when its offer is not the catalog's.
const GpuFacts* own_cloud_gpu(const Catalog& catalog, const Scenario& scenario) {
    if (scenario.cloud.instance.empty()) return nullptr;
    try {
        return catalog.gpu_of(*catalog.cloud(scenario.cloud.instance).offer);
    } catch (const InputError&) {
        return nullptr;
    }
}

std::string own_cloud_name(const Scenario& scenario) { return scenario.cloud.instance.empty() ? "its own cloud" : scenario.cloud.instance; }

/// The source that the scenario's inputs give for the speed ratio; "default" when nobody stated one.
std::string source_of_ratio(const LoadedScenario& loaded) {
    for (const Input& input : loaded.inputs)
        if (input.key == "cloud.speed_ratio") return input.source;
    return "default";
}

CostRate cost_of_owning(const Scenario& scenario, Fraction share) {
    const CostSheet sheet = cost_sheet(scenario);
    return sheet.branches[sheet.branch_of(share)].local.at(share);
}

class Comparison {
public:
    Comparison(const CompareQuestion& question, const Catalog& catalog, const Context& asked) : question_(question), catalog_(catalog), asked_(asked) {
        for (const LoadedScenario& loaded : question.scenarios) {
            const GpuFacts* gpu = loaded.scenario.gpu.name.empty() ? nullptr : catalog.find_gpu(loaded.scenario.gpu.name);
            const std::string name = gpu != nullptr ? gpu->name : !loaded.scenario.gpu.name.empty() ? loaded.scenario.gpu.name : loaded.scenario.name;
            owned_.push_back({name.empty() ? "the machine" : name, loaded, gpu, true, &loaded, {}});
        }
        if (!question.gpus.empty()) choose_gpus();
        for (const std::string& name : question.clouds) {
            const CloudPrice price = price_of(catalog, name);
            const GpuFacts* gpu = catalog.gpu_of(*price.offer);
            std::optional<Memory> memory = price.offer->gpu_memory;
            if (!memory && gpu != nullptr) memory = gpu->memory;
            rented_.push_back({(gpu != nullptr ? gpu->name : price.offer->gpu) + " at " + price.offer->provider, price.offer->id, price, gpu, memory});
        }
    }

    CompareAnswer answer() {
        CompareAnswer out;
        out.currency = question_.scenarios.front().scenario.currency;
        out.share = question_.share;
        for (const Owned& machine : owned_) {
            if (rented_.empty())
                out.rows.push_back(against_own(machine));
            else
                for (const Rented& rented : rented_) out.rows.push_back(against(machine, rented));
        }
        sort_rows(out.rows);
        for (std::size_t i = 1; i < out.rows.size(); ++i)
            if (out.rows[i].line) out.rows[i].why = why_it_loses(*out.rows.front().line, *out.rows[i].line);
        if (question_.share) add_options(out);
        for (const CompareRow& row : out.rows)
            if (row.line)
                for (const std::string& remark : row.line->remarks) add_remark(out, remark);
        for (const std::string& remark : remarks_) add_remark(out, remark);
        return out;
    }

private:
    static void add_remark(CompareAnswer& out, const std::string& remark) {
        if (std::find(out.remarks.begin(), out.remarks.end(), remark) == out.remarks.end()) out.remarks.push_back(remark);
    }

    void choose_gpus() {
        const Owned own = owned_.front();
        owned_.clear();
        for (const std::string& name : question_.gpus) {
            const GpuFacts& gpu = catalog_.gpu(name);
            const auto price = question_.prices.find(name);
            if (&gpu == own.gpu && price == question_.prices.end()) {
                owned_.push_back(own);
                continue;
            }
            Owned machine{gpu.name, std::nullopt, &gpu, false, own.base, {}};
            try {
                // Its own cloud's ratio, carried over to the other GPU.
                const Fraction ratio = own.base->scenario.cloud.speed_ratio * relative_speed(&gpu, own.gpu);
                machine.loaded = with_machine(*own.base, catalog_, {&gpu, price == question_.prices.end() ? std::nullopt : std::optional(price->second), {}}, ratio);
            } catch (const InputError& error) {
                machine.why_not = error.message() + (error.hint().empty() ? "" : " (" + error.hint() + ")");
            }
            owned_.push_back(std::move(machine));
        }
    }

    [[nodiscard]] Fraction arithmetic_share() const { return question_.scenarios.front().scenario.job.arithmetic_share; }

    /// How many times as fast `one` is as `other`, by the roofline. Throws InputError when a figure is unknown.
    [[nodiscard]] Fraction relative_speed(const GpuFacts* one, const GpuFacts* other) const { return relative_speed(one, other, question_.arithmetic); }

    [[nodiscard]] Fraction relative_speed(const GpuFacts* one, const GpuFacts* other, Arithmetic arithmetic) const {
        if (one == nullptr || other == nullptr)
            throw InputError("the speed of a GPU that the catalog does not know cannot be told", "name both GPUs as the catalog does (gpu.name, cloud.instance)");
        return one == other ? 1.0 : speed_ratio(*one, *other, arithmetic_share(), arithmetic);
    }

    /// Every estimate of the ratio of `machine` to the cloud GPU `cloud`, best first.
    [[nodiscard]] std::vector<SpeedEstimate> estimates(const Owned& machine, const GpuFacts* cloud, bool own_cloud) const {
        const Scenario& base = machine.base->scenario;
        const GpuFacts* base_cloud = own_cloud_gpu(catalog_, base);
        const GpuFacts* base_gpu = base.gpu.name.empty() ? nullptr : catalog_.find_gpu(base.gpu.name);
        std::vector<SpeedEstimate> out;
        // What is known of the scenario's own pair holds for another one once its peaks are put in relation.
        const auto carry = [&](const SpeedEstimate& known) {
            try {
                const Fraction here = machine.as_it_is ? 1.0 : relative_speed(machine.gpu, base_gpu);
                const Fraction there = own_cloud ? 1.0 : relative_speed(base_cloud, cloud);
                const bool same = here == 1.0 && there == 1.0;
                out.push_back({known.ratio * here * there, same ? known.source : SpeedSource::carried, known.words});
            } catch (const InputError&) {
                // Nothing relates the two: the estimate says nothing of this pair.
            }
        };
        if (machine.base == &question_.scenarios.front())
            for (const SpeedEstimate& measured : question_.speeds) carry(measured);
        const std::string source = source_of_ratio(*machine.base);
        if (source != "default" && !source.starts_with("roofline")) carry({base.cloud.speed_ratio, SpeedSource::scenario, source});
        // Both peaks, the one asked for first: which of them bounds a job is seldom known.
        const Arithmetic asked = question_.arithmetic;
        for (const Arithmetic arithmetic : {asked, asked == Arithmetic::fp32 ? Arithmetic::tensor : Arithmetic::fp32}) {
            try {
                out.push_back({relative_speed(machine.gpu, own_cloud && cloud == nullptr ? base_cloud : cloud, arithmetic), SpeedSource::roofline,
                               arithmetic == Arithmetic::fp32 ? "FP32 and bandwidth peaks" : "FP16 tensor and bandwidth peaks"});
            } catch (const InputError&) {
                // A peak is unknown; the other may do.
            }
        }
        if (out.empty() && own_cloud && machine.as_it_is) out.push_back({base.cloud.speed_ratio, SpeedSource::scenario, "assumed"});
        best_first(out);
        return out;
    }

    static CompareRow row_without_line(const Owned& machine, std::string cloud, std::string offer) {
        CompareRow row;
        row.machine = machine.name;
        row.cloud = std::move(cloud);
        row.offer = std::move(offer);
        row.why = machine.why_not;
        return row;
    }

    CompareRow finish(CompareRow row, LoadedScenario loaded, std::vector<SpeedEstimate> known) const {
        if (known.empty()) {
            row.why = "nothing tells how fast the one is against the other (name both GPUs as the catalog does, or give cloud.speed_ratio)";
            return row;
        }
        row.speed_ratio = known.front().ratio;
        row.speed_source = known.front().source;
        row.others.assign(known.begin() + 1, known.end());
        set_input(loaded, find_key(loaded, "cloud.speed_ratio"), row.speed_ratio, std::string(to_string(row.speed_source)));
        row.line = line_of(loaded, asked_);
        row.scenario = std::move(loaded.scenario);
        return row;
    }

    CompareRow against_own(const Owned& machine) const {
        CompareRow row = row_without_line(machine, own_cloud_name(machine.base->scenario), {});
        if (!machine.loaded) return row;
        return finish(std::move(row), *machine.loaded, estimates(machine, nullptr, true));
    }

    CompareRow against(const Owned& machine, const Rented& rented) {
        CompareRow row = row_without_line(machine, rented.name, rented.offer);
        if (!machine.loaded) return row;
        if (rented.memory && machine.loaded->scenario.job.memory > *rented.memory) {
            row.why = "the job does not fit the rented GPU's memory";
            return row;
        }
        LoadedScenario loaded = *machine.loaded;
        const std::string& date = rented.price.offer->origin.date;
        const PriceHere here = price_here(loaded, catalog_, rented.price.offer->for_one_gpu(rented.price.per_hour), date);
        if (!here.remark.empty()) remarks_.push_back(here.remark);
        loaded.scenario.cloud.reserved = {};
        loaded.scenario.cloud.instance = rented.offer;
        set_input(loaded, find_key(loaded, "cloud.price"), (here.price / hour).value(), "catalog " + rented.offer, date);
        std::vector<SpeedEstimate> known = estimates(machine, rented.gpu, false);
        return finish(std::move(row), std::move(loaded), std::move(known));
    }

    /// The same job owned on each machine and rented on each GPU. Its size is a busy share of the first machine.
    void add_options(CompareAnswer& out) {
        require_share(*question_.share, "share");
        const Owned& first = owned_.front();
        for (const LoadedScenario& loaded : question_.scenarios)
            if (loaded.scenario.currency != out.currency)
                throw InputError("the scenarios are in different currencies, so their costs cannot be told apart", "give all of them one currency");
        std::vector<std::string> rented_already;
        for (const CompareRow& row : out.rows) {
            const auto machine = std::find_if(owned_.begin(), owned_.end(), [&](const Owned& one) { return one.name == row.machine; });
            if (!row.line || machine == owned_.end()) continue;
            const std::optional<Fraction> share = share_on(*machine, first);
            const bool listed = std::any_of(out.options.begin(), out.options.end(), [&](const JobOption& one) { return one.owned && one.name == row.machine; });
            if (!listed) out.options.push_back(owning(row, share));
            if (share && std::find(rented_already.begin(), rented_already.end(), row.cloud) == rented_already.end()) {
                rented_already.push_back(row.cloud);
                out.options.push_back({false, row.cloud, row.line->cloud.at(*share), std::nullopt, {}});
            }
        }
        std::stable_sort(out.options.begin(), out.options.end(), [](const JobOption& a, const JobOption& b) {
            return a.cost && (!b.cost || *a.cost < *b.cost);
        });
        for (std::size_t i = 1; i < out.options.size(); ++i)
            if (out.options[i].cost && out.options.front().cost) out.options[i].why = why_dearer(*out.options.front().cost, *out.options[i].cost);
    }

    std::optional<Fraction> share_on(const Owned& machine, const Owned& first) {
        if (machine.name == first.name) return question_.share;
        try {
            return *question_.share / relative_speed(machine.gpu, first.gpu);
        } catch (const InputError&) {
            remarks_.push_back("how fast the " + machine.name + " is against the first machine is not known: it is left out of the job's costs");
            return std::nullopt;
        }
    }

    JobOption owning(const CompareRow& row, const std::optional<Fraction>& share) const {
        JobOption option{true, row.machine, std::nullopt, share, {}};
        if (!share)
            option.why = "its speed is not known";
        else if (*share > row.line->reachable)
            option.why = "it is too slow: the job takes more hours than there are";
        else if (row.line->outcome == Outcome::never && row.line->reason.find("does not fit") != std::string_view::npos)
            option.why = row.line->reason;
        else
            option.cost = cost_of_owning(row.scenario, *share);
        return option;
    }

    /// Sooner first: always, then by the line, then what has none, then what is unknown.
    static void sort_rows(std::vector<CompareRow>& rows) {
        const auto rank = [](const CompareRow& row) {
            if (!row.line) return 5;
            switch (row.line->outcome) {
                case Outcome::always: return 0;
                case Outcome::line: return 1;
                case Outcome::between: return 2;
                case Outcome::only_below: return 3;
                case Outcome::never: return 4;
            }
            return 5;
        };
        std::stable_sort(rows.begin(), rows.end(), [&](const CompareRow& a, const CompareRow& b) {
            if (rank(a) != rank(b)) return rank(a) < rank(b);
            return rank(a) == 1 && *a.line->line < *b.line->line;
        });
    }

    const CompareQuestion& question_;
    const Catalog& catalog_;
    const Context& asked_;
    std::vector<Owned> owned_;
    std::vector<Rented> rented_;
    std::vector<std::string> remarks_;
};

}  // namespace

CompareAnswer compare(const CompareQuestion& question, const Catalog& catalog, const Context& asked) {
    if (question.scenarios.empty()) throw InputError("there is no scenario to compare", "name a scenario file");
    return Comparison(question, catalog, asked).answer();
}

}  // namespace breakeven
