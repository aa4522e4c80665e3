#include <breakeven/decisions/collect_jobs.hpp>

#include <breakeven/core/errors.hpp>

#include <algorithm>

namespace breakeven {

namespace {

void require_one_line(const std::string& word) {
    if (word.find_first_of("\n\r") != std::string::npos) throw InputError("a job's line cannot hold a line end", "leave it out of the program's arguments");
}

bool is_plain(const std::string& word) {
    return !word.empty() && std::all_of(word.begin(), word.end(), [](char c) {
        return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || std::string_view("-_./=:,+@").find(c) != std::string_view::npos;
    });
}

/// For a POSIX shell behind cron, to which % is a line end unless a backslash stands before it, inside quotes too.
std::string cron_word(const std::string& word) {
    require_one_line(word);
    if (is_plain(word)) return word;
    std::string out = "'";
    for (const char c : word) {
        if (c == '\'')
            out += "'\\''";
        else if (c == '%')
            out += "'\\%'";  // outside the quotes, where cron drops the backslash and the shell never saw it
        else
            out += c;
    }
    return out + "'";
}

/// For ExecStart=: double quotes, with what systemd would replace doubled (systemd.service(5), "Command lines").
std::string systemd_word(const std::string& word) {
    require_one_line(word);
    if (is_plain(word)) return word;
    std::string out = "\"";
    for (const char c : word) {
        if (c == '"' || c == '\\') out += '\\';
        if (c == '%' || c == '$') out += c;
        out += c;
    }
    return out + "\"";
}

template <class Quote>
std::string line_of(const std::vector<std::string>& step, Quote quote) {
    std::string out;
    for (const std::string& word : step) out += (out.empty() ? "" : " ") + quote(word);
    return out;
}

}  // namespace

std::string cron_job(const DailyJob& job) {
    std::string steps;
    for (const auto& step : job.steps) steps += (steps.empty() ? "" : " && ") + line_of(step, cron_word);
    return "# The daily loop of breakeven; put this line into a crontab (crontab -e).\n"
           "17 3 * * * cd " + cron_word(job.folder) + " && { " + steps + "; } >>breakeven.log 2>&1\n";
}

std::string systemd_units(const DailyJob& job) {
    std::string out =
        "# breakeven.service\n[Unit]\nDescription=Is the GPU above its breakeven line?\n\n[Service]\nType=oneshot\nWorkingDirectory=";
    require_one_line(job.folder);
    // A path, not a command line: only % is special there.
    for (const char c : job.folder) out += c == '%' ? std::string("%%") : std::string(1, c);
    out += "\n";
    for (const auto& step : job.steps) out += "ExecStart=" + line_of(step, systemd_word) + "\n";
    return out + "\n# breakeven.timer\n[Unit]\nDescription=The daily loop of breakeven\n\n[Timer]\nOnCalendar=*-*-* 03:17:00\nPersistent=true\n\n"
                 "[Install]\nWantedBy=timers.target\n";
}

}  // namespace breakeven
