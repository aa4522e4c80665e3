// Reading logs: any number of files or folders, each told by its content, as one log.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <breakeven/core/byte_source.hpp>
#include <breakeven/logs/format.hpp>
#include <breakeven/logs/trace.hpp>

namespace breakeven {

/// A file, or a server, whose kind is known. Standard input, which cannot be read twice, is kept open.
struct LogFile {
    std::string path;  ///< as it may be shown
    LogFormat format = LogFormat::unknown;
    std::shared_ptr<ByteSource> opened;  ///< of "-" only: everything from its first byte on, unpacked
    std::string address = {};             ///< of a server only, whole: never shown, since its query may hold a secret
};

/// The bytes of `file`, unpacked, and decoded when `encoding` asks for it. Standard input can be opened so once.
[[nodiscard]] std::unique_ptr<ByteSource> open_log(const LogFile& file, TextEncoding encoding);

/// Looks at each of `paths` ("-" is standard input; a folder stands for its files; the address of a server is only recognised,
/// and nobody is asked yet). Throws InputError, with the reason and the
/// way out, for a file that is not read at all; those in a folder are passed over, with a remark each in `remarks`.
[[nodiscard]] std::vector<LogFile> identify_logs(std::span<const std::string> paths, std::vector<std::string>& remarks);

struct TraceOptions {
    /// Told now and then how many bytes have been read, of how many there are as they lie on disk (0 where that is unknown).
    std::function<void(std::uint64_t read, std::uint64_t all)> progress;
};

/// Reads tier 1 logs into one trace. Devices are as the files name them; gather_evidence() merges those that are one GPU.
/// Throws InputError: damaged, cut off before anything could be read, or a file of another tier among them.
[[nodiscard]] Trace read_traces(std::span<const LogFile> files, const TraceOptions& options = {});

/// The same from bytes in memory, such as an embedder's buffer. `name` is what messages call them.
[[nodiscard]] Trace read_trace_bytes(std::string_view bytes, const std::string& name);

}  // namespace breakeven
