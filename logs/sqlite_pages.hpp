// Whole numbers read straight from the pages of a SQLite file: what SQLite itself says of ordinary rows, several times as fast
// (internal).
//
// The file format is fixed and public (sqlite.org/fileformat2.html). Whatever is out of the ordinary (a value that is no whole
// number, a row that overflows its page, anything damaged) is not judged here: read() says so, and SQLite reads those rows.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace breakeven::detail {

/// Where the wanted columns of a record stand. Nearly all records of a table have one of a few shapes.
class SqliteRecordShape {
public:
    static constexpr std::size_t most_columns = 64;
    struct Place {
        std::uint16_t offset = 0;  ///< in the record
        std::uint8_t shift = 64;   ///< that is left of eight bytes read there, or 64: `constant`
        std::int8_t constant = 0;
    };

    /// `header`: a record's header as it stands. `columns`: the wanted columns' numbers, or negative for one that is always NULL.
    /// False when a wanted value is no whole number.
    [[nodiscard]] bool set(std::span<const unsigned char> header, std::span<const int> columns);
    [[nodiscard]] bool is_of(std::span<const unsigned char> header) const;
    [[nodiscard]] std::size_t record_bytes() const { return record_bytes_; }
    [[nodiscard]] const Place& place(std::size_t column) const { return places_[column]; }
    [[nodiscard]] std::uint64_t nothing() const { return nothing_; }  ///< a bit for each wanted column that is NULL

private:
    std::array<unsigned char, 128> header_{};
    std::size_t header_bytes_ = 0;
    std::size_t record_bytes_ = 0;
    std::array<Place, most_columns> places_{};
    std::uint64_t nothing_ = 0;
};

/// One table, as the pages that hold its rows.
class SqlitePages {
public:
    /// Some neighbouring pages of rows, and the row numbers that stand there.
    struct Part {
        std::uint32_t parent = 0;  ///< the page that names them; 0 where the whole table is one page
        std::uint32_t first = 0;   ///< among the parent's children
        std::uint32_t count = 0;
        std::int64_t first_row = 0, last_row = 0;  ///< inclusive
    };
    /// What reading needs, kept from part to part.
    struct Buffers {
        std::vector<unsigned char> parent, pages;
        std::vector<std::uint32_t> numbers;
        std::array<SqliteRecordShape, 8> shapes;
    };

    /// The table whose uppermost page is `root`, in the file at `path`. None where it is not laid out as usual.
    [[nodiscard]] static std::optional<SqlitePages> open(const std::string& path, std::int64_t root, std::vector<int> columns);

    [[nodiscard]] const std::vector<Part>& parts() const { return parts_; }

    /// Calls `visit(values, nothing)` for each row of `part` in order; a bit of `nothing` is set for each NULL. False at the first
    /// thing that is out of the ordinary; what was visited before that must then be forgotten.
    template <class Visit>
    [[nodiscard]] bool read(const Part& part, Buffers& buffers, Visit visit) const {
        if (!children_of(part, buffers)) return false;
        std::int64_t last_row = part.first_row;
        bool any = false;
        for (std::size_t at = 0; at < buffers.numbers.size();) {
            const std::size_t count = read_neighbours(buffers, at);
            if (count == 0) return false;
            for (std::size_t i = 0; i < count; ++i)
                if (!read_page(buffers.pages.data() + i * page_bytes_, part, buffers, last_row, any, visit)) return false;
            at += count;
        }
        return true;
    }

private:
    struct Cell {
        const unsigned char* record = nullptr;
        std::size_t record_bytes = 0;
        std::int64_t row = 0;
    };
    class Descriptor;

    SqlitePages() = default;
    [[nodiscard]] bool read_header();
    [[nodiscard]] bool read_pages(std::uint32_t number, std::size_t count, unsigned char* to) const;
    [[nodiscard]] bool collect(std::uint32_t number, std::int64_t first_row, std::int64_t last_row, int depth);
    [[nodiscard]] bool children_of(const Part& part, Buffers& buffers) const;
    [[nodiscard]] std::size_t read_neighbours(Buffers& buffers, std::size_t at) const;
    [[nodiscard]] bool cell_of(const unsigned char* page, std::size_t number, std::size_t cells, Cell& cell) const;
    [[nodiscard]] const SqliteRecordShape* shape_of(const Cell& cell, Buffers& buffers) const;

    template <class Visit>
    [[nodiscard]] bool read_page(const unsigned char* page, const Part& part, Buffers& buffers, std::int64_t& last_row, bool& any, Visit& visit) const {
        constexpr unsigned char page_of_rows = 13;
        if (page[0] != page_of_rows) return false;
        const std::size_t cells = static_cast<std::size_t>(page[3]) << 8U | page[4];
        std::array<std::int64_t, SqliteRecordShape::most_columns> values{};
        for (std::size_t number = 0; number < cells; ++number) {
            Cell cell;
            if (!cell_of(page, number, cells, cell)) return false;
            // Rows stand in order of their numbers; SQLite may find others than we do where they do not.
            if (cell.row < last_row || (any && cell.row == last_row) || cell.row > part.last_row) return false;
            last_row = cell.row;
            any = true;
            const SqliteRecordShape* shape = shape_of(cell, buffers);
            if (shape == nullptr) return false;
            for (std::size_t i = 0; i < columns_.size(); ++i) {
                const SqliteRecordShape::Place& place = shape->place(i);
                values[i] = place.shift < 64 ? big_endian_64(cell.record + place.offset) >> place.shift : place.constant;
            }
            visit(values.data(), shape->nothing());
        }
        return true;
    }
    /// Eight bytes are always there: a page is read with some behind it.
    [[nodiscard]] static std::int64_t big_endian_64(const unsigned char* bytes) {
        std::uint64_t value = 0;
        for (int i = 0; i < 8; ++i) value = value << 8U | bytes[i];
        return static_cast<std::int64_t>(value);
    }

    std::shared_ptr<const Descriptor> file_;
    std::size_t page_bytes_ = 0;
    std::size_t usable_bytes_ = 0;  // of a page
    std::uint64_t pages_ = 0;       // of the file
    std::uint64_t visited_ = 0;
    std::vector<int> columns_;
    std::vector<Part> parts_;
};

}  // namespace breakeven::detail
