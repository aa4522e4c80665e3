#include <breakeven/core/parse.hpp>

#include <breakeven/core/float_text.hpp>
#include <breakeven/core/suggest.hpp>

#include <cmath>
#include <optional>
#include <system_error>

namespace breakeven {

namespace {

// A factor is kept as a quotient of two exact numbers: 0.87 % is 0.87/100, rounded once, not 0.87 * 0.01, rounded twice.
struct Factor {
    long double times = 1.0L;
    long double over = 1.0L;
};

struct UnitEntry {
    std::string_view name;
    Factor factor;
    Dimension dimension;
};

constexpr auto energy = dimension_of<Energy>;
constexpr auto power = dimension_of<Power>;
constexpr auto time_ = dimension_of<Time>;
constexpr auto data = dimension_of<Memory>;
constexpr auto mass = dimension_of<Mass>;

constexpr std::array units = {
    UnitEntry{"W", {}, power},
    UnitEntry{"kW", {1e3L, 1}, power},
    UnitEntry{"MW", {1e6L, 1}, power},
    UnitEntry{"Wh", {3600.0L, 1}, energy},
    UnitEntry{"kWh", {3.6e6L, 1}, energy},
    UnitEntry{"MWh", {3.6e9L, 1}, energy},
    UnitEntry{"J", {}, energy},
    UnitEntry{"kJ", {1e3L, 1}, energy},
    UnitEntry{"MJ", {1e6L, 1}, energy},
    UnitEntry{"pJ", {1, 1e12L}, energy},
    UnitEntry{"s", {}, time_},
    UnitEntry{"ms", {1, 1e3L}, time_},
    UnitEntry{"us", {1, 1e6L}, time_},
    UnitEntry{"ns", {1, 1e9L}, time_},
    UnitEntry{"min", {60.0L, 1}, time_},
    UnitEntry{"h", {3600.0L, 1}, time_},
    UnitEntry{"day", {86400.0L, 1}, time_},
    UnitEntry{"week", {604800.0L, 1}, time_},
    UnitEntry{"month", {2628000.0L, 1}, time_},
    UnitEntry{"yr", {31536000.0L, 1}, time_},
    UnitEntry{"B", {}, data},
    UnitEntry{"kB", {1e3L, 1}, data},
    UnitEntry{"MB", {1e6L, 1}, data},
    UnitEntry{"GB", {1e9L, 1}, data},
    UnitEntry{"TB", {1e12L, 1}, data},
    UnitEntry{"KiB", {1024.0L, 1}, data},
    UnitEntry{"MiB", {1048576.0L, 1}, data},
    UnitEntry{"GiB", {1073741824.0L, 1}, data},
    UnitEntry{"TiB", {1099511627776.0L, 1}, data},
    UnitEntry{"bit", {1, 8}, data},
    UnitEntry{"kg", {}, mass},
    UnitEntry{"g", {1, 1e3L}, mass},
    UnitEntry{"t", {1e3L, 1}, mass},
    UnitEntry{"K", {}, dimension_of<TemperatureDifference>},
    UnitEntry{"%", {1, 100}, {}},
};

// What people write for it, and what it is called here.
struct Spelling {
    std::string_view written;
    std::string_view meant;
};
constexpr std::array spellings = {
    Spelling{"hour", "h"},    Spelling{"hours", "h"},   Spelling{"hr", "h"},       Spelling{"hrs", "h"},   Spelling{"year", "yr"},
    Spelling{"years", "yr"},  Spelling{"a", "yr"},      Spelling{"days", "day"},   Spelling{"d", "day"},   Spelling{"months", "month"},
    Spelling{"mo", "month"},  Spelling{"weeks", "week"}, Spelling{"minute", "min"}, Spelling{"minutes", "min"}, Spelling{"sec", "s"},
    Spelling{"seconds", "s"}, Spelling{"µs", "us"},     Spelling{"μs", "us"},      Spelling{"watt", "W"},  Spelling{"watts", "W"},
    Spelling{"°C", "degC"},   Spelling{"℃", "degC"},    Spelling{"C", "degC"},     Spelling{"percent", "%"}, Spelling{"points", "pp"},
    Spelling{"bits", "bit"},  Spelling{"ton", "t"},     Spelling{"tonne", "t"},    Spelling{"bytes", "B"},
};

struct CurrencySign {
    std::string_view sign;
    std::string_view remedy;
};
constexpr std::array currency_signs = {
    CurrencySign{"¥", "is it CNY or JPY? write the ISO 4217 code"},
    CurrencySign{"￥", "is it CNY or JPY? write the ISO 4217 code"},
    CurrencySign{"$", "write the ISO 4217 code, such as USD"},
    CurrencySign{"€", "write the ISO 4217 code, EUR"},
    CurrencySign{"£", "write the ISO 4217 code, GBP"},
    CurrencySign{"₹", "write the ISO 4217 code, INR"},
    CurrencySign{"₩", "write the ISO 4217 code, KRW"},
};

/// A mistake in the bytes [begin, end) of `text`.
[[noreturn]] void fail(std::string_view text, std::size_t begin, std::size_t end, std::string message, std::string hint) {
    Position at;
    at.line = 1;
    at.column = detail::characters(text.substr(0, begin)) + 1;
    at.length = std::max<std::size_t>(1, detail::characters(text.substr(begin, end - begin)));
    at.text = text;
    throw InputError(std::move(message), std::move(hint), std::move(at));
}

[[noreturn]] void fail_whole(std::string_view text, std::string message, std::string hint) {
    fail(text, 0, text.size(), std::move(message), std::move(hint));
}

std::string quoted(std::string_view text) { return "\"" + std::string(text.substr(0, 80)) + "\""; }

/// The example of a dimension, in the user's own currency where there is one yet.
std::string example(const DimensionName& name, const Exchange* door) {
    std::string out(name.example);
    if (const auto at = out.find("CNY"); at != std::string::npos && door != nullptr && door->into() != Currency())
        out.replace(at, 3, door->into().code());
    return quoted(out);
}

struct Read {
    Factor factor;
    Dimension dimension;
    bool points = false;  // a term was "pp"
    bool celsius = false; // a term was "degC"
    int terms = 0;
};

class UnitReader {
public:
    UnitReader(std::string_view text, std::size_t at, const Exchange* door) : text_(text), at_(at), door_(door) {}

