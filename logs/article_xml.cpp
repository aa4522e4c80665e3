// See article_xml.hpp.
#include <breakeven/logs/article_xml.hpp>

#include <expat.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <exception>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include <breakeven/core/errors.hpp>
#include <breakeven/logs/trace_builder.hpp>
#include <breakeven/logs/where.hpp>

namespace breakeven {
namespace {

using namespace detail;
using namespace std::string_view_literals;

struct FreeParser {
    void operator()(XML_Parser parser) const { XML_ParserFree(parser); }
};

class ArticleXml {
public:
    ArticleXml(std::unique_ptr<ByteSource> source, const std::string& path, Trace& trace, const Progress& progress)
        : source_(std::move(source)),
          builder_(trace, path, LogFormat::article_xml),
          progress_(progress),
          parser_(XML_ParserCreate(nullptr)) {
        if (!parser_) throw InputError("not enough memory to read XML", {}, in_file(path));
        XML_SetUserData(parser_.get(), this);
        XML_SetElementHandler(parser_.get(), &ArticleXml::on_start, &ArticleXml::on_end);
        XML_SetEntityDeclHandler(parser_.get(), &ArticleXml::on_entity);
    }

    void read() {
        std::vector<char> chunk(chunk_bytes);
        bool whole = false;
        while (true) {
            const std::size_t count = source_->read(chunk);
            fed_ += count;
            const bool last = count == 0;
            const auto status = XML_Parse(parser_.get(), chunk.data(), static_cast<int>(count), last ? 1 : 0);
            if (failure_) std::rethrow_exception(failure_);
            if (status == XML_STATUS_ERROR) {
                if (!ended_early(last)) throw_here();
                break;
            }
            whole = last;
            if (last) break;
            // What the parser holds back is one unfinished tag.
            const auto parsed = XML_GetCurrentByteIndex(parser_.get());
            if (parsed >= 0 && fed_ - static_cast<std::uint64_t>(parsed) > longest_tag)
                throw InputError("one tag is longer than 64 MiB", "a quote may be missing", place());
            builder_.read_so_far(source_->consumed());
            if (progress_) progress_(source_->consumed());
        }
        finish(whole);
    }

private:
    static constexpr std::size_t chunk_bytes = 64 * 1024;  // the parser keeps a copy of up to twice as much
    static constexpr std::uint64_t longest_tag = 64ULL << 20U;

    static void XMLCALL on_start(void* self, const XML_Char* element, const XML_Char** attributes) {
        static_cast<ArticleXml*>(self)->guarded([&](ArticleXml& reader) { reader.start(element, attributes); });
    }
    static void XMLCALL on_end(void* self, const XML_Char* element) {
        static_cast<ArticleXml*>(self)->guarded([&](ArticleXml& reader) { reader.end(element); });
    }
    static void XMLCALL on_entity(void* self, const XML_Char*, int, const XML_Char*, int, const XML_Char*, const XML_Char*,
                                  const XML_Char*, const XML_Char*) {
        static_cast<ArticleXml*>(self)->guarded([](ArticleXml& reader) {
            throw InputError("an entity of its own has no place in a log", "write the characters themselves", reader.place());
        });
    }

    /// The parser is C: an exception must not cross it.
    template <class Action>
    void guarded(Action action) {
        if (failure_) return;
        try {
            action(*this);
        } catch (...) {
            failure_ = std::current_exception();
            XML_StopParser(parser_.get(), XML_FALSE);
        }
    }

    void start(std::string_view element, const XML_Char** attributes) {
        if (element == "event"sv) {
            in_event_ = true;
            call_.clear();
            kernel_name_.clear();
            start_ns_.reset();
            duration_ns_.reset();
        }
        if (!in_event_ || (element != "event"sv && element != "attributes"sv)) return;
        for (std::size_t i = 0; attributes[i] != nullptr; i += 2) {
            const std::string_view key = attributes[i];
            const std::string_view value = attributes[i + 1];
            if (key == "kernelName"sv) kernel_name_ = value;
            if (element != "event"sv) continue;
            if (key == "name"sv)
                call_ = value;
            else if (key == "timestamp"sv)
                start_ns_ = whole_ns(key, value);
            else if (key == "duration"sv)
                duration_ns_ = whole_ns(key, value);
        }
    }

    void end(std::string_view element) {
        if (element != "event"sv || !in_event_) return;
        in_event_ = false;
        const bool launch = call_ == "cudaLaunchKernel"sv;
        const bool copy = std::string_view(call_).starts_with("cudaMemcpy"sv);
        const bool set = std::string_view(call_).starts_with("cudaMemset"sv);
        if (!launch && !copy && !set) {
            ++others_;
            return;
        }
        if (!start_ns_ || !duration_ns_)
            throw InputError(std::string("an event has no ") + (start_ns_ ? "duration" : "timestamp"),
                             "both are whole nanoseconds", place());
        std::int64_t end_ns = 0;
        if (__builtin_add_overflow(*start_ns_, *duration_ns_, &end_ns))
            throw InputError("an event ends past the year 2262", "timestamp and duration are whole nanoseconds", place());
        const std::uint32_t device = builder_.device(0, 0);
        if (copy) return builder_.copy(device, *start_ns_, end_ns, CopyKind::unknown, 0);
        if (set) return builder_.set(device, *start_ns_, end_ns, 0);
        const std::uint32_t group = builder_.group({builder_.name(kernel_name_), {}, {}});
        builder_.kernel(device, *start_ns_, end_ns, group, builder_.stream(device, {}));
        ++kernels_;
        note_clock(*start_ns_);
    }

