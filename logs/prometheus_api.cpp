// Samples are asked for as METRIC[range], an instant query: a range query would repeat each of them for up to five minutes, and hide
// every gap that is shorter.
#include <breakeven/logs/prometheus_api.hpp>

#include <breakeven/logs/prometheus_answer.hpp>
#include <breakeven/logs/where.hpp>

#include <fmt/format.h>

#include <algorithm>

namespace breakeven::detail {

namespace {
constexpr std::int64_t millisecond_ns = 1'000'000;
constexpr std::size_t longest_series = 1ULL << 28U;

std::string in_seconds(std::int64_t time_ns) {
    const std::int64_t ms = time_ns / millisecond_ns;
    return fmt::format("{}{}.{:03}", ms < 0 ? "-" : "", std::abs(ms) / 1000, std::abs(ms) % 1000);
}

HttpLimits limits_of(const PrometheusQuestion& question) {
    HttpLimits out;
    out.silence = out.total = question.timeout;
    out.attempts = 5;  // a restarting server is given eight seconds
    return out;
}

bool is_object(std::string_view body) {
    const std::size_t first = body.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && body[first] == '{';
}

/// The strings of `{"status":"success","data":[…]}`.
std::vector<std::string> list_of(std::string_view body, const std::string& name) {
    JsonStream json(bytes_in_memory(body, TextEncoding::bytes), name, longest_series);
    std::string_view whole;
    if (!json.value(whole)) throw JsonFault{0, "the answer is cut off"};
    std::vector<std::string> out;
    JsonFields fields(whole);
    for (std::string_view key, value; fields.next(key, value);) {
        if (key != "data" || !value.starts_with('[')) continue;
        JsonElements elements(value);
        for (std::string_view element; elements.next(element);) out.push_back(json_string(element));
    }
    return out;
}
}  // namespace

PrometheusApi::PrometheusApi(PrometheusQuestion question, HttpCredentials credentials)
    : question_(std::move(question)), secrets_(question_.secrets), client_(credentials, limits_of(question_)) {
    for (const std::string* secret : {&credentials.token, &credentials.password}) secrets_.push_back(*secret);
}

std::string PrometheusApi::without_secrets(std::string text) const {
    for (const std::string& secret : secrets_) {
        if (secret.size() < 3) continue;
        for (std::size_t at = text.find(secret); at != std::string::npos; at = text.find(secret, at)) text.replace(at, secret.size(), "…");
    }
    return text;
}

void PrometheusApi::refuse(const std::string& message, const std::string& hint) const {
    throw InputError(without_secrets(message), hint, in_file(question_.shown));
}

std::string PrometheusApi::ask(const std::string& path, const Fields& fields, bool post) {
    HttpRequest request;
    std::string query = question_.server.query;
    if (post) request.body = form_encoded(fields);
    else query.append(query.empty() ? "" : "&").append(form_encoded(fields));
    request.url = question_.server.url(question_.server.path + path + (query.empty() ? "" : "?" + query));
    HttpReply reply;
    try {
        reply = client_.send(request);
    } catch (const HttpTooMuch& error) {
        throw HttpTooMuch(error.message(), error.hint(), in_file(question_.shown));
    } catch (const InputError& error) {
        throw error.placed(in_file(question_.shown));
    }
    status_ = reply.status;
    switch (reply.status) {
    case 401: refuse("the server wants credentials, or other ones than these (HTTP 401)", "set BREAKEVEN_TOKEN, or BREAKEVEN_USER and BREAKEVEN_PASSWORD, or give --credentials FILE");
    case 403: refuse("the server does not let these credentials read here (HTTP 403)", "ask for the right to query");
    case 404: refuse("no Prometheus answers under this path (HTTP 404)", "give the address under which its own page opens, with the path before /graph");
    default: break;
    }
    if (is_object(reply.body)) return std::move(reply.body);
    if (reply.status == 200) refuse("this is no answer of Prometheus", "is it a Prometheus that listens there? check host, port and path");
    refuse(fmt::format("the server answers HTTP {} and no reason that can be read", reply.status), "its own log may say more; try again later");
}

PrometheusApi::Found PrometheusApi::read(const std::string& body, const std::string& metric, const std::optional<Interval>& time, Into into) {
    JsonStream json(bytes_in_memory(body, TextEncoding::bytes), question_.shown, longest_series);
    PrometheusAnswer answer(json, into.series, into.devices, into.notes, {.metric = metric, .time = time, .look = {}});
    try {
        answer.read();
    } catch (const InputError& error) {
        throw InputError(error.message(), "the answer is not whole; try again", in_file(question_.shown));  // its text is not shown
    }
    if (answer.is_error()) {
        // 422: what was asked cannot be done, most often since it is more than the server's limit; 503: it took too long.
        if (status_ == 422 || status_ == 503)
            throw HttpTooMuch(without_secrets(answer.complaint()), "ask for a shorter time, fewer labels or a --step", in_file(question_.shown));
        refuse(answer.complaint(), status_ == 400 ? "check --match: it is written as in Prometheus, such as Hostname=\"node7\"" : "its own log may say more; try again later");
    }
    if (!answer.is_success() || status_ != 200)
        refuse(fmt::format("this is no answer of Prometheus (HTTP {})", status_), "is it a Prometheus that listens there? check host, port and path");
    for (const std::string& warning : answer.warnings()) {
        into.notes.partial = true;
        if (into.notes.partial_reason.empty()) into.notes.partial_reason = without_secrets("the server warned that its answer may not be whole: " + warning);
    }
    return {answer.series_count(), answer.points()};
}

std::string PrometheusApi::selector(const std::vector<std::string>& metrics) const {
    const std::string name = metrics.size() == 1 ? fmt::format("__name__=\"{}\"", metrics.front()) : fmt::format("__name__=~\"{}\"", fmt::join(metrics, "|"));
    return "{" + name + (question_.match.empty() ? "" : "," + question_.match) + "}";
}

std::vector<std::string> PrometheusApi::metric_names(const std::optional<Interval>& time) {
    const std::vector<std::string_view> known = known_metric_names();
    Fields fields{{"match[]", selector({known.begin(), known.end()})}};
    if (time) fields.insert(fields.end(), {{"start", in_seconds(time->start_ns)}, {"end", in_seconds(time->end_ns - millisecond_ns)}});
    const std::string body = ask("/api/v1/label/__name__/values", fields, false);
    SeriesStore none;
    std::vector<GpuIdentity> nobody;
    StreamNotes notes;
    (void)read(body, {}, {}, {none, nobody, notes});  // refuses an error
    std::vector<std::string> there;
    try {
        there = list_of(body, question_.shown);
    } catch (const JsonFault&) {
        refuse("this is no answer of Prometheus", "is it a Prometheus that listens there? check host, port and path");
    }
    // Old servers do not select, and list all their metrics.
    std::vector<std::string> out;
    for (const std::string_view name : known)
        if (std::find(there.begin(), there.end(), name) != there.end()) out.emplace_back(name);
    return out;
}

PrometheusApi::Found PrometheusApi::samples(const std::vector<std::string>& metrics, const Interval& time, Into into) {
    // Both ends of a range belong to it before Prometheus 3, the end alone since; so the last instant that is wanted is its end, and
    // what lies before the start is dropped.
    const std::string query = fmt::format("{}[{}ms]", selector(metrics), time.length_ns() / millisecond_ns);
    const std::string body = ask("/api/v1/query", {{"query", query}, {"time", in_seconds(time.end_ns - millisecond_ns)}}, true);
    return read(body, {}, time, into);
}

PrometheusApi::Found PrometheusApi::means(const std::string& metric, std::int64_t first_ns, std::int64_t last_ns, Into into) {
    const std::int64_t step_ns = *question_.step_ns;
    const char* function = metric_column(metric).role == ColumnRole::energy ? "last_over_time" : "avg_over_time";
    const std::string query = fmt::format("{}({}[{}ms])", function, selector({metric}), step_ns / millisecond_ns);
    const std::string body = ask("/api/v1/query_range",
                                 {{"query", query}, {"start", in_seconds(first_ns)}, {"end", in_seconds(last_ns)}, {"step", in_seconds(step_ns)}}, true);
    return read(body, metric, {}, into);
}

}  // namespace breakeven::detail
