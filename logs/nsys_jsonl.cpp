// See nsys_jsonl.hpp.
#include <breakeven/logs/nsys_jsonl.hpp>

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include <breakeven/core/errors.hpp>
#include <breakeven/logs/json_text.hpp>
#include <breakeven/logs/launch_call.hpp>
#include <breakeven/logs/launch_delays.hpp>
#include <breakeven/logs/nsys_devices.hpp>
#include <breakeven/logs/trace_builder.hpp>
#include <breakeven/logs/where.hpp>

namespace breakeven {
namespace {

using namespace detail;
using namespace std::string_view_literals;

constexpr const char* to_sqlite = "export SQLite instead: nsys export --type sqlite REPORT.nsys-rep";
constexpr std::size_t longest_line = 512ULL << 20U;  // the string table is one line

/// The fields of one CudaEvent.
struct CudaEvent {
    std::int64_t start_ns = 0;
    std::int64_t end_ns = 0;
    std::int64_t device = 0;
    std::int64_t context = 0;
    std::int64_t stream = 0;
    std::int64_t process = 0;
    std::optional<std::int64_t> correlation;
    std::string_view kernel;
    std::string_view copy;
    std::string_view set;
    std::string_view graph;
};

/// A call whose name may stand on a later line.
struct NamelessCall {
    std::uint64_t process = 0;
    std::int64_t correlation = 0;
    std::int64_t start_ns = 0;
    std::int64_t name = 0;
};
constexpr std::size_t most_nameless_calls = 1U << 20U;

class NsysLines {
public:
    NsysLines(std::unique_ptr<ByteSource> source, const std::string& path, Trace& trace, const Progress& progress)
        : lines_(std::move(source), path, longest_line),
          builder_(trace, path, LogFormat::nsys_jsonl),
          first_device_(trace.devices.size()),
          progress_(progress),
          delays_(0) {}

    void read() {
        std::string_view line;
        while (lines_.next(line)) {
            if (line.find_first_not_of(" \t") == std::string_view::npos) continue;
            JsonValueEnd end;
            try {
                if (end.look(line, true, leniency_) != JsonValueEnd::Result::found) {
                    if (!lines_.last_line_was_open()) throw JsonFault{line.size(), "the line ends in the middle"};
                    cut_off_ = true;
                    break;
                }
                if (line.find_first_not_of(" \t", end.end()) != std::string_view::npos)
                    throw JsonFault{end.end(), "something follows the object"};
                if (!read_line(line.substr(0, end.end()))) refuse();
            } catch (const JsonFault& fault) {
                throw InputError(fault.what, to_sqlite,
                                 at_line(path(), lines_.line_number(), characters(line.substr(0, fault.offset)) + 1, line));
            }
            if (progress_ && (lines_.line_number() & 0x3FFFU) == 0) progress_(lines_.consumed());
        }
        finish();
    }

private:
    /// False for a line of no known kind.
    bool read_line(std::string_view line) {
        if (line.empty() || line.front() != '{') return false;
        JsonFields fields(line);
        std::string_view key, value, event;
        std::optional<std::int64_t> type;
        std::string_view kind, id, text;
        while (fields.next(key, value)) {
            if (key == "data"sv && !value.empty() && value.front() == '[') return read_strings(value), true;
            if (key == "Type"sv)
                type = json_integer(value);
            else if (key == "type"sv)
                kind = without_quotes(value);
            else if (key == "id"sv)
                id = value;
            else if (key == "value"sv)
                text = value;
            else if (key == "CudaEvent"sv)
                event = value;
            else if (key == "TraceProcessEvent"sv)
                return read_call(value), type.has_value();
            else if (key.ends_with("Event"sv))
                return type.has_value();
        }
        if (kind == "String"sv) {
            if (const auto number = json_integer(id)) add_string(*number, text);
            return true;
        }
        if (kind == "ThreadName"sv) return true;
        if (!type || event.empty() || event.front() != '{') return false;
        read_event(event);
        return true;
    }

    void read_strings(std::string_view list) {
        JsonElements elements(list);
        std::string_view value;
        for (std::int64_t id = 0; elements.next(value); ++id) add_string(id, value);
    }

