// See history.hpp. Values reach SQLite as bound parameters only, never as part of a statement's text.
#include <breakeven/calibration/history.hpp>

#include <breakeven/calibration/history_database.hpp>
#include <breakeven/calibration/printable.hpp>
#include <breakeven/core/errors.hpp>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <map>
#include <set>
#include <string_view>
#include <utility>

namespace breakeven {

namespace {
using detail::HistoryDatabase;
using detail::Statement;
using detail::Transaction;

constexpr std::size_t longest_name = 200;

constexpr const char* insert_window =
    "INSERT INTO windows (gpu, dated, clock_ns, length_ns, observed_ns, effective_ns, kernels_ns, kernels, trusted, time_ns, gpu_name,"
    " task, driver, os, virtualization, network, temperature_c, power_w, line, work, framework, revision)"
    " VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22) ON CONFLICT DO NOTHING";
/// The same parameters name the window that was in the way.
constexpr const char* same_window =
    " FROM windows WHERE gpu = ?1 AND dated = ?2 AND clock_ns = ?3 AND length_ns = ?4 AND observed_ns = ?5 AND effective_ns = ?6"
    " AND kernels_ns = ?7 AND kernels = ?8";
constexpr const char* same_context =
    "task IS ?12 AND driver IS ?13 AND os IS ?14 AND virtualization IS ?15 AND network IS ?16 AND temperature_c IS ?17 AND power_w IS ?18"
    " AND line IS ?19 AND work IS ?20 AND framework IS ?21 AND revision IS ?22";
/// Whether a GPU's time from ?2 to ?3 holds windows of another length than ?4: the same log cut another way.
constexpr const char* cut_otherwise =
    "SELECT EXISTS (SELECT 1 FROM windows WHERE gpu = ?1 AND dated = 1 AND clock_ns >= ?2 AND clock_ns < ?3 AND length_ns <> ?4)";
constexpr const char* add_total =
    "INSERT INTO totals (gpu, gpu_name, windows, observed_ns, effective_ns) VALUES (?1, ?4, 1, ?2, ?3) ON CONFLICT (gpu) DO UPDATE SET"
    " gpu_name = coalesce(gpu_name, excluded.gpu_name), windows = windows + 1, observed_ns = observed_ns + excluded.observed_ns, effective_ns = effective_ns + excluded.effective_ns";
constexpr const char* columns =
    "gpu, gpu_name, time_ns, dated, clock_ns, length_ns, observed_ns, effective_ns, kernels_ns, kernels, trusted, temperature_c, power_w,"
    " line, work, framework, revision, task, driver, os, virtualization, network";
constexpr int first_level_column = 17;

std::int64_t identity_ns(const HistoryWindow& window) { return window.dated ? window.time_ns : window.clock_ns; }

void require_name(std::string_view name, std::string_view what) {
    if (name.size() > longest_name || !is_printable(name))
        throw InputError::about(what, "must be printable text of at most 200 characters", "write a short name");
}

void require_whole(const HistoryWindow& window) {
    if (window.observed_ns <= 0 || window.length_ns <= 0) throw InputError::about("observed_ns", "must be above zero");
    if (std::int64_t end_ns = 0; __builtin_add_overflow(identity_ns(window), window.observed_ns, &end_ns))
        throw InputError::about("time_ns", "lies past the year 2262");
    if (window.effective_ns < 0 || window.effective_ns > window.observed_ns)
        throw InputError::about("effective_ns", "must lie between zero and what was observed");
    require_name(window.gpu, "gpu");
    if (window.gpu.empty()) throw InputError::about("gpu", "must be named");
    require_name(window.gpu_name, "gpu_name");
    for (const ContextLevel& level : window.context.levels) require_name(level.level, level.category);
    require_name(window.framework, "framework");
    require_name(window.revision, "revision");
    if (window.line) require_share(*window.line, "line");
    if (window.work) require_positive(*window.work, "work");
    if (window.power) require_not_negative(*window.power, "power");
    if (window.context.temperature && !std::isfinite(window.context.temperature->in_celsius()))
        throw InputError::about("temperature", "must be finite");
}

/// The part of a dated log that is one GPU's; the clocks of undated logs cannot be compared.
struct Stretch {
    std::int64_t begin_ns = std::numeric_limits<std::int64_t>::max();
    std::int64_t end_ns = std::numeric_limits<std::int64_t>::min();
    std::int64_t length_ns = 0;
};

std::map<std::string, Stretch> stretches_of(const std::vector<HistoryWindow>& windows) {
    std::map<std::string, Stretch> out;
    for (const HistoryWindow& window : windows) {
        if (!window.dated) continue;
        Stretch& stretch = out[window.gpu];
        stretch.begin_ns = std::min(stretch.begin_ns, window.time_ns);
        stretch.end_ns = std::max(stretch.end_ns, window.time_ns + window.observed_ns);
        stretch.length_ns = window.length_ns;
    }
    return out;
}

std::optional<std::string_view> text_or_null(const std::string& text) {
    return text.empty() ? std::nullopt : std::optional<std::string_view>(text);
}

void bind_identity(Statement& to, const HistoryWindow& window) {
    to.bind(1, std::string_view(window.gpu)).bind(2, std::int64_t{window.dated}).bind(3, identity_ns(window));
    to.bind(4, window.length_ns).bind(5, window.observed_ns).bind(6, window.effective_ns).bind(7, window.kernels_ns);
    to.bind(8, static_cast<std::int64_t>(window.kernels));
}

void bind_context(Statement& to, const HistoryWindow& window) {
    int parameter = 12;
    for (const std::string_view category : context_categories) {
        const std::string* level = window.context.level(category);
        to.bind(parameter++, level != nullptr ? text_or_null(*level) : std::nullopt);
    }
    to.bind(17, window.context.temperature ? std::optional(window.context.temperature->in_celsius()) : std::nullopt);
    to.bind(18, window.power ? std::optional(in(*window.power, watt)) : std::nullopt);
    to.bind(19, window.line).bind(20, window.work);
    to.bind(21, text_or_null(window.framework)).bind(22, text_or_null(window.revision));
}

HistoryWindow window_of(const Statement& row) {
    HistoryWindow out;
    out.gpu = row.text(0);
    out.gpu_name = row.text(1);
    out.time_ns = row.integer(2);
    out.dated = row.integer(3) != 0;
    out.clock_ns = row.integer(4);
    out.length_ns = row.integer(5);
    out.observed_ns = row.integer(6);
    out.effective_ns = row.integer(7);
    out.kernels_ns = row.integer(8);
    out.kernels = static_cast<std::uint64_t>(row.integer(9));
    out.trusted = row.integer(10) != 0;
    if (row.has(11)) out.context.temperature = celsius(row.number(11));
    if (row.has(12)) out.power = row.number(12) * watt;
    if (row.has(13)) out.line = row.number(13);
    if (row.has(14)) out.work = row.number(14);
    out.framework = row.text(15);
    out.revision = row.text(16);
    for (std::size_t i = 0; i < std::size(context_categories); ++i)
        if (const int column = first_level_column + static_cast<int>(i); row.has(column)) out.context.set(context_categories[i], row.text(column));
    return out;
}

/// A window of the file, whose bytes others can have changed: what record() would refuse is not handed out. Throws InputError.
HistoryWindow sound_window_of(const Statement& row, const std::string& path) {
    HistoryWindow out = window_of(row);
    try {
        require_whole(out);
    } catch (const InputError& wrong) {
        Position at;
        at.file = path;
        throw InputError("the history is damaged: of a window " + wrong.message(), "restore it from a copy, or delete the row with sqlite3", at);
    }
    return out;
}

constexpr const char* matching =
    " FROM windows WHERE (?1 IS NULL OR time_ns >= ?1) AND (?2 IS NULL OR time_ns < ?2) AND (?3 IS NULL OR gpu = ?3 OR gpu_name = ?3)"
    " AND (?4 = 0 OR trusted = 1)";

void bind_filter(Statement& to, const HistoryFilter& filter) {
    to.bind(1, filter.from_ns).bind(2, filter.until_ns).bind(3, text_or_null(filter.gpu)).bind(4, std::int64_t{filter.trusted_only});
}
}  // namespace

History::History(const std::string& path, Open how) : database_(std::make_unique<HistoryDatabase>(path, how == Open::create)) {}
History::~History() = default;
History::History(History&&) noexcept = default;
History& History::operator=(History&&) noexcept = default;

const std::string& History::path() const { return database_->path(); }

Recorded History::record(const std::vector<HistoryWindow>& windows) {
    for (const HistoryWindow& window : windows) require_whole(window);
    Recorded out;
    Transaction transaction(*database_);
    std::set<std::string> already_cut;
    for (const auto& [gpu, stretch] : stretches_of(windows)) {
        Statement other = database_->prepare(cut_otherwise);
        other.bind(1, std::string_view(gpu)).bind(2, stretch.begin_ns).bind(3, stretch.end_ns).bind(4, stretch.length_ns);
        if (other.step() && other.integer(0) != 0) already_cut.insert(gpu);
    }
    Statement insert = database_->prepare(insert_window);
    Statement look = database_->prepare(std::string("SELECT trusted, ") + same_context + same_window);
    Statement believe = database_->prepare(std::string("UPDATE windows SET trusted = 1 WHERE id = (SELECT id") + same_window + ")");
    Statement total = database_->prepare(add_total);
    for (const HistoryWindow& window : windows) {
        if (window.dated && already_cut.contains(window.gpu)) {
            ++out.already_there;
            ++out.other_length;
            continue;
        }
        insert.reset();
        bind_identity(insert, window);
        insert.bind(9, std::int64_t{window.trusted}).bind(10, window.time_ns).bind(11, text_or_null(window.gpu_name));
        bind_context(insert, window);
        insert.step();
        bool counts = window.trusted;
        if (database_->changes() != 0) {
            ++out.added;
        } else {
            ++out.already_there;
            look.reset();
            bind_identity(look, window);
            bind_context(look, window);
            const bool found = look.step();
            if (found && look.integer(1) == 0) ++out.other_context;
            counts = found && window.trusted && look.integer(0) == 0;
            if (counts) {
                believe.reset();
                bind_identity(believe, window);
                believe.step();
                ++out.now_trusted;
            }
        }
        if (counts) {
            total.reset();
            total.bind(1, std::string_view(window.gpu)).bind(2, window.observed_ns).bind(3, window.effective_ns).bind(4, text_or_null(window.gpu_name));
            total.step();
        }
    }
    insert.reset();
    look.reset();
    transaction.commit();
    return out;
}

void History::visit(const HistoryFilter& filter, const std::function<void(const HistoryWindow&)>& visit) const {
    Statement rows = database_->prepare(std::string("SELECT ") + columns + matching + " ORDER BY time_ns, gpu, id");
    bind_filter(rows, filter);
    while (rows.step()) visit(sound_window_of(rows, path()));
}

std::vector<HistoryWindow> History::windows(const HistoryFilter& filter) const {
    std::vector<HistoryWindow> out;
    visit(filter, [&](const HistoryWindow& window) { out.push_back(window); });
    return out;
}

std::size_t History::count(const HistoryFilter& filter) const {
    Statement row = database_->prepare(std::string("SELECT count(*)") + matching);
    bind_filter(row, filter);
    return row.step() ? static_cast<std::size_t>(row.integer(0)) : 0;
}

std::size_t History::prune(const HistoryFilter& filter) {
    Transaction transaction(*database_);
    std::size_t deleted = 0;
    {
        Statement rows = database_->prepare(std::string("DELETE") + matching);
        bind_filter(rows, filter);
        rows.step();
        deleted = database_->changes();
    }
    transaction.commit();
    return deleted;
}

std::vector<HistoryTotals> History::totals() const {
    Statement rows = database_->prepare(
        "SELECT gpu, windows, observed_ns, effective_ns, gpu_name FROM totals ORDER BY gpu");
    std::vector<HistoryTotals> out;
    while (rows.step())
        out.push_back({.gpu = std::string(rows.text(0)),
                       .gpu_name = std::string(rows.text(4)),
                       .windows = static_cast<std::uint64_t>(rows.integer(1)),
                       .observed_ns = rows.integer(2),
                       .effective_ns = rows.integer(3)});
    return out;
}

bool is_history(const std::string& path) { return detail::history_file_kind(path) == detail::HistoryFileKind::ours; }

}  // namespace breakeven
