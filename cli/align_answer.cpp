#include "align_answer.hpp"

#include "json_numbers.hpp"
#include "line_answer.hpp"
#include "numbers.hpp"
#include "whatif_words.hpp"
#include "writer.hpp"

#include <fmt/format.h>

#include <array>

namespace breakeven::cli {

namespace {

using nlohmann::ordered_json;

template <class Quantity>
std::optional<double> counted(const std::optional<Quantity>& value, const Quantity& unit) {
    return value ? std::optional(in(*value, unit)) : std::nullopt;
}

ordered_json json_of(const GpuFacts* gpu) {
    if (gpu == nullptr) return nullptr;
    const Frequency tera = 1e12 / second;
    return {{"name", gpu->name}, {"sms", or_null(gpu->sms)}, {"fp32_tflops", or_null(counted(gpu->fp32, tera))},
            {"fp16_tensor_tflops", or_null(counted(gpu->tensor, tera))}, {"bandwidth_gb_s", or_null(counted(gpu->bandwidth, gigabyte / second))},
            {"power_w", or_null(counted(gpu->tdp, watt))}, {"memory_gb", or_null(counted(gpu->memory, gigabyte))},
            {"date", or_null(gpu->origin.date)}, {"source", gpu->origin.source}};
}

ordered_json json_of(const SourceFigures& f, Fraction line) {
    return {{"line", f.line}, {"sms_this", f.sms_this}, {"sms_that", f.sms_that}, {"tflops_this", f.tflops_this}, {"tflops_that", f.tflops_that},
            {"points", f.points}, {"aligned_line", line}};
}

std::string ours_in_words(const LineAnswer& ours) {
    return ours.outcome == Outcome::line ? percent(ours.line) : line_cell(ours);
}

std::string first_line(const AlignAnswer& answer) {
    const std::string& to = answer.that_gpu->name;
    const std::string source = answer.source_line ? percent(answer.source_line) : answer.published_line ? percent(answer.published_line) : "nothing";
    if (answer.ours)
        return fmt::format("On the {}, by its own price, power and speed, the line is {}; the source's formula gives {}.", to, ours_in_words(*answer.ours), source);
    return fmt::format("The source's formula carries the line from {} to {} on the {}; for ours, {}.", line_cell(answer.from), source, to, answer.why_not);
}

Table formula_table(const AlignAnswer& answer) {
    Table out{.title = "", .columns = {"the source's formula", "line", "SMs", "TFLOPS", "points", "gives"},
              .right_aligned = {false, true, true, true, true, true}, .rows = {}};
    const auto add = [&](const std::string& name, const SourceFigures& f, Fraction line) {
        out.rows.push_back({name, percent(f.line), fmt::format("{:g} to {:g}", f.sms_this, f.sms_that), fmt::format("{:.4g} to {:.4g}", f.tflops_this, f.tflops_that),
                            points_in_words(f.points), percent(line)});
    };
    if (answer.source_line) add("with these GPUs' real figures", *answer.source, *answer.source_line);
    if (answer.published_line) {
        SourceFigures published = published_figures;
        published.points = answer.source ? answer.source->points : 0.0;
        add("as the source prints it", published, *answer.published_line);
    }
    return out;
}

const Input* input_of(const LineAnswer& line, std::string_view key) {
    for (const Input& input : line.inputs)
        if (input.key == key) return &input;
    return nullptr;
}

Table ours_table(const AlignAnswer& answer) {
    Table out{.title = "", .columns = {"first principles", answer.this_gpu != nullptr ? answer.this_gpu->name : "this", answer.that_gpu->name, "from"},
              .right_aligned = {false, true, true, false}, .rows = {}};
    static constexpr std::array<std::pair<const char*, const char*>, 5> shown = {{{"ownership.price", "price of what is bought"},
                                                                                 {"ownership.gpu_share", "the GPU's share of it"},
                                                                                 {"electricity.active_power", "busy power"},
                                                                                 {"gpu.memory", "memory"},
                                                                                 {"cloud.speed_ratio", "rented hours for its busy hour"}}};
    for (const auto& [key, name] : shown) {
        const auto cell = [key = key](const LineAnswer& line) {
            const Input* input = input_of(line, key);
            if (input == nullptr || !std::holds_alternative<double>(input->value)) return std::string("–");
            return six_digits(std::get<double>(input->value)) + (input->unit.empty() ? "" : " " + input->unit);
        };
        const Input* input = input_of(*answer.ours, key);
        out.rows.push_back({name, cell(answer.from), cell(*answer.ours), input != nullptr ? input->source : ""});
    }
    out.rows.push_back({"line", line_cell(answer.from), line_cell(*answer.ours), ""});
    return out;
}

/// What separates the two answers.
std::vector<std::string> why_they_differ(const AlignAnswer& answer) {
    std::vector<std::string> out;
    out.emplace_back("The source's formula holds no price and no power, and takes more SMs to lower the line whatever they do; "
                     "a GPU's SMs and its TFLOPS count the same silicon twice, once up and once down.");
    if (answer.published_line)
        out.emplace_back("Its printed 0.8 % does not follow from its own figures, which give " + percent(answer.published_line) +
                         ": they count SMs of the one against cores of another GPU, and a tensor rate against an FP32 rate.");
    if (answer.speed)
        out.push_back(fmt::format("By the roofline the {} does {} times the work of the {} in a busy hour.", answer.that_gpu->name, four_digits(*answer.speed),
                                  answer.this_gpu->name));
    return out;
}

}  // namespace

Answer present(const AlignAnswer& answer) {
    Answer out;
    const std::vector<std::string> why = why_they_differ(answer);
    out.json = {{"schema", "breakeven.align/1"}, {"scenario", answer.from.scenario}, {"currency", std::string(answer.from.currency.code())},
                {"this", json_of(answer.this_gpu)}, {"that", json_of(answer.that_gpu)}, {"line", or_null(answer.from.line)}};
    out.json["source"] = answer.source_line ? json_of(*answer.source, *answer.source_line) : ordered_json(nullptr);
    out.json["source_as_published"] = ordered_json(nullptr);
    if (answer.published_line) {
        SourceFigures published = published_figures;
        published.points = answer.source ? answer.source->points : 0.0;
        out.json["source_as_published"] = json_of(published, *answer.published_line);
    }
    out.json["speed"] = or_null(answer.speed);
    out.json["ours"] = answer.ours ? present(*answer.ours).json : ordered_json(nullptr);
    out.json["why_not"] = or_null(answer.why_not);
    out.json["why_they_differ"] = why;
    out.remarks = answer.ours ? answer.ours->remarks : answer.from.remarks;
    if (!answer.why_not.empty()) out.remarks.push_back("no line of its own: " + answer.why_not + (answer.hint.empty() ? "" : " (" + answer.hint + ")"));
    out.json["remarks"] = out.remarks;

    out.rows.columns = {"way", "line"};
    out.rows.rows = {{"scenario", exact(answer.from.line)}, {"source", exact(answer.source_line)}, {"source_as_published", exact(answer.published_line)},
                     {"first_principles", answer.ours ? exact(answer.ours->line) : std::string()}};
    out.text = first_line(answer) + "\n";
    Table formula = formula_table(answer);
    if (!formula.rows.empty()) out.tables.push_back(std::move(formula));
    if (answer.ours) out.tables.push_back(ours_table(answer));
    for (const Table& table : out.tables) out.text += "\n" + aligned(table);
    out.text += "\n";
    for (const std::string& sentence : why) out.text += sentence + "\n";
    return out;
}

}  // namespace breakeven::cli
