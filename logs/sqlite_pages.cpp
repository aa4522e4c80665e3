// See sqlite_pages.hpp.
#include <breakeven/logs/sqlite_pages.hpp>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>
#include <utility>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace breakeven::detail {
namespace {

constexpr std::size_t header_bytes = 8, parent_header_bytes = 12;  // of a page of rows, and of one that names pages
constexpr std::size_t behind = 8;                                  // bytes, so that eight can be read at the last one
constexpr std::size_t read_at_once = 128ULL << 10U;                // stays in a core's own cache
constexpr std::size_t bytes_in_part = 1ULL << 20U;

std::uint32_t big_endian(const unsigned char* bytes, std::size_t count) {
    std::uint32_t value = 0;
    for (std::size_t i = 0; i < count; ++i) value = value << 8U | bytes[i];
    return value;
}

/// A number of one to nine bytes at `at`, which moves behind it; false when `end` comes first.
bool variable(const unsigned char*& at, const unsigned char* end, std::uint64_t& value) {
    value = 0;
    for (int i = 0; i < 9 && at < end; ++i) {
        const unsigned char byte = *at++;
        if (i == 8) {
            value = value << 8U | byte;
            return true;
        }
        value = value << 7U | (byte & 0x7FU);
        if (byte < 0x80) return true;
    }
    return false;
}

}  // namespace

class SqlitePages::Descriptor {
public:
    explicit Descriptor(const std::string& path) : number_(::open(path.c_str(), O_RDONLY | O_CLOEXEC)) {}
    ~Descriptor() {
        if (number_ >= 0) ::close(number_);
    }
    Descriptor(const Descriptor&) = delete;
    Descriptor& operator=(const Descriptor&) = delete;
    [[nodiscard]] bool read(std::uint64_t offset, unsigned char* to, std::size_t bytes) const {
        while (bytes != 0) {
            const auto got = ::pread(number_, to, bytes, static_cast<off_t>(offset));
            if (got < 0 && errno == EINTR) continue;
            if (got <= 0) return false;
            to += got;
            offset += static_cast<std::uint64_t>(got);
            bytes -= static_cast<std::size_t>(got);
        }
        return true;
    }
    [[nodiscard]] std::uint64_t size() const {
        struct stat status {};
        return ::fstat(number_, &status) == 0 && S_ISREG(status.st_mode) ? static_cast<std::uint64_t>(status.st_size) : 0;
    }

private:
    int number_;
};

bool SqliteRecordShape::is_of(std::span<const unsigned char> header) const {
    return header.size() == header_bytes_ && std::memcmp(header.data(), header_.data(), header.size()) == 0;
}

bool SqliteRecordShape::set(std::span<const unsigned char> header, std::span<const int> columns) {
    header_bytes_ = 0;
    if (header.size() > header_.size() || columns.size() > most_columns) return false;
    nothing_ = 0;
    std::uint64_t found = 0;
    const auto want = [&](int column, std::size_t offset, std::uint64_t kind) {
        constexpr std::array<std::uint8_t, 7> bytes_of{0, 1, 2, 3, 4, 6, 8};
        for (std::size_t i = 0; i < columns.size(); ++i) {
            if (columns[i] != column) continue;
            found |= 1ULL << i;
            if (kind == 0) nothing_ |= 1ULL << i;
            if (kind == 0 || kind == 8 || kind == 9)
                places_[i] = {0, 64, static_cast<std::int8_t>(kind == 9)};
            else if (kind < bytes_of.size())
                places_[i] = {static_cast<std::uint16_t>(offset), static_cast<std::uint8_t>(64 - 8 * bytes_of[kind]), 0};
            else
                return false;  // a real number, a text or bytes
        }
        return true;
    };
    if (!want(-1, 0, 0)) return false;
    const unsigned char* at = header.data() + 1;
    const unsigned char* const end = header.data() + header.size();
    std::uint64_t offset = header.size();
    for (int column = 0; at < end; ++column) {
        std::uint64_t kind = 0;
        if (!variable(at, end, kind) || kind == 10 || kind == 11) return false;
        if (!want(column, static_cast<std::size_t>(offset), kind)) return false;
        constexpr std::array<std::uint8_t, 10> bytes_of{0, 1, 2, 3, 4, 6, 8, 8, 0, 0};
        offset += kind < bytes_of.size() ? bytes_of[kind] : (kind - 12) / 2;
        if (offset > std::numeric_limits<std::uint16_t>::max()) return false;
    }
    // A column that was added later is missing in older rows, and then has a value of its own.
    for (std::size_t i = 0; i < columns.size(); ++i)
        if ((found >> i & 1U) == 0) return false;
    record_bytes_ = static_cast<std::size_t>(offset);
    std::copy(header.begin(), header.end(), header_.begin());
    header_bytes_ = header.size();
    return true;
}

