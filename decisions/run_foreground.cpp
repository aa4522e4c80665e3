#include <breakeven/decisions/run_foreground.hpp>

#include <cerrno>
#include <csignal>

#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

extern char** environ;  // NOLINT(readability-redundant-declaration): POSIX leaves its declaration to the program

namespace breakeven {

namespace {

/// While it lives, Ctrl-C and Ctrl-\ end others, not us.
class SignalsLeftToTheChild {
public:
    SignalsLeftToTheChild() : interrupt_(std::signal(SIGINT, SIG_IGN)), quit_(std::signal(SIGQUIT, SIG_IGN)) {}
    ~SignalsLeftToTheChild() {
        std::signal(SIGINT, interrupt_);
        std::signal(SIGQUIT, quit_);
    }
    SignalsLeftToTheChild(const SignalsLeftToTheChild&) = delete;
    SignalsLeftToTheChild& operator=(const SignalsLeftToTheChild&) = delete;

private:
    void (*interrupt_)(int);
    void (*quit_)(int);
};

/// What the child begins with: the usual answers to signals, and our standard error for its output.
class Beginnings {
public:
    Beginnings() {
        posix_spawn_file_actions_init(&actions_);
        posix_spawn_file_actions_adddup2(&actions_, STDERR_FILENO, STDOUT_FILENO);
        posix_spawnattr_init(&attributes_);
        sigset_t usual;
        sigemptyset(&usual);
        for (const int signal : {SIGINT, SIGQUIT, SIGXFSZ}) sigaddset(&usual, signal);
        posix_spawnattr_setsigdefault(&attributes_, &usual);
        posix_spawnattr_setflags(&attributes_, POSIX_SPAWN_SETSIGDEF);
    }
    ~Beginnings() {
        posix_spawnattr_destroy(&attributes_);
        posix_spawn_file_actions_destroy(&actions_);
    }
    Beginnings(const Beginnings&) = delete;
    Beginnings& operator=(const Beginnings&) = delete;

    [[nodiscard]] const posix_spawn_file_actions_t* actions() const { return &actions_; }
    [[nodiscard]] const posix_spawnattr_t* attributes() const { return &attributes_; }

private:
    posix_spawn_file_actions_t actions_{};
    posix_spawnattr_t attributes_{};
};

}  // namespace

bool ForegroundRun::interrupted() const {
    // A program that catches the signal ends, by custom, with 128 plus its number.
    return status == -SIGINT || status == -SIGTERM || status == 128 + SIGINT || status == 128 + SIGTERM;
}

ForegroundRun run_in_foreground(const std::vector<std::string>& arguments) {
    ForegroundRun out;
    if (arguments.empty()) return out;
    std::vector<char*> words;
    for (const std::string& argument : arguments) words.push_back(const_cast<char*>(argument.c_str()));
    words.push_back(nullptr);
    const SignalsLeftToTheChild meanwhile;
    const Beginnings beginnings;
    pid_t child = 0;
    if (::posix_spawnp(&child, words[0], beginnings.actions(), beginnings.attributes(), words.data(), environ) != 0) return out;
    out.started = true;
    int status = 0;
    while (::waitpid(child, &status, 0) < 0 && errno == EINTR) {}
    out.status = WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status);
    return out;
}

}  // namespace breakeven
