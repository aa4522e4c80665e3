// Rows come in once: checked, numbered, kept; then put in order and summed up.
#include <breakeven/calibration/dataset.hpp>

#include <breakeven/calibration/dataset_words.hpp>
#include <breakeven/calibration/printable.hpp>
#include <breakeven/calibration/row_order.hpp>
#include <breakeven/core/errors.hpp>

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

namespace breakeven {

namespace {
constexpr double day_ns = 86400e9;

constexpr WindowColumn column_of(std::size_t category) {
    return static_cast<WindowColumn>(static_cast<std::size_t>(WindowColumn::task) + category);
}

constexpr std::size_t longest_name = 200;

bool is_name(std::string_view text) { return text.size() <= longest_name && is_printable(text); }

Position in_file(const std::string& file) { return Position{.file = file, .text = {}}; }

/// Counts by number, once things have new numbers; 0 for those never counted.
void renumber_counts(std::vector<std::size_t>& counts, const std::vector<std::uint16_t>& number) {
    std::vector<std::size_t> out(number.size());
    for (std::size_t i = 0; i < std::min(counts.size(), number.size()); ++i) out[number[i]] = counts[i];
    counts = std::move(out);
}
}  // namespace

void Rejects::add(RejectedRow row) {
    ++count;
    const bool known = by_reason.contains(row.reason);
    ++by_reason[known || by_reason.size() < most_reasons ? row.reason : "another reason"];
    if (first.size() < most_shown) first.push_back(std::move(row));
}

std::optional<std::uint16_t> NumberedNames::number_of(std::string_view name) {
    if (const auto known = find(name)) return known;
    if (names_.size() >= most_) return std::nullopt;
    names_.emplace_back(name);
    return numbers_.emplace(std::string(name), static_cast<std::uint16_t>(names_.size() - 1)).first->second;
}

std::optional<std::uint16_t> NumberedNames::find(std::string_view name) const {
    // Most data have a handful of levels, which come again and again.
    constexpr std::size_t handful = 8;
    if (names_.size() <= handful) {
        for (std::size_t i = 0; i < names_.size(); ++i)
            if (names_[i] == name) return static_cast<std::uint16_t>(i);
        return std::nullopt;
    }
    const auto found = numbers_.find(name);
    if (found == numbers_.end()) return std::nullopt;
    return found->second;
}

std::vector<std::uint16_t> NumberedNames::sort() {
    std::vector<std::uint16_t> renumbered(names_.size());
    std::vector<std::string> sorted;
    for (auto& [name, number] : numbers_) {  // a map is in order of its keys
        renumbered[number] = static_cast<std::uint16_t>(sorted.size());
        number = renumbered[number];
        sorted.push_back(name);
    }
    names_ = std::move(sorted);
    return renumbered;
}

Dataset::Dataset(std::unique_ptr<WindowSource> source, const DatasetOptions& options) : source_(std::move(source)) {
    scan(options);
    refuse_if_empty();
    renumber();
    if (in_memory_) {
        put_in_order();
        for (const CalibrationRow& row : kept_) summarise(row);
    }
    finish_summary();
    say_what_was_found();
}

void Dataset::begin() {
    begun_ = true;
    columns_ = source_->columns();
    if (columns_.has(WindowColumn::line)) {
        target_ = CalibrationTarget::line;
    } else if (columns_.has(WindowColumn::work) && columns_.has(WindowColumn::effective_s)) {
        target_ = CalibrationTarget::time_per_work;
    } else if (columns_.has(WindowColumn::window_s) && columns_.has(WindowColumn::effective_s)) {
        target_ = CalibrationTarget::window_per_effective;
    } else {
        throw InputError("no column says how the GPU did", "give line, or effective_s and work, or effective_s and window_s",
                         in_file(source_->files().front()));
    }
}

void Dataset::scan(const DatasetOptions& options) {
    std::string reason;
    std::size_t good = 0;
    source_->visit(
        [&](const WindowFields& fields) {
            if (!begun_) begin();
            const std::optional<CheckedWindow> window = check_window(fields, target_, columns_, reason);
            if (!window) {
                // A name that cannot be shown is told as the row's reason, not as a GPU.
                const std::string_view name = fields[WindowColumn::gpu];
                if (const auto gpu = is_name(name) ? gpus_.number_of(name) : std::nullopt) {
                    gpu_rejects_.resize(gpus_.names().size());
                    ++gpu_rejects_[*gpu];
                }
                rejects_.add({source_->files()[fields.file], fields.line, reason});
                return;
            }
            ++good;
            learn_names(fields);
            if (!in_memory_) return summarise(numbered(*window, fields));
            kept_.push_back(numbered(*window, fields));
            // Where a file plainly holds more than fits, its first millions of rows are not collected for nothing.
            if (good == 65536 && source_->repeatable())
                if (const double share = source_->share_read(); share > 0.0 && static_cast<double>(good) / share > 1.25 * static_cast<double>(options.rows_in_memory))
                    return go_by_the_file();
            if (good <= options.rows_in_memory) return;
            if (!source_->repeatable())
                throw InputError("more than " + std::to_string(options.rows_in_memory) + " rows on standard input, which cannot be read twice",
                                 "give the file itself", in_file("-"));
            go_by_the_file();
        },
        [&](const BrokenRow& broken) { rejects_.add({source_->files()[broken.file], broken.line, broken.reason}); });
    kept_.shrink_to_fit();
}

void Dataset::learn_names(const WindowFields& fields) {
    for (std::size_t category = 0; category < category_count; ++category) {
        const WindowColumn column = column_of(category);
        if (columns_.has(column) && !levels_[category].number_of(fields[column]))
            throw detail::too_many_levels(to_string(column)).placed(in_file(source_->files()[fields.file]));
    }
    if (!gpus_.number_of(fields[WindowColumn::gpu]))
        throw InputError("more than 4096 GPUs", "calibrate each kind of machine by itself", in_file(source_->files()[fields.file]));
}

CalibrationRow Dataset::numbered(const CheckedWindow& window, const WindowFields& fields) const {
    CalibrationRow row;
    row.time_ns = window.time.time_ns;
    row.zone_known = window.time.zone_known;
    row.temperature_c = window.temperature_c;
    row.target = window.target;
    row.weight = window.weight;
    row.file = fields.file;
    row.line = static_cast<std::uint32_t>(fields.line);
    row.gpu = gpus_.find(fields[WindowColumn::gpu]).value();
    for (std::size_t category = 0; category < category_count; ++category)
        if (columns_.has(column_of(category))) row.level[category] = levels_[category].find(fields[column_of(category)]).value();
    return row;
}

void Dataset::refuse_if_empty() const {
    if (begun_ && (!kept_.empty() || !in_memory_)) return;
    const std::string& file = source_->files().front();
    if (rejects_.count == 0) throw InputError("there are no rows", "log some windows first; 30 days of them make a calibration", in_file(file));
    const RejectedRow& row = rejects_.first.front();
    throw InputError("not one of " + std::to_string(rejects_.count) + " rows can be used (" + detail::reasons_text(rejects_.by_reason) + ")",
                     "line " + std::to_string(row.line) + " is the first of them", in_file(row.file));
}

void Dataset::renumber() {
    std::array<std::vector<std::uint16_t>, category_count> level_number;
    for (std::size_t c = 0; c < category_count; ++c) {
        level_number[c] = levels_[c].sort();
        renumber_counts(level_rows_[c], level_number[c]);
    }
    const std::vector<std::uint16_t> gpu_number = gpus_.sort();
    renumber_counts(gpu_rejects_, gpu_number);
    renumber_counts(gpu_rows_, gpu_number);
    for (CalibrationRow& row : kept_) {
        row.gpu = gpu_number[row.gpu];
        for (std::size_t c = 0; c < category_count; ++c)
            if (!level_number[c].empty()) row.level[c] = level_number[c][row.level[c]];
    }
}

void Dataset::put_in_order() {
    for (const std::size_t first : mend_clock_changes(kept_))
        remarks_.push_back(source_->files()[kept_[first].file] + ":" + std::to_string(kept_[first].line) +
                           ": the clock was set back an hour; the rows from here on count an hour later");
    sort_by_time(kept_);
    const Duplicates duplicates = remove_duplicates(kept_);
    for (const CalibrationRow& row : duplicates.removed) rejects_.add({source_->files()[row.file], row.line, std::string(detail::same_window_again)});
    conflicts_ = duplicates.conflicts;
}

void Dataset::visit(const Visit& visit) const {
    if (!in_memory_) return read_again(visit);
    for (const CalibrationRow& row : kept_) visit(row);
}

void Dataset::read_again(const Visit& visit) const {
    std::string reason;
    source_->visit(
        [&](const WindowFields& fields) {
            if (const auto window = check_window(fields, target_, columns_, reason)) visit(numbered(*window, fields));
        },
        [](const BrokenRow&) {});
}

std::uint64_t Dataset::hash_of(const CalibrationRow& row) const {
    std::uint64_t hash = fnv1a(&row.time_ns, sizeof row.time_ns);
    for (const double number : {row.temperature_c.value, row.target.value, row.weight}) {
        const auto bits = std::bit_cast<std::uint64_t>(number);
        hash = fnv1a(&bits, sizeof bits, hash);
    }
    for (std::size_t c = 0; c < category_count; ++c) {
        const std::string_view name = levels_[c].names().empty() ? std::string_view() : levels_[c].names()[row.level[c]];
        hash = fnv1a(name.data(), name.size(), hash);
    }
    return hash;
}

void Dataset::go_by_the_file() {
    in_memory_ = false;
    for (const CalibrationRow& row : kept_) summarise(row);
    std::vector<CalibrationRow>().swap(kept_);
}

void Dataset::summarise(const CalibrationRow& row) {
    const auto count = [](std::vector<std::size_t>& counts, std::size_t number) {
        if (counts.size() <= number) counts.resize(number + 1);
        ++counts[number];
    };
    summary_.add(row, hash_of(row));
    count(gpu_rows_, row.gpu);
    for (std::size_t c = 0; c < category_count; ++c)
        if (!levels_[c].names().empty()) count(level_rows_[c], row.level[c]);
}

void Dataset::finish_summary() {
    summary_.finish();
    for (std::size_t i = 0; i < gpu_rows_.size(); ++i) {
        if (gpu_rows_[i] == 0) remarks_.push_back(detail::idle_gpu_remark(gpus_.names()[i], gpu_rejects_[i]));
    }
}

double Dataset::days() const {
    return (static_cast<double>(summary_.last_ns()) - static_cast<double>(summary_.first_ns()) + static_cast<double>(summary_.spacing_ns())) / day_ns;
}

void Dataset::say_what_was_found() {
    for (const std::string& remark : source_->remarks()) remarks_.push_back(remark);
    if (conflicts_ > 0) remarks_.push_back(detail::conflicts_remark(conflicts_));
    if (summary_.gaps() > 0) remarks_.push_back(detail::gaps_remark(summary_.gaps(), summary_.longest_gap_ns()));
}

}  // namespace breakeven
