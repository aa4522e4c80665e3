// What-if words: keys, values, changes and outcomes as a person says them.
#pragma once

#include <breakeven/decisions/sweep.hpp>
#include <breakeven/decisions/whatif.hpp>

#include <string>
#include <string_view>

namespace breakeven::cli {

/// "electricity.price" is "the electricity price"; a key without a name of its own stays as it is.
[[nodiscard]] std::string noun_of(std::string_view key);

/// "electricity at 0.2 USD/kWh", "a rent of 1.4 CNY/h"; `value` as written.
[[nodiscard]] std::string with_value(std::string_view key, std::string_view value);

/// A value in its unit with six significant digits at most: "0.85 CNY/kWh".
[[nodiscard]] std::string value_in_words(const ScenarioKey& key, double in_system);
[[nodiscard]] std::string six_digits(double value);

/// What was changed: "electricity at 0.2 USD/kWh and a life of 3 yr".
[[nodiscard]] std::string changes_in_words(const Changes& changes);

/// A line in a cell: "6.31 %", "always own", "never (112 %)", "below 40.0 %".
[[nodiscard]] std::string line_cell(const LinePoint& point);
[[nodiscard]] std::string line_cell(const LineAnswer& line);

/// "from 6.31 % to 6.58 %", with as many digits as tell them apart.
[[nodiscard]] std::string from_to(double before, double after);

/// "+0.27 pp".
[[nodiscard]] std::string points_in_words(double points);

/// "12.6 months", "3.2 years".
[[nodiscard]] std::string duration_in_words(Time time);

[[nodiscard]] std::string capitalized(std::string text);

/// "RTX 4090: what the line hangs on"; without the scenario's name a sentence of its own.
[[nodiscard]] std::string picture_title(const std::string& scenario, std::string what);

}  // namespace breakeven::cli
