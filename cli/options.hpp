// Options: flags that several commands share, each defined once.
#pragma once

#include "writer.hpp"

#include <breakeven/models/context.hpp>
#include <breakeven/models/scenario_file.hpp>

#include <CLI/CLI.hpp>

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace breakeven::cli {

/// A command: how it is set up on the command line, and what it does once the line is read. It returns the exit status.
using Run = std::function<int()>;

/// `--format`, `--json`, `-o`, `--quiet`, `--no-color`.
std::shared_ptr<OutputOptions> add_output_options(CLI::App& app);

/// What `--task`, `--driver`, `--os`, `--virtualization`, `--network` and `--temperature` gave.
struct ContextOptions {
    std::string levels[std::size(context_categories)];
    std::string temperature;

    /// Throws InputError for a temperature that is none.
    [[nodiscard]] Context context() const;
    /// The flags that were given, each with its value.
    [[nodiscard]] std::vector<std::pair<std::string, std::string>> as_typed() const;
};
std::shared_ptr<ContextOptions> add_context_options(CLI::App& app);

/// `--set key=value` (repeatable) and `--catalog FILE`.
struct ScenarioFlags {
    std::vector<std::string> sets;
    std::string catalog;

    /// Throws InputError for a `--set` without a `=`.
    [[nodiscard]] ScenarioOptions options() const;
};
std::shared_ptr<ScenarioFlags> add_scenario_flags(CLI::App& app);

/// A quantity given by a flag; an error points at the flag.
template <class Read>
auto value_of(const std::string& flag, Read&& read) {
    try {
        return read();
    } catch (const InputError& error) {
        Position at = error.position();
        at.file = flag;
        throw error.placed(std::move(at));
    }
}

/// A share given by a flag. Throws InputError unless it is from 0 to 1.
[[nodiscard]] Fraction share_of(const std::string& flag, const std::string& text);

/// Today's date, ISO 8601, in UTC; that of SOURCE_DATE_EPOCH (seconds since 1970) where that is set.
[[nodiscard]] std::string today();

}  // namespace breakeven::cli