    /// Strings may come before or after the events that use them, and hold paths and environment too: only names of launch
    /// calls and of kernels are kept once everything is read.
    void add_string(std::int64_t id, std::string_view value) {
        strings_.insert_or_assign(id, std::string(without_quotes(value)));
    }

    void read_call(std::string_view text) {
        if (text.empty() || text.front() != '{') return;
        std::optional<std::int64_t> name, start_ns, correlation;
        NamelessCall call;
        JsonFields fields(text);
        std::string_view key, value;
        while (fields.next(key, value)) {
            if (key == "name"sv || key == "nameId"sv)
                name = json_integer(value);
            else if (key == "startNs"sv)
                start_ns = json_integer(value);
            else if (key == "correlationId"sv)
                correlation = json_integer(value);
            else if (key == "globalTid"sv)
                call.process = nsys_process(json_integer(value).value_or(0));
        }
        if (!name) return;
        ++calls_[*name];
        if (!start_ns || !correlation || nameless_.size() >= most_nameless_calls) return;
        // Where the table of strings comes first, as in newer exports, most calls need not wait for it.
        const auto text_of_name = strings_.find(*name);
        if (text_of_name != strings_.end() && launch_call(text_of_name->second) != LaunchCall::kernel) return;
        call.name = *name;
        call.start_ns = *start_ns;
        call.correlation = *correlation;
        nameless_.push_back(call);
    }

    void read_event(std::string_view text) {
        CudaEvent event;
        JsonFields fields(text);
        std::string_view key, value;
        while (fields.next(key, value)) {
            if (key == "startNs"sv)
                event.start_ns = number(value);
            else if (key == "endNs"sv)
                event.end_ns = number(value);
            else if (key == "deviceId"sv)
                event.device = number(value);
            else if (key == "contextId"sv)
                event.context = number(value);
            else if (key == "streamId"sv)
                event.stream = number(value);
            else if (key == "globalPid"sv)
                event.process = number(value);
            else if (key == "correlationId"sv)
                event.correlation = json_integer(value);
            else if (value.front() != '{')
                continue;
            else if (key == "kernel"sv)
                event.kernel = value;
            else if (key == "memcpy"sv)
                event.copy = value;
            else if (key == "memset"sv)
                event.set = value;
            else if (key.starts_with("graph"sv))
                event.graph = value;
        }
        if (event.kernel.empty() && event.copy.empty() && event.set.empty() && event.graph.empty()) return;
        const std::uint32_t device = builder_.device(builder_.process_of(nsys_process(event.process)), event.device);
        if (!event.kernel.empty())
            add_kernel(device, event);
        else if (!event.copy.empty())
            add_copy(device, event);
        else if (!event.set.empty())
            builder_.set(device, event.start_ns, event.end_ns, size_in(event.set));
        else
            builder_.graph(device, event.start_ns, event.end_ns);
        ++events_;
    }

    void add_kernel(std::uint32_t device, const CudaEvent& event) {
        LaunchGroup group;
        std::int64_t name = -1;
        JsonFields fields(event.kernel);
        std::string_view key, value;
        const auto size = [&] { return static_cast<std::int32_t>(number(value)); };
        while (fields.next(key, value)) {
            if (key == "demangledName"sv)
                name = number(value);
            else if (key == "gridX"sv)
                group.grid[0] = size();
            else if (key == "gridY"sv)
                group.grid[1] = size();
            else if (key == "gridZ"sv)
                group.grid[2] = size();
            else if (key == "blockX"sv)
                group.block[0] = size();
            else if (key == "blockY"sv)
                group.block[1] = size();
            else if (key == "blockZ"sv)
                group.block[2] = size();
        }
        const auto [place, is_new] = names_.try_emplace(name, 0);
        if (is_new) place->second = builder_.name_to_come();
        group.name = place->second;
        builder_.kernel(device, event.start_ns, event.end_ns, builder_.group(group),
                        builder_.stream(device, {nsys_process(event.process), event.context, event.stream}));
        ++kernels_;
        if (event.correlation && event.start_ns != 0)
            delays_.kernel(nsys_process(event.process), *event.correlation, event.start_ns, device, kernels_);
    }