    Read read() {
        Read out;
        int sign = 1;
        for (skip_space(); at_ < text_.size(); skip_space()) {
            if (at_begins_operator()) {
                sign = text_[at_] == '/' ? -1 : 1;
                const std::size_t operator_at = at_;
                at_ += text_[at_] == '/' || text_[at_] == '*' ? 1 : std::string_view("·").size();
                const std::size_t operator_end = at_;
                skip_space();
                if (at_ == text_.size() || at_begins_operator())
                    fail(text_, operator_at, operator_end, "a unit is missing after this sign", "such as \"CNY/h\"");
            }
            term(out, sign);
            sign = 1;
        }
        return out;
    }

private:
    void skip_space() {
        while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
    }

    bool at_begins_operator() const { return text_[at_] == '/' || text_[at_] == '*' || text_.substr(at_).starts_with("·"); }

    void term(Read& out, int sign) {
        const std::size_t begin = at_;
        while (at_ < text_.size() && text_[at_] != ' ' && text_[at_] != '\t' && !at_begins_operator()) ++at_;
        const std::string_view name = text_.substr(begin, at_ - begin);
        ++out.terms;
        if (name == "pp") {
            out.points = true;
            apply(out, {1, 100}, {}, sign);
        } else if (name == "degC") {
            out.celsius = true;
        } else if (const UnitEntry* unit = find(name)) {
            apply(out, unit->factor, unit->dimension, sign);
        } else if (const auto currency = Currency::find(name)) {
            apply(out, {static_cast<long double>(rate(*currency, begin)), 1}, dimension_of<Money>, sign);
        } else {
            unknown(name, begin);
        }
    }

