// breakeven: the commands as one table; the only place where an error becomes an exit status.
#include "check_answer.hpp"
#include "commands.hpp"
#include "help.hpp"

#include <breakeven/core/errors.hpp>
#include <breakeven/core/suggest.hpp>

#include <algorithm>
#include <csignal>
#include <cstdio>
#include <exception>
#include <new>
#include <string>
#include <vector>

namespace breakeven::cli {

namespace {

struct Command {
    const char* name;
    const char* question;
    Run (*set_up)(CLI::App&);
    const char* example;
};

constexpr Command commands[] = {
    {"line", "Where is my breakeven line, and what is it made of?", set_up_line,
     "breakeven line data/scenarios/rtx4060-laptop-vs-a10.toml --temperature \"32 degC\""},
    {"audit", "How much did the GPU really compute, may I trust the log, and am I above my line?", set_up_audit,
     "breakeven audit data/traces/v100-resnet50-training.json.gz --scenario data/scenarios/rtx4060-laptop-vs-a10.toml"},
    {"calibrate", "What do task, driver, temperature, OS, virtualization and network do to my line?", set_up_calibrate,
     "breakeven calibrate data/examples/thirty-days.csv.gz --weights-out weights.toml"},
    {"whatif", "What if a price, a lifetime or a utilisation changes?", set_up_whatif,
     "breakeven whatif data/scenarios/rtx4060-laptop-vs-a10.toml --scale electricity.price=2"},
    {"compare", "Which GPU to own and which to rent, for one job, best first?", set_up_compare,
     "breakeven compare data/scenarios/rtx4060-laptop-vs-a10.toml --clouds A10,A100"},
    {"align", "What becomes of my line on another GPU, by the source's formula and from first principles?", set_up_align,
     "breakeven align data/scenarios/rtx4060-laptop-vs-a10.toml --to A10 --price \"20000 CNY\""},
    {"record", "Add the windows of a log, with their context, to the local history.", set_up_record,
     "breakeven record data/traces/v100-resnet50-training.json.gz --history history.db --task vision --driver 460"},
    {"history", "What has been recorded? List, export or prune it.", set_up_history, "breakeven history --history history.db --since 2021-01-01"},
    {"check", "Is the GPU above its line? One line and an exit status for a monitoring system.", set_up_check,
     "breakeven check data/traces/v100-resnet50-training.json.gz --scenario data/scenarios/rtx4060-laptop-vs-a10.toml"},
    {"metrics", "The same as OpenMetrics text for a textfile collector.", set_up_metrics,
     "breakeven metrics data/traces/v100-resnet50-training.json.gz --scenario data/scenarios/rtx4060-laptop-vs-a10.toml -o breakeven.prom"},
    {"diagnose", "I am below the line: why, and what would it help to change?", set_up_diagnose,
     "breakeven diagnose data/traces/v100-resnet50-training.json.gz --scenario data/scenarios/rtx4060-laptop-vs-a10.toml"},
    {"collect", "Profile a program with the right flags, audit its log, record it.", set_up_collect,
     "breakeven collect --scenario data/scenarios/rtx4060-laptop-vs-a10.toml --print cron -- python3 train.py"},
    {"doctor", "What can this machine measure, and what to do about the rest?", set_up_doctor, "breakeven doctor"},
    {"report", "Can I have all of it on one page, with the pictures?", set_up_report,
     "breakeven report data/scenarios/rtx4060-laptop-vs-a10.toml --log data/traces/v100-resnet50-training.json.gz -o report.html"},
    {"catalog", "Which GPUs, clouds and tariffs are known, from where and since when?", set_up_catalog, "breakeven catalog clouds lambda a10"},
    {"claims", "Which published figures does this engine reproduce, and why not the others?", set_up_claims, "breakeven claims C11"},
};

/// `text` without users and queries of addresses in it: a command line repeats what was typed, and both may be secret.
std::string without_secrets(std::string text) {
    for (std::size_t at = text.find("://"); at != std::string::npos; at = text.find("://", at + 1)) {
        const std::size_t end = std::min(text.find_first_of(" \t\n", at), text.size());  // no address holds a blank
        if (const std::size_t query = text.find('?', at); query < end) text.erase(query, end - query);
        const std::size_t host_end = std::min(text.find_first_of("/ \t\n", at + 3), text.size());
        const std::size_t user = text.substr(0, host_end).rfind('@');
        if (user != std::string::npos && user > at) text.erase(at + 3, user - at - 2);
    }
    return text;
}

int fail(const std::string& message) {
    std::fputs(without_secrets(message).c_str(), stderr);
    std::fputc('\n', stderr);
    return static_cast<int>(Status::wrong_input);
}

int unknown_command(const std::string& name) {
    std::vector<std::string> known;
    for (const Command& command : commands) known.emplace_back(command.name);
    const std::string meant = did_you_mean(name, known);
    std::fprintf(stderr, "error: \"%s\" is no command\n hint: %s\n", without_secrets(name).c_str(), meant.empty() ? "breakeven --help lists them" : meant.c_str());
    return static_cast<int>(Status::wrong_command_line);
}

int run(int count, char** arguments) {
    CLI::App app("The share of every hour a GPU must really compute for owning it to be no dearer than renting one.", "breakeven");
    app.formatter(std::make_shared<HelpFormatter>());
    app.set_version_flag("--version", "breakeven " BREAKEVEN_VERSION);
    app.set_help_flag("-h,--help", "this help");
    app.require_subcommand(1);
    app.footer("breakeven COMMAND --help shows one screen with an example that works as typed.");
    Run chosen;
    for (const Command& command : commands) {
        CLI::App* sub = app.add_subcommand(command.name, command.question);
        sub->footer(std::string("Example: ") + command.example);
        const Run run_it = command.set_up(*sub);
        sub->final_callback([&chosen, run_it] { chosen = run_it; });
    }
    try {
        app.parse(count, arguments);
    } catch (const CLI::CallForHelp& e) {
        return app.exit(e);
    } catch (const CLI::CallForVersion& e) {
        return app.exit(e);
    } catch (const CLI::ParseError& e) {
        // A monitoring system reads standard output, and would take status 2 for an alarm.
        if (!app.get_subcommands().empty() && app.get_subcommands().front()->get_name() == "check")
            return write(unknown_check("wrong command line: " + without_secrets(e.what())), {});
        if (app.get_subcommands().empty() && count > 1 && arguments[1][0] != '-') return unknown_command(arguments[1]);
        std::fprintf(stderr, "error: %s\n hint: see breakeven%s%s --help\n", without_secrets(e.what()).c_str(), app.get_subcommands().empty() ? "" : " ",
                     app.get_subcommands().empty() ? "" : app.get_subcommands().front()->get_name().c_str());
        return static_cast<int>(Status::wrong_command_line);
    }
    return chosen();
}

}  // namespace

}  // namespace breakeven::cli

int main(int count, char** arguments) {
    // A file at its size limit is an error like a full disk, not a reason to die in the middle of it.
    std::signal(SIGXFSZ, SIG_IGN);
    try {
        return breakeven::cli::run(count, arguments);
    } catch (const breakeven::InputError& error) {
        return breakeven::cli::fail(error.what());
    } catch (const std::bad_alloc&) {
        return breakeven::cli::fail("error: out of memory");
    } catch (const std::exception& error) {
        return breakeven::cli::fail("error: " + std::string(error.what()));
    }
}
