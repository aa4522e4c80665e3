// See nsys_sqlite.hpp. One pass over each table, large ones in parts; rows come in any order and are sorted later.
#include <breakeven/logs/nsys_sqlite.hpp>

#include <algorithm>
#include <array>
#include <filesystem>
#include <limits>
#include <map>
#include <system_error>
#include <unordered_map>
#include <utility>
#include <vector>

#include <breakeven/core/errors.hpp>
#include <breakeven/logs/host_events.hpp>
#include <breakeven/logs/launch_call.hpp>
#include <breakeven/logs/launch_delays.hpp>
#include <breakeven/logs/nsys_about.hpp>
#include <breakeven/logs/nsys_devices.hpp>
#include <breakeven/logs/nsys_parts.hpp>
#include <breakeven/logs/sqlite_table.hpp>
#include <breakeven/logs/trace_builder.hpp>
#include <breakeven/logs/where.hpp>

namespace breakeven {
namespace {

using namespace detail;
using namespace std::string_view_literals;

constexpr const char* kernel_table = "CUPTI_ACTIVITY_KIND_KERNEL";
/// CUPTI's device number of a graph execution whose time was taken on the host.
constexpr std::int64_t host_time = std::numeric_limits<std::int32_t>::max();

class NsysExport {
public:
    NsysExport(const std::string& path, const std::string& shown_path, Trace& trace)
        : file_(path),
          about_((require_nsys(file_, shown_path), read_nsys_about(file_))),
          builder_(trace, shown_path, LogFormat::nsys_sqlite),
          devices_(file_, builder_),
          first_device_(trace.devices.size()),
          delays_(file_rows(table_named(kernel_table))) {}

    void read() {
        if (file_.read_from_copy()) builder_.remark("a write-ahead log lies beside the export; its rows count");
        note_version();
        if (const auto table = table_named(kernel_table); !table.empty()) read_kernels(table);
        if (const auto table = table_named("CUPTI_ACTIVITY_KIND_MEMCPY"); !table.empty()) read_copies(table);
        if (const auto table = table_named("CUPTI_ACTIVITY_KIND_MEMSET"); !table.empty()) read_sets(table);
        if (const auto table = table_named("CUPTI_ACTIVITY_KIND_GRAPH_TRACE"); !table.empty()) read_graphs(table);
        if (const auto table = table_named("NVTX_EVENTS"); !table.empty()) read_ranges(table);
        read_strings();
        if (const auto table = table_named("CUPTI_ACTIVITY_KIND_RUNTIME"); !table.empty()) read_launches(table);
        devices_.add_unused();
        finish();
    }

private:
    static void require_nsys(const SqliteFile& file, const std::string& shown_path) {
        const auto is_of_nsys = [](const std::string& table) {
            return table == "StringIds" || table == "META_DATA_EXPORT" || table == "EXPORT_META_DATA" ||
                   table.starts_with("CUPTI_ACTIVITY_KIND_");
        };
        if (!std::any_of(file.tables().begin(), file.tables().end(), is_of_nsys))
            throw InputError("a SQLite file, but no Nsight Systems export: it has none of their tables",
                             "give the file that `nsys export --type sqlite REPORT.nsys-rep` writes", in_file(shown_path));
    }

    /// The table of that name, or its newest renamed form (`_V2`, `_V3`) that has rows; empty when there is none.
    [[nodiscard]] std::string table_named(const std::string& name) const {
        std::string found;
        for (const std::string& candidate : {name, name + "_V2", name + "_V3", name + "_V4"})
            if (file_.has_table(candidate) && (found.empty() || !file_.is_empty(candidate))) found = candidate;
        return found;
    }

    /// How many rows a table has at most, never more than fit into the file.
    [[nodiscard]] std::uint64_t file_rows(const std::string& table) const {
        if (table.empty()) return 0;
        std::error_code failure;
        const auto bytes = std::filesystem::file_size(file_.path(), failure);
        constexpr std::uint64_t least_row_bytes = 16;
        return failure ? 0 : std::min<std::uint64_t>(file_.rows_at_most(table), bytes / least_row_bytes);
    }

    void note_version() {
        std::string& producer = builder_.file().producer;
        producer = "Nsight Systems";
        if (!about_.product.empty()) producer += " " + about_.product;
        if (!about_.schema.empty()) producer += ", schema " + about_.schema;
        if (about_.schema.empty())
            builder_.remark("the export's schema version is unknown; tables and columns were found by name");
    }

