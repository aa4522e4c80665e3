// What tests of figures need: a value to so many digits, and the whole message of an error.
#pragma once

#include <breakeven/core/errors.hpp>

#include <doctest/doctest.h>

#include <string>

namespace breakeven::testing {

/// Equal to `value` within a relative error, however small the value is (doctest's own Approx is absolute below 1).
[[nodiscard]] inline doctest::Approx near(double value, double relative = 1e-9) {
    return doctest::Approx(value).epsilon(relative).scale(0.0);
}

/// The rendered InputError that `work` throws; empty when it throws none.
template <class Work>
[[nodiscard]] std::string whole_error(Work work) {
    try {
        work();
    } catch (const InputError& error) {
        return error.what();
    }
    return {};
}

}  // namespace breakeven::testing
