// ClickHouse address: clickhouse://host:8123/db.table in its parts, and names and texts quoted so that a query holds them safely.
#pragma once

#include <breakeven/core/http.hpp>

#include <string>
#include <string_view>

namespace breakeven {

struct ClickhouseAddress {
    HttpAddress server;    ///< of ClickHouse's HTTP interface
    std::string database;  ///< empty: the user's default one
    std::string table;
    std::string text;      ///< as it was given, for messages
};

/// Whether `text` is meant to be such an address.
[[nodiscard]] bool is_clickhouse_address(std::string_view text);

/// Reads `clickhouse://HOST:PORT/DATABASE.TABLE`, or `clickhouse+https://…`; ports are 8123 and 8443 where none is named, and names may
/// be percent-encoded. Throws InputError: no such address, a user or a password in it, no table, a byte that no name has.
[[nodiscard]] ClickhouseAddress parse_clickhouse_address(std::string_view text);

/// A name in backticks, with whatever could end it escaped.
[[nodiscard]] std::string clickhouse_name(std::string_view name);

/// A text in quotes: every byte that is not plainly printable ASCII as \xHH, quotes and backslashes escaped.
[[nodiscard]] std::string clickhouse_text(std::string_view text);

}  // namespace breakeven
