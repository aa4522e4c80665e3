// History: the local record of windows with their context, one SQLite file that only this machine's owner needs.
//
// A log is recorded whole or not at all; the same window twice changes nothing; writers queue. It holds figures and context, and no
// name of a user, a host, a file or a command.
#pragma once

#include <breakeven/core/units.hpp>
#include <breakeven/models/context.hpp>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace breakeven {

namespace detail {
class HistoryDatabase;
}

/// One window of one GPU.
struct HistoryWindow {
    std::string gpu;           ///< its UUID, else its name and number
    std::string gpu_name;      ///< may be empty
    std::int64_t time_ns = 0;  ///< when it began, since 1970 in UTC
    bool dated = true;         ///< the log itself says so; else `time_ns` is a guess
    std::int64_t clock_ns = 0; ///< when it began by the log's own clock: what tells an undated window from others
    std::int64_t length_ns = 0;
    std::int64_t observed_ns = 0;
    std::int64_t effective_ns = 0;  ///< kernels and graphs
    std::int64_t kernels_ns = 0;    ///< kernels alone
    std::uint64_t kernels = 0;
    bool trusted = true;            ///< the log passed its health check

    Context context;
    std::optional<Power> power;
    std::optional<Fraction> line;  ///< an observed line
    std::optional<double> work;    ///< units of work done in the window
    std::string framework;
    std::string revision;          ///< of the code that ran

    [[nodiscard]] Fraction effective_ratio() const { return static_cast<double>(effective_ns) / static_cast<double>(observed_ns); }
};

/// Which windows: those that begin in [from_ns, until_ns) on one GPU; what is not given does not bound.
struct HistoryFilter {
    std::optional<std::int64_t> from_ns;
    std::optional<std::int64_t> until_ns;
    std::string gpu;  ///< its UUID or number-and-name as recorded, or its model's name
    bool trusted_only = false;
};

struct Recorded {
    std::size_t added = 0;
    std::size_t already_there = 0;
    std::size_t now_trusted = 0;      ///< of those already there: had been recorded as untrusted, and came again from a sound log
    std::size_t other_context = 0;    ///< of those already there: with another context, which stays as it was
    std::size_t other_length = 0;     ///< of those already there: their time is, in windows of another length
};

/// What was ever recorded of a GPU from trusted logs; pruning does not lower it.
struct HistoryTotals {
    std::string gpu;
    std::string gpu_name;
    std::uint64_t windows = 0;
    std::int64_t observed_ns = 0;
    std::int64_t effective_ns = 0;
};

class History {
public:
    enum class Open { existing, create };

    /// Opens the history at `path`. Throws InputError: none there, not ours, newer than this program, damaged, no permission or room.
    explicit History(const std::string& path, Open how = Open::existing);
    ~History();
    History(History&&) noexcept;
    History& operator=(History&&) noexcept;

    /// Adds what is not there yet, in one transaction. Throws InputError, and adds nothing, when a figure or a name is none, the disk
    /// is full, or another program holds the history.
    Recorded record(const std::vector<HistoryWindow>& windows);

    /// Windows in order of time.
    void visit(const HistoryFilter& filter, const std::function<void(const HistoryWindow&)>& visit) const;
    [[nodiscard]] std::vector<HistoryWindow> windows(const HistoryFilter& filter = {}) const;
    [[nodiscard]] std::size_t count(const HistoryFilter& filter = {}) const;

    /// Deletes the windows of `filter`; returns how many.
    std::size_t prune(const HistoryFilter& filter);

    [[nodiscard]] std::vector<HistoryTotals> totals() const;
    [[nodiscard]] const std::string& path() const;

private:
    std::unique_ptr<detail::HistoryDatabase> database_;
};

/// Whether `path` is a history, told from its content.
[[nodiscard]] bool is_history(const std::string& path);

}  // namespace breakeven