    void add_copy(std::uint32_t device, const CudaEvent& event) {
        JsonFields fields(event.copy);
        std::string_view key, value;
        std::int64_t kind = 0;
        while (fields.next(key, value))
            if (key == "copyKind"sv) kind = number(value);
        builder_.copy(device, event.start_ns, event.end_ns, copy_kind_of_cupti(kind), size_in(event.copy));
    }

    std::uint64_t size_in(std::string_view text) {
        JsonFields fields(text);
        std::string_view key, value;
        while (fields.next(key, value))
            if (key == "sizebytes"sv || key == "bytes"sv) return static_cast<std::uint64_t>(number(value));
        return 0;
    }

    [[nodiscard]] std::int64_t number(std::string_view value) {
        const auto whole = json_integer(value);
        if (!whole) refuse();
        return *whole;
    }

    [[noreturn]] void refuse() {
        // The line itself stays unsaid: it may hold the environment of the process.
        throw InputError("a line of a layout that is not known; a newer version may have written it", to_sqlite,
                         at_line(path(), lines_.line_number(), 0));
    }

    [[nodiscard]] const std::string& path() { return builder_.file().path; }

    void finish() {
        Trace& trace = builder_.trace();
        builder_.file().producer = "Nsight Systems, JSON lines";
        builder_.remark("JSON lines have no mark at their end; an export that was cut off between two lines looks whole");
        std::uint64_t unknown = 0;
        for (const auto& [id, place] : names_) {
            const auto text = strings_.find(id);
            if (text == strings_.end()) ++unknown;
            trace.names[place] = text == strings_.end() ? "kernel #" + std::to_string(id) : json_string(text->second);
        }
        if (unknown != 0)
            builder_.remark("the names of " + std::to_string(unknown) + " kernels are not in the export; they are numbered");
        std::uint64_t launches = 0;
        for (const auto& [id, count] : calls_) {
            const auto text = strings_.find(id);
            const LaunchCall call = text == strings_.end() ? LaunchCall::none : launch_call(text->second);
            if (call == LaunchCall::kernel) launches += count;
            if (call == LaunchCall::graph) trace.graph_launches += count;
        }
        trace.launches += launches;
        for (const NamelessCall& call : nameless_)
            if (const auto text = strings_.find(call.name); text != strings_.end() && launch_call(text->second) == LaunchCall::kernel)
                delays_.call(call.process, call.correlation, call.start_ns);
        delays_.hand_over(trace);
        if (trace.devices.size() == first_device_ + 1 && launches != 0) trace.devices[first_device_].launches = launches;
        if (!lines_.damage().empty()) cut_off_ = true;
        if (cut_off_) {
            if (events_ == 0)
                throw InputError("the file ends before its first whole GPU event",
                                 "copy it again, or " + std::string(to_sqlite), in_file(path()));
            trace.partial = true;
            trace.partial_reason = (lines_.damage().empty() ? "the last line is not whole" : std::string(lines_.damage())) +
                                   "; " + std::to_string(events_) + " whole GPU events were read";
        } else if (kernels_ == 0) {
            trace.incomplete.push_back(std::to_string(launches) +
                                       " kernel launches and no kernel were recorded; capture with nsys profile --trace=cuda "
                                       "and check that the profiler may use the GPU's counters");
        }
    }

    LineReader lines_;
    TraceBuilder builder_;
    std::size_t first_device_;
    const Progress& progress_;
    JsonLeniency leniency_;
    std::unordered_map<std::int64_t, std::string> strings_;
    std::unordered_map<std::int64_t, std::uint32_t> names_;
    std::map<std::int64_t, std::uint64_t> calls_;
    LaunchDelays delays_;
    std::vector<NamelessCall> nameless_;
    std::uint64_t events_ = 0;
    std::uint64_t kernels_ = 0;
    bool cut_off_ = false;
};

}  // namespace

void read_nsys_jsonl(std::unique_ptr<ByteSource> source, const std::string& path, Trace& trace, const Progress& progress) {
    NsysLines(std::move(source), path, trace, progress).read();
}

}  // namespace breakeven
