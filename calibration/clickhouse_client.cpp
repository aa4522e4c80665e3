// Errors of the server come as "Code: 60, e.displayText() = DB::Exception: …" or, of late, "Code: 60. DB::Exception: …".
#include <breakeven/calibration/clickhouse_client.hpp>

#include <breakeven/core/decimal.hpp>
#include <breakeven/core/errors.hpp>

#include <nlohmann/json.hpp>

#include <algorithm>
#include <limits>
#include <map>
#include <optional>
#include <string_view>

namespace breakeven {

namespace {
/// What must hold so that an answer is whole and reads as it is meant.
constexpr std::pair<std::string_view, std::string_view> required_settings[] = {
    {"skip_unavailable_shards", "0"},       {"distributed_group_by_no_merge", "0"}, {"extremes", "0"},
    {"read_overflow_mode", "throw"},        {"read_overflow_mode_leaf", "throw"},   {"group_by_overflow_mode", "throw"},
    {"sort_overflow_mode", "throw"},        {"result_overflow_mode", "throw"},      {"timeout_overflow_mode", "throw"},
    {"timeout_overflow_mode_leaf", "throw"}, {"distinct_overflow_mode", "throw"},   {"set_overflow_mode", "throw"},
    {"transfer_overflow_mode", "throw"},    {"limit", "0"},                         {"offset", "0"},
    {"output_format_json_quote_denormals", "0"}};

/// How much longer than a query may take its connection is kept.
constexpr std::chrono::seconds spare{10};

struct ServerError {
    int code = 0;
    std::string message;
};

/// As much of a foreign text as may go to a terminal.
std::string shown(std::string_view text) {
    constexpr std::size_t most = 300;
    std::string out;
    for (const char byte : text.substr(0, most)) out += byte >= 0x20 && byte < 0x7F ? byte : byte == '\n' || byte == '\t' ? ' ' : '?';
    return text.size() > most ? out + "…" : out;
}

std::optional<ServerError> server_error(std::string_view body) {
    const std::size_t at = body.find("Code: ");
    if (at == std::string_view::npos) return std::nullopt;
    const std::size_t exception = body.find("DB::Exception: ", at);
    const std::size_t text = body.find("e.displayText() = ", at);  // of the network, say: "Poco::Exception. Code: 1000, …"
    if (exception == std::string_view::npos && text == std::string_view::npos) return std::nullopt;
    std::string_view digits = body.substr(at + 6);
    digits = digits.substr(0, digits.find_first_not_of("0123456789"));
    std::string_view message = exception != std::string_view::npos ? body.substr(exception + 15) : body.substr(text + 18);
    message = message.substr(0, message.find(", e.what() ="));
    return ServerError{parse_integer<int>(digits).value_or(0), std::string(message.substr(0, message.find(" (version ")))};
}

struct Explanation {
    std::string_view what;
    std::string_view hint;
};

/// The codes that a user can do something about. Source: ClickHouse, dbms/src/Common/ErrorCodes.cpp.
Explanation explanation_of(int code) {
    static const std::map<int, Explanation> known = {
        {60, {"there is no such table", "check the table's name in the address; another user may see other tables"}},
        {81, {"there is no such database", "check the database's name in the address"}},
        {47, {"a column is not there", "map the names of the columns by --columns"}},
        {192, {"the server knows no such user", "set BREAKEVEN_USER and BREAKEVEN_PASSWORD, or give --credentials FILE"}},
        {193, {"the server does not take this password", "set BREAKEVEN_USER and BREAKEVEN_PASSWORD, or give --credentials FILE"}},
        {194, {"the server wants a password", "set BREAKEVEN_USER and BREAKEVEN_PASSWORD, or give --credentials FILE"}},
        {516, {"the server does not take this user and password", "set BREAKEVEN_USER and BREAKEVEN_PASSWORD, or give --credentials FILE"}},
        {497, {"the user may not read this table", "grant it SELECT on the table"}},
        {159, {"the query took longer than allowed", "give it more time by --timeout, or calibrate a view of fewer days"}},
        {160, {"the query would take longer than the server allows", "calibrate a view of fewer days"}},
        {158, {"the query would read more rows than the server allows", "calibrate a view of fewer days"}},
        {241, {"the server lacks memory for the query", "ask for fewer --rows-at-once, raise max_memory_usage for this user, or calibrate a view of fewer days"}},
        {209, {"a server of the cluster does not answer in time, so no answer is whole", "see whether all shards are up"}},
        {210, {"a server of the cluster cannot be reached, so no answer is whole", "see whether all shards are up"}},
        {279, {"a shard of the table cannot be reached, so no answer is whole", "see whether all shards are up"}},
        {1000, {"the connection to a server of the cluster broke, so no answer is whole", "see whether all shards are up, and try again"}},
        {202, {"the server runs too many queries at once", "try again later"}},
    };
    const auto found = known.find(code);
    return found == known.end() ? Explanation{"the server refuses the query", "its own log may say more"} : found->second;
}

ClickhouseAnswer::Cell cell_of(const nlohmann::json& value) {
    if (value.is_null()) return {};
    if (value.is_string()) return value.get<std::string>();
    if (value.is_number_float()) return value.get<double>();
    if (value.is_number()) return value.get<std::int64_t>();
    return std::string();
}

std::optional<std::vector<std::vector<ClickhouseAnswer::Cell>>> rows_of(const std::string& body) {
    const nlohmann::json json = nlohmann::json::parse(body, nullptr, false);
    if (json.is_discarded() || !json.is_object()) return std::nullopt;
    const auto data = json.find("data");
    const auto rows = json.find("rows");
    const auto meta = json.find("meta");
    if (data == json.end() || rows == json.end() || meta == json.end() || !data->is_array() || !rows->is_number_unsigned() || !meta->is_array())
        return std::nullopt;
    if (rows->get<std::size_t>() != data->size()) return std::nullopt;
    std::vector<std::vector<ClickhouseAnswer::Cell>> out;
    out.reserve(data->size());
    for (const nlohmann::json& row : *data) {
        if (!row.is_array() || row.size() != meta->size()) return std::nullopt;
        std::vector<ClickhouseAnswer::Cell>& cells = out.emplace_back();
        cells.reserve(row.size());
        for (const nlohmann::json& value : row) cells.push_back(cell_of(value));
    }
    return out;
}

[[noreturn]] void refuse_cell() {
    throw InputError("the server's answer holds something else than was asked for", "is it a ClickHouse server?");
}
}  // namespace

const ClickhouseAnswer::Cell& ClickhouseAnswer::at(std::size_t row, std::size_t column) const {
    if (row >= rows_.size() || column >= rows_[row].size()) refuse_cell();
    return rows_[row][column];
}

double ClickhouseAnswer::number(std::size_t row, std::size_t column) const {
    const Cell& cell = at(row, column);
    if (const auto* value = std::get_if<double>(&cell)) return *value;
    if (std::holds_alternative<std::monostate>(cell)) return std::numeric_limits<double>::quiet_NaN();
    return static_cast<double>(integer(row, column));
}

std::int64_t ClickhouseAnswer::integer(std::size_t row, std::size_t column) const {
    const Cell& cell = at(row, column);
    if (const auto* value = std::get_if<std::int64_t>(&cell)) return *value;
    if (const auto* text = std::get_if<std::string>(&cell))  // 64 bits are quoted, since not every reader of JSON can hold them
        if (const auto value = parse_integer<std::int64_t>(*text)) return *value;
    refuse_cell();
}

std::size_t ClickhouseAnswer::count(std::size_t row, std::size_t column) const {
    const std::int64_t value = integer(row, column);
    if (value < 0) refuse_cell();
    return static_cast<std::size_t>(value);
}

std::string ClickhouseAnswer::text(std::size_t row, std::size_t column) const {
    const auto* value = std::get_if<std::string>(&at(row, column));
    if (value == nullptr) refuse_cell();
    return *value;
}

std::string ClickhouseAnswer::bytes(std::size_t row, std::size_t column) const {
    const std::string hex = text(row, column);
    const auto digit = [](char c) {
        if (c >= '0' && c <= '9') return c - '0';
        if (c >= 'A' && c <= 'F') return c - 'A' + 10;
        refuse_cell();
    };
    if (hex.size() % 2 != 0) refuse_cell();
    std::string out;
    for (std::size_t i = 0; i < hex.size(); i += 2) out += static_cast<char>(digit(hex[i]) * 16 + digit(hex[i + 1]));
    return out;
}

ClickhouseClient::ClickhouseClient(const ClickhouseAddress& address, HttpCredentials credentials, std::chrono::seconds timeout)
    : address_(address), timeout_(timeout), secrets_{credentials.token, credentials.password},
      // The server is silent until it has ended. It ends itself at `timeout`; somewhat later so does the connection.
      http_(std::move(credentials), {.silence = timeout + spare, .total = timeout + spare}) {
    agree_on_settings();
}

void ClickhouseClient::agree_on_settings() {
    std::string names = "'readonly', 'max_execution_time', 'cancel_http_readonly_queries_on_client_close'";
    for (const auto& [name, value] : required_settings) names.append(", ").append(clickhouse_text(name));
    const ClickhouseAnswer answer = ask("SELECT name, value FROM system.settings WHERE name IN (" + names + ")");
    std::map<std::string, std::string, std::less<>> known;
    for (std::size_t row = 0; row < answer.rows(); ++row) known[answer.text(row, 0)] = answer.text(row, 1);
    const bool fixed = known["readonly"] == "1";
    std::string settings;
    for (const auto& [name, value] : required_settings) {
        const auto found = known.find(name);
        if (found == known.end()) continue;
        if (fixed && found->second != value)
            throw InputError("the server has set " + std::string(name) + " = " + shown(found->second) +
                                 " for this user, who may not change it; answers could lack rows",
                             "set it to " + std::string(value) + " in the user's profile, or give the user readonly = 2");
        settings += "&" + form_encoded({{std::string(name), std::string(value)}});
    }
    if (fixed) return;
    settings += "&max_execution_time=" + std::to_string(timeout_.count());
    if (known.contains("cancel_http_readonly_queries_on_client_close")) settings += "&cancel_http_readonly_queries_on_client_close=1";
    settings_ = settings + "&readonly=2";
}

ClickhouseAnswer ClickhouseClient::ask(const std::string& query) {
    std::string parameters = "wait_end_of_query=1";
    if (!address_.database.empty()) parameters += "&" + form_encoded({{"database", address_.database}});
    const HttpReply reply = http_.send({.url = address_.server.url("/?" + parameters + settings_),
                                        .body = query + "\nFORMAT JSONCompact",
                                        .content_type = "text/plain; charset=UTF-8"});
    if (reply.status == 200)
        if (auto rows = rows_of(reply.body)) return ClickhouseAnswer(std::move(*rows));
    if (reply.status == 401 || reply.status == 403 || server_error(reply.body)) refuse(reply.body);
    if (reply.status != 200)
        throw InputError("the server answers with HTTP status " + std::to_string(reply.status), "is it a ClickHouse server, and its HTTP port?",
                         Position{.file = address_.text, .text = {}});
    throw InputError("the server's answer is not whole", "try again; is it a ClickHouse server, and its HTTP port?",
                     Position{.file = address_.text, .text = {}});
}

void ClickhouseClient::refuse(const std::string& body) const {
    const ServerError error = server_error(body).value_or(ServerError{193, ""});
    const Explanation explained = explanation_of(error.code);
    std::string said = error.message;
    for (const std::string& secret : secrets_)
        for (std::size_t at = 0; !secret.empty() && (at = said.find(secret, at)) != std::string::npos;) said.replace(at, secret.size(), "***");
    std::string message(explained.what);
    if (!said.empty()) message += " (ClickHouse " + std::to_string(error.code) + ": " + shown(said) + ")";
    throw InputError(std::move(message), std::string(explained.hint), Position{.file = address_.text, .text = {}});
}

}  // namespace breakeven
