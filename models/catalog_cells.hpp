// Catalog cells: the current row of a table, cell by cell, as typed values. Not for users.
#pragma once

#include <breakeven/core/csv.hpp>
#include <breakeven/core/errors.hpp>
#include <breakeven/core/money.hpp>
#include <breakeven/models/catalog_age.hpp>
#include <breakeven/models/catalog_rows.hpp>

#include <cmath>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace breakeven::detail {

class CatalogCells {
public:
    /// `own_file`: of a user's own table, empty for a shipped one. `remarks` takes what could be mended.
    CatalogCells(const CsvTable& table, std::string own_file, std::vector<std::string>& remarks)
        : table_(table), own_file_(std::move(own_file)), remarks_(remarks) {}

    /// Empty when the cell is, or when there is no such column.
    [[nodiscard]] std::string text(std::string_view column) const {
        return std::string(table_.text_if_given(column).value_or(""));
    }

    /// Throws InputError when the cell is empty.
    [[nodiscard]] std::string required(std::string_view column) const {
        std::string value(table_.text(column));
        if (value.empty()) refuse(column, "the row has no " + std::string(column), "every row needs one");
        return value;
    }

    /// A number above zero, or none. Zero is refused: what is not known is left empty.
    [[nodiscard]] std::optional<double> number(std::string_view column) const {
        const auto value = table_.number_if_given(column);
        if (value && !(*value > 0.0))
            refuse(column, std::string(column) + " must be above zero", "leave the cell empty when the value is not known");
        return value;
    }

    [[nodiscard]] std::optional<int> whole(std::string_view column) const {
        const auto value = number(column);
        if (!value) return std::nullopt;
        if (*value != std::floor(*value) || *value > 1e9) refuse(column, std::string(column) + " must be a whole number", {});
        return static_cast<int>(*value);
    }

    /// `number` counted in `unit`.
    template <class Quantity>
    [[nodiscard]] std::optional<Quantity> quantity(std::string_view column, const Quantity& unit) const {
        const auto value = number(column);
        if (!value) return std::nullopt;
        return Quantity(*value * unit);
    }

    [[nodiscard]] std::optional<Amount> usd(std::string_view column) const {
        const auto value = number(column);
        if (!value) return std::nullopt;
        return Amount{*value, Currency("USD")};
    }

    [[nodiscard]] Currency currency(std::string_view column) const {
        try {
            return Currency(required(column));
        } catch (const InputError& error) {
            if (error.position().line != 0) throw;
            throw error.placed(table_.position(column));
        }
    }

    [[nodiscard]] Origin origin() const {
        Origin out{text("date"), text("source"), text("licence"), text("note"), own()};
        if (!out.date.empty() && !parse_date(out.date))
            refuse("date", "\"" + out.date + "\" is no date", "write it as 2026-05-24");
        if (own() && out.source.empty()) out.source = own_file_;
        return out;
    }

    [[nodiscard]] bool own() const { return !own_file_.empty(); }

    [[noreturn]] void refuse(std::string_view column, std::string message, std::string hint) const {
        throw InputError(std::move(message), std::move(hint), table_.position(column));
    }
    void remark(std::string text) const {
        remarks_.push_back(own_file_ + ":" + std::to_string(table_.line_number()) + ": " + std::move(text));
    }

private:
    const CsvTable& table_;
    std::string own_file_;
    std::vector<std::string>& remarks_;
};

}  // namespace breakeven::detail
