// Running a program in the foreground: by its arguments, never through a shell; it keeps the terminal and answers Ctrl-C itself.
#pragma once

#include <string>
#include <vector>

namespace breakeven {

struct ForegroundRun {
    bool started = false;
    int status = -1;  ///< exit status; minus the signal that ended it

    [[nodiscard]] bool interrupted() const;  ///< ended by Ctrl-C or by a request to end
};

/// Runs `arguments`, the first of them a path or a name on PATH, until it ends. Its standard output goes to our standard error, so
/// that answers of ours can be told from what it says. A Ctrl-C meanwhile reaches it, and not us.
[[nodiscard]] ForegroundRun run_in_foreground(const std::vector<std::string>& arguments);

}  // namespace breakeven
