#include <breakeven/core/suggest.hpp>
#include <breakeven/decisions/compare_offers.hpp>
#include <breakeven/models/catalog_age.hpp>

#include <algorithm>
#include <vector>

namespace breakeven {

namespace {

/// One GPU may have several rows, by memory or form: "A100" is all whose name has it as a word.
std::vector<const CloudOffer*> offers_of(const Catalog& catalog, const std::string& name) {
    std::vector<std::string> refs;
    if (const GpuFacts* exact = catalog.find_gpu(name)) {
        refs.push_back(exact->name);
    } else {
        const std::string wanted = detail::lower(name);
        for (const GpuFacts& gpu : catalog.gpus()) {
            const std::string text = detail::lower(gpu.name);
            const std::size_t at = text.find(wanted);
            const auto joins = [&](std::size_t i) { return i < text.size() && text[i] != ' ' && text[i] != '-'; };
            const bool whole = at != std::string::npos && (at == 0 || !joins(at - 1)) && !joins(at + wanted.size());
            if (whole && gpu.kind == "datacenter") refs.push_back(gpu.name);
        }
    }
    std::vector<const CloudOffer*> out;
    for (const CloudOffer& offer : catalog.clouds())
        if (offer.on_demand && offer.gpu_count >= 1.0 && std::find(refs.begin(), refs.end(), offer.gpu_ref) != refs.end()) out.push_back(&offer);
    return out;
}

}  // namespace

CloudPrice price_of(const Catalog& catalog, const std::string& name) {
    const std::vector<const CloudOffer*> offers = offers_of(catalog, name);
    if (offers.empty()) {
        if (catalog.find_gpu(name) == nullptr) return catalog.cloud(name);
        throw InputError("no offer of the catalog rents out the " + name, "give a price in the scenario, or the offers in a catalog file of your own");
    }
    std::string newest;
    for (const CloudOffer* offer : offers) newest = std::max(newest, offer->origin.date);
    const CloudOffer* best = nullptr;
    for (const CloudOffer* offer : offers) {
        const auto age = age_days(offer->origin.date, newest);
        // A user's own row counts whatever its date.
        if (!offer->origin.own && age && *age > stale_after_days) continue;
        const auto each = [](const CloudOffer& one) { return one.for_one_gpu(*one.on_demand); };
        if (best == nullptr || (each(*offer).currency == each(*best).currency && each(*offer).value < each(*best).value)) best = offer;
    }
    if (best == nullptr) best = offers.front();  // none has a date
    return {best, *best->on_demand, false};
}

}  // namespace breakeven