    void read_kernels(const std::string& table) {
        const std::uint64_t expected = file_rows(table);
        const std::vector<std::string> columns(NsysKernelPart::columns.begin(), NsysKernelPart::columns.end());
        struct Place {
            std::uint32_t device, stream;
        };
        std::vector<Place> places;
        std::vector<std::uint32_t> groups;
        const auto use = [&](const NsysKernelPart& part) {
            places.clear();
            groups.clear();
            for (const NsysPlace& place : part.places.values()) {
                const std::uint32_t on = devices_.find(place.process, place.device);
                builder_.expect_kernels(on, expected);
                const std::uint64_t process = nsys_process(place.process);
                places.push_back({on, builder_.stream(on, {process, place.context, place.stream})});
                note_process(process, on);
            }
            for (const NsysKernelShape& shape : part.shapes.values()) {
                const auto& size = shape.sizes;
                groups.push_back(builder_.group({name_place(shape.name), {size[0], size[1], size[2]}, {size[3], size[4], size[5]}}));
            }
            for (const NsysKernelPart::Kernel& kernel : part.kernels) {
                const Place& at = places[kernel.place];
                builder_.kernel(at.device, kernel.time.start_ns, kernel.time.end_ns, groups[kernel.shape], at.stream);
            }
            for (const auto& [number, correlation] : part.launched) {
                const auto& [time, shape, place] = part.kernels[number];
                delays_.kernel(nsys_process(part.places.values()[place].process), correlation, time.start_ns, places[place].device, kernels_ + number + 1);
            }
            kernels_ += part.kernels.size();
            kernels_in_graphs_ += part.in_graphs;
        };
        file_.for_each_part<NsysKernelPart>(
            table, columns, {columns.begin() + NsysKernelPart::needed_columns, columns.end()},
            [this](NsysKernelPart& part, const SqliteRow& row) { part.add(row, delays_); }, use);
    }

    void read_copies(const std::string& table) {
        const std::uint64_t expected = file_rows(table);
        std::vector<std::uint32_t> devices;
        const auto use = [&](const NsysCopyPart& part) {
            devices.clear();
            for (const NsysPlace& place : part.places.values()) {
                devices.push_back(devices_.find(place.process, place.device));
                builder_.expect_copies(devices.back(), expected);
            }
            for (const NsysCopyPart::Copy& copy : part.copies)
                builder_.copy(devices[copy.place], copy.time.start_ns, copy.time.end_ns, copy_kind_of_cupti(copy.kind), static_cast<std::uint64_t>(copy.bytes));
        };
        file_.for_each_part<NsysCopyPart>(
            table, {"start", "end", "deviceId", "globalPid", "bytes", "copyKind"}, {"globalPid", "bytes", "copyKind"},
            [](NsysCopyPart& part, const SqliteRow& row) { part.add(row); }, use);
    }

    void read_sets(const std::string& table) {
        auto rows = file_.rows(table, {"start", "end", "deviceId", "globalPid", "bytes"}, {"globalPid", "bytes"});
        while (rows.next())
            builder_.set(devices_.find(rows.integer(3), rows.integer(2)), rows.time_ns(0), rows.time_ns(1),
                         static_cast<std::uint64_t>(rows.integer(4)));
    }

    void read_graphs(const std::string& table) {
        auto rows = file_.rows(table, {"start", "end", "deviceId", "globalPid"}, {"globalPid"});
        while (rows.next()) {
            ++graphs_;
            if (rows.integer(2) == host_time) {
                ++graphs_on_host_clock_;
                continue;
            }
            const std::uint32_t on = devices_.find(rows.integer(3), rows.integer(2));
            builder_.graph(on, rows.time_ns(0), rows.time_ns(1));
            note_process(nsys_process(rows.integer(3)), on);
        }
    }

    /// Closed NVTX ranges, as units of work. Their texts stand in the row or among the strings.
    void read_ranges(const std::string& table) {
        enum Column { start, end, type, text, text_id, thread };
        constexpr std::int64_t push_pop = 59, start_end = 60;
        const auto visit = [&](const SqliteRow& rows) {
            if (rows.has(type) && rows.integer(type) != push_pop && rows.integer(type) != start_end) return;
            if (!rows.has(end) || (!rows.has(text) && !rows.has(text_id))) return;
            std::uint32_t name = 0;
            if (!host_.has_room_for_steps())
                name = 0;
            else if (rows.has(text))
                name = builder_.name(step_name(rows.text(text)));
            else
                name = range_name_place(rows.integer(text_id));
            host_.step(nsys_process(rows.integer(thread)), rows.time_ns(start), rows.time_ns(end), name);
        };
        file_.for_each(table, {"start", "end", "eventType", "text", "textId", "globalTid"},
                       {"end", "eventType", "text", "textId", "globalTid"}, visit);
    }

    std::uint32_t range_name_place(std::int64_t id) {
        const auto [known, is_new] = range_names_.try_emplace(id, 0);
        if (is_new) known->second = builder_.name_to_come();
        return known->second;
    }

