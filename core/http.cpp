// HTTP client: libcurl's easy interface, with bounds, retries and errors in our words.
#include <breakeven/core/http.hpp>

#include "curl_library.hpp"

#include <algorithm>
#include <cerrno>
#include <cstdlib>
#include <thread>

// libcurl's checks of option types know its own functions only, not ones found at run time.
#undef curl_easy_setopt
#undef curl_easy_getinfo

namespace breakeven {
namespace {

using detail::curl_library;

struct Received {
    std::string body;
    std::size_t most = 0;
    bool too_long = false;
    long retry_after_s = 0;
};

std::size_t take_body(char* bytes, std::size_t size, std::size_t count, void* into) {
    auto& received = *static_cast<Received*>(into);
    if (size * count > received.most - received.body.size()) {
        received.too_long = true;
        return 0;
    }
    received.body.append(bytes, size * count);
    return size * count;
}

bool may_pass(CURLcode code) {
    return code == CURLE_COULDNT_CONNECT || code == CURLE_COULDNT_RESOLVE_HOST || code == CURLE_GOT_NOTHING || code == CURLE_RECV_ERROR ||
           code == CURLE_SEND_ERROR || code == CURLE_PARTIAL_FILE;
}

bool may_pass(long status) { return status == 429 || status == 502 || status == 503 || status == 504; }

// Scheme, host and port: a path or a query may hold what others should not read.
std::string server_of(const std::string& url) {
    const std::size_t host = url.find("://");
    return url.substr(0, host == std::string::npos ? 0 : url.find_first_of("/?", host + 3));
}

std::string hint_of(CURLcode code) {
    switch (code) {
    case CURLE_COULDNT_RESOLVE_HOST: return "check the host's name";
    case CURLE_COULDNT_CONNECT: return "is the server running there, and is the port right?";
    case CURLE_OPERATION_TIMEDOUT: return "ask for less at once, or give the server more time";
    case CURLE_PEER_FAILED_VERIFICATION: return "name the certificates to trust in SSL_CERT_FILE; they are always verified";
    case CURLE_SSL_CONNECT_ERROR: return "does this port speak TLS? A plain server is asked by http";
    default: return "try again; the server's own log may say more";
    }
}

}  // namespace

struct HttpClient::State {
    HttpCredentials credentials;
    HttpLimits limits;
    std::string ca_file;
    CURL* handle = nullptr;
    std::uint64_t received = 0;
    std::uint64_t sent = 0;

    ~State() {
        if (handle != nullptr) curl_library().easy_cleanup(handle);
    }

