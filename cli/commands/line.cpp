// line: where is my breakeven line, and what is it made of?
#include "../commands.hpp"
#include "../fleet_answer.hpp"
#include "../line_answer.hpp"
#include "../log_flags.hpp"

#include <breakeven/decisions/line.hpp>
#include <breakeven/models/scenario_file.hpp>

namespace breakeven::cli {

namespace {

struct Flag {
    const char* name;
    const char* key;
    const char* help;
};
// The five that make a scenario without a file.
constexpr Flag five[] = {
    {"--price", "ownership.price", "of the machine, such as \"8500 CNY\"; with the next four, a scenario without a file"},
    {"--lifetime", "ownership.lifetime", "of the machine, such as \"2 yr\""},
    {"--power", "electricity.active_power", "while it computes, such as \"115 W\""},
    {"--electricity", "electricity.price", "such as \"0.85 CNY/kWh\""},
    {"--cloud", "cloud.price", "the rent, such as \"2.8 CNY/h\""},
};

struct Options {
    std::string file;
    std::string values[std::size(five)];
    std::string by;  ///< what the GPUs of the telemetry are grouped by
};

LoadedScenario load(const Options& options, const ScenarioFlags& flags) {
    ScenarioOptions scenario = flags.options();
    std::vector<Override> given;
    for (std::size_t i = 0; i < std::size(five); ++i)
        if (!options.values[i].empty()) given.push_back({five[i].key, options.values[i], five[i].name});
    // What --set says stands last and so wins.
    scenario.overrides.insert(scenario.overrides.begin(), given.begin(), given.end());
    return options.file.empty() ? read_scenario_text("", "the command line", scenario) : read_scenario(options.file, scenario);
}

Answer line(const Options& options, const LogFlags& log, const ScenarioFlags& flags, const Context& context, bool quiet) {
    const LoadedScenario loaded = load(options, flags);
    Answer out = present(line_of(loaded, context));
    if (options.by.empty() != log.telemetry.empty()) throw InputError("--by and --telemetry need each other", "such as --telemetry samples.csv --by node");
    if (options.by.empty()) return out;
    const FleetKey by = fleet_key("--by", options.by);
    add_fleet(fleet_lines(loaded, context, *read_beside(log, quiet), by), by, out);
    return out;
}

}  // namespace

Run set_up_line(CLI::App& app) {
    auto options = std::make_shared<Options>();
    app.add_option("scenario", options->file, "a scenario file (TOML); \"-\" is standard input")->type_name("SCENARIO");
    for (std::size_t i = 0; i < std::size(five); ++i) app.add_option(five[i].name, options->values[i], five[i].help)->type_name("VALUE");
    const auto flags = add_scenario_flags(app);
    const auto context = add_context_options(app);
    const auto log = add_telemetry_flags(app, "samples of a fleet: its groups' lines, each at its own temperature (with --by)");
    app.add_option("--by", options->by, "group the telemetry's GPUs by gpu, name, node, namespace or pod")->type_name("KEY");
    const auto output = add_output_options(app);
    return [=] { return write(line(*options, *log, *flags, context->context(), output->quiet), *output); };
}

}  // namespace breakeven::cli