    static const UnitEntry* find(std::string_view name) {
        for (const UnitEntry& unit : units)
            if (unit.name == name) return &unit;
        return nullptr;
    }

    static void apply(Read& out, Factor factor, const Dimension& dimension, int sign) {
        out.factor.times *= sign > 0 ? factor.times : factor.over;
        out.factor.over *= sign > 0 ? factor.over : factor.times;
        out.dimension = out.dimension.times(dimension, sign);
    }

    double rate(const Currency& currency, std::size_t begin) const {
        if (door_ == nullptr) fail(text_, begin, at_, "no money belongs here", "");
        try {
            return door_->rate(currency);
        } catch (const InputError& error) {
            fail(text_, begin, at_, error.message(), error.hint());
        }
    }

    [[noreturn]] void unknown(std::string_view name, std::size_t begin) const {
        for (const CurrencySign& sign : currency_signs)
            if (name.find(sign.sign) != std::string_view::npos)
                fail_whole(text_, "\"" + std::string(sign.sign) + "\" is no currency code", std::string(sign.remedy));
        for (const Spelling& spelling : spellings)
            if (spelling.written == name)
                fail(text_, begin, at_, "unknown unit " + quoted(name), "write " + quoted(spelling.meant));
        std::vector<std::string> known = unit_names();
        if (name.size() == 3) known.insert(known.end(), Currency::codes().begin(), Currency::codes().end());
        const std::string meant = did_you_mean(name, known);
        fail(text_, begin, at_, "unknown unit " + quoted(name),
             meant.empty() ? "units are W, kWh, h, yr, GB, %, K, an ISO 4217 currency and their products and quotients" : meant);
    }

