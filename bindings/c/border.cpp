#include "border.hpp"

#include <cmath>

namespace breakeven::border {

breakeven_status report(breakeven_status status, const InputError& told, breakeven_error** error) noexcept {
    if (error == nullptr) return status;
    try {
        *error = new breakeven_error{status, told};
        return status;
    } catch (...) {
        return BREAKEVEN_NO_MEMORY;  // the error stays NULL, which the accessors read as just that
    }
}

breakeven_status report(breakeven_status status, const char* message, breakeven_error** error) noexcept {
    if (error == nullptr) return status;
    try {
        return report(status, InputError(message), error);
    } catch (...) {
        return BREAKEVEN_NO_MEMORY;
    }
}

Context context_from(const breakeven_context* context) {
    const breakeven_context given = taken_in(context, "context");
    Context out;
    const char* const levels[] = {given.task, given.driver, given.os, given.virtualization, given.network};
    for (std::size_t i = 0; i < std::size(levels); ++i)
        if (levels[i] != nullptr && *levels[i] != '\0') out.set(context_categories[i], levels[i]);
    if (given.has_temperature != 0) {
        if (!std::isfinite(given.temperature_c)) throw InputError::about("temperature_c", "must be finite", "such as 32.0");
        out.temperature = celsius(given.temperature_c);
    }
    return out;
}

std::vector<std::string> paths_from(const char* const* paths, std::size_t count) {
    std::vector<std::string> out;
    if (count != 0) needed(paths, "paths");
    for (std::size_t i = 0; i < count; ++i) out.emplace_back(needed(paths[i], "a path"));
    return out;
}

}  // namespace breakeven::border

using breakeven::InputError;

// An error that is NULL is one for which there was no memory.
extern "C" {

const char* breakeven_version(void) { return BREAKEVEN_VERSION; }

breakeven_status breakeven_error_status(const breakeven_error* error) { return error == nullptr ? BREAKEVEN_NO_MEMORY : error->status; }
const char* breakeven_error_message(const breakeven_error* error) {
    return error == nullptr ? "there is not enough memory" : error->told.message().c_str();
}
const char* breakeven_error_hint(const breakeven_error* error) { return error == nullptr ? "" : error->told.hint().c_str(); }
const char* breakeven_error_field(const breakeven_error* error) { return error == nullptr ? "" : error->told.field().c_str(); }
const char* breakeven_error_file(const breakeven_error* error) { return error == nullptr ? "" : error->told.position().file.c_str(); }
size_t breakeven_error_line(const breakeven_error* error) { return error == nullptr ? 0 : error->told.position().line; }
size_t breakeven_error_column(const breakeven_error* error) { return error == nullptr ? 0 : error->told.position().column; }
const char* breakeven_error_text(const breakeven_error* error) {
    return error == nullptr ? "error: there is not enough memory" : error->told.what();
}
void breakeven_error_free(breakeven_error* error) { delete error; }
}
