// Money at the door: amounts that carry a currency, and the dated exchange that turns them into the one currency behind it.
//
// Behind the door every price is a `Money` of the scenario's currency. Two currencies are never added in silence.
#pragma once

#include <breakeven/core/errors.hpp>
#include <breakeven/core/units.hpp>

#include <array>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace breakeven {

/// A currency by its ISO 4217 code.
class Currency {
public:
    Currency() = default;  ///< XXX, the code for "no currency"
    /// Throws InputError, with the nearest codes, when `code` is no active ISO 4217 code. Case matters: "cny" is refused.
    explicit Currency(std::string_view code);

    [[nodiscard]] static std::optional<Currency> find(std::string_view code);
    /// Every known code, in alphabetical order.
    [[nodiscard]] static const std::vector<std::string>& codes();

    [[nodiscard]] std::string_view code() const { return {code_.data(), code_.size()}; }
    friend bool operator==(const Currency&, const Currency&) = default;
    friend bool operator<(const Currency& a, const Currency& b) { return a.code() < b.code(); }  ///< a map's order

private:
    std::array<char, 3> code_{'X', 'X', 'X'};
};

/// An amount of one currency.
struct Amount {
    double value = 0.0;
    Currency currency{};

    /// Throws InputError when the currencies differ: exchange one of them first.
    [[nodiscard]] friend Amount operator+(const Amount& a, const Amount& b) {
        if (a.currency != b.currency)
            throw InputError("cannot add " + std::string(a.currency.code()) + " and " + std::string(b.currency.code()),
                             "exchange one of them first");
        return {a.value + b.value, a.currency};
    }
};

/// Rates of one day into one currency: units of `into` for one unit of another.
class Exchange {
public:
    explicit Exchange(Currency into, std::string date = {}) : into_(into), date_(std::move(date)) {}

    /// Throws InputError unless `units_of_into` is finite and above zero.
    void set_rate(const Currency& from, double units_of_into) {
        require_positive(units_of_into, "exchange." + std::string(from.code()));
        rates_.insert_or_assign(from, units_of_into);
    }
    [[nodiscard]] const Currency& into() const { return into_; }
    [[nodiscard]] const std::string& date() const { return date_; }
    [[nodiscard]] const std::map<Currency, double>& rates() const { return rates_; }

    /// Units of `into()` for one of `from`: 1 for the same currency. Throws InputError when no rate is known.
    [[nodiscard]] double rate(const Currency& from) const {
        if (from == into_) return 1.0;
        const auto found = rates_.find(from);
        if (found == rates_.end())
            throw InputError("no exchange rate from " + std::string(from.code()) + " to " + std::string(into_.code()),
                             "add it to the scenario: [exchange] " + std::string(from.code()) + " = …, and the date of the rate");
        return found->second;
    }
    [[nodiscard]] Money exchange(const Amount& amount) const { return amount.value * rate(amount.currency) * money; }

private:
    Currency into_;
    std::string date_;
    std::map<Currency, double> rates_;
};

}  // namespace breakeven
