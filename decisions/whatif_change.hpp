// What-if changes: what is set, scaled or moved against a scenario as it is, from the command line or from a what-if file.
//
//     name = "Preprocessing moved to CPUs"
//     [share]                                # what the change does to the measured busy share, where that is known
//     before = "9.2 %"
//     after = "31.7 %"
//     [set]                                  # values in place of the scenario's
//     electricity.price = "0.2 CNY/kWh"
//     [scale]                                # factors on the scenario's own values
//     cloud.speed_ratio = 1.42
#pragma once

#include <breakeven/core/units.hpp>
#include <breakeven/models/scenario_file.hpp>

#include <optional>
#include <string>
#include <vector>

namespace breakeven {

/// One value multiplied.
struct Scaling {
    std::string key;
    double factor = 1.0;
    std::string origin = "--scale";  ///< as errors shall name it
};

/// A busy share before and after a change.
struct ShareChange {
    std::optional<Fraction> before;
    std::optional<Fraction> after;
    std::optional<Fraction> spread_before;  ///< highest less lowest of several measurements
    std::optional<Fraction> spread_after;
};

struct Changes {
    std::string name;
    std::vector<std::string> notes;  ///< what a careful reader should know
    std::vector<Override> sets;
    std::vector<Scaling> scalings;
    ShareChange share;

    [[nodiscard]] bool empty() const { return sets.empty() && scalings.empty(); }
};

/// "electricity.price=2" or "=x2" or "=200 %". Throws InputError, placed in the text.
[[nodiscard]] Scaling parse_scaling(std::string_view text);

/// Reads a what-if file. Throws InputError, placed: cannot be read, an unknown key, a value that is none.
[[nodiscard]] Changes read_changes(const std::string& path);

/// The scenario with the changes: it is read with the values set, then scaled. Throws InputError as read_scenario does.
[[nodiscard]] LoadedScenario read_changed(const std::string& path, const ScenarioOptions& options, const Changes& changes);
/// The same from text, for input that can be read only once; `file_name` is for errors and for files beside it.
[[nodiscard]] LoadedScenario read_changed_text(std::string_view toml, const std::string& file_name, const ScenarioOptions& options,
                                               const Changes& changes);

/// Multiplies one value of `loaded`, and says so among its inputs. Throws InputError: no such key, a value out of its range.
void scale(LoadedScenario& loaded, const Scaling& scaling);

}  // namespace breakeven