std::optional<SqlitePages> SqlitePages::open(const std::string& path, std::int64_t root, std::vector<int> columns) {
    SqlitePages out;
    out.file_ = std::make_shared<const Descriptor>(path);
    out.columns_ = std::move(columns);
    constexpr std::int64_t largest = std::numeric_limits<std::uint32_t>::max();
    if (root < 2 || root > largest || out.columns_.size() > SqliteRecordShape::most_columns || !out.read_header()) return std::nullopt;
    constexpr std::int64_t first_row = std::numeric_limits<std::int64_t>::min(), last_row = std::numeric_limits<std::int64_t>::max();
    if (!out.collect(static_cast<std::uint32_t>(root), first_row, last_row, 0)) return std::nullopt;
    return out;
}

bool SqlitePages::read_header() {
    std::array<unsigned char, 100> header{};
    if (!file_->read(0, header.data(), header.size())) return false;
    page_bytes_ = big_endian(&header[16], 2);
    if (page_bytes_ == 1) page_bytes_ = 65536;
    constexpr std::size_t least_usable = 480;
    if (page_bytes_ < 512 || page_bytes_ > 65536 || (page_bytes_ & (page_bytes_ - 1)) != 0 || page_bytes_ - header[20] < least_usable) return false;
    usable_bytes_ = page_bytes_ - header[20];
    pages_ = file_->size() / page_bytes_;
    return true;
}

bool SqlitePages::read_pages(std::uint32_t number, std::size_t count, unsigned char* to) const {
    if (number < 2 || number + (count - 1) > pages_) return false;
    return file_->read((number - 1ULL) * page_bytes_, to, count * page_bytes_);
}

/// Finds the pages that name pages of rows at and below page `number`.
bool SqlitePages::collect(std::uint32_t number, std::int64_t first_row, std::int64_t last_row, int depth) {
    constexpr int deepest = 20;
    constexpr unsigned char page_of_pages = 5, page_of_rows = 13;
    std::vector<unsigned char> page(page_bytes_);
    if (depth == deepest || ++visited_ > pages_ || !read_pages(number, 1, page.data())) return false;
    if (page[0] == page_of_rows && depth == 0) {
        parts_.push_back({0, number, 1, first_row, last_row});
        return true;
    }
    const std::size_t cells = big_endian(&page[3], 2);
    if (page[0] != page_of_pages || cells == 0 || parent_header_bytes + 2 * cells > usable_bytes_) return false;

    std::vector<std::pair<std::uint32_t, std::int64_t>> children;  // each with the largest row number in it
    for (std::size_t i = 0; i < cells; ++i) {
        const std::size_t place = big_endian(&page[parent_header_bytes + 2 * i], 2);
        if (place < parent_header_bytes + 2 * cells || place + 4 >= usable_bytes_) return false;
        const unsigned char* at = &page[place + 4];
        std::uint64_t key = 0;
        if (!variable(at, page.data() + usable_bytes_, key)) return false;
        const auto row = static_cast<std::int64_t>(key);
        if (row < first_row || row >= last_row || (i != 0 && row <= children.back().second)) return false;
        children.emplace_back(big_endian(&page[place], 4), row);
    }
    children.emplace_back(big_endian(&page[8], 4), last_row);

    std::array<unsigned char, 1> kind{};
    if (children[0].first < 2 || children[0].first > pages_ || !file_->read((children[0].first - 1ULL) * page_bytes_, kind.data(), 1)) return false;
    const std::size_t step = kind[0] == page_of_rows ? std::max<std::size_t>(1, bytes_in_part / page_bytes_) : 1;
    for (std::size_t i = 0; i < children.size(); i += step) {
        const std::size_t count = std::min(step, children.size() - i);
        const std::int64_t from = i == 0 ? first_row : children[i - 1].second + 1, to = children[i + count - 1].second;
        if (kind[0] == page_of_rows)
            parts_.push_back({number, static_cast<std::uint32_t>(i), static_cast<std::uint32_t>(count), from, to});
        else if (!collect(children[i].first, from, to, depth + 1))
            return false;
    }
    return true;
}

