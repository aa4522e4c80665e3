// check: an audit as a monitoring plugin: one line and an exit status, whatever happens.
#include "../check_answer.hpp"
#include "../commands.hpp"
#include "../log_flags.hpp"

#include <breakeven/decisions/check.hpp>

#include <exception>
#include <new>

namespace breakeven::cli {

namespace {

struct Options {
    std::string history;
    bool allow_samples = false;
};

Answer check(const Options& options, const LogFlags& log, const QuestionFlags& flags) {
    AuditQuestion question = flags.question();
    question.allow_samples = options.allow_samples;
    std::vector<std::string> passed_over;
    const std::vector<LogFile> files = identify_logs(log.logs, passed_over);
    if (format_tier(files.front().format) != 1) return present(check_of(judge(read_samples(files, log, true), question)));
    const std::optional<Telemetry> telemetry = read_beside(log, true);
    const KernelAudit audit = judge(read_evidence(files, log.evidence(), true), question, telemetry ? &*telemetry : nullptr);
    if (options.history.empty()) return present(check_of(audit));
    const History history(options.history);
    return present(check_of(audit, [&](const std::string& gpu) {
        return history.windows({.from_ns = {}, .until_ns = {}, .gpu = gpu, .trusted_only = true});
    }));
}

/// The first line of an error, with its place, is all there is room for.
std::string in_one_clause(const InputError& error) {
    const std::string& file = error.position().file;
    return (file.empty() ? "" : file + ": ") + error.message();
}

}  // namespace

Run set_up_check(CLI::App& app) {
    auto options = std::make_shared<Options>();
    const auto log = add_log_flags(app);
    const auto question = add_question_flags(app);
    app.add_option("--history", options->history, "say whether the share falls or rises, from this history")->type_name("DB");
    app.add_flag("--allow-samples", options->allow_samples, "let sampled telemetry carry a verdict");
    const auto output = add_output_options(app);
    return [=] {
        Answer answer;
        try {
            answer = check(*options, *log, *question);
        } catch (const InputError& error) {
            answer = unknown_check(in_one_clause(error));
        } catch (const std::bad_alloc&) {
            answer = unknown_check("out of memory");
        } catch (const std::exception& error) {
            answer = unknown_check(error.what());
        }
        return write(answer, *output);
    };
}

}  // namespace breakeven::cli
