// See kineto.hpp. The stream is cut into single events, some at a time; each is read for a few fields and forgotten, on as many threads
// as there are cores, so memory holds the kernels and a few buffers of events.
#include <breakeven/logs/kineto.hpp>

#include <algorithm>
#include <charconv>
#include <exception>
#include <limits>
#include <memory>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <breakeven/core/errors.hpp>
#include <breakeven/core/in_order.hpp>
#include <breakeven/logs/host_events.hpp>
#include <breakeven/logs/json_stream.hpp>
#include <breakeven/logs/kineto_event.hpp>
#include <breakeven/logs/launch_call.hpp>
#include <breakeven/logs/launch_delays.hpp>
#include <breakeven/logs/trace_builder.hpp>
#include <breakeven/logs/where.hpp>

namespace breakeven {
namespace {

using namespace detail;
using namespace std::string_view_literals;

class KinetoTrace {
public:
    KinetoTrace(std::unique_ptr<ByteSource> source, const std::string& path, Trace& trace, const Progress& progress)
        : stream_(std::move(source), path),
          builder_(trace, path, LogFormat::kineto),
          first_device_(trace.devices.size()),
          progress_(progress),
          delays_(0) {}

    void read() {
        const char first = stream_.peek();
        if (first == '[') {
            whole_array_ = read_events();
            if (!whole_array_ && !ended_inside_event_ && stream_.damage().empty() && events_ != 0)
                builder_.remark("the array of events has no closing bracket; it ends after a whole event and counts as whole");
            else if (!whole_array_)
                cut_off();
        } else if (first == '{') {
            stream_.take();
            if (!read_top_level()) cut_off();
        } else {
            throw stream_.error_here("a PyTorch trace begins with { or [");
        }
        if (!stream_.damage().empty()) cut_off();
        finish();
    }

private:
    /// The fields of the outermost object; false when the file ends among them.
    bool read_top_level() {
        bool first = true;
        while (true) {
            try {
                const char next = stream_.peek();
                if (next == '}') return true;
                if (next == '\0') return false;
                if (!first && next != ',') throw stream_.error_here("a comma is missing between two fields of the trace");
                if (!first) stream_.take();
                if (stream_.peek() == '}') return true;
                std::string_view value;
                if (!stream_.value(value)) return false;
                const std::string key(without_quotes(value));
                if (stream_.peek() == '\0') return false;
                if (stream_.peek() != ':') throw stream_.error_here("a colon is missing after a field's name");
                stream_.take();
                if (stream_.peek() == '\0') return false;
                if (!read_field(key)) return false;
            } catch (const InputError&) {
                // After the events come notes of the profiler, which some versions wrote carelessly; no figure hangs on them.
                if (!whole_array_) throw;
                builder_.remark("the notes after the events are no JSON; they were not read");
                search_base(stream_.rest(1ULL << 20U));
                return true;
            }
            first = false;
        }
    }

    bool read_field(const std::string& key) {
        if (key == "traceEvents" && stream_.peek() == '[') {
            whole_array_ = read_events();
            return whole_array_;
        }
        const bool is_properties = key == "deviceProperties" || key == "computeProperties";
        if (!is_properties && key != "baseTimeNanoseconds") return stream_.skip_value();
        std::string_view value;
        if (!stream_.value(value)) return false;
        try {
            if (is_properties)
                read_properties(value);
            else
                base_ns_ = json_integer(value);
        } catch (const JsonFault& fault) {
            throw stream_.error_in(value, fault);
        }
        return true;
    }

    /// Whole events of one buffer, cut out, and what was read of them.
    struct Batch {
        std::shared_ptr<JsonBuffer> buffer;
        std::vector<std::string_view> texts;
        std::uint64_t consumed = 0;  // of the file, up to here
        std::vector<KinetoItem> items;
        std::optional<std::pair<std::string_view, JsonFault>> fault;  // in the event behind `items`
    };

    /// The elements of the array that begins here; false when the file ends among them.
    bool read_events() {
        stream_.take();
        in_order<Batch>(
            working_threads(), 2, [this](Batch& batch) { return cut_out(batch); }, [](Batch& batch) { read_batch(batch); },
            [this](Batch& batch) { add(batch); });
        return array_is_whole_;
    }

