#include "options.hpp"

#include <breakeven/core/decimal.hpp>
#include <breakeven/core/parse.hpp>

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <chrono>
#include <cstdlib>
#include <map>

namespace breakeven::cli {

std::shared_ptr<OutputOptions> add_output_options(CLI::App& app) {
    auto out = std::make_shared<OutputOptions>();
    static const std::map<std::string, Format> formats = {
        {"text", Format::text}, {"json", Format::json}, {"csv", Format::csv}, {"markdown", Format::markdown}};
    app.add_option_function<std::string>(
           "--format", [out](const std::string& name) { out->format = formats.at(name); },
           "text, json, csv or markdown [text]; --json for short")
        ->check(CLI::IsMember({"text", "json", "csv", "markdown"}))
        ->type_name("FORMAT");
    app.add_flag_function("--json", [out](std::int64_t) { out->format = Format::json; })->group("");
    app.add_option("-o,--output", out->file, "write to FILE instead of standard output")->type_name("FILE");
    app.add_flag("-q,--quiet", out->quiet, "no remarks and no progress");
    app.add_flag("--no-color", out->no_color, "plain text on a terminal too (also NO_COLOR)");
    return out;
}

Context ContextOptions::context() const {
    Context out;
    for (std::size_t i = 0; i < std::size(context_categories); ++i)
        if (!levels[i].empty()) out.set(context_categories[i], levels[i]);
    if (!temperature.empty()) out.temperature = value_of("--temperature", [&] { return parse_temperature(temperature); });
    return out;
}

std::vector<std::pair<std::string, std::string>> ContextOptions::as_typed() const {
    std::vector<std::pair<std::string, std::string>> out;
    for (std::size_t i = 0; i < std::size(context_categories); ++i)
        if (!levels[i].empty()) out.emplace_back("--" + std::string(context_categories[i]), levels[i]);
    if (!temperature.empty()) out.emplace_back("--temperature", temperature);
    return out;
}

std::shared_ptr<ContextOptions> add_context_options(CLI::App& app) {
    auto out = std::make_shared<ContextOptions>();
    app.add_option("--temperature", out->temperature, "move the line to this temperature, such as \"32 degC\"")->type_name("TEMP");
    for (std::size_t i = 0; i < std::size(context_categories); ++i) {
        const std::string name(context_categories[i]);
        // One line of help for the five of them.
        app.add_option("--" + name, out->levels[i], i == 0 ? "… to this task, such as nlp (also --driver, --os, --virtualization, --network)" : "")
            ->type_name("NAME");
    }
    return out;
}

ScenarioOptions ScenarioFlags::options() const {
    ScenarioOptions out;
    for (const std::string& set : sets) {
        const std::size_t equals = set.find('=');
        if (equals == std::string::npos) {
            Position at;
            at.file = "--set";
            at.line = at.column = 1;
            at.length = detail::characters(set);
            at.text = set;
            throw InputError("an = is missing", "write it as in --set electricity.price=\"0.2 USD/kWh\"", at);
        }
        out.overrides.push_back({set.substr(0, equals), set.substr(equals + 1), "--set"});
    }
    out.catalog_file = catalog;
    out.today = today();
    return out;
}

std::shared_ptr<ScenarioFlags> add_scenario_flags(CLI::App& app) {
    auto out = std::make_shared<ScenarioFlags>();
    app.add_option("--set", out->sets, "change one key, such as --set electricity.price=\"0.2 USD/kWh\" (repeatable)")
        ->type_name("KEY=VALUE")
        ->expected(1)
        ->take_all()
        ->allow_extra_args(false);
    app.add_option("--catalog", out->catalog, "your own catalog rows, which come before the shipped ones")->type_name("FILE");
    return out;
}

Fraction share_of(const std::string& flag, const std::string& text) {
    return value_of(flag, [&] {
        const auto share = parse<Fraction>(text);
        require_share(share, "the share");
        return share;
    });
}

std::string today() {
    // The convention of reproducible builds: output that names a day can be made again.
    std::chrono::system_clock::time_point now = std::chrono::system_clock::now();
    if (const char* fixed = std::getenv("SOURCE_DATE_EPOCH"); fixed != nullptr)
        if (const auto since = parse_integer<std::int64_t>(fixed); since && *since >= 0 && *since < 253402300800)  // before the year 10000
            now = std::chrono::system_clock::time_point(std::chrono::seconds(*since));
    return fmt::format("{:%F}", fmt::gmtime(now));
}

}  // namespace breakeven::cli
