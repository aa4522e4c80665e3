// What-if JSON: the parts that several of its answers share. Numbers are in the key's own unit and never rounded.
#pragma once

#include "json_numbers.hpp"
#include "line_answer.hpp"

#include <breakeven/decisions/whatif_key.hpp>
#include <breakeven/decisions/whatif_line.hpp>

#include <nlohmann/json.hpp>

#include <string>
#include <string_view>

namespace breakeven::cli {

/// {"outcome", "line", "lines"}.
[[nodiscard]] inline nlohmann::ordered_json json_of(const LinePoint& point) {
    return {{"outcome", to_string(point.outcome)}, {"line", or_null(point.line)}, {"lines", point.lines}};
}

[[nodiscard]] inline nlohmann::ordered_json unit_of(const ScenarioKey& key) { return or_null(key.unit); }

/// The head of every answer of `whatif`: its schema, which question it answers, and the line of the scenario as it is, in full.
[[nodiscard]] inline nlohmann::ordered_json whatif_head(std::string_view question, const LineAnswer& base) {
    return {{"schema", "breakeven.whatif/1"}, {"question", question}, {"scenario", base.scenario},
            {"currency", std::string(base.currency.code())}, {"base", present(base).json}};
}

}  // namespace breakeven::cli