    /// The events that stand whole in the buffer; at least one, or false at the end of the array.
    bool cut_out(Batch& batch) {
        if (batch.buffer) stream_.give_back(std::move(batch.buffer));
        batch.texts.clear();
        const auto keep = [&](std::string_view text) {
            if (!batch.buffer) batch.buffer = stream_.buffer();
            batch.texts.push_back(text);
        };
        if (event_of_next_buffer_) keep(*std::exchange(event_of_next_buffer_, std::nullopt));
        if (failure_) std::rethrow_exception(failure_);
        std::string_view text;
        try {
            while (!array_ended_ && next_event(text)) {
                if (batch.buffer && batch.buffer != stream_.buffer()) {
                    event_of_next_buffer_ = text;
                    break;
                }
                keep(text);
            }
        } catch (const InputError&) {
            if (batch.texts.empty()) throw;
            failure_ = std::current_exception();  // the events before it come first
        }
        batch.consumed = stream_.consumed();
        return !batch.texts.empty();
    }

    bool next_event(std::string_view& text) {
        array_ended_ = true;
        for (char next = stream_.peek(); next != ']'; next = stream_.peek()) {
            if (next == '\0') return false;
            if (!first_event_) {
                if (next != ',')
                    throw stream_.error_here(
                        "a comma is missing between two events, or a quote inside a string is not escaped");
                stream_.take();
                if (stream_.peek() == ']') continue;
                if (stream_.peek() == '\0') return false;
            }
            first_event_ = false;
            if (stream_.peek() != '{')
                throw stream_.error_here("an event is an object in { }", "perhaps a quote inside a string is not escaped");
            ended_inside_event_ = !stream_.value(text);
            array_ended_ = ended_inside_event_;
            return !ended_inside_event_;
        }
        stream_.take();
        array_is_whole_ = true;
        return false;
    }

    static void read_batch(Batch& batch) {
        batch.items.clear();
        batch.fault.reset();
        for (const std::string_view text : batch.texts) {
            try {
                if (const KinetoItem item = read_kineto_item(text); item.event.kind != KinetoKind::other) batch.items.push_back(item);
            } catch (const JsonFault& fault) {
                batch.fault.emplace(text, fault);
                return;
            }
        }
    }

    void add(const Batch& batch) {
        for (const KinetoItem& item : batch.items) add(item);
        if (batch.fault) throw stream_.error_in(*batch.buffer, batch.fault->first, batch.fault->second);
        events_ += batch.texts.size();
        builder_.read_so_far(batch.consumed);
        if (progress_) progress_(batch.consumed);
    }

    void add(const KinetoItem& item) {
        const KinetoEvent& event = item.event;
        rounded_ += item.rounded;
        if (event.kind == KinetoKind::other_accelerator) {
            ++other_accelerator_events_;
            return;
        }
        const std::int64_t start_ns = item.start_ns, end_ns = item.end_ns;
        if (item.call != LaunchCall::none) return add_call(item);
        if (event.kind == KinetoKind::capture) return add_capture({start_ns, std::max(start_ns, end_ns)});
        if (event.kind == KinetoKind::step) {
            host_.step(0, start_ns, end_ns, builder_.name(step_name(without_quotes(event.name))));
            return;
        }
        if (event.kind == KinetoKind::api_call) return host_.wait(0, start_ns, end_ns);
        const std::uint32_t on = device(event);
        if (event.kind == KinetoKind::copy) {
            builder_.copy(on, start_ns, end_ns, copy_kind_of_name(event.name), event.bytes);
        } else if (event.kind == KinetoKind::set) {
            builder_.set(on, start_ns, end_ns, event.bytes);
        } else {
            const std::uint32_t group = builder_.group({name(event.name), event.grid, event.block});
            const std::uint32_t stream = builder_.stream(on, {0, event.context.value_or(0), event.stream.value_or(0)});
            builder_.kernel(on, start_ns, end_ns, group, stream);
            ++kernels_;
            add_occupancy(on, event.occupancy, item.duration_ns);
            const bool has_time = start_ns != 0 || end_ns != 0;
            if (event.correlation && has_time) delays_.kernel(0, *event.correlation, start_ns, on, kernels_);
        }
    }

    void add_occupancy(std::uint32_t on, std::string_view written, std::int64_t duration_ns) {
        double percent = 0.0;
        const auto [end, failure] = std::from_chars(written.data(), written.data() + written.size(), percent);
        if (failure != std::errc() || !(percent >= 0.0 && percent <= 100.0) || duration_ns < 0) return;
        OccupancyTotal& total = builder_.at(on).occupancy;
        total.weighted_ns += percent / 100.0 * static_cast<double>(duration_ns);
        total.time_ns = saturating_sum_ns(total.time_ns, duration_ns);
    }

