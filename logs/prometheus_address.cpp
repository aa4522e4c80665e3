#include <breakeven/logs/prometheus_address.hpp>

#include <breakeven/core/decimal.hpp>
#include <breakeven/core/suggest.hpp>
#include <breakeven/core/timestamp.hpp>
#include <breakeven/logs/where.hpp>

#include <algorithm>
#include <utility>

namespace breakeven::detail {

namespace {
constexpr std::int64_t millisecond_ns = 1'000'000;
constexpr std::int64_t default_range_ns = 30LL * 86'400 * 1'000'000'000;
constexpr const char* time_hint = "write 2026-11-01, 2026-11-01T08:00:00Z, or how long ago, such as \"30 d\"";

std::int64_t whole_ms(std::int64_t time_ns) { return time_ns - (time_ns % millisecond_ns + millisecond_ns) % millisecond_ns; }

/// Matchers as people write them, with braces or without.
std::string without_braces(std::string_view text) {
    text = trimmed(text);
    if (text.starts_with('{') && text.ends_with('}')) text = trimmed(text.substr(1, text.size() - 2));
    while (text.ends_with(',')) text = trimmed(text.substr(0, text.size() - 1));
    return std::string(text);
}

class Reader {
public:
    Reader(PrometheusQuestion& into, std::int64_t now_ns) : into_(into), now_ns_(now_ns) {}

    void parameter(const std::string& pair) {
        static const std::vector<std::string> ours = {"start", "since", "until", "step", "match", "timeout"};
        const std::size_t equals = pair.find('=');
        const std::string name = percent_decoded(pair.substr(0, equals));
        const std::string value = equals == std::string::npos ? std::string() : percent_decoded(pair.substr(equals + 1));
        if (name == "start" || name == "since") {
            start_ns = instant(name, value);
        } else if (name == "end" || name == "until") {
            end_ns = instant(name, value);
        } else if (name == "step") {
            into_.step_ns = length(name, value);
        } else if (name == "timeout") {
            into_.timeout = std::chrono::milliseconds(length(name, value) / millisecond_ns);
        } else if (name == "match" || name == "match[]") {
            into_.match = without_braces(value);
        } else {
            for (const std::string& known : ours)
                if (edit_distance(lower(name), known) <= 1)
                    throw InputError("the address has a parameter that is nearly \"" + known + "\"", "write " + known + "=…, or leave it out", place());
            into_.server.query.append(into_.server.query.empty() ? "" : "&").append(pair);
            into_.secrets.push_back(value);
            if (equals != std::string::npos) into_.secrets.push_back(pair.substr(equals + 1));
        }
    }

    std::optional<std::int64_t> start_ns, end_ns;

private:
    [[nodiscard]] std::int64_t instant(const std::string& name, const std::string& value) const {
        if (const auto time = instant_or_age_ns(value, now_ns_)) return *time;
        throw InputError("the " + name + " in the address is no date and time", time_hint, place());
    }
    [[nodiscard]] std::int64_t length(const std::string& name, const std::string& value) const {
        if (const auto time = length_of_time_ns(value)) return *time;
        throw InputError("the " + name + " in the address is no length of time", "write it as 60s or 5m", place());
    }
    [[nodiscard]] Position place() const { return in_file(into_.shown); }

    PrometheusQuestion& into_;
    std::int64_t now_ns_;
};
}  // namespace

PrometheusQuestion prometheus_question(const std::string& address, const ServerQuestion& asked, std::int64_t now_ns) {
    PrometheusQuestion out;
    out.shown = shown_path(address);
    const std::string_view inner = std::string_view(address).substr(std::string_view("prometheus+").size());
    try {
        out.server = parse_http_address(inner, inner.starts_with("http://") ? std::uint16_t{9090} : std::uint16_t{0});
    } catch (const InputError& error) {
        throw error.placed(in_file(out.shown));
    }
    while (out.server.path.ends_with('/')) out.server.path.pop_back();
    out.step_ns = asked.step_ns;
    out.match = without_braces(asked.match);
    Reader reader(out, now_ns);
    reader.start_ns = asked.since_ns;
    reader.end_ns = asked.until_ns;
    std::string query = std::exchange(out.server.query, {});
    for (std::size_t at = 0; at < query.size();) {
        const std::size_t end = std::min(query.find('&', at), query.size());
        if (end > at) reader.parameter(query.substr(at, end - at));
        at = end + 1;
    }
    out.time.end_ns = whole_ms(reader.end_ns.value_or(now_ns));
    out.time.start_ns = whole_ms(reader.start_ns.value_or(out.time.end_ns - default_range_ns));
    if (out.time.end_ns <= out.time.start_ns)
        throw InputError("the time asked for ends at " + timestamp_text(out.time.end_ns) + ", which is not after its start, " + timestamp_text(out.time.start_ns),
                         "give --since before --until, or start before end in the address", in_file(out.shown));
    if (out.step_ns && *out.step_ns > out.time.length_ns())
        throw InputError("the step is longer than the time asked for", "give a shorter --step", in_file(out.shown));
    return out;
}

}  // namespace breakeven::detail
