// Running a program: by its arguments, never through a shell, with bounds on its time and on what it says.
#pragma once

#include <breakeven/core/units.hpp>

#include <cstddef>
#include <string>
#include <vector>

namespace breakeven {

struct ProgramRun {
    bool started = false;
    bool timed_out = false;  ///< and was ended
    int status = -1;         ///< exit status; minus the signal that ended it
    std::string output;      ///< of standard output, as much as was asked for

    [[nodiscard]] bool succeeded() const { return started && !timed_out && status == 0; }
};

/// Runs `arguments`, the first of them a path or a name on PATH, with nothing on standard input and standard error unheard.
[[nodiscard]] ProgramRun run_program(const std::vector<std::string>& arguments, Time limit, std::size_t most_bytes = 1U << 16);

}  // namespace breakeven