    void add_call(const KinetoItem& item) {
        if (item.call == LaunchCall::graph) {
            ++graph_launches_;
            return;
        }
        ++launches_;
        if (item.event.correlation) delays_.call(0, *item.event.correlation, item.start_ns);
    }

    void add_capture(const Interval& span) {
        if (!capture_) capture_ = span;
        capture_ = Interval{std::min(capture_->start_ns, span.start_ns), std::max(capture_->end_ns, span.end_ns)};
    }

    std::uint32_t device(const KinetoEvent& event) {
        const auto number = event.device ? event.device : event.process;
        const std::uint32_t on = builder_.device(0, number.value_or(std::numeric_limits<std::int64_t>::min()));
        if (!number) builder_.at(on).number.reset();
        return on;
    }

    std::uint32_t name(std::string_view written) {
        written = without_quotes(written);
        if (written.find('\\') == std::string_view::npos) return builder_.name(written);
        return builder_.name(json_string(written));
    }

    void read_properties(std::string_view list) {
        if (list.empty() || list.front() != '[') return;
        JsonElements gpus(list);
        std::string_view gpu, key, value;
        while (gpus.next(gpu)) {
            if (gpu.front() != '{') continue;
            JsonFields fields(gpu);
            std::optional<std::int64_t> id;
            std::string name;
            while (fields.next(key, value)) {
                if (key == "id"sv) id = json_integer(value);
                if (key == "name"sv) name = json_string(value);
            }
            if (id && properties_.size() < TraceBuilder::most_devices) properties_.emplace_back(*id, std::move(name));
        }
    }

    /// The base may stand in what is no JSON any more; without it times would be of another day.
    void search_base(std::string_view rest) {
        constexpr std::string_view key = "\"baseTimeNanoseconds\":"sv;
        const auto at = rest.find(key);
        if (base_ns_ || at == std::string_view::npos) return;
        rest.remove_prefix(at + key.size());
        rest.remove_prefix(std::min(rest.find_first_not_of(' '), rest.size()));
        std::int64_t base = 0;
        if (std::from_chars(rest.data(), rest.data() + rest.size(), base).ec == std::errc()) base_ns_ = base;
    }

    void cut_off() {
        Trace& trace = builder_.trace();
        if (events_ == 0)
            throw InputError(stream_.damage().empty() ? "the trace ends before its first event" : std::string(stream_.damage()),
                             "the profiler was stopped while it wrote, or the copy is not whole; write the trace again",
                             in_file(stream_.file_name()));
        trace.partial = true;
        trace.partial_reason = stream_.damage().empty() ? "the trace ends in the middle" : std::string(stream_.damage());
        trace.partial_reason += "; " + std::to_string(events_) + " whole events were read";
    }

    void finish() {
        Trace& trace = builder_.trace();
        builder_.file().producer = "PyTorch profiler";
        if (first_device_ == trace.devices.size() && launches_ + graph_launches_ == 0)
            trace.incomplete.emplace_back(
                "no GPU activity was recorded: the trace holds no kernel and no launch; profile with "
                "ProfilerActivity.CUDA while the GPU computes");
        for (const auto& [id, name] : properties_) {
            DeviceTrace& device = builder_.at(builder_.device(0, id));
            if (device.name.empty()) device.name = name;
        }
        delays_.hand_over(trace);
        host_.hand_over(builder_, [&](std::uint64_t) {
            std::vector<std::uint32_t> ran;
            for (std::size_t i = first_device_; i < trace.devices.size(); ++i)
                if (trace.devices[i].ran_anything()) ran.push_back(static_cast<std::uint32_t>(i));
            return ran;
        });
        put_on_one_clock();
        const std::size_t devices = trace.devices.size() - first_device_;
        const bool one_ran =
            std::count_if(trace.devices.begin() + static_cast<std::ptrdiff_t>(first_device_), trace.devices.end(),
                          [](const DeviceTrace& device) { return device.ran_anything(); }) == 1;
        for (std::size_t i = first_device_; i < trace.devices.size(); ++i)
            if (launches_ != 0 && (devices == 1 || (one_ran && trace.devices[i].ran_anything())))
                trace.devices[i].launches = launches_;
        trace.launches += launches_;
        trace.graph_launches += graph_launches_;
        add_remarks();
    }

