// The timeline is a sum of signed rows; the records are objects of which a few keys are wanted.
#include <breakeven/logs/torch_memory.hpp>

#include <breakeven/core/decimal.hpp>
#include <breakeven/core/timestamp.hpp>
#include <breakeven/logs/held_memory.hpp>
#include <breakeven/logs/json_stream.hpp>
#include <breakeven/logs/json_text.hpp>
#include <breakeven/logs/where.hpp>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace breakeven {

namespace {
using detail::HeldLevels;
using detail::JsonElements;
using detail::JsonFault;
using detail::JsonFields;
using detail::JsonStream;

/// One record of memory_stats(), as far as it is wanted.
struct Record {
    std::optional<double> allocated_b, allocated_peak_b, reserved_b, reserved_peak_b, time_s;
    std::optional<std::uint64_t> out_of_memory, retries;
};

std::optional<double> json_number(std::string_view value) {
    const auto number = parse_decimal(detail::without_quotes(value));
    if (!number || *number < 0.0) return std::nullopt;
    return number;
}

void take_field(const std::string& key, std::string_view value, Record& record) {
    if (key == "allocated_bytes.all.current")
        record.allocated_b = json_number(value);
    else if (key == "allocated_bytes.all.peak")
        record.allocated_peak_b = json_number(value);
    else if (key == "reserved_bytes.all.current")
        record.reserved_b = json_number(value);
    else if (key == "reserved_bytes.all.peak")
        record.reserved_peak_b = json_number(value);
    else if (key == "num_ooms" || key == "num_alloc_retries") {
        const auto count = parse_integer<std::uint64_t>(detail::without_quotes(value));
        (key == "num_ooms" ? record.out_of_memory : record.retries) = count;
    } else if (key == "time" || key == "timestamp") {
        const auto time = parse_timestamp(detail::without_quotes(value));
        record.time_s = time ? std::optional<double>(static_cast<double>(time->time_ns) / 1e9) : json_number(value);
    }
}

/// Flat and nested keys become one dotted path.
void take_object(std::string_view object, const std::string& prefix, int depth, Record& record) {
    JsonFields fields(object);
    for (std::string_view key, value; fields.next(key, value);) {
        const std::string path = prefix + std::string(key);
        if (value.starts_with('{') && depth < 4)
            take_object(value, path + ".", depth + 1, record);
        else
            take_field(path, value, record);
    }
}

class Reader {
public:
    Reader(std::unique_ptr<ByteSource> source, std::string name) : name_(std::move(name)) {
        std::string head(4096, '\0');
        std::size_t filled = 0;
        while (filled < head.size()) {
            const std::size_t got = source->read(std::span(head).subspan(filled));
            if (got == 0) break;
            filled += got;
        }
        head.resize(filled);
        const std::string_view text = trimmed(head);
        const bool python = text.find("'allocated_bytes") != std::string_view::npos;
        const bool json = !python && (text.starts_with('{') || text.starts_with('['));
        auto whole = prepend(std::move(head), std::move(source));
        if (json)
            read_json(std::move(whole));
        else
            read_lines(std::move(whole));
        finish();
    }
    [[nodiscard]] TorchMemory take() { return std::move(memory_); }

private:
    void read_json(std::unique_ptr<ByteSource> source) {
        JsonStream json(std::move(source), name_);
        const bool array = json.peek() == '[';
        if (array) json.take();
        for (char next = json.peek(); next != '\0'; next = json.peek()) {
            if (next == ',') {
                json.take();
                continue;
            }
            if (array && next == ']') {
                closed_ = true;
                break;
            }
            std::string_view value;
            if (!json.value(value)) {
                cut_off("the log ends inside a record");
                break;
            }
            try {
                take_value(value);
            } catch (const JsonFault& fault) {
                throw json.error_in(value, fault);
            }
        }
        if (array && !closed_ && !memory_.partial) cut_off("the log ends before its closing ]");
        if (!json.damage().empty()) cut_off(std::string(json.damage()));
    }

    void take_value(std::string_view value) {
        if (value.starts_with('[')) return take_row(value);
        if (!value.starts_with('{')) {
            ++memory_.rejected;
            return;
        }
        Record record;
        take_object(value, "", 0, record);
        take_record(record);
    }

    /// Text around a dict, or a dict as Python prints it.
    void read_lines(std::unique_ptr<ByteSource> source) {
        LineReader lines(std::move(source), name_);
        for (std::string_view line; lines.next(line);) {
            const std::size_t begin = line.find('{'), end = line.rfind('}');
            if (begin == std::string_view::npos || end == std::string_view::npos || end < begin) {
                memory_.rejected += line.find("allocated_bytes") != std::string_view::npos;
                continue;
            }
            std::string object(line.substr(begin, end + 1 - begin));
            if (object.find('"') == std::string::npos) std::replace(object.begin(), object.end(), '\'', '"');
            Record record;
            try {
                take_object(object, "", 0, record);
            } catch (const JsonFault&) {
                ++memory_.rejected;
                continue;
            }
            take_record(record);
        }
        if (!lines.damage().empty()) cut_off(std::string(lines.damage()));
    }

