// The printed form of a PyTorch memory log: what was held for how much of the run, and no word about compute time.
#include "audit_answer.hpp"
#include "audit_json.hpp"
#include "json_numbers.hpp"
#include "numbers.hpp"
#include "writer.hpp"

#include <fmt/format.h>

#include <string_view>

namespace breakeven::cli {

namespace {

using nlohmann::ordered_json;

std::string memory_text(double bytes) {
    for (const auto& [size, unit] : {std::pair{0x1p30, "GiB"}, std::pair{0x1p20, "MiB"}, std::pair{0x1p10, "KiB"}})
        if (bytes >= size) return fmt::format("{:.4g} {}", bytes / size, unit);
    return fmt::format("{:.4g} B", bytes);
}

ordered_json json_of(const TorchMemory& memory) {
    ordered_json out{{"kind", memory.timeline ? "timeline" : "memory-stats"},
                     {"records", memory.records},
                     {"span_s", or_null(memory.span_s)},
                     {"weighted_by", memory.weighted_by_time ? "time" : "records"},
                     {"allocated_mean_b", or_null(memory.allocated_mean_b)},
                     {"allocated_peak_b", or_null(memory.allocated_peak_b)},
                     {"reserved_mean_b", or_null(memory.reserved_mean_b)},
                     {"reserved_peak_b", or_null(memory.reserved_peak_b)},
                     {"fragmentation_mean", or_null(memory.fragmentation_mean)},
                     {"fragmentation_peak", or_null(memory.fragmentation_peak)}};
    out["held"] = ordered_json::array();
    for (const HeldMemory& held : memory.held) out["held"].push_back({{"share", held.share}, {"bytes", held.bytes}});
    if (memory.timeline)
        for (std::size_t i = 0; i < memory.category_peak_b.size(); ++i)
            out["category_peak_b"][torch_memory_categories()[i]] = memory.category_peak_b[i];
    out["out_of_memory"] = or_null(memory.out_of_memory);
    out["alloc_retries"] = or_null(memory.alloc_retries);
    out["rejected"] = memory.rejected;
    return out;
}

}  // namespace

Answer present(const TorchMemory& memory, const std::string& path) {
    Answer out;
    out.remarks = memory.remarks;
    out.status = static_cast<int>(memory.partial ? Status::not_trusted : Status::done);
    out.json = {{"schema", "breakeven.audit/1"}, {"source", source_json({path}, LogFormat::torch_memory)}};
    if (memory.partial) out.json["partial"] = true, out.json["partial_reason"] = memory.partial_reason;
    out.json["devices"] = ordered_json::array();
    out.json["memory"] = json_of(memory);
    out.json["remarks"] = out.remarks;

    out.rows = {.title = "", .columns = {"share_of_the_run", "allocated_b"}, .right_aligned = {}, .rows = {}};
    Table held{.title = "Held", .columns = {"of the run", "at least"}, .right_aligned = {true, true}, .rows = {}};
    for (const HeldMemory& one : memory.held) {
        out.rows.rows.push_back({exact(one.share), exact(one.bytes)});
        held.rows.push_back({percent(one.share), memory_text(one.bytes)});
    }
    const auto known = [](const std::optional<double>& bytes) { return bytes ? memory_text(*bytes) : std::string("unknown"); };
    out.text = fmt::format("{} of GPU memory were allocated on average, {} at the peak, by {} records of PyTorch's allocator.\n\n",
                           known(memory.allocated_mean_b), known(memory.allocated_peak_b), memory.records);
    Table figures{.title = "", .columns = {"figure", "value", ""}, .right_aligned = {false, true, false}, .rows = {}};
    figures.rows.push_back({"covered", memory.span_s ? fmt::format("{:.6g} s", *memory.span_s) : "unknown",
                            memory.weighted_by_time ? "means are of time" : "means are of records"});
    if (memory.reserved_mean_b)
        figures.rows.push_back({"reserved, mean", known(memory.reserved_mean_b), known(memory.reserved_peak_b) + " at the peak"});
    if (memory.fragmentation_mean)
        figures.rows.push_back({"fragmentation, mean", percent(*memory.fragmentation_mean), "reserved and not allocated"});
    if (memory.out_of_memory) figures.rows.push_back({"out of memory", fmt::format("{}", *memory.out_of_memory), "times"});
    out.text += aligned(figures) + "\n" + aligned(held);
    if (memory.partial) out.text += "\nPartial: " + memory.partial_reason + "\n";
    out.tables = {figures, held};
    return out;
}

}  // namespace breakeven::cli