    /// Adds the base to every time, and says whether times are those of the world.
    void put_on_one_clock() {
        Trace& trace = builder_.trace();
        const std::int64_t base = base_ns_.value_or(0);
        const auto shift = [&](auto& events) {
            for (auto& event : events)
                if (__builtin_add_overflow(event.start_ns, base, &event.start_ns) ||
                    __builtin_add_overflow(event.end_ns, base, &event.end_ns))
                    throw InputError("baseTimeNanoseconds moves an event past the year 2262", "the trace's times are damaged",
                                     in_file(stream_.file_name()));
        };
        constexpr std::int64_t epoch_from_ns = 1'000'000'000'000'000'000;  // 10^15 us, the year 2001
        std::vector<Interval> capture;
        if (capture_) capture.push_back(*capture_);
        if (base != 0) {
            for (std::size_t i = first_device_; i < trace.devices.size(); ++i) {
                shift(trace.devices[i].kernels);
                shift(trace.devices[i].copies);
                shift(trace.devices[i].sets);
                shift(trace.devices[i].steps);
                shift(trace.devices[i].host_waits);
                // Their kernels were just seen to fit.
                for (LaunchDelay& delay : trace.devices[i].launch_delays) delay.kernel_start_ns += base;
            }
            shift(capture);
        }
        for (std::size_t i = first_device_; i < trace.devices.size(); ++i) {
            DeviceTrace& device = trace.devices[i];
            const bool is_epoch =
                base_ns_.has_value() || (!device.kernels.empty() && device.kernels.front().start_ns >= epoch_from_ns);
            if (is_epoch) device.utc_offset_ns = 0;
            if (device.ran_anything()) device.captures = capture;
        }
    }

    void add_remarks() {
        Trace& trace = builder_.trace();
        const auto count = [](std::uint64_t number, const char* one, const char* many) {
            return std::to_string(number) + (number == 1 ? one : many);
        };
        if (kernels_ == 0 && launches_ + graph_launches_ != 0)
            trace.incomplete.push_back(
                count(launches_ + graph_launches_, " kernel launch", " kernel launches") +
                " and no kernel were recorded: the GPU side is missing; check that the profiler may use the GPU's "
                "counters (permission, container), that ProfilerActivity.CUDA is on, and that the schedule warms up "
                "before it records");
        if (other_accelerator_events_ != 0)
            builder_.remark(std::to_string(other_accelerator_events_) +
                            " events of another kind of accelerator count as nothing here");
        if (stream_.leniency().strings_with_bad_escapes != 0)
            builder_.remark(count(stream_.leniency().strings_with_bad_escapes, " string with a bad escape was",
                                  " strings with bad escapes were") +
                            " repaired: the backslashes were taken as they stand");
        if (stream_.leniency().control_characters != 0)
            builder_.remark(count(stream_.leniency().control_characters, " raw control character", " raw control characters") +
                            " in strings were taken as they stand");
        if (rounded_ != 0)
            builder_.remark(count(rounded_, " time has", " times have") +
                            " digits beyond the nanosecond; each was rounded to the nearest one, a tie to the even one");
        std::uint64_t backwards = 0;
        for (std::size_t i = first_device_; i < trace.devices.size(); ++i) backwards += trace.devices[i].backwards;
        if (backwards != 0)
            builder_.remark(count(backwards, " event", " events") + " with a negative duration, counted as zero long");
    }

    JsonStream stream_;
    TraceBuilder builder_;
    std::size_t first_device_;
    HostEvents host_;
    const Progress& progress_;
    LaunchDelays delays_;
    std::vector<std::pair<std::int64_t, std::string>> properties_;
    std::optional<std::int64_t> base_ns_;
    std::optional<Interval> capture_;
    bool whole_array_ = false;
    // Of the array of events, while it is cut into them.
    bool first_event_ = true;
    bool array_ended_ = false;
    bool array_is_whole_ = false;
    bool ended_inside_event_ = false;
    std::optional<std::string_view> event_of_next_buffer_;
    std::exception_ptr failure_;
    std::uint64_t events_ = 0;
    std::uint64_t kernels_ = 0;
    std::uint64_t launches_ = 0;
    std::uint64_t graph_launches_ = 0;
    std::uint64_t other_accelerator_events_ = 0;
    std::uint64_t rounded_ = 0;
};

}  // namespace

void read_kineto(std::unique_ptr<ByteSource> source, const std::string& path, Trace& trace, const Progress& progress) {
    KinetoTrace(std::move(source), path, trace, progress).read();
}

}  // namespace breakeven
