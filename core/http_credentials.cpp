// HTTP credentials: from a file only its owner can read, or from the environment.
#include <breakeven/core/config.hpp>
#include <breakeven/core/http.hpp>

#include <cstdlib>
#include <filesystem>

namespace breakeven {
namespace {

// A line end in one would begin another header.
void require_printable(const std::string& text, std::string_view what) {
    for (const char byte : text)
        if (static_cast<unsigned char>(byte) < 0x20 || static_cast<unsigned char>(byte) == 0x7F)
            throw InputError(std::string(what) + " holds a line end or another control character",
                             "give it without; a file's last line end belongs outside of the quotes");
}

HttpCredentials checked(HttpCredentials out, const std::string& token, const std::string& user, const std::string& password) {
    require_printable(out.token, token);
    require_printable(out.user, user);
    require_printable(out.password, password);
    if (!out.token.empty() && !out.user.empty()) throw InputError("both " + token + " and " + user + " are given", "keep the one that the server wants");
    if (out.user.empty() && !out.password.empty()) throw InputError(password + " is given without " + user, "give both");
    return out;
}

std::string of_environment(const char* name) {
    const char* value = std::getenv(name);
    return value == nullptr ? std::string() : std::string(value);
}

std::string text_at(const Config& config, std::string_view key) {
    const ConfigNode* node = config.find(key);
    return node == nullptr ? std::string() : read_as<std::string>(*node, nullptr);
}

Position at_file(const std::string& file) {
    Position at;
    at.file = file;
    return at;
}

void require_private(const std::string& file) {
    std::error_code error;
    const std::filesystem::perms granted = std::filesystem::status(file, error).permissions();
    using std::filesystem::perms;
    if (!error && (granted & (perms::group_all | perms::others_all)) != perms::none)
        throw InputError("others than its owner may read or change this file of credentials", "run: chmod 600 FILE", at_file(file));
}

}  // namespace

HttpCredentials http_credentials(const std::optional<std::string>& file) {
    if (!file)
        return checked({of_environment("BREAKEVEN_TOKEN"), of_environment("BREAKEVEN_USER"), of_environment("BREAKEVEN_PASSWORD")},
                       "BREAKEVEN_TOKEN", "BREAKEVEN_USER", "BREAKEVEN_PASSWORD");
    require_private(*file);
    try {
        const Config config = Config::from_file(*file);
        HttpCredentials out{text_at(config, "token"), text_at(config, "user"), text_at(config, "password")};
        config.refuse_unknown();
        return checked(std::move(out), "token", "user", "password");
    } catch (const InputError& error) {
        // Placed by line and column only: the line's text could be the secret.
        Position at = at_file(*file);
        at.line = error.position().line;
        at.column = error.position().column;
        throw error.placed(at);
    }
}

}  // namespace breakeven
