// ClickHouse client: one question, one whole answer, over the server's HTTP interface.
//
// A server may fail after it has begun to answer. So it is asked to begin only when it has ended (wait_end_of_query), the answer's
// format is one whose end shows (JSONCompact, with its number of rows), and what would leave out rows in silence, such as shards
// that are down, is switched off. Settings are sent where the user may change them, else they are checked.
#pragma once

#include <breakeven/calibration/clickhouse_address.hpp>
#include <breakeven/core/http.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace breakeven {

/// Rows of an answer, each with as many cells as the query has columns.
class ClickhouseAnswer {
public:
    using Cell = std::variant<std::monostate, double, std::int64_t, std::string>;  ///< null, or what JSON held

    explicit ClickhouseAnswer(std::vector<std::vector<Cell>> rows) : rows_(std::move(rows)) {}

    [[nodiscard]] std::size_t rows() const { return rows_.size(); }
    /// Not a number where null: so JSON holds what is none and what is infinite.
    [[nodiscard]] double number(std::size_t row, std::size_t column) const;
    /// Throws InputError where the cell holds no whole number.
    [[nodiscard]] std::int64_t integer(std::size_t row, std::size_t column) const;
    [[nodiscard]] std::size_t count(std::size_t row, std::size_t column) const;
    [[nodiscard]] std::string text(std::size_t row, std::size_t column) const;
    /// What hex() made of a text, undone.
    [[nodiscard]] std::string bytes(std::size_t row, std::size_t column) const;

private:
    [[nodiscard]] const Cell& at(std::size_t row, std::size_t column) const;

    std::vector<std::vector<Cell>> rows_;
};

class ClickhouseClient {
public:
    /// Asks the server which settings it knows. `timeout`: of one query, on the server too. Throws InputError as ask() does, and
    /// where a user who may not change settings has some under which an answer could lack rows.
    ClickhouseClient(const ClickhouseAddress& address, HttpCredentials credentials, std::chrono::seconds timeout);

    /// The answer to `query`, which names no format. Throws InputError: no connection, what the server says is wrong, no whole
    /// answer.
    [[nodiscard]] ClickhouseAnswer ask(const std::string& query);

    [[nodiscard]] std::uint64_t bytes_received() const { return http_.bytes_received(); }
    [[nodiscard]] std::uint64_t bytes_sent() const { return http_.bytes_sent(); }

private:
    void agree_on_settings();
    [[noreturn]] void refuse(const std::string& body) const;

    ClickhouseAddress address_;
    std::chrono::seconds timeout_;
    std::vector<std::string> secrets_;  ///< never to be repeated, whatever a server says
    std::string settings_;              ///< as part of a URL
    HttpClient http_;
};

}  // namespace breakeven
