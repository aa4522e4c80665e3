// The scheme is ours; what follows it is read as an HTTP address.
#include <breakeven/calibration/clickhouse_address.hpp>

#include <breakeven/calibration/printable.hpp>

#include <optional>

namespace breakeven {

namespace {
constexpr std::string_view plain_scheme = "clickhouse://";
constexpr std::string_view tls_scheme = "clickhouse+https://";
constexpr const char* address_hint = "write it as clickhouse://HOST:8123/DATABASE.TABLE, or clickhouse+https://… for TLS";

std::string decoded(std::string_view text) {
    constexpr std::string_view digits = "0123456789abcdefABCDEF";
    for (std::size_t i = text.find('%'); i != std::string_view::npos; i = text.find('%', i + 1))
        if (i + 2 >= text.size() || digits.find(text[i + 1]) == digits.npos || digits.find(text[i + 2]) == digits.npos)
            throw InputError("a % in the address is followed by no two hexadecimal digits", address_hint);
    return percent_decoded(text);
}

std::string escaped(std::string_view text, char quote) {
    constexpr std::string_view digits = "0123456789ABCDEF";
    std::string out(1, quote);
    for (const char byte : text) {
        const auto code = static_cast<unsigned char>(byte);
        if (byte == quote || byte == '\\') {
            out.append({'\\', byte});
        } else if (code < 0x20 || code >= 0x7F) {
            out.append({'\\', 'x', digits[code >> 4U], digits[code & 0xFU]});
        } else {
            out += byte;
        }
    }
    return out += quote;
}
}  // namespace

bool is_clickhouse_address(std::string_view text) { return text.starts_with(plain_scheme) || text.starts_with(tls_scheme); }

ClickhouseAddress parse_clickhouse_address(std::string_view text) {
    ClickhouseAddress out;
    const bool tls = text.starts_with(tls_scheme);
    if (!is_clickhouse_address(text)) throw InputError("this is no address of a ClickHouse table", address_hint);
    const std::string http = std::string(tls ? "https://" : "http://").append(text.substr(tls ? tls_scheme.size() : plain_scheme.size()));
    out.server = parse_http_address(http, tls ? 8443 : 8123);
    if (!out.server.query.empty()) throw InputError("the address holds a query, and settings are not taken from there", address_hint);
    std::string_view path = out.server.path;
    if (path.starts_with('/')) path.remove_prefix(1);
    const std::size_t point = path.find('.');
    if (point != std::string_view::npos) out.database = decoded(path.substr(0, point));
    out.table = decoded(point == std::string_view::npos ? path : path.substr(point + 1));
    if (out.table.empty() || (point != std::string_view::npos && out.database.empty()))
        throw InputError("the address names no table", address_hint);
    if (!is_printable(out.table) || !is_printable(out.database))
        throw InputError("the table's name holds a byte that is no printable text", address_hint);
    out.server.path.clear();
    out.text = text;
    return out;
}

std::string clickhouse_name(std::string_view name) { return escaped(name, '`'); }
std::string clickhouse_text(std::string_view text) { return escaped(text, '\''); }

}  // namespace breakeven
