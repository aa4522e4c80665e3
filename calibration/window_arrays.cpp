// See window_arrays.hpp. Numbers become text with the fewest digits that give them back: a decimal such as 24.4 stays one.
#include <breakeven/calibration/window_arrays.hpp>

#include <breakeven/core/errors.hpp>

#include <fmt/format.h>

#include <cmath>
#include <iterator>
#include <utility>

namespace breakeven {

namespace {

class ArrayWindows final : public WindowSource {
public:
    ArrayWindows(WindowArrays arrays, std::string name) : arrays_(std::move(arrays)), files_{std::move(name)} {
        for (std::size_t i = 0; i < window_column_count; ++i) {
            const std::size_t length = arrays_.text[i].empty() ? arrays_.numbers[i].size() : arrays_.text[i].size();
            columns_.present[i] = length != 0;
            if (length != 0 && length != arrays_.count)
                throw InputError::about(window_column_names[i],
                                        fmt::format("has {} values for {} rows", length, arrays_.count),
                                        "give one value for each row, or leave the column out");
        }
    }

    void visit(const OnRow& on_row, const OnBroken&) override {
        std::array<fmt::memory_buffer, window_column_count> digits;
        for (std::size_t row = 0; row < arrays_.count; ++row) {
            WindowFields fields;
            fields.line = row + 1;
            for (std::size_t i = 0; i < window_column_count; ++i)
                fields.text[i] = arrays_.text[i].empty() ? text_of(arrays_.numbers[i], row, digits[i]) : arrays_.text[i][row];
            on_row(fields);
        }
    }

    [[nodiscard]] bool repeatable() const override { return true; }
    [[nodiscard]] const std::vector<std::string>& files() const override { return files_; }
    [[nodiscard]] const WindowColumns& columns() const override { return columns_; }
    [[nodiscard]] const std::vector<std::string>& remarks() const override { return remarks_; }

private:
    static std::string_view text_of(std::span<const double> numbers, std::size_t row, fmt::memory_buffer& digits) {
        if (numbers.empty() || std::isnan(numbers[row])) return {};
        digits.clear();
        fmt::format_to(std::back_inserter(digits), "{}", numbers[row]);
        return {digits.data(), digits.size()};
    }

    WindowArrays arrays_;
    std::vector<std::string> files_;
    WindowColumns columns_;
    std::vector<std::string> remarks_;
};

}  // namespace

std::unique_ptr<WindowSource> windows_of_arrays(WindowArrays arrays, std::string name) {
    return std::make_unique<ArrayWindows>(std::move(arrays), std::move(name));
}

}  // namespace breakeven