    std::int64_t whole_ns(std::string_view key, std::string_view value) const {
        std::int64_t ns = 0;
        const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), ns);
        if (error != std::errc() || end != value.data() + value.size())
            throw InputError(std::string(key) + " is no whole number of nanoseconds",
                             "write it with digits alone, such as 1762000000000000000", place());
        return ns;
    }

    /// Today is about 1.8e18 ns, 1.8e15 us or 1.8e12 ms after 1970; the smaller two, read as ns, are days after it.
    void note_clock(std::int64_t start_ns) {
        const auto is_around = [start_ns](std::int64_t from) { return start_ns >= from && start_ns < 4 * from; };
        if (is_around(1'000'000'000'000'000) || is_around(1'000'000'000'000)) builder_.trace().clock_unit_doubtful = true;
    }

    [[nodiscard]] Position place(std::string_view text = {}) const {
        return at_line(path(), XML_GetCurrentLineNumber(parser_.get()), XML_GetCurrentColumnNumber(parser_.get()) + 1, text);
    }
    [[nodiscard]] const std::string& path() const { return builder_.file().path; }

    /// Whether the text simply stops: everything up to its end was XML.
    [[nodiscard]] bool ended_early(bool last) const {
        const auto code = XML_GetErrorCode(parser_.get());
        return last && (code == XML_ERROR_NO_ELEMENTS || code == XML_ERROR_UNCLOSED_TOKEN || code == XML_ERROR_PARTIAL_CHAR ||
                        code == XML_ERROR_UNCLOSED_CDATA_SECTION);
    }

    [[noreturn]] void throw_here() const {
        int offset = 0, size = 0;
        const char* input = XML_GetInputContext(parser_.get(), &offset, &size);
        const std::string_view text =
            input == nullptr ? std::string_view{} : std::string_view(input, static_cast<std::size_t>(size));
        const auto at = std::min(static_cast<std::size_t>(std::max(offset, 0)), text.size());
        const auto before = text.substr(0, at).rfind('\n');
        const std::size_t begin = before == std::string_view::npos ? 0 : before + 1;
        const std::string_view line = text.substr(begin, std::min(text.find_first_of("\r\n", at), text.size()) - begin);
        const Position at_fault =
            place(before == std::string_view::npos && XML_GetCurrentLineNumber(parser_.get()) > 1 ? std::string_view{} : line);
        const char found = at < text.size() ? text[at] : '\0';
        if (found == '<') throw InputError("a < may not stand in an attribute value", "write &lt; in its place", at_fault);
        if (found == '&') throw InputError("an & that begins no entity", "write &amp; in its place", at_fault);
        switch (XML_GetErrorCode(parser_.get())) {
            case XML_ERROR_TAG_MISMATCH:
                throw InputError("a closing tag does not match the one that is open",
                                 "close tags in the order they were opened", at_fault);
            case XML_ERROR_DUPLICATE_ATTRIBUTE:
                throw InputError("an attribute stands twice in one tag", {}, at_fault);
            case XML_ERROR_UNDEFINED_ENTITY:
                throw InputError("an entity that XML does not know", "write &lt; &gt; &amp; &quot; or the character", at_fault);
            case XML_ERROR_JUNK_AFTER_DOC_ELEMENT:
                throw InputError("something follows the end of the document", "put all events inside one element", at_fault);
            case XML_ERROR_NO_MEMORY:
                throw InputError("not enough memory to read the XML", {}, at_fault);
            default:
                throw InputError("the text is no XML here", "write the file again, or correct the line", at_fault);
        }
    }

    void finish(bool whole) {
        Trace& trace = builder_.trace();
        const bool cut = !whole || !source_->damage().empty();
        if (kernels_ == 0) {
            if (cut)
                throw InputError("the file ends before its first whole kernel event", "write it again, or copy it again",
                                 in_file(path()));
            throw InputError(
                "no <event name=\"cudaLaunchKernel\" …> in the XML" + (others_ == 0 ? std::string() : ", only other events"),
                "the article's form is <event name=\"cudaLaunchKernel\" timestamp=\"ns\" duration=\"ns\" kernelName=\"…\"/>",
                in_file(path()));
        }
        if (cut) {
            trace.partial = true;
            trace.partial_reason = (source_->damage().empty() ? "the XML ends in the middle" : std::string(source_->damage())) +
                                   "; " + std::to_string(kernels_) + " whole kernel events were read";
        }
        builder_.remark(
            "the article's XML names launch calls; if its durations are those of the calls and not of the kernels, the time is "
            "the host's");
        DeviceTrace& device = builder_.at(builder_.device(0, 0));
        constexpr std::int64_t epoch_from_ns = 1'000'000'000'000'000'000;
        if (!device.kernels.empty() && device.kernels.front().start_ns >= epoch_from_ns) device.utc_offset_ns = 0;
    }

    std::unique_ptr<ByteSource> source_;
    TraceBuilder builder_;
    const Progress& progress_;
    std::unique_ptr<std::remove_pointer_t<XML_Parser>, FreeParser> parser_;
    std::exception_ptr failure_;
    std::uint64_t fed_ = 0;
    bool in_event_ = false;
    std::string call_;
    std::string kernel_name_;
    std::optional<std::int64_t> start_ns_;
    std::optional<std::int64_t> duration_ns_;
    std::uint64_t kernels_ = 0;
    std::uint64_t others_ = 0;
};

}  // namespace

void read_article_xml(std::unique_ptr<ByteSource> source, const std::string& path, Trace& trace, const Progress& progress) {
    ArticleXml(std::move(source), path, trace, progress).read();
}

}  // namespace breakeven