    std::string_view text_;
    std::size_t at_;
    const Exchange* door_;
};

struct Number {
    long double value = 0.0L;
    std::size_t end = 0;
};

Number read_number(std::string_view text) {
    std::size_t at = 0;
    while (at < text.size() && (text[at] == ' ' || text[at] == '\t')) ++at;
    const std::size_t begin = at;
    if (at < text.size() && text[at] == '+') ++at;
    const std::size_t digits = at == begin && at < text.size() && text[at] == '-' ? at + 1 : at;
    // from_chars would take "inf" and "nan" too; neither is a value anyone can own.
    if (digits >= text.size() || !((text[digits] >= '0' && text[digits] <= '9') || text[digits] == '.')) {
        for (const CurrencySign& sign : currency_signs)
            if (text.substr(begin).starts_with(sign.sign))
                fail_whole(text, "\"" + std::string(sign.sign) + "\" is no currency code", std::string(sign.remedy));
        fail_whole(text, quoted(text) + " does not begin with a number", "write the number first, then the unit, such as \"115 W\"");
    }
    Number out;
    const auto [end, error] = detail::float_from_chars(text.data() + at, text.data() + text.size(), out.value);
    out.end = static_cast<std::size_t>(end - text.data());
    if (error == std::errc::result_out_of_range || !std::isfinite(static_cast<double>(out.value)))
        fail(text, begin, std::max(out.end, begin + 1), "the number is too large or too small to count with", "");
    if (error != std::errc()) fail(text, begin, text.size(), "this is no number", "such as 0.85 or 1.2e-3");
    if (out.end < text.size() && (text[out.end] == ',' || text[out.end] == '_' || text[out.end] == '\''))
        fail(text, begin, out.end + 1, "a number has a decimal point and no grouping", "write 8500 or 0.85");
    return out;
}

struct Value {
    double in_system = 0.0;
    Read unit;
};

Value read_value(std::string_view text, const Exchange* door) {
    if (text.size() > 200) fail_whole(text.substr(0, 200), "the value is too long", "write a number and a unit");
    const Number number = read_number(text);
    const Read unit = UnitReader(text, number.end, door).read();
    const auto value = static_cast<double>(number.value * unit.factor.times / unit.factor.over);
    if (!std::isfinite(value)) fail_whole(text, "the number is too large to count with", "");
    return {value, unit};
}

[[noreturn]] void fail_dimension(std::string_view text, const Dimension& wanted, const Read& found, const Exchange* door) {
    const DimensionName& want = name_of(wanted);
    if (found.terms == 0) {
        if (wanted == dimension_of<Money>)
            fail_whole(text, "a price needs a currency", "write the ISO 4217 code, such as " + example(want, door));
        fail_whole(text, std::string(want.name) + " needs its unit", "write it as in " + example(want, door));
    }
    if (found.dimension == dimension_of<Money> && wanted == dimension_of<CostRate>)
        fail_whole(text, quoted(text) + " is an amount of money; a rent needs a time", "write it as in " + example(want, door));
    fail_whole(text, quoted(text) + " is " + std::string(name_of(found.dimension).name) + ", not " + std::string(want.name),
               "write it as in " + example(want, door));
}

void refuse_celsius(std::string_view text, const Read& found) {
    if (found.celsius)
        fail_whole(text, "degC is a point on the scale, not a difference", "differences of temperature are in K, such as \"0.87 %/K\"");
}

}  // namespace

const std::vector<std::string>& unit_names() {
    static const std::vector<std::string> names = [] {
        std::vector<std::string> out;
        for (const UnitEntry& unit : units) out.emplace_back(unit.name);
        out.emplace_back("degC");
        out.emplace_back("pp");
        return out;
    }();
    return names;
}

namespace detail {

double parse_in_system(std::string_view text, const Dimension& wanted, const Exchange* door) {
    const Value value = read_value(text, door);
    refuse_celsius(text, value.unit);
    if (value.unit.points)
        fail_whole(text, "pp is a difference of two percentages and does not belong here", "a share is written 0.35 or \"35 %\"");
    if (value.unit.dimension != wanted || (value.unit.terms == 0 && !wanted.is_number()))
        fail_dimension(text, wanted, value.unit, door);
    return value.in_system;
}

std::string text_in_unit(double value, std::string_view unit, const Dimension& dimension, const Exchange* door) {
    const std::string one = "1 " + std::string(unit);
    const Value factor = read_value(one, door);
    if (factor.unit.dimension != dimension) fail_dimension(one, dimension, factor.unit, door);
    const long double counted = static_cast<long double>(value) * factor.unit.factor.over / factor.unit.factor.times;
    char digits[64];
    std::string text;
    // Fewest digits first. A double's 17 may not do: the unit's factor spreads neighbouring doubles apart.
    for (int precision = 1; precision <= 22; ++precision) {
        char* end = float_to_chars(digits, digits + sizeof digits, counted, precision).ptr;
        if (precision <= 17) {  // the same number as people write it: 8500, not 8.5e+03
            double rounded = 0.0;
            (void)float_from_chars(digits, end, rounded);
            end = float_to_chars(digits, digits + sizeof digits, rounded).ptr;
        }
        text.assign(digits, end);
        if (!unit.empty()) text += " " + std::string(unit);
        if (parse_in_system(text, dimension, door) == value) return text;
    }
    return text;
}

double number_in_unit(double value, std::string_view unit, const Dimension& dimension, const Exchange* door) {
    return static_cast<double>(read_number(text_in_unit(value, unit, dimension, door)).value);
}

}  // namespace detail

Fraction parse_points(std::string_view text) {
    const Value value = read_value(text, nullptr);
    refuse_celsius(text, value.unit);
    if (!value.unit.points || value.unit.terms != 1)
        fail_whole(text, quoted(text) + " is not in percentage points", "write it as in \"1.8 pp\"");
    return value.in_system;
}

Temperature parse_temperature(std::string_view text) {
    const Value value = read_value(text, nullptr);
    if (!value.unit.celsius || value.unit.terms != 1)
        fail_whole(text, quoted(text) + " is no point on the temperature scale", "write it as in \"32 degC\"");
    if (value.in_system < -273.15) fail_whole(text, "colder than absolute zero", "write it as in \"32 degC\"");
    return celsius(value.in_system);
}

}  // namespace breakeven
