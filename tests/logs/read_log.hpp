// Reading test logs: one call from a file of tests/data, or from text, to its evidence.
#pragma once

#include <breakeven/core/errors.hpp>
#include <breakeven/logs/evidence.hpp>
#include <breakeven/logs/reader.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace breakeven::test {

inline std::string data_path(std::string_view inside) {
    return std::string(BREAKEVEN_SOURCE_DIR "/tests/data/") + std::string(inside);
}

inline Trace read_files(const std::vector<std::string>& paths) {
    std::vector<std::string> remarks;
    Trace trace = read_traces(identify_logs(paths, remarks));
    trace.remarks.insert(trace.remarks.begin(), remarks.begin(), remarks.end());
    return trace;
}

inline KernelEvidence audit_files(const std::vector<std::string>& paths, const EvidenceOptions& options = {}) {
    return gather_evidence(read_files(paths), options);
}

inline KernelEvidence audit_data(std::string_view inside) {
    return audit_files({data_path(inside)});
}

inline KernelEvidence audit_text(std::string_view text) {
    return gather_evidence(read_trace_bytes(text, "test"));
}

inline bool has_text(const std::vector<std::string>& texts, std::string_view part) {
    for (const std::string& text : texts)
        if (text.find(part) != std::string::npos) return true;
    return false;
}

/// The whole message of the InputError that `action` throws; empty when it throws none.
template <class Action>
std::string message_of(Action action) {
    try {
        action();
    } catch (const InputError& error) {
        return error.what();
    }
    return {};
}

}  // namespace breakeven::test
