#include <breakeven/core/parse.hpp>
#include <breakeven/decisions/compare_machine.hpp>
#include <breakeven/decisions/whatif_key.hpp>

#include <algorithm>

namespace breakeven {

namespace {

/// Remarks that are about the machine that is no longer there.
bool about_own_gpu(const std::string& remark) {
    return remark.starts_with("the active power is the catalog's") || remark.find("is not in the catalog") != std::string::npos ||
           remark.starts_with("the speed ratio is a roofline") || remark.starts_with("assumed, since");
}

}  // namespace

PriceHere price_here(const LoadedScenario& loaded, const Catalog& catalog, const Amount& price, const std::string& date) {
    const Exchange& door = loaded.door;
    if (price.currency == door.into() || door.rates().contains(price.currency)) return {door.exchange(price), {}};
    const auto rate = catalog.rate(price.currency, door.into(), date);
    if (!rate) return {door.exchange(price), {}};  // throws: no rate, and how to give one
    return {price.value * rate->units_of_into * money,
            "catalog prices exchanged at the shipped rate of " + rate->period + ": 1 " + std::string(price.currency.code()) + " = " +
                detail::text_in_unit(rate->units_of_into, "", {}, nullptr) + " " + std::string(door.into().code())};
}

LoadedScenario with_machine(const LoadedScenario& loaded, const Catalog& catalog, const Machine& machine, Fraction speed_ratio) {
    const GpuFacts& gpu = *machine.gpu;
    const std::string source = "catalog " + gpu.id;
    LoadedScenario out = loaded;
    std::erase_if(out.remarks, about_own_gpu);
    const auto put = [&](std::string_view key, double value, const std::string& from, const std::string& date = {}) {
        set_input(out, find_key(out, key), value, from, date);
    };

    if (machine.price) {
        put("ownership.price", machine.price->value(), "command line");
    } else if (gpu.msrp) {
        const PriceHere here = price_here(loaded, catalog, *gpu.msrp, gpu.origin.date);
        put("ownership.price", here.price.value(), source + ", the maker's list price at launch", gpu.origin.date);
        if (!here.remark.empty()) out.remarks.push_back(here.remark);
        out.remarks.push_back("the price of the " + gpu.name + " is the maker's list price at launch; what one pays today may be another");
    } else {
        throw InputError("no source has a price for the " + gpu.name, "give it: --price \"" + gpu.name + "=30000 " +
                                                                        std::string(loaded.door.into().code()) + "\"");
    }
    put("ownership.gpu_share", 1.0, "the price is the GPU's alone");
    if (!machine.power && !gpu.tdp)
        throw InputError("no source has the power of the " + gpu.name, "give it in a catalog file of your own: --catalog FILE");
    put("electricity.active_power", machine.power ? machine.power->value() : gpu.tdp->value(), machine.power ? "command line" : source, gpu.origin.date);
    if (gpu.memory) put("gpu.memory", gpu.memory->value(), source, gpu.origin.date);
    put("cloud.speed_ratio", speed_ratio, "roofline");
    out.scenario.gpu.name = gpu.name;
    return out;
}

}  // namespace breakeven
