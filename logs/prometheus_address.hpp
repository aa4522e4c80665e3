// The address of a Prometheus (internal): where it is, and what of it is asked.
//
//     prometheus+http://HOST:9090/PREFIX?start=2026-11-01&end=2026-12-01&match=Hostname="node7"&step=5m&timeout=30s
//
// Whatever else stands in the query is handed on with each request (`dedup=true`, a tenant), and never shown.
#pragma once

#include <breakeven/core/http.hpp>
#include <breakeven/core/interval.hpp>
#include <breakeven/logs/telemetry_server.hpp>

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace breakeven::detail {

struct PrometheusQuestion {
    HttpAddress server;       ///< its query is what is handed on
    std::string shown;        ///< the address without its query
    Interval time;            ///< whole milliseconds
    std::optional<std::int64_t> step_ns;
    std::string match;        ///< matchers without braces; may be empty
    std::chrono::milliseconds timeout{300'000};  ///< of one answer; a server gives a query up after two minutes by default
    std::vector<std::string> secrets;            ///< values in the query that are handed on
};

/// Reads `address`; `asked` stands in for what it does not say, and `now_ns` for its end. Throws InputError: no such address, no
/// time, a range that does not end after its start, a parameter that is nearly one of ours. Errors do not repeat the query.
[[nodiscard]] PrometheusQuestion prometheus_question(const std::string& address, const ServerQuestion& asked, std::int64_t now_ns);

}  // namespace breakeven::detail
