#include <breakeven/core/parse.hpp>
#include <breakeven/decisions/line_batch.hpp>
#include <breakeven/decisions/sweep.hpp>

#include <charconv>
#include <string>

namespace breakeven {

namespace {

constexpr std::string_view example = "write it as in electricity.price=\"0.2..2.0 CNY/kWh/19\"";

Position place(std::string_view text, std::size_t begin, std::size_t end) {
    Position at;
    at.file = "--sweep";
    at.line = 1;
    at.column = detail::characters(text.substr(0, begin)) + 1;
    at.length = detail::characters(text.substr(begin, end - begin));
    at.text = text;
    return at;
}

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    return text;
}

/// Where the unit begins: after the number.
std::size_t end_of_number(std::string_view text) {
    double number = 0.0;
    return static_cast<std::size_t>(std::from_chars(text.data(), text.data() + text.size(), number).ptr - text.data());
}

/// The count behind the last '/', when that is a number: in "1..2 CNY/h" the last '/' belongs to the unit.
std::optional<std::string_view> count_of(std::string_view range) {
    const std::size_t slash = range.rfind('/');
    if (slash == std::string_view::npos) return std::nullopt;
    const std::string_view tail = trimmed(range.substr(slash + 1));
    if (tail.empty() || tail.find_first_not_of("+-.0123456789") != std::string_view::npos) return std::nullopt;
    return range.substr(slash + 1);
}

}  // namespace

SweepAxis parse_sweep(const LoadedScenario& loaded, std::string_view text) {
    const std::size_t equals = text.find('=');
    if (equals == std::string_view::npos) throw InputError("an = is missing", std::string(example), place(text, 0, text.size()));
    SweepAxis out;
    try {
        out.key = find_key(loaded, trimmed(text.substr(0, equals)));
    } catch (const InputError& error) {
        throw error.placed(place(text, 0, equals));
    }
    std::string_view range = text.substr(equals + 1);
    if (const auto count = count_of(range)) {
        const std::string_view digits = trimmed(*count);
        const auto begin = static_cast<std::size_t>(digits.data() - text.data());
        const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), out.count);
        if (error != std::errc() || end != digits.data() + digits.size() || out.count < 2 || out.count > most_sweep_points)
            throw InputError("a sweep has 2 to " + std::to_string(most_sweep_points) + " values",
                             "the number behind the last / is how many: " + std::string(example), place(text, begin, begin + digits.size()));
        range.remove_suffix(count->size() + 1);
    }
    const std::size_t dots = range.find("..");
    if (dots == std::string_view::npos)
        throw InputError("a range has two ends with .. between them", std::string(example), place(text, equals + 1, text.size()));
    std::string from(trimmed(range.substr(0, dots)));
    const std::string to(trimmed(range.substr(dots + 2)));
    // "0.2..2.0 CNY/kWh": the unit of the second end is meant for both.
    if (end_of_number(from) == from.size()) from += to.substr(end_of_number(to));
    const auto read = [&](const std::string& value, std::size_t begin, std::size_t end) {
        try {
            return detail::parse_in_system(value, out.key.dimension, &loaded.door);
        } catch (const InputError& error) {
            throw error.placed(place(text, begin, end));
        }
    };
    const std::size_t start = equals + 1;
    out.to = read(to, start + dots + 2, start + range.size());
    out.from = read(from, start, start + dots);
    if (!(out.from < out.to))
        throw InputError("the range is empty: its first end must be below its second", std::string(example),
                         place(text, start, start + range.size()));
    return out;
}

SweepAnswer sweep(const LoadedScenario& loaded, std::vector<SweepAxis> axes, const Context& asked) {
    if (axes.empty() || axes.size() > 2) throw InputError("a sweep has one key or two", "give --sweep once or twice");
    if (axes.size() == 2 && axes[0].key.key == axes[1].key.key)
        throw InputError("both sweeps change " + axes[0].key.key, "give two different keys");
    for (const SweepAxis& axis : axes)
        if (axis.count < 2) throw InputError("a sweep has 2 values or more");
    SweepAnswer out;
    out.axes = std::move(axes);
    const std::size_t rows = out.axes[0].count;
    const std::size_t columns = out.columns();
    if (rows > most_sweep_points / columns)
        throw InputError("this sweep has more than " + std::to_string(most_sweep_points) + " points", "take fewer values of each key");

    std::vector<LineInput> inputs;
    std::vector<std::vector<double>> values;
    for (const SweepAxis& axis : out.axes) {
        inputs.push_back({axis.key.key});  // values are in the one system's units
        values.emplace_back();
        for (std::size_t i = 0; i < axis.count; ++i) values.back().push_back(axis.at(i));
    }
    const LineBatch batch(LineFunction(loaded, asked), inputs, [](std::size_t, const InputError& error) { return error; });
    out.base = batch.line()(batch.line().scenario());
    Lines lines;
    lines.resize(rows * columns);
    if (values.size() == 2) {
        batch.grid(values[0], values[1], lines.out());
    } else {
        const std::span<const double> column(values[0]);
        batch.table({&column, 1}, lines.out());
    }
    out.points.reserve(rows * columns);
    for (std::size_t i = 0; i < rows * columns; ++i) out.points.push_back(lines.point(i));
    return out;
}

}  // namespace breakeven
