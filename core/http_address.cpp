// HTTP addresses, and text made fit to stand in one.
#include <breakeven/core/http.hpp>

#include <array>
#include <charconv>
#include <system_error>

namespace breakeven {
namespace {

constexpr const char* address_hint = "write it as http://HOST:PORT or https://HOST:PORT";

// What may stand in a host name or an address; nothing else reaches a request line.
bool is_host_byte(char byte) {
    return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9') || byte == '.' || byte == '-' ||
           byte == '_';
}

bool is_host(std::string_view host) {
    if (host.size() > 2 && host.front() == '[' && host.back() == ']')
        return host.find_first_not_of("0123456789abcdefABCDEF:.", 1) == host.size() - 1;
    if (host.empty()) return false;
    for (const char byte : host)
        if (!is_host_byte(byte)) return false;
    return true;
}

bool is_unreserved(char byte) { return is_host_byte(byte) || byte == '~'; }

}  // namespace

std::string HttpAddress::url(std::string_view path_and_query) const {
    return scheme + "://" + host + ":" + std::to_string(port) + std::string(path_and_query);
}

HttpAddress parse_http_address(std::string_view text, std::uint16_t default_port) {
    HttpAddress out;
    const std::size_t colon = text.find("://");
    out.scheme = text.substr(0, colon == std::string_view::npos ? 0 : colon);
    if (out.scheme != "http" && out.scheme != "https") throw InputError("this is no http or https address", address_hint);
    std::string_view rest = text.substr(colon + 3);
    const std::size_t end = rest.find_first_of("/?#");
    std::string_view authority = rest.substr(0, end);
    rest = end == std::string_view::npos ? std::string_view() : rest.substr(end);
    // Not repeated in the error: what stands before the @ is likely a password.
    if (authority.find('@') != std::string_view::npos)
        throw InputError("an address must not hold a user or a password: other users can read command lines",
                         "set BREAKEVEN_USER and BREAKEVEN_PASSWORD, or BREAKEVEN_TOKEN, or give --credentials FILE");
    const std::size_t bracket = authority.rfind(']');
    const std::size_t port_at = authority.find(':', bracket == std::string_view::npos ? 0 : bracket);
    out.host = authority.substr(0, port_at);
    if (!is_host(out.host)) throw InputError("the address names no host that can be asked", address_hint);
    out.port = default_port != 0 ? default_port : out.scheme == "https" ? std::uint16_t{443} : std::uint16_t{80};
    if (port_at != std::string_view::npos) {
        const std::string_view digits = authority.substr(port_at + 1);
        const auto [stop, error] = std::from_chars(digits.data(), digits.data() + digits.size(), out.port);
        if (error != std::errc{} || stop != digits.data() + digits.size() || out.port == 0)
            throw InputError("the port of the address is no number from 1 to 65535", address_hint);
    }
    for (const char byte : rest)
        if (static_cast<unsigned char>(byte) <= 0x20 || static_cast<unsigned char>(byte) >= 0x7F)
            throw InputError("the address holds a space or a byte that must be percent-encoded", address_hint);
    rest = rest.substr(0, rest.find('#'));
    const std::size_t question = rest.find('?');
    out.path = rest.substr(0, question);
    if (question != std::string_view::npos) out.query = rest.substr(question + 1);
    return out;
}

std::string percent_encoded(std::string_view text) {
    constexpr std::string_view digits = "0123456789ABCDEF";
    std::string out;
    out.reserve(text.size());
    for (const char byte : text) {
        if (is_unreserved(byte)) {
            out += byte;
            continue;
        }
        const auto value = static_cast<unsigned char>(byte);
        out.append({'%', digits[value >> 4U], digits[value & 0xFU]});
    }
    return out;
}

std::string percent_decoded(std::string_view text) {
    const auto digit = [](char byte) {
        return byte >= '0' && byte <= '9' ? byte - '0' : byte >= 'A' && byte <= 'F' ? byte - 'A' + 10 : byte >= 'a' && byte <= 'f' ? byte - 'a' + 10 : -1;
    };
    std::string out;
    for (std::size_t i = 0; i < text.size(); ++i) {
        const int high = text[i] == '%' && i + 2 < text.size() ? digit(text[i + 1]) : -1;
        const int low = high >= 0 ? digit(text[i + 2]) : -1;
        if (low >= 0) i += 2;
        out += low >= 0 ? static_cast<char>(16 * high + low) : text[i];
    }
    return out;
}

std::string form_encoded(const std::vector<std::pair<std::string, std::string>>& fields) {
    std::string out;
    for (const auto& [name, value] : fields) {
        if (!out.empty()) out += '&';
        out += percent_encoded(name);
        out += '=';
        out += percent_encoded(value);
    }
    return out;
}

}  // namespace breakeven