bool SqlitePages::children_of(const Part& part, Buffers& buffers) const {
    buffers.numbers.clear();
    if (part.parent == 0) {
        buffers.numbers.push_back(part.first);
        return true;
    }
    buffers.parent.resize(page_bytes_);
    if (!read_pages(part.parent, 1, buffers.parent.data())) return false;
    const unsigned char* const page = buffers.parent.data();
    const std::size_t cells = big_endian(page + 3, 2);
    for (std::size_t i = part.first; i < std::size_t{part.first} + part.count; ++i) {
        if (i > cells || parent_header_bytes + 2 * cells > usable_bytes_) return false;
        const std::size_t place = i == cells ? 8 : big_endian(page + parent_header_bytes + 2 * i, 2);
        if (place + 4 > usable_bytes_) return false;
        buffers.numbers.push_back(big_endian(page + place, 4));
    }
    return true;
}

/// Pages from `at` on that stand one behind another in the file; how many were read, 0 when they cannot be.
std::size_t SqlitePages::read_neighbours(Buffers& buffers, std::size_t at) const {
    const std::size_t most = std::max<std::size_t>(1, read_at_once / page_bytes_);
    const auto& numbers = buffers.numbers;
    std::size_t count = 1;
    while (count < most && at + count < numbers.size() && numbers[at + count] == numbers[at] + count) ++count;
    buffers.pages.resize(most * page_bytes_ + behind);
    return read_pages(numbers[at], count, buffers.pages.data()) ? count : 0;
}

bool SqlitePages::cell_of(const unsigned char* page, std::size_t number, std::size_t cells, Cell& cell) const {
    const std::size_t places_end = header_bytes + 2 * cells;
    if (places_end > usable_bytes_) return false;
    const std::size_t place = big_endian(page + header_bytes + 2 * number, 2);
    if (place < places_end || place >= usable_bytes_) return false;
    const unsigned char* at = page + place;
    const unsigned char* const end = page + usable_bytes_;
    std::uint64_t bytes = 0, row = 0;
    if (!variable(at, end, bytes) || !variable(at, end, row)) return false;
    // A longer record goes on in other pages.
    if (bytes == 0 || bytes > usable_bytes_ - 35 || bytes > static_cast<std::uint64_t>(end - at)) return false;
    cell = {at, static_cast<std::size_t>(bytes), static_cast<std::int64_t>(row)};
    return true;
}

const SqliteRecordShape* SqlitePages::shape_of(const Cell& cell, Buffers& buffers) const {
    const std::size_t size = cell.record[0];
    if (size == 0 || size >= 0x80 || size > cell.record_bytes) return nullptr;  // more columns than an export has
    const std::span<const unsigned char> header(cell.record, size);
    std::uint64_t begin = 0, end = 0;
    std::memcpy(&begin, header.data(), std::min<std::size_t>(size, 8));
    std::memcpy(&end, header.data() + size - std::min<std::size_t>(size, 8), std::min<std::size_t>(size, 8));
    // Which sizes of numbers differ from row to row is told by the first columns and, less often, by later ones.
    SqliteRecordShape& shape = buffers.shapes[(begin * 0x9E3779B97F4A7C15ULL ^ end * 0xC2B2AE3D27D4EB4FULL) >> 61U];
    if (!shape.is_of(header) && !shape.set(header, columns_)) return nullptr;
    return shape.record_bytes() == cell.record_bytes ? &shape : nullptr;
}

}  // namespace breakeven::detail
