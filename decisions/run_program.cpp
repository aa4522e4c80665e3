#include <breakeven/decisions/run_program.hpp>

#include <array>
#include <cerrno>
#include <chrono>
#include <csignal>

#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;  // NOLINT(readability-redundant-declaration): POSIX leaves its declaration to the program

namespace breakeven {

namespace {
using Clock = std::chrono::steady_clock;

/// What the child's three streams are.
class Streams {
public:
    explicit Streams(int write_end) {
        posix_spawn_file_actions_init(&actions_);
        posix_spawn_file_actions_addopen(&actions_, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
        posix_spawn_file_actions_adddup2(&actions_, write_end, STDOUT_FILENO);
        posix_spawn_file_actions_addopen(&actions_, STDERR_FILENO, "/dev/null", O_WRONLY, 0);
    }
    ~Streams() { posix_spawn_file_actions_destroy(&actions_); }
    Streams(const Streams&) = delete;
    Streams& operator=(const Streams&) = delete;
    [[nodiscard]] const posix_spawn_file_actions_t* actions() const { return &actions_; }

private:
    posix_spawn_file_actions_t actions_{};
};

int milliseconds_left(Clock::time_point until) {
    const auto left = std::chrono::duration_cast<std::chrono::milliseconds>(until - Clock::now()).count();
    return left < 0 ? 0 : static_cast<int>(std::min<std::int64_t>(left, 1'000'000));
}

/// Reads until the end, or until the time is up; false then.
bool read_until(int descriptor, Clock::time_point until, std::size_t most_bytes, std::string& out) {
    std::array<char, 4096> block{};
    for (;;) {
        pollfd waiting{descriptor, POLLIN, 0};
        const int ready = ::poll(&waiting, 1, milliseconds_left(until));
        if (ready < 0 && errno == EINTR) continue;
        if (ready <= 0) return false;
        const ssize_t count = ::read(descriptor, block.data(), block.size());
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return true;
        const std::size_t room = most_bytes - out.size();
        out.append(block.data(), std::min(static_cast<std::size_t>(count), room));
    }
}

/// Waits for the child's end, and ends it when the time is up.
int end_of(pid_t child, Clock::time_point until, bool& timed_out) {
    int status = 0;
    constexpr int pause_us = 2000;
    while (::waitpid(child, &status, timed_out ? 0 : WNOHANG) == 0) {
        if (Clock::now() < until) {
            ::usleep(pause_us);
            continue;
        }
        timed_out = true;
        ::kill(child, SIGKILL);
    }
    return WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
}
}  // namespace

ProgramRun run_program(const std::vector<std::string>& arguments, Time limit, std::size_t most_bytes) {
    ProgramRun out;
    int ends[2];
    if (arguments.empty() || ::pipe2(ends, O_CLOEXEC) != 0) return out;
    std::vector<char*> words;
    for (const std::string& argument : arguments) words.push_back(const_cast<char*>(argument.c_str()));
    words.push_back(nullptr);
    pid_t child = 0;
    {
        const Streams streams(ends[1]);
        out.started = ::posix_spawnp(&child, words[0], streams.actions(), nullptr, words.data(), environ) == 0;
    }
    ::close(ends[1]);
    if (out.started) {
        const auto until = Clock::now() + std::chrono::milliseconds(static_cast<std::int64_t>(1000.0 * in(limit, second)));
        if (!read_until(ends[0], until, most_bytes, out.output)) {
            out.timed_out = true;
            ::kill(child, SIGKILL);
        }
        out.status = end_of(child, until, out.timed_out);
    }
    ::close(ends[0]);
    return out;
}

}  // namespace breakeven
