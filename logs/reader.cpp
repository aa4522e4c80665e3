// See reader.hpp.
#include <breakeven/logs/reader.hpp>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <system_error>
#include <utility>

#include <breakeven/core/errors.hpp>
#include <breakeven/core/read_ahead.hpp>
#include <breakeven/core/unpack.hpp>
#include <breakeven/logs/article_xml.hpp>
#include <breakeven/logs/kineto.hpp>
#include <breakeven/logs/nsys_jsonl.hpp>
#include <breakeven/logs/nsys_sqlite.hpp>
#include <breakeven/logs/refused.hpp>
#include <breakeven/logs/telemetry_server.hpp>
#include <breakeven/logs/temporary_folder.hpp>
#include <breakeven/logs/where.hpp>

namespace breakeven {
namespace {

namespace fs = std::filesystem;

constexpr const char* standard_input = "-";

/// As much of `source` as the format is told from.
std::string read_head(ByteSource& source) {
    std::string head(format_head_bytes, '\0');
    std::size_t filled = 0;
    while (filled < head.size()) {
        const std::size_t count = source.read({head.data() + filled, head.size() - filled});
        if (count == 0) break;
        filled += count;
    }
    head.resize(filled);
    return head;
}

/// The format of a file that begins with `head`, as it lies. A text may be in UTF-16, whose NULs are none of a binary file.
LogFormat format_of_bytes(std::string_view head) {
    const bool utf16 = head.starts_with("\xFF\xFE") || head.starts_with("\xFE\xFF");
    return detect_format(utf16 ? read_head(*bytes_in_memory(head, TextEncoding::utf8)) : std::string(head));
}

LogFormat format_of(const std::string& path) {
    return format_of_bytes(read_head(*open_bytes(path, TextEncoding::bytes)));
}

/// The first bytes of the file as it lies; fewer, or none, where there are not so many.
std::string begin_of(const std::string& path, std::size_t bytes) {
    std::string begin(bytes, '\0');
    std::ifstream file(path, std::ios::binary);
    file.read(begin.data(), static_cast<std::streamsize>(begin.size()));
    begin.resize(static_cast<std::size_t>(std::max<std::streamsize>(file.gcount(), 0)));
    return begin;
}

/// Whether the file itself is a SQLite file, that is, whether it is not packed.
bool is_plain_sqlite(const std::string& path) {
    return begin_of(path, 16) == std::string("SQLite format 3\0", 16);
}

bool is_beside_a_log(const fs::path& path) {
    const std::string name = path.filename().string();
    return name.ends_with("-wal") || name.ends_with("-shm") || name.ends_with("-journal") || name.starts_with('.');
}

void identify_folder(const std::string& folder, std::vector<LogFile>& files, std::vector<std::string>& remarks) {
    std::vector<fs::path> inside;
    std::error_code failure;
    for (fs::directory_iterator entry(folder, failure), end; !failure && entry != end; entry.increment(failure))
        if (entry->is_regular_file(failure) && !is_beside_a_log(entry->path())) inside.push_back(entry->path());
    if (failure) throw InputError("the folder cannot be read", "check its permissions", detail::in_file(folder));
    std::sort(inside.begin(), inside.end());
    const std::size_t before = files.size();
    for (const fs::path& path : inside) {
        try {
            const LogFormat format = format_of(path.string());
            if (format_tier(format).value_or(3) > 2) throw refusal(format, path.string());
            files.push_back({path.string(), format, nullptr});
        } catch (const InputError& error) {
            remarks.push_back(path.filename().string() + " in the folder was passed over: " + error.message());
        }
    }
    if (files.size() == before)
        throw InputError("the folder holds no log that can be read", "give the log files themselves", detail::in_file(folder));
}

void write_out(ByteSource& source, const fs::path& path) {
    std::ofstream file(path, std::ios::binary);
    std::vector<char> chunk(1ULL << 20U);
    for (std::size_t count = source.read(chunk); count != 0; count = source.read(chunk))
        file.write(chunk.data(), static_cast<std::streamsize>(count));
    if (!file.flush())
        throw InputError("the unpacked log does not fit into the temporary folder", "set TMPDIR to a folder with more room",
                         {});
}

/// SQLite needs a file, so a packed one is unpacked first.
void read_packed_sqlite(ByteSource& source, const std::string& path, Trace& trace) {
    const detail::TemporaryFolder folder;
    const fs::path unpacked = folder.path() / "export.sqlite";
    write_out(source, unpacked);
    if (!source.damage().empty())
        throw InputError(std::string(source.damage()), "copy the file again; of a part of a database nothing can be told",
                         detail::in_file(path));
    read_nsys_sqlite(unpacked.string(), path, trace);
}

/// A source that somebody else keeps alive.
class SharedSource final : public ByteSource {
public:
    explicit SharedSource(std::shared_ptr<ByteSource> source) : source_(std::move(source)) {}
    [[nodiscard]] std::size_t read(std::span<char> out) override { return source_->read(out); }
    [[nodiscard]] std::string_view damage() const override { return source_->damage(); }
    [[nodiscard]] std::uint64_t consumed() const override { return source_->consumed(); }

private:
    std::shared_ptr<ByteSource> source_;
};

/// As open_log; files, which may be packed and large, are unpacked on a thread of their own.
std::unique_ptr<ByteSource> open_ahead(const LogFile& file, TextEncoding encoding) {
    auto source = open_log(file, encoding);
    return file.opened ? std::move(source) : read_ahead(std::move(source));
}

/// The same for a reader that has several threads: what is only read needs none of its own.
std::unique_ptr<ByteSource> open_unpacked_ahead(const LogFile& file, TextEncoding encoding) {
    const std::string begin = begin_of(file.path, 4);
    const bool is_packed = begin.starts_with("\x1f\x8b") || begin == "\x28\xb5\x2f\xfd";  // gzip, Zstandard
    return is_packed ? open_ahead(file, encoding) : open_log(file, encoding);
}

void read_one(const LogFile& file, Trace& trace, const Progress& progress) {
    switch (file.format) {
        case LogFormat::nsys_sqlite:
            if (!file.opened && is_plain_sqlite(file.path))
                read_nsys_sqlite(file.path, file.path, trace);
            else
                read_packed_sqlite(*open_log(file, TextEncoding::bytes), file.path, trace);
            return;
        case LogFormat::kineto:
            return read_kineto(open_unpacked_ahead(file, TextEncoding::utf8), file.path, trace, progress);
        case LogFormat::article_xml:
            return read_article_xml(open_ahead(file, TextEncoding::bytes), file.path, trace, progress);
        case LogFormat::nsys_jsonl:
            return read_nsys_jsonl(open_ahead(file, TextEncoding::utf8), file.path, trace, progress);
        default:
            break;
    }
    if (format_tier(file.format) == 2 || file.format == LogFormat::torch_memory)
        throw InputError("samples among kernel logs", "give telemetry with --telemetry FILE beside the kernel log",
                         detail::in_file(file.path));
    throw refusal(file.format, file.path);
}

std::uint64_t size_on_disk(const std::string& path) {
    std::error_code failure;
    const auto size = path == standard_input ? 0 : fs::file_size(path, failure);
    return failure ? 0 : size;
}

}  // namespace

std::unique_ptr<ByteSource> open_log(const LogFile& file, TextEncoding encoding) {
    if (!file.opened) return open_bytes(file.path, encoding);
    auto source = std::make_unique<SharedSource>(file.opened);
    if (encoding == TextEncoding::bytes) return source;
    return detail::decode_text(std::move(source), file.path);
}

std::vector<LogFile> identify_logs(std::span<const std::string> paths, std::vector<std::string>& remarks) {
    std::vector<LogFile> files;
    for (const std::string& path : paths) {
        std::error_code failure;
        if (path == standard_input) {
            auto source = open_bytes(path, TextEncoding::bytes);
            std::string head = read_head(*source);
            const LogFormat format = format_of_bytes(head);
            files.push_back({path, format, std::shared_ptr<ByteSource>(prepend(std::move(head), std::move(source)))});
        } else if (is_server_address(path)) {
            files.push_back({shown_path(path), LogFormat::prometheus_server, nullptr, path});
        } else if (fs::is_directory(path, failure)) {
            identify_folder(path, files, remarks);
            continue;
        } else {
            files.push_back({path, format_of(path), nullptr});
        }
        const LogFormat format = files.back().format;
        if (format != LogFormat::torch_memory && format_tier(format).value_or(3) > 2) throw refusal(format, path);
    }
    if (files.empty()) throw InputError("no log was given", "name a file, a folder, or - for standard input");
    return files;
}

Trace read_traces(std::span<const LogFile> files, const TraceOptions& options) {
    Trace trace;
    std::uint64_t all = 0, before = 0;
    for (const LogFile& file : files) all += size_on_disk(file.path);
    for (const LogFile& file : files) {
        Progress progress;
        if (options.progress) progress = [&](std::uint64_t consumed) { options.progress(before + consumed, all); };
        read_one(file, trace, progress);
        before += size_on_disk(file.path);
    }
    return trace;
}

Trace read_trace_bytes(std::string_view bytes, const std::string& name) {
    LogFile file{name, LogFormat::unknown, bytes_in_memory(bytes, TextEncoding::bytes)};
    std::string head = read_head(*file.opened);
    file.format = format_of_bytes(head);
    file.opened = bytes_in_memory(bytes, TextEncoding::bytes);
    return read_traces({&file, 1});
}

}  // namespace breakeven