    /// Texts of the string ids in use. The table also holds paths and environment, so nothing else of it is kept.
    void read_strings() {
        if (file_.has_table("StringIds")) {
            auto rows = file_.rows("StringIds", {"id", "value"});
            while (rows.next()) {
                const std::int64_t id = rows.integer(0);
                if (const auto used = names_.find(id); used != names_.end()) {
                    builder_.trace().names[used->second] = std::string(rows.text(1));
                    used->second |= resolved;
                }
                if (const auto range = range_names_.find(id); range != range_names_.end())
                    builder_.trace().names[range->second] = std::string(step_name(rows.text(1)));
                if (const LaunchCall call = launch_call(rows.text(1)); call != LaunchCall::none)
                    launch_names_.emplace(id, call);
                else if (waits_for_gpu(rows.text(1)))
                    launch_names_.emplace(id, LaunchCall::none);
            }
        }
        std::uint64_t unknown = 0;
        for (const auto& [id, place] : names_) {
            if ((place & resolved) != 0) continue;
            builder_.trace().names[place] = "kernel #" + std::to_string(id);
            ++unknown;
        }
        if (unknown != 0)
            builder_.remark("the names of " + std::to_string(unknown) + " kernels are not in the export; they are numbered");
    }

    void read_launches(const std::string& table) {
        // A wrapper and the call inside it are both recorded under one correlation number, next to one another.
        std::array<std::pair<std::uint64_t, std::int64_t>, 64> recent{};
        const auto use = [&](const NsysCallPart& part) {
            for (const NsysCallPart::Call& call : part.calls) {
                if (call.kind == LaunchCall::none) {
                    if (call.has_end) host_.wait(call.process, call.time.start_ns, call.time.end_ns);
                    continue;
                }
                const std::pair launch{call.process + 1, call.correlation};
                auto& same_slot = recent[static_cast<std::size_t>(call.correlation) % recent.size()];
                if (call.has_correlation && same_slot == launch) continue;
                same_slot = launch;
                if (call.kind == LaunchCall::graph) {
                    ++builder_.trace().graph_launches;
                    ++graph_launches_;
                    continue;
                }
                if (call.process != last_launcher_.first || last_launcher_.second == nullptr)
                    last_launcher_ = {call.process, &launches_of_[call.process]};
                ++*last_launcher_.second;
                ++launches_;
                delays_.call(call.process, call.correlation, call.time.start_ns);
            }
        };
        file_.for_each_part<NsysCallPart>(
            table, {"nameId", "start", "correlationId", "globalTid", "end"}, {"correlationId", "globalTid", "end"},
            [this](NsysCallPart& part, const SqliteRow& row) { part.add(row, launch_names_); }, use);
        builder_.trace().launches += launches_;
    }

    void note_process(std::uint64_t process, std::uint32_t device) {
        if (last_use_ == std::pair{process + 1, device}) return;
        last_use_ = {process + 1, device};
        auto& used = used_by_[process];
        if (std::find(used.begin(), used.end(), device) == used.end()) used.push_back(device);
    }

    /// A process's launches belong to its device when it used one only; else nobody can say whose they were.
    void share_out_launches() {
        Trace& trace = builder_.trace();
        const bool one_device = trace.devices.size() == first_device_ + 1;
        if (one_device && launches_ != 0) {
            trace.devices[first_device_].launches = launches_;
            return;
        }
        std::map<std::uint32_t, std::optional<std::uint64_t>> of_device;
        for (const auto& [process, devices] : used_by_)
            for (const std::uint32_t device : devices) {
                auto& sum = of_device.try_emplace(device, 0).first->second;
                const auto launches = launches_of_.find(process);
                if (devices.size() != 1)
                    sum.reset();
                else if (sum && launches != launches_of_.end())
                    *sum += launches->second;
            }
        for (const auto& [device, sum] : of_device)
            if (sum && launches_ != 0) trace.devices[device].launches = *sum;
    }

