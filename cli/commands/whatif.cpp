// whatif: what if a price, a lifetime, a share changes: values side by side, a sweep, a tornado, a Monte Carlo, a goal.
#include "../commands.hpp"
#include "../picture_writer.hpp"
#include "../whatif_answer.hpp"

#include <breakeven/core/byte_source.hpp>
#include <breakeven/core/parse.hpp>

#include <algorithm>
#include <charconv>
#include <cmath>

namespace breakeven::cli {

namespace {

struct Options {
    std::vector<std::string> files;
    std::vector<std::string> scales;
    std::vector<std::string> change_files;
    std::vector<std::string> sweeps;
    std::string tornado;
    std::string draws;
    std::uint64_t seed = 1;
    unsigned threads = 0;
    std::string goal;
    std::string by;
    std::string share;
    std::string picture = "crossover";
};

std::optional<Fraction> asked_share(const Options& options) {
    if (options.share.empty()) return std::nullopt;
    return share_of("--at-share", options.share);
}

/// "100000" or "1e6".
std::uint64_t draws_from(const std::string& text) {
    double value = 0.0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
    Position at;
    at.file = "--monte-carlo";
    if (error != std::errc() || end != text.data() + text.size() || value != std::floor(value) || !(value >= 1.0 && value <= static_cast<double>(most_draws)))
        throw InputError("a Monte Carlo takes 1 to " + std::to_string(most_draws) + " draws, not " + text, "write it as in --monte-carlo 100000", at);
    return static_cast<std::uint64_t>(value);
}

/// One scenario file, which may be standard input and is then read once for all its variants.
class Source {
public:
    explicit Source(std::string file) : file_(std::move(file)) {
        if (file_ != "-") return;
        const auto bytes = open_bytes(file_, TextEncoding::utf8);
        char block[65536];
        while (const std::size_t count = bytes->read(block)) {
            text_.append(block, count);
            if (text_.size() > (16U << 20)) throw InputError("standard input is too long for a scenario", "a scenario is a short TOML file");
        }
    }
    [[nodiscard]] LoadedScenario load(const ScenarioOptions& options, const Changes& changes) const {
        return file_ == "-" ? read_changed_text(text_, file_, options, changes) : read_changed(file_, options, changes);
    }
    [[nodiscard]] const std::string& file() const { return file_; }

private:
    std::string file_;
    std::string text_;
};

/// What --set and --scale ask for.
Changes flag_changes(const Options& options, const ScenarioOptions& scenario) {
    Changes out;
    out.sets = scenario.overrides;
    for (const std::string& scale : options.scales) out.scalings.push_back(parse_scaling(scale));
    return out;
}

/// All changes as one, for the questions that are asked of one scenario.
Changes all_changes(const Options& options, const ScenarioOptions& scenario) {
    Changes out;
    for (const std::string& file : options.change_files) {
        const Changes more = read_changes(file);
        out.sets.insert(out.sets.end(), more.sets.begin(), more.sets.end());
        out.scalings.insert(out.scalings.end(), more.scalings.begin(), more.scalings.end());
    }
    const Changes flags = flag_changes(options, scenario);
    out.sets.insert(out.sets.end(), flags.sets.begin(), flags.sets.end());
    out.scalings.insert(out.scalings.end(), flags.scalings.begin(), flags.scalings.end());
    return out;
}

ScenarioOptions without_sets(ScenarioOptions scenario) {
    scenario.overrides.clear();
    return scenario;
}

std::string name_of(const LoadedScenario& loaded, const Source& source) { return loaded.scenario.name.empty() ? source.file() : loaded.scenario.name; }

int side_by_side(const Options& options, const ScenarioOptions& scenario, const Context& context, const OutputOptions& output) {
    const Changes flags = flag_changes(options, scenario);
    const ScenarioOptions plain = without_sets(scenario);
    std::vector<Candidate> candidates;
    for (const std::string& file : options.files) {
        const Source source(file);
        // A scenario whose price needs a rate that --set brings may only be whole with it.
        LoadedScenario loaded = source.load(plain, {});
        const std::string name = name_of(loaded, source);
        const bool alone = options.files.size() == 1;
        candidates.push_back({alone && !(flags.empty() && options.change_files.empty()) ? "as it is" : name, std::move(loaded), {}});
        const auto add = [&](const Changes& changes, std::string called) {
            candidates.push_back({alone ? called : name + ", " + called, source.load(plain, changes), changes});
        };
        if (!flags.empty()) add(flags, "changed");
        for (const std::string& change_file : options.change_files) {
            const Changes changes = read_changes(change_file);
            add(changes, changes.name.empty() ? change_file : changes.name);
        }
    }
    std::vector<Scenario> scenarios;
    for (const Candidate& candidate : candidates) scenarios.push_back(candidate.loaded.scenario);
    const WhatIfAnswer answer = what_if(std::move(candidates), context, asked_share(options));
    return write(present(answer), output, [&] {
        std::vector<LineAnswer> lines;
        for (const Variant& variant : answer.variants) lines.push_back(variant.line);
        std::vector<CostCurves> curves = curves_around(scenarios, lines);
        for (std::size_t i = 0; i < curves.size(); ++i) curves[i].name = answer.variants[i].name;
        return options.picture == "costs" ? picture_of_costs(lines.back()) : picture_of_crossover(curves, lines);
    });
}

int run(const Options& options, const ScenarioFlags& flags, const Context& context, const OutputOptions& output) {
    const ScenarioOptions scenario = flags.options();
    if (options.sweeps.empty() && options.tornado.empty() && options.draws.empty() && options.goal.empty())
        return side_by_side(options, scenario, context, output);
    if (options.files.size() > 1) throw InputError("a sweep, a tornado, a Monte Carlo and a goal take one scenario", "name one file");
    const LoadedScenario loaded = Source(options.files.front()).load(without_sets(scenario), all_changes(options, scenario));
    const LineAnswer base = line_of(loaded, context);
    if (!options.sweeps.empty()) {
        std::vector<SweepAxis> axes;
        for (const std::string& text : options.sweeps) axes.push_back(parse_sweep(loaded, text));
        const SweepAnswer answer = sweep(loaded, std::move(axes), context);
        return write(present(answer, base), output, [&] { return picture(answer, base); });
    }
    if (!options.tornado.empty()) {
        const TornadoAnswer answer = tornado(loaded, share_of("--tornado", options.tornado), context);
        return write(present(answer, base), output, [&] { return picture(answer, base); });
    }
    if (!options.draws.empty()) {
        const MonteCarloAnswer answer = monte_carlo(
            loaded, {.draws = draws_from(options.draws), .seed = options.seed, .share = asked_share(options), .threads = options.threads}, context);
        return write(present(answer, base), output, [&] { return picture(answer, base); });
    }
    const GoalAnswer answer = solve_for(loaded, parse_goal(options.goal), options.by, context);
    return write(present(answer, base), output);
}

}  // namespace

Run set_up_whatif(CLI::App& app) {
    auto options = std::make_shared<Options>();
    app.add_option("scenario", options->files, "scenario files (TOML); several stand side by side")->type_name("SCENARIO")->required();
    const auto flags = add_scenario_flags(app);
    const auto repeatable = [&](const char* name, std::vector<std::string>& into, const char* type, const char* help) {
        return app.add_option(name, into, help)->type_name(type)->expected(1)->take_all()->allow_extra_args(false);
    };
    repeatable("--scale", options->scales, "KEY=FACTOR", "multiply one key, such as --scale electricity.price=2 (repeatable)");
    repeatable("--with", options->change_files, "FILE", "the changes of a what-if file (data/whatif); repeatable, each stands beside the others");
    CLI::Option* sweep = repeatable("--sweep", options->sweeps, "KEY=A..B/N", "N values, such as electricity.price=\"0.2..2 CNY/kWh/19\"; twice: two keys");
    CLI::Option* tornado = app.add_option("--tornado", options->tornado, "move every value by this share, such as 20%")->type_name("SHARE");
    CLI::Option* draws = app.add_option("--monte-carlo", options->draws, "draw the [uncertain] values N times")->type_name("N");
    app.add_option("--seed", options->seed, "the same seed, the same digits [1]")->type_name("S")->needs(draws);
    app.add_option("--threads", options->threads, "threads to draw with [all]; the digits do not depend on it")->type_name("T")->needs(draws);
    CLI::Option* goal = app.add_option("--goal", options->goal, "the line you want, such as \"line=10%\" or \"hours=2.4\" …")->type_name("GOAL");
    CLI::Option* by = app.add_option("--by", options->by, "… by changing this key")->type_name("KEY");
    goal->needs(by);
    by->needs(goal);
    // One question at a time: each has an answer of its own shape.
    for (CLI::Option* one : {sweep, tornado, draws, goal})
        for (CLI::Option* other : {sweep, tornado, draws, goal})
            if (one != other) one->excludes(other);
    app.add_option("--at-share", options->share, "payback and worth at this busy share of all owned hours, such as 12%")->type_name("SHARE");
    app.add_option("--picture", options->picture, "with -o FILE.svg: crossover or costs [crossover]")
        ->type_name("NAME")
        ->check(CLI::IsMember({"crossover", "costs"}));
    const auto context = add_context_options(app);
    const auto output = add_output_options(app);
    return [=] { return run(*options, *flags, context->context(), *output); };
}

}  // namespace breakeven::cli
