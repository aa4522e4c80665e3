#include <breakeven/calibration/weight_uncertainty.hpp>

#include <breakeven/core/config.hpp>
#include <breakeven/core/errors.hpp>

namespace breakeven {

namespace {
const std::string* text_in(const ConfigNode& node) { return node.kind == ConfigNode::Kind::string ? &node.text : nullptr; }

[[noreturn]] void refuse(const ConfigNode& node, const std::string& message) {
    throw InputError(message, "write the file again with calibrate --weights-out", node.position);
}
}  // namespace

std::optional<WeightUncertainty> read_weight_uncertainty(const std::string& path) {
    const Config config = Config::from_file(path);
    const ConfigNode* terms = config.find("calibration.terms");
    const ConfigNode* covariance = config.find("calibration.covariance");
    if (terms == nullptr || covariance == nullptr) return std::nullopt;
    WeightUncertainty out;
    for (const ConfigNode& term : terms->items) {
        if (text_in(term) == nullptr) refuse(term, "a term's name is a string");
        out.terms.push_back(*text_in(term));
    }
    if (covariance->items.size() != out.terms.size()) refuse(*covariance, "the covariance has not one row for each term");
    for (const ConfigNode& row : covariance->items) {
        if (row.items.size() != out.terms.size()) refuse(row, "the covariance has not one column for each term");
        for (const ConfigNode& entry : row.items) {
            if (entry.kind != ConfigNode::Kind::number) refuse(entry, "a covariance is a number");
            out.covariance.push_back(entry.number);
        }
    }
    if (const ConfigNode* quantile = config.find("calibration.quantile")) {
        if (quantile->kind != ConfigNode::Kind::number || !(quantile->number > 0.0)) refuse(*quantile, "the quantile is a number above zero");
        out.quantile = quantile->number;
    }
    if (const ConfigNode* range = config.find("calibration.temperature_seen"); range != nullptr && range->items.size() == 2) {
        out.coldest = celsius(range->items[0].number);
        out.hottest = celsius(range->items[1].number);
    }
    for (const auto& [category, levels] : config.open_table("calibration.seen"))
        for (const ConfigNode& level : levels->items)
            if (text_in(level) != nullptr) out.seen.push_back({category, *text_in(level)});
    return out;
}

}  // namespace breakeven