    CURLcode once(const HttpRequest& request, Received& into, long& status) {
        const detail::CurlLibrary& curl = curl_library();
        if (handle == nullptr) handle = curl.easy_init();
        curl.easy_reset(handle);  // the connection stays
        const auto set = [&](CURLoption option, auto value) { curl.easy_setopt(handle, option, value); };
        set(CURLOPT_URL, request.url.c_str());
        set(CURLOPT_PROTOCOLS_STR, "http,https");
        set(CURLOPT_FOLLOWLOCATION, 0L);
        set(CURLOPT_NOSIGNAL, 1L);
        set(CURLOPT_NETRC, static_cast<long>(CURL_NETRC_IGNORED));
        set(CURLOPT_USERAGENT, "breakeven");
        set(CURLOPT_ACCEPT_ENCODING, "");
        set(CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(limits.connect.count()));
        set(CURLOPT_TIMEOUT_MS, static_cast<long>(limits.total.count()));
        set(CURLOPT_LOW_SPEED_LIMIT, 1L);
        set(CURLOPT_LOW_SPEED_TIME, std::max(1L, static_cast<long>(limits.silence.count() / 1000)));
        set(CURLOPT_WRITEFUNCTION, &take_body);
        set(CURLOPT_WRITEDATA, static_cast<void*>(&into));
        if (!ca_file.empty()) set(CURLOPT_CAINFO, ca_file.c_str());
        if (!credentials.token.empty()) {
            set(CURLOPT_HTTPAUTH, CURLAUTH_BEARER);
            set(CURLOPT_XOAUTH2_BEARER, credentials.token.c_str());
        } else if (!credentials.user.empty()) {
            set(CURLOPT_HTTPAUTH, CURLAUTH_BASIC);
            set(CURLOPT_USERNAME, credentials.user.c_str());
            set(CURLOPT_PASSWORD, credentials.password.c_str());
        }
        curl_slist* headers = nullptr;
        const auto add = [&](const std::string& line) { headers = curl.slist_append(headers, line.c_str()); };
        if (request.body) {
            set(CURLOPT_POST, 1L);
            set(CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request.body->size()));
            set(CURLOPT_POSTFIELDS, request.body->c_str());
            add("Content-Type: " + request.content_type);
            add("Expect:");  // no round trip before a body of a few hundred bytes
        }
        for (const auto& [name, value] : request.headers) add(name + ": " + value);
        set(CURLOPT_HTTPHEADER, headers);
        const CURLcode code = curl.easy_perform(handle);
        curl.slist_free_all(headers);
        curl.easy_getinfo(handle, CURLINFO_RESPONSE_CODE, &status);
        curl_off_t bytes = 0;
        curl.easy_getinfo(handle, CURLINFO_SIZE_DOWNLOAD_T, &bytes);
        received += static_cast<std::uint64_t>(bytes);
        if (request.body) sent += request.body->size();
        curl_off_t wait_s = 0;
        curl.easy_getinfo(handle, CURLINFO_RETRY_AFTER, &wait_s);
        into.retry_after_s = static_cast<long>(std::clamp<curl_off_t>(wait_s, 0, 60));
        return code;
    }
};

HttpClient::HttpClient(HttpCredentials credentials, HttpLimits limits, std::optional<std::string> ca_file) : state_(std::make_unique<State>()) {
    state_->credentials = std::move(credentials);
    state_->limits = limits;
    const char* trusted = std::getenv("SSL_CERT_FILE");
    state_->ca_file = ca_file ? *ca_file : trusted == nullptr ? "" : trusted;
}
HttpClient::~HttpClient() = default;
HttpClient::HttpClient(HttpClient&&) noexcept = default;
HttpClient& HttpClient::operator=(HttpClient&&) noexcept = default;

HttpReply HttpClient::send(const HttpRequest& request) {
    const std::string server = server_of(request.url);
    std::chrono::milliseconds wait = state_->limits.backoff;
    for (int attempt = 1;; ++attempt) {
        Received received;
        received.most = state_->limits.body_bytes;
        long status = 0;
        const CURLcode code = state_->once(request, received, status);
        const bool last = attempt >= state_->limits.attempts;
        if (received.too_long)
            throw HttpTooMuch("the answer of " + server + " is longer than " + std::to_string(state_->limits.body_bytes >> 20U) + " MiB",
                              "ask for a shorter time or for fewer GPUs");
        if (code == CURLE_OK && (last || !may_pass(status))) {
            if (status >= 300 && status < 400)
                throw InputError(server + " sends its callers elsewhere (HTTP " + std::to_string(status) + "), which is not followed",
                                 "give the address it really answers at");
            return {status, std::move(received.body)};
        }
        if (code == CURLE_OPERATION_TIMEDOUT)
            throw HttpTooMuch(server + " gives no whole answer: " + curl_library().easy_strerror(code), hint_of(code));
        if (code != CURLE_OK && (last || !may_pass(code)))
            throw InputError(server + " gives no whole answer: " + curl_library().easy_strerror(code), hint_of(code));
        std::this_thread::sleep_for(std::max<std::chrono::milliseconds>(wait, std::chrono::seconds(received.retry_after_s)));
        wait *= 2;
    }
}

std::uint64_t HttpClient::bytes_received() const noexcept { return state_->received; }
std::uint64_t HttpClient::bytes_sent() const noexcept { return state_->sent; }

}  // namespace breakeven
