// Window source: where the rows of a calibration come from, field by field as text. CSV files here; a history elsewhere.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace breakeven {

/// The columns of calibration data. Those of context_categories keep their order.
enum class WindowColumn : std::uint8_t {
    timestamp, gpu, task, driver, os, virtualization, network, temperature_c, window_s, effective_s, line, power_w, work, weight
};
inline constexpr std::size_t window_column_count = 14;
inline constexpr std::array<std::string_view, window_column_count> window_column_names = {
    "timestamp", "gpu", "task", "driver", "os", "virtualization", "network", "temperature_c", "window_s", "effective_s", "line",
    "power_w",   "work", "weight"};

[[nodiscard]] constexpr std::string_view to_string(WindowColumn column) { return window_column_names[static_cast<std::size_t>(column)]; }

/// A set of columns.
struct WindowColumns {
    std::array<bool, window_column_count> present{};

    [[nodiscard]] bool has(WindowColumn column) const { return present[static_cast<std::size_t>(column)]; }
};

/// One row as it was written. Views are valid during the visit only.
struct WindowFields {
    std::array<std::string_view, window_column_count> text{};  ///< empty: not given
    std::uint32_t file = 0;                                    ///< index into the source's files()
    std::size_t line = 0;                                      ///< from 1

    [[nodiscard]] std::string_view operator[](WindowColumn column) const { return text[static_cast<std::size_t>(column)]; }
};

/// A row that cannot even be split into fields.
struct BrokenRow {
    std::uint32_t file = 0;
    std::size_t line = 0;
    std::string reason;
};

/// Rows, as often as asked for where `repeatable()`.
class WindowSource {
public:
    WindowSource() = default;
    WindowSource(const WindowSource&) = delete;
    WindowSource& operator=(const WindowSource&) = delete;
    virtual ~WindowSource() = default;

    using OnRow = std::function<void(const WindowFields&)>;
    using OnBroken = std::function<void(const BrokenRow&)>;

    /// Throws InputError when a source cannot be read or a file lacks a column that the first one has.
    virtual void visit(const OnRow& on_row, const OnBroken& on_broken) = 0;

    [[nodiscard]] virtual bool repeatable() const = 0;
    /// During visit(): how much of all files is read, 0 to 1, to tell early how many rows will come. 0: not known.
    [[nodiscard]] virtual double share_read() const { return 0.0; }
    [[nodiscard]] virtual const std::vector<std::string>& files() const = 0;
    /// Which columns there are; known from the first row of the first visit on.
    [[nodiscard]] virtual const WindowColumns& columns() const = 0;
    /// What the user should know about the files themselves, such as an ignored column; known after visit().
    [[nodiscard]] virtual const std::vector<std::string>& remarks() const = 0;
};

}  // namespace breakeven
