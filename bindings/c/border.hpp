// The border between C++ and C: no exception passes it, and structs of other versions are read and written as far as both know them.
#pragma once

#include "breakeven.h"

#include <breakeven/core/errors.hpp>
#include <breakeven/models/context.hpp>
#include <breakeven/models/scenario_file.hpp>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <exception>
#include <functional>
#include <limits>
#include <new>
#include <optional>
#include <string>
#include <type_traits>
#include <vector>

struct breakeven_error {
    breakeven_status status = BREAKEVEN_INTERNAL;
    breakeven::InputError told{""};
};

struct breakeven_scenario {
    std::function<breakeven::LoadedScenario(const breakeven::ScenarioOptions&)> read;  ///< again, from the text it came from
    breakeven::ScenarioOptions options;
    breakeven::LoadedScenario loaded;
    std::string currency;
};

namespace breakeven::border {

/// A call that is wrong, whatever the input.
class WrongArgument : public std::exception {
public:
    explicit WrongArgument(std::string message) : message_(std::move(message)) {}
    [[nodiscard]] const char* what() const noexcept override { return message_.c_str(); }

private:
    std::string message_;
};

/// Hands an error out; when there is no memory for it, one that needs none.
breakeven_status report(breakeven_status status, const InputError& told, breakeven_error** error) noexcept;
breakeven_status report(breakeven_status status, const char* message, breakeven_error** error) noexcept;

/// Runs `work` and turns whatever it throws into a status and an error.
template <class Work>
breakeven_status guarded(breakeven_error** error, Work&& work) noexcept {
    if (error != nullptr) *error = nullptr;
    try {
        work();
        return BREAKEVEN_OK;
    } catch (const InputError& wrong) {
        return report(BREAKEVEN_WRONG_INPUT, wrong, error);
    } catch (const WrongArgument& wrong) {
        return report(BREAKEVEN_WRONG_ARGUMENT, wrong.what(), error);
    } catch (const std::bad_alloc&) {
        return report(BREAKEVEN_NO_MEMORY, "there is not enough memory", error);
    } catch (const std::exception& fault) {
        return report(BREAKEVEN_INTERNAL, fault.what(), error);
    } catch (...) {
        return report(BREAKEVEN_INTERNAL, "an unknown fault", error);
    }
}

template <class Pointer>
Pointer* needed(Pointer* pointer, const char* name) {
    if (pointer == nullptr) throw WrongArgument(std::string(name) + " is NULL");
    return pointer;
}

/// A struct of any version is a whole number of its alignment long, so no field is cut in two. Throws WrongArgument.
template <class Struct>
void require_size(std::size_t size, const char* name) {
    if (size < sizeof(std::size_t) || size > 65536 || size % alignof(Struct) != 0)
        throw WrongArgument(std::string(name) + ": set size to sizeof of the struct, not " + std::to_string(size));
}

/// What a caller put into a struct: fields that its header did not know are zero. Throws WrongArgument for a size that cannot be,
/// and where a newer caller asks for something this library does not know.
template <class Struct>
Struct taken_in(const Struct* from, const char* name) {
    static_assert(std::is_trivially_copyable_v<Struct>);
    Struct out{};
    if (from == nullptr) return out;
    const std::size_t size = from->size;
    require_size<Struct>(size, name);
    std::memcpy(&out, from, std::min(size, sizeof(Struct)));
    const auto* bytes = reinterpret_cast<const unsigned char*>(from);
    if (size > sizeof(Struct) && std::any_of(bytes + sizeof(Struct), bytes + size, [](unsigned char one) { return one != 0; }))
        throw WrongArgument(std::string(name) + " asks for something that this version of the library does not know");
    return out;
}

/// Fills a caller's struct as far as its header knows it; its size stays, and what only a newer header knows is zero.
template <class Struct>
void hand_out(Struct value, Struct* to, const char* name) {
    static_assert(std::is_trivially_copyable_v<Struct>);
    const std::size_t size = needed(to, name)->size;
    require_size<Struct>(size, name);
    value.size = size;
    std::memcpy(to, &value, std::min(size, sizeof(Struct)));
    if (size > sizeof(Struct)) std::memset(reinterpret_cast<unsigned char*>(to) + sizeof(Struct), 0, size - sizeof(Struct));
}

inline double or_nan(const std::optional<double>& value) { return value.value_or(std::numeric_limits<double>::quiet_NaN()); }

/// The element `index` of `list`, or WrongArgument.
template <class List>
auto& at(List& list, std::size_t index, const char* name) {
    if (index >= list.size())
        throw WrongArgument(std::string(name) + " " + std::to_string(index) + " of " + std::to_string(list.size()) + " is asked for");
    return list[index];
}

inline const char* remark(const std::vector<std::string>* remarks, std::size_t index) {
    return remarks != nullptr && index < remarks->size() ? (*remarks)[index].c_str() : nullptr;
}

Context context_from(const breakeven_context* context);
std::vector<std::string> paths_from(const char* const* paths, std::size_t count);

}  // namespace breakeven::border
