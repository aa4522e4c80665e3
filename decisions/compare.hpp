// Compare: machines to own and GPUs to rent, for one job, best first, and why each of the others loses.
//
// Every machine is held against every rented GPU: the lower the line, the sooner owning pays. Given how much there is to do (a busy
// share of the first machine), the same job is also priced on each of them, owned and rented.
#pragma once

#include <breakeven/core/units.hpp>
#include <breakeven/decisions/compare_machine.hpp>
#include <breakeven/decisions/compare_speed.hpp>
#include <breakeven/decisions/line.hpp>

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace breakeven {

struct CompareQuestion {
    std::vector<LoadedScenario> scenarios;  ///< one or more: machines as they are, each with its own cloud
    std::vector<std::string> gpus;          ///< in place of the first scenario's GPU; its own name stands for it as it is
    std::vector<std::string> clouds;        ///< GPUs (the cheapest recent offer) or offers, in place of each scenario's cloud
    std::map<std::string, Money> prices;    ///< of GPUs whose list price does not do, by their name in `gpus`
    std::vector<SpeedEstimate> speeds;      ///< measured, of the first scenario's own two GPUs
    std::optional<Fraction> share;          ///< how much there is to do: busy share of the first machine
    Arithmetic arithmetic = Arithmetic::fp32;
};

/// One machine against one rented GPU.
struct CompareRow {
    std::string machine;
    std::string cloud;
    std::string offer;                    ///< the catalog's id and date; empty for a scenario's own cloud
    Fraction speed_ratio = 1.0;
    SpeedSource speed_source = SpeedSource::scenario;
    std::vector<SpeedEstimate> others;    ///< what other evidence says
    Scenario scenario;                    ///< of this pair
    std::optional<LineAnswer> line;       ///< none when a figure is missing
    std::string why;                      ///< why it loses against the first row, or what is missing
};

/// One way to do the job.
struct JobOption {
    bool owned = false;
    std::string name;
    std::optional<CostRate> cost;         ///< mean over all hours; none when it cannot do the job
    std::optional<Fraction> busy_share;   ///< of that machine's hours
    std::string why;                      ///< why it is not the first
};

struct CompareAnswer {
    Currency currency;
    std::vector<CompareRow> rows;      ///< best first
    std::vector<JobOption> options;    ///< cheapest first; empty without a share
    std::optional<Fraction> share;
    std::vector<std::string> remarks;
};

/// Throws InputError: no scenario, a GPU or an offer that the catalog does not know (with the nearest names), scenarios of different
/// currencies with a share, a share outside 0 to 1.
[[nodiscard]] CompareAnswer compare(const CompareQuestion& question, const Catalog& catalog, const Context& asked);

}  // namespace breakeven
