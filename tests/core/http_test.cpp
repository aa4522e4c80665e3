// HTTP: addresses, credentials, and a client against a server that misbehaves as real ones do.
#include "answering_server.hpp"

#include <breakeven/core/http.hpp>

#include <doctest/doctest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>

using namespace breakeven;
using breakeven::testing::AnsweringServer;
using breakeven::testing::http_answer;

namespace {

// What an action complains about, whole; empty where it does not.
template <class Action>
std::string complaint(const Action& action) {
    try {
        action();
    } catch (const InputError& error) {
        return error.what();
    }
    return {};
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

// Impatient, so that what a test waits for is the server's doing.
HttpLimits quick() {
    HttpLimits limits;
    limits.backoff = std::chrono::milliseconds(1);
    limits.silence = std::chrono::milliseconds(1000);
    limits.total = std::chrono::milliseconds(3000);
    return limits;
}

struct CredentialsFile {
    std::filesystem::path path;
    CredentialsFile(const char* name, const std::string& text, std::filesystem::perms perms = std::filesystem::perms::owner_read)
        : path(std::filesystem::temp_directory_path() / (std::to_string(::getpid()) + name)) {
        std::ofstream(path) << text;
        std::filesystem::permissions(path, perms);
    }
    ~CredentialsFile() { std::filesystem::remove(path); }
};

}  // namespace

TEST_CASE("an address is taken apart, and its port is the scheme's where it names none") {
    const HttpAddress full = parse_http_address("https://prom.example.org:9443/prefix/?tenant=a#top");
    CHECK(full.scheme == "https");
    CHECK(full.host == "prom.example.org");
    CHECK(full.port == 9443);
    CHECK(full.path == "/prefix/");
    CHECK(full.query == "tenant=a");
    CHECK(full.url("/x") == "https://prom.example.org:9443/x");
    CHECK(parse_http_address("http://a").port == 80);
    CHECK(parse_http_address("https://a").port == 443);
    CHECK(parse_http_address("http://a", 9090).port == 9090);
    CHECK(parse_http_address("http://[::1]:81/").host == "[::1]");
    CHECK(parse_http_address("http://[::1]:81/").port == 81);
}

TEST_CASE("an address that cannot be asked is refused, and one with a password does not appear in the error") {
    for (const char* wrong : {"", "a:80", "ftp://a", "http://", "http://a:0", "http://a:65536", "http://a:x", "http://a b/", "http://a/ b",
                              "http://a\r\nX: y/", "http://a/\r\n", "http://[::1", "http://[x]/", "http://%41/"})
        CHECK_MESSAGE(!complaint([&] { (void)parse_http_address(wrong); }).empty(), wrong);
    const std::string secret = complaint([] { (void)parse_http_address("http://me:hunter2@host:80/"); });
    CHECK(has(secret, "must not hold a user or a password"));
    CHECK(!has(secret, "hunter2"));
}

TEST_CASE("forms are percent-encoded byte by byte (RFC 3986, 2.1)") {
    CHECK(percent_encoded("AZaz09-._~") == "AZaz09-._~");
    CHECK(percent_encoded("a b&c=d/ü\n") == "a%20b%26c%3Dd%2F%C3%BC%0A");
    CHECK(form_encoded({{"query", "x{y=\"z\"}"}, {"step", "60"}}) == "query=x%7By%3D%22z%22%7D&step=60");
}

TEST_CASE("credentials come from a private file or the environment") {
    const CredentialsFile token("token", "token = \"t0ken\"\n");
    CHECK(http_credentials(token.path.string()).token == "t0ken");
    const CredentialsFile pair("pair", "user = \"u\"\npassword = \"p\"\n");
    CHECK(http_credentials(pair.path.string()).user == "u");
    CHECK(http_credentials(pair.path.string()).password == "p");

    const CredentialsFile open("open", "token = \"t0ken\"\n", std::filesystem::perms::owner_read | std::filesystem::perms::group_read);
    CHECK(has(complaint([&] { (void)http_credentials(open.path.string()); }), "chmod 600"));
    for (const char* wrong : {"token = \"t0ken\"\nuser = \"u\"\n", "token = \"t0ken\\n\"", "tokn = \"t0ken\"", "token = t0ken", "password = \"t0ken\""}) {
        const CredentialsFile file("wrong", wrong);
        const std::string said = complaint([&] { (void)http_credentials(file.path.string()); });
        CHECK_MESSAGE(!said.empty(), wrong);
        CHECK_MESSAGE(!has(said, "t0ken"), said);
    }

    ::setenv("BREAKEVEN_USER", "u2", 1);
    ::setenv("BREAKEVEN_PASSWORD", "p2", 1);
    CHECK(http_credentials({}).user == "u2");
    ::setenv("BREAKEVEN_TOKEN", "t2", 1);
    CHECK(has(complaint([] { (void)http_credentials({}); }), "BREAKEVEN_TOKEN and BREAKEVEN_USER"));
    for (const char* name : {"BREAKEVEN_USER", "BREAKEVEN_PASSWORD", "BREAKEVEN_TOKEN"}) ::unsetenv(name);
    CHECK(http_credentials({}).token.empty());
}

TEST_CASE("a request carries its body and who asks") {
    AnsweringServer server({http_answer("200 OK", "fine")});
    HttpClient client({.token = {}, .user = "u", .password = "p"}, quick());
    const HttpReply reply = client.send({.url = server.url("/q"), .body = "a=1", .headers = {{"X-Database", "d"}}});
    CHECK(reply.status == 200);
    CHECK(reply.body == "fine");
    CHECK(client.bytes_received() == 4);
    CHECK(client.bytes_sent() == 3);
    const std::string asked = server.stop().at(0);
    CHECK(has(asked, "POST /q HTTP/1.1\r\n"));
    CHECK(has(asked, "Authorization: Basic dTpw\r\n"));  // base64 of "u:p" (RFC 7617)
    CHECK(has(asked, "X-Database: d\r\n"));
    CHECK(has(asked, "\r\n\r\na=1"));
}

TEST_CASE("a bearer token is sent as RFC 6750 has it") {
    AnsweringServer server({http_answer("200 OK", "")});
    HttpClient client({.token = "abc", .user = {}, .password = {}}, quick());
    CHECK(client.send({.url = server.url()}).status == 200);
    CHECK(has(server.stop().at(0), "Authorization: Bearer abc\r\n"));
}

TEST_CASE("what may pass is asked again, what may not is answered at once") {
    AnsweringServer busy({http_answer("503 Busy", ""), http_answer("429 Slow", ""), http_answer("200 OK", "now")});
    CHECK(HttpClient({}, quick()).send({.url = busy.url()}).body == "now");
    CHECK(busy.stop().size() == 3);
    AnsweringServer down({http_answer("503 Busy", "why")});
    CHECK(HttpClient({}, quick()).send({.url = down.url()}).status == 503);
    CHECK(down.stop().size() == 4);
    AnsweringServer refusing({http_answer("401 No", "")});
    CHECK(HttpClient({}, quick()).send({.url = refusing.url()}).status == 401);
    CHECK(refusing.stop().size() == 1);
}

TEST_CASE("half an answer, a long one, a redirection and silence are errors that name the server and nothing else") {
    const auto fails = [](const std::string& answer, HttpLimits limits = quick()) {
        AnsweringServer server({answer});
        const std::string said = complaint([&] { (void)HttpClient({}, limits).send({.url = server.url("/secret?token=x")}); });
        CHECK(!has(said, "secret"));
        CHECK(has(said, "http://127.0.0.1:"));
        return said;
    };
    CHECK(has(fails("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf"), "no whole answer"));
    CHECK(has(fails("nonsense\r\n\r\n"), "no whole answer"));
    CHECK(has(fails(""), "no whole answer"));
    HttpLimits small = quick();
    small.body_bytes = 1 << 20;
    CHECK(has(fails(http_answer("200 OK", std::string((1 << 20) + 1, 'x')), small), "longer than 1 MiB"));
    CHECK(has(fails(http_answer("302 Found", "", "Location: http://127.0.0.1:1/\r\n")), "which is not followed"));
}

TEST_CASE("a server that is not there is an error once the attempts are used up") {
    std::string url;
    { url = AnsweringServer({""}).url(); }
    CHECK(has(complaint([&] { (void)HttpClient({}, quick()).send({.url = url}); }), "is the server running there"));
}

TEST_CASE("only http and https are spoken") {
    CHECK(!complaint([] { (void)HttpClient({}, quick()).send({.url = "file:///etc/hostname"}); }).empty());
}
