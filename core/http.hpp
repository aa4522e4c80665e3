// HTTP: one request, one bounded answer. For telemetry that lives on a server.
//
// libcurl does the work. It is loaded at the first request, not at start: a command that asks no server pays nothing for it, and
// a machine without it loses this and nothing else.
//
// What is secret stays so: credentials come from the environment or a file that only its owner can read, never from an address or
// a flag; no error, remark or answer repeats them.
#pragma once

#include <breakeven/core/errors.hpp>

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace breakeven {

/// `scheme://host:port/path?query` in its parts.
struct HttpAddress {
    std::string scheme;  ///< "http" or "https"
    std::string host;    ///< a name or an address; IPv6 in brackets
    std::uint16_t port = 0;
    std::string path;    ///< begins with "/", or is empty; without the query
    std::string query;   ///< without its "?"

    /// `scheme://host:port` and then `path_and_query`.
    [[nodiscard]] std::string url(std::string_view path_and_query) const;
};

/// Reads `text`, whose scheme is http or https; `default_port` stands in where it names no port (0: that of the scheme).
/// Throws InputError: no such address, or one with a user or a password in it (they would land in process lists).
[[nodiscard]] HttpAddress parse_http_address(std::string_view text, std::uint16_t default_port = 0);

/// `text` as part of a query or a form: everything but letters, digits, "-", ".", "_" and "~" as %XX (RFC 3986, 2.1).
[[nodiscard]] std::string percent_encoded(std::string_view text);

/// `text` with each %XX put back; a "%" without two digits stands for itself.
[[nodiscard]] std::string percent_decoded(std::string_view text);

/// `a=1&b=2` with each name and value percent-encoded.
[[nodiscard]] std::string form_encoded(const std::vector<std::pair<std::string, std::string>>& fields);

/// Who asks: a bearer token, or a user with a password, or nobody (all empty).
struct HttpCredentials {
    std::string token;
    std::string user;
    std::string password;
};

/// The credentials of `file` (TOML: `token`, or `user` and `password`), else of the environment: BREAKEVEN_TOKEN, or BREAKEVEN_USER
/// and BREAKEVEN_PASSWORD, else none. Throws InputError: a file that others than its owner can read, an unknown key, a token
/// beside a user, a line end inside one of them.
[[nodiscard]] HttpCredentials http_credentials(const std::optional<std::string>& file);

struct HttpRequest {
    std::string url;
    std::optional<std::string> body = {};  ///< a POST with it; absent: a GET
    std::string content_type = "application/x-www-form-urlencoded";  ///< of the body
    std::vector<std::pair<std::string, std::string>> headers = {};   ///< further ones
};

struct HttpReply {
    long status = 0;   ///< 200, 404, …
    std::string body;  ///< unpacked where the server packed it
};

struct HttpLimits {
    std::chrono::milliseconds connect{10'000};
    std::chrono::milliseconds silence{60'000};  ///< no byte for so long is the end of it
    std::chrono::milliseconds total{600'000};   ///< of one attempt
    std::size_t body_bytes = 64ULL << 20;       ///< a longer answer is refused
    int attempts = 4;                           ///< in all, for what may pass: no connection, 429, 502, 503, 504
    std::chrono::milliseconds backoff{500};     ///< before the second attempt; doubled before each further one
};

/// The answer is longer than `HttpLimits::body_bytes`, or did not come in time: less at once may do.
struct HttpTooMuch : InputError {
    using InputError::InputError;
};

/// A connection that is kept between requests. Not for several threads at once; each may have its own.
class HttpClient {
public:
    /// `ca_file`: certificates to trust in place of the system's, by default those of SSL_CERT_FILE. Certificates are always
    /// verified.
    explicit HttpClient(HttpCredentials credentials = {}, HttpLimits limits = {}, std::optional<std::string> ca_file = {});
    ~HttpClient();
    HttpClient(HttpClient&&) noexcept;
    HttpClient& operator=(HttpClient&&) noexcept;

    /// The answer, whatever its status, once the attempts are used up. Throws InputError: no connection, a certificate that does
    /// not hold, an answer cut short, silence or an answer too long (HttpTooMuch), a redirection (it could carry credentials elsewhere), no libcurl here.
    [[nodiscard]] HttpReply send(const HttpRequest& request);

    [[nodiscard]] std::uint64_t bytes_received() const noexcept;  ///< bodies, as they came over the wire
    [[nodiscard]] std::uint64_t bytes_sent() const noexcept;      ///< bodies of requests

private:
    struct State;
    std::unique_ptr<State> state_;
};

}  // namespace breakeven
