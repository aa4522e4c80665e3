#include <breakeven/core/money.hpp>

#include <breakeven/core/suggest.hpp>

#include <algorithm>

namespace breakeven {

namespace {
// ISO 4217, list one (active codes), without funds, metals and test codes.
constexpr std::string_view active_codes =
    "AED AFN ALL AMD ANG AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CLP CNY COP "
    "CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR "
    "ISK JMD JOD JPY KES KGS KHR KMF KPW KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN "
    "MYR MZN NAD NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD "
    "SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VES VND VUV WST XAF XCD XOF XPF YER ZAR ZMW ZWL";
}  // namespace

const std::vector<std::string>& Currency::codes() {
    static const std::vector<std::string> list = [] {
        std::vector<std::string> out;
        for (std::size_t at = 0; at < active_codes.size(); at += 4) out.emplace_back(active_codes.substr(at, 3));
        return out;
    }();
    return list;
}

std::optional<Currency> Currency::find(std::string_view code) {
    if (code.size() != 3) return std::nullopt;
    for (std::size_t at = 0; at < active_codes.size(); at += 4)
        if (active_codes.substr(at, 3) == code) {
            Currency currency;
            std::copy(code.begin(), code.end(), currency.code_.begin());
            return currency;
        }
    return std::nullopt;
}

Currency::Currency(std::string_view code) {
    const auto found = find(code);
    if (!found) {
        const std::string meant = did_you_mean(code, codes());
        throw InputError("\"" + std::string(code.substr(0, 40)) + "\" is no ISO 4217 currency code",
                         meant.empty() ? "write a code such as \"CNY\", \"USD\" or \"EUR\"" : meant);
    }
    *this = *found;
}

}  // namespace breakeven