    void finish() {
        Trace& trace = builder_.trace();
        share_out_launches();
        Interval events{std::numeric_limits<std::int64_t>::max(), std::numeric_limits<std::int64_t>::min()};
        const auto widen = [&events](const auto& list) {
            for (const auto& event : list) {
                events.start_ns = std::min(events.start_ns, event.start_ns);
                events.end_ns = std::max(events.end_ns, event.end_ns);
            }
        };
        for (std::size_t i = first_device_; i < trace.devices.size(); ++i) {
            widen(trace.devices[i].kernels);
            widen(trace.devices[i].graphs);
        }
        const auto capture = events.start_ns <= events.end_ns ? about_.capture(events) : std::nullopt;
        for (std::size_t i = first_device_; i < trace.devices.size(); ++i) {
            if (capture && trace.devices[i].ran_anything()) trace.devices[i].captures = {*capture};
            if (about_.times_are_epoch)
                trace.devices[i].utc_offset_ns = -about_.shift_ns;
            else if (about_.utc_start_ns)
                trace.devices[i].utc_offset_ns = *about_.utc_start_ns - about_.shift_ns;
        }
        delays_.hand_over(trace);
        host_.hand_over(builder_, [this](std::uint64_t process) {
            const auto used = used_by_.find(process);
            if (used != used_by_.end()) return used->second;
            // Old exports do not say which process a kernel was of.
            const bool nobody_named = used_by_.size() == 1 && used_by_.begin()->first == 0;
            return nobody_named ? used_by_.begin()->second : std::vector<std::uint32_t>{};
        });
        note_what_is_missing();
    }

    void note_what_is_missing() {
        Trace& trace = builder_.trace();
        if (about_.cut_by_time)
            builder_.remark("the export holds only part of the capture (--times), so the capture's length is unknown");
        if (about_.dropped_events) {
            trace.dropped_events = true;
            trace.incomplete.emplace_back(
                "the profiler reports that CUDA events were lost: record a shorter stretch, or with larger buffers "
                "(nsys profile --flush-on-cudaprofilerstop, --cuda-flush-interval)");
        }
        if (launches_ + graph_launches_ != 0 && kernels_ + graphs_ == 0) {
            const bool absent = table_named(kernel_table).empty();
            trace.incomplete.push_back(
                std::to_string(launches_ + graph_launches_) + " kernel launches and no kernel were recorded: table " +
                kernel_table + (absent ? " does not exist" : " is empty") +
                "; capture again with nsys profile --trace=cuda, and check that the profiler may read the GPU's "
                "counters (permission, container, driver)");
        } else if (kernels_ + graphs_ == 0) {
            trace.incomplete.push_back(std::string("no kernel was recorded: table ") + kernel_table +
                                       (table_named(kernel_table).empty() ? " does not exist" : " is empty") +
                                       "; capture with nsys profile --trace=cuda while the GPU computes");
        }
        if (graph_launches_ != 0 && graphs_ == 0 && kernels_in_graphs_ == 0 && kernels_ != 0)
            trace.incomplete.push_back(std::to_string(graph_launches_) +
                                       " launches of CUDA graphs and neither their executions nor their "
                                       "kernels were recorded; capture again with --cuda-graph-trace=node");
        if (graphs_on_host_clock_ != 0)
            builder_.remark(std::to_string(graphs_on_host_clock_) +
                            " graph executions carry the host's clock and no GPU's; they count as nothing");
    }

    std::uint32_t name_place(std::int64_t id) {
        if (last_name_ && last_name_->first == id) return last_name_->second;
        const auto [known, is_new] = names_.try_emplace(id, 0);
        if (is_new) known->second = builder_.name_to_come();
        last_name_ = {id, known->second};
        return known->second;
    }

    static constexpr std::uint32_t resolved = 1U << 31U;  // marks, in names_, that the text was found

    SqliteFile file_;
    NsysAbout about_;
    TraceBuilder builder_;
    NsysDevices devices_;
    std::size_t first_device_;
    LaunchDelays delays_;
    std::unordered_map<std::int64_t, std::uint32_t> names_;  // string id to place in Trace::names
    std::optional<std::pair<std::int64_t, std::uint32_t>> last_name_;
    std::unordered_map<std::int64_t, std::uint32_t> range_names_;
    std::unordered_map<std::int64_t, LaunchCall> launch_names_;  // LaunchCall::none: a call that waits for the GPU
    HostEvents host_;
    std::map<std::uint64_t, std::uint64_t> launches_of_;  // by process
    std::pair<std::uint64_t, std::uint64_t*> last_launcher_{0, nullptr};  // of these, the last
    std::map<std::uint64_t, std::vector<std::uint32_t>> used_by_;
    std::pair<std::uint64_t, std::uint32_t> last_use_{0, 0};
    std::uint64_t kernels_ = 0;
    std::uint64_t kernels_in_graphs_ = 0;
    std::uint64_t graphs_ = 0;
    std::uint64_t graphs_on_host_clock_ = 0;
    std::uint64_t launches_ = 0;
    std::uint64_t graph_launches_ = 0;
};

}  // namespace

void read_nsys_sqlite(const std::string& path, const std::string& shown_path, Trace& trace) {
    try {
        NsysExport(path, shown_path, trace).read();
    } catch (const InputError& error) {
        if (path == shown_path || error.position().file != path) throw;
        throw error.placed(in_file(shown_path));
    }
}

}  // namespace breakeven
