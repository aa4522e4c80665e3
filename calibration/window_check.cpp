// Each check returns at the first thing that is wrong with a row.
#include <breakeven/calibration/window_check.hpp>

#include <breakeven/calibration/exact_decimal.hpp>
#include <breakeven/calibration/printable.hpp>
#include <breakeven/core/decimal.hpp>
#include <breakeven/core/suggest.hpp>
#include <breakeven/models/context.hpp>

#include <algorithm>
#include <cmath>

namespace breakeven {

namespace {
constexpr std::size_t longest_level = 200;

/// Whether a field is one of the ways to write that nothing was measured.
bool is_missing(std::string_view field) {
    if (field.empty()) return true;
    if (field.size() > 6 || is_digit(field.front())) return false;
    constexpr std::string_view words[] = {"nan", "-nan", "+nan", "na", "n/a", "[n/a]", "null", "none", "-", "?"};
    return std::find(std::begin(words), std::end(words), detail::lower(field)) != std::end(words);
}

bool is_infinite(std::string_view field) {
    if (is_digit(field.front())) return false;
    std::string text = detail::lower(field);
    if (text.starts_with('-') || text.starts_with('+')) text.erase(0, 1);
    return text == "inf" || text == "infinity";
}

/// Reads fields one after the other and keeps the first complaint.
class Checker {
public:
    Checker(const WindowFields& fields, std::string& reason) : fields_(&fields), reason_(&reason) {}

    /// The column's number; none with a reason where it is missing or no finite decimal.
    std::optional<DoubleDouble> number(WindowColumn column) {
        const std::string_view text = (*fields_)[column];
        if (is_missing(text)) return complain(column, "is missing");
        if (is_infinite(text)) return complain(column, "is not finite");
        const auto value = parse_exact_decimal(text);
        return value ? value : complain(column, "is no decimal number");
    }
    std::optional<DoubleDouble> positive(WindowColumn column) {
        const auto value = number(column);
        return !value || value->value > 0.0 ? value : complain(column, "is not above zero");
    }
    std::nullopt_t complain(WindowColumn column, std::string_view what) {
        reason_->assign(to_string(column)).append(" ").append(what);
        return std::nullopt;
    }

private:
    const WindowFields* fields_;
    std::string* reason_;
};

/// Where both are given, the window must hold the effective time, whatever the target.
bool times_agree(const WindowFields& fields, Checker& check) {
    std::optional<DoubleDouble> window, effective;
    if (!is_missing(fields[WindowColumn::window_s]) && !(window = check.positive(WindowColumn::window_s))) return false;
    if (!is_missing(fields[WindowColumn::effective_s])) {
        if (!(effective = check.number(WindowColumn::effective_s))) return false;
        if (effective->value < 0.0) return check.complain(WindowColumn::effective_s, "is negative"), false;
    }
    if (window && effective && effective->value > window->value) return check.complain(WindowColumn::effective_s, "is above window_s"), false;
    return true;
}

bool read_target(CalibrationTarget target, Checker& check, CheckedWindow& out) {
    if (target == CalibrationTarget::line) {
        const auto line = check.number(WindowColumn::line);
        if (!line) return false;
        if (line->value < 0.0) return check.complain(WindowColumn::line, "is negative"), false;
        if (line->value > 1.0) return check.complain(WindowColumn::line, "is above 1 (12 % is 0.12)"), false;
        out.target = *line;
        return true;
    }
    const auto effective = check.positive(WindowColumn::effective_s);
    if (!effective) return false;
    if (target == CalibrationTarget::time_per_work) {
        const auto work = check.positive(WindowColumn::work);
        if (!work) return false;
        out.target = *effective / *work;
    } else {
        const auto window = check.positive(WindowColumn::window_s);
        if (!window) return false;
        out.target = *window / *effective;
        const double share = (*effective / *window).value;
        out.weight *= share * share * share * share;  // var(1/e) = var(e)/e^4
    }
    if (!(std::isfinite(out.target.value) && std::isfinite(out.target.low) && out.weight > 0.0 && std::isfinite(out.weight)))
        return check.complain(WindowColumn::effective_s, "is out of all proportion"), false;
    return true;
}
}  // namespace

std::optional<CheckedWindow> check_window(const WindowFields& fields, CalibrationTarget target, const WindowColumns& columns,
                                          std::string& reason) {
    Checker check(fields, reason);
    CheckedWindow out;
    const auto time = parse_timestamp(fields[WindowColumn::timestamp]);
    if (!time) return check.complain(WindowColumn::timestamp, is_missing(fields[WindowColumn::timestamp]) ? "is missing" : "is no date and time");
    // No log of a GPU is from then, and between times inside no difference overflows.
    constexpr std::int64_t year_2200_ns = 7'258'118'400'000'000'000;
    if (time->time_ns < 0 || time->time_ns >= year_2200_ns) return check.complain(WindowColumn::timestamp, "is before 1970 or after 2199");
    out.time = *time;
    if (columns.has(WindowColumn::temperature_c)) {
        const auto temperature = check.number(WindowColumn::temperature_c);
        if (!temperature) return std::nullopt;
        if (!(temperature->value >= coldest_c && temperature->value <= hottest_c))
            return check.complain(WindowColumn::temperature_c, "is out of range (-60 to 150)");
        out.temperature_c = *temperature;
    }
    for (std::size_t c = 0; c < std::size(context_categories); ++c) {
        const auto column = static_cast<WindowColumn>(static_cast<std::size_t>(WindowColumn::task) + c);
        // Words are levels: "none" is one, and so may "NA" be. Only an empty field says nothing.
        if (fields[column].empty() && columns.has(column)) return check.complain(column, "is missing");
        if (fields[column].size() > longest_level) return check.complain(column, "is longer than 200 characters");
        if (!is_printable(fields[column])) return check.complain(column, "is no printable UTF-8 text");
    }
    if (fields[WindowColumn::gpu].size() > longest_level || !is_printable(fields[WindowColumn::gpu]))
        return check.complain(WindowColumn::gpu, "is no printable UTF-8 text of at most 200 characters");
    if (columns.has(WindowColumn::weight)) {
        const auto weight = check.positive(WindowColumn::weight);
        if (!weight) return std::nullopt;
        out.weight = weight->value;
    }
    if (!times_agree(fields, check) || !read_target(target, check, out)) return std::nullopt;
    return out;
}

}  // namespace breakeven