    void take_record(const Record& record) {
        if (!record.allocated_b && !record.reserved_b) {
            ++memory_.rejected;
            return;
        }
        ++memory_.records;
        // A record tells the state until the next one.
        if (last_.time_s && record.time_s && *record.time_s >= *last_.time_s)
            weigh(last_, *record.time_s - *last_.time_s, by_time_);
        all_timed_ = all_timed_ && record.time_s;
        weigh(record, 1.0, by_record_);
        if (record.time_s) {
            if (!first_time_s_) first_time_s_ = record.time_s;
            last_time_s_ = record.time_s;
        }
        const auto raise = [](std::optional<double>& peak, const std::optional<double>& value) {
            if (value && (!peak || *value > *peak)) peak = value;
        };
        raise(memory_.allocated_peak_b, record.allocated_b);
        raise(memory_.allocated_peak_b, record.allocated_peak_b);
        raise(memory_.reserved_peak_b, record.reserved_b);
        raise(memory_.reserved_peak_b, record.reserved_peak_b);
        if (record.allocated_b && record.reserved_b && *record.reserved_b > 0.0)
            raise(memory_.fragmentation_peak, std::max(0.0, 1.0 - *record.allocated_b / *record.reserved_b));
        if (record.out_of_memory) memory_.out_of_memory = record.out_of_memory;
        if (record.retries) memory_.alloc_retries = record.retries;
        last_ = record;
    }

    struct Weighted {
        HeldLevels allocated, reserved, fragmentation;
    };
    static void weigh(const Record& record, double weight, Weighted& sums) {
        if (record.allocated_b) sums.allocated.add(*record.allocated_b, weight);
        if (record.reserved_b) sums.reserved.add(*record.reserved_b, weight);
        if (record.allocated_b && record.reserved_b && *record.reserved_b > 0.0)
            sums.fragmentation.add(std::max(0.0, 1.0 - *record.allocated_b / *record.reserved_b), weight);
    }

    /// `[time_ns, action, bytes, category]`: bytes are signed, so the level is their sum.
    void take_row(std::string_view row) {
        std::array<std::int64_t, 4> numbers{};
        std::size_t count = 0;
        JsonElements elements(row);
        for (std::string_view element; elements.next(element); ++count) {
            const auto number = detail::json_integer(element);
            if (!number || count == numbers.size()) throw JsonFault{0, "a row of a memory timeline is four whole numbers"};
            numbers[count] = *number;
        }
        if (count != numbers.size()) throw JsonFault{0, "a row of a memory timeline is four whole numbers"};
        const auto [time_ns, action, bytes, category] = numbers;
        memory_.timeline = true;
        ++memory_.records;
        if (time_ns >= 0) {
            if (first_ns_ < 0)
                first_ns_ = time_ns;
            else if (time_ns > now_ns_)
                settle(time_ns);
            else if (time_ns < now_ns_)
                out_of_order_ = true;
            now_ns_ = std::max(now_ns_, time_ns);
        }
        level_b_ += static_cast<double>(bytes);
        const auto place = static_cast<std::size_t>(std::clamp<std::int64_t>(category, 0, 7));
        category_b_[place] += static_cast<double>(bytes);
        memory_.category_peak_b[place] = std::max(memory_.category_peak_b[place], category_b_[place]);
    }

    /// The level of the instant that ends; moves between categories within an instant are no change of level.
    void settle(std::int64_t until_ns) {
        by_time_.allocated.add(level_b_, static_cast<double>(until_ns - now_ns_));
        if (!memory_.allocated_peak_b || level_b_ > *memory_.allocated_peak_b) memory_.allocated_peak_b = level_b_;
    }

    void cut_off(std::string reason) {
        memory_.partial = true;
        memory_.partial_reason = std::move(reason);
    }

    void finish() {
        if (memory_.records == 0)
            throw InputError("no record of PyTorch's memory", "write one JSON object of torch.cuda.memory_stats() per line",
                             detail::in_file(name_));
        if (memory_.timeline) {
            if (!memory_.allocated_peak_b || level_b_ > *memory_.allocated_peak_b) memory_.allocated_peak_b = level_b_;
            memory_.weighted_by_time = true;
            if (first_ns_ >= 0) memory_.span_s = static_cast<double>(now_ns_ - first_ns_) / 1e9;
            if (out_of_order_) memory_.remarks.emplace_back("rows are not in order of time; a step back counts as no time");
        } else {
            memory_.weighted_by_time = all_timed_ && memory_.records > 1 && *last_time_s_ > *first_time_s_;
            if (memory_.weighted_by_time)
                memory_.span_s = *last_time_s_ - *first_time_s_;
            else
                memory_.remarks.emplace_back("the records hold no times: shares are of records");
        }
        const Weighted& sums = memory_.weighted_by_time ? by_time_ : by_record_;
        memory_.allocated_mean_b = sums.allocated.mean();
        memory_.reserved_mean_b = sums.reserved.mean();
        memory_.fragmentation_mean = sums.fragmentation.mean();
        memory_.held = sums.allocated.held();
        memory_.remarks.emplace_back("a memory log holds no compute time, so there is no ratio and no verdict");
    }

    std::string name_;
    TorchMemory memory_;
    bool closed_ = false;
    Record last_;
    bool all_timed_ = true;
    std::optional<double> first_time_s_, last_time_s_;
    Weighted by_time_, by_record_;
    double level_b_ = 0.0;
    std::array<double, 8> category_b_{};
    std::int64_t first_ns_ = -1;
    std::int64_t now_ns_ = -1;
    bool out_of_order_ = false;
};
}  // namespace

const std::array<const char*, 8>& torch_memory_categories() {
    static constexpr std::array<const char*, 8> names = {"parameter",  "optimizer_state", "input",           "temporary",
                                                         "activation", "gradient",        "autograd_detail", "none"};
    return names;
}

TorchMemory read_torch_memory(std::unique_ptr<ByteSource> source, const std::string& name) {
    return Reader(std::move(source), name).take();
}

TorchMemory read_torch_memory(const std::string& path) {
    return read_torch_memory(open_bytes(path, TextEncoding::utf8), path);
}

}  // namespace breakeven
