// The tables behind a user's own rows, and names looked up in them.
#include <breakeven/models/catalog.hpp>

#include <breakeven/core/decimal.hpp>
#include <breakeven/core/errors.hpp>
#include <breakeven/core/suggest.hpp>
#include <breakeven/models/catalog_tables.hpp>

#include <algorithm>
#include <iterator>
#include <set>
#include <utility>

namespace breakeven {

namespace {

/// `own` and behind it what of `below` has no row of the same key there.
template <class Row, class KeyOf>
std::shared_ptr<const std::vector<Row>> merged(std::vector<Row> own, const std::vector<Row>& below, KeyOf key_of) {
    std::set<std::string> keys;
    for (const Row& row : own) keys.insert(key_of(row));
    std::copy_if(below.begin(), below.end(), std::back_inserter(own),
                 [&](const Row& row) { return !keys.contains(key_of(row)); });
    return std::make_shared<const std::vector<Row>>(std::move(own));
}

template <class Row>
std::string id_of(const Row& row) {
    return row.id;
}

/// The newest of `rows`; a user's own come before all others. Null when there is none.
template <class Row>
const Row* newest(const std::vector<const Row*>& rows) {
    const auto older = [](const Row* a, const Row* b) {
        return std::pair(a->origin.own, std::string_view(a->origin.date)) <
               std::pair(b->origin.own, std::string_view(b->origin.date));
    };
    const auto found = std::max_element(rows.begin(), rows.end(), older);
    return found == rows.end() ? nullptr : *found;
}

std::string quoted(std::string_view text) {
    return std::string("\"").append(text.substr(0, 100)).append("\"");
}

/// "a, b and 3 more", of `names` at most six.
std::string listed(const std::vector<std::string>& names) {
    constexpr std::size_t most = 6;
    std::string out;
    for (std::size_t i = 0; i < std::min(most, names.size()); ++i) out.append(i == 0 ? "" : ", ").append(names[i]);
    if (names.size() > most) out.append(" and ").append(std::to_string(names.size() - most)).append(" more");
    return out;
}

std::string suggestion(std::string_view name, const std::vector<std::string>& known, std::string_view otherwise) {
    std::string hint = did_you_mean(name, known);
    return hint.empty() ? std::string(otherwise) : hint;
}

std::vector<std::string> segments(std::string_view text) {
    std::vector<std::string> out;
    for (std::size_t at = 0; at <= text.size();) {
        const std::size_t end = std::min(text.find('/', at), text.size());
        out.push_back(detail::slug(text.substr(at, end - at)));
        at = end + 1;
    }
    return out;
}

/// All of `parts` are among `whole`, in their order.
bool names_part_of(const std::vector<std::string>& parts, const std::vector<std::string>& whole) {
    auto at = whole.begin();
    for (const std::string& part : parts) {
        at = std::find(at, whole.end(), part);
        if (at == whole.end()) return false;
        ++at;
    }
    return true;
}

}  // namespace

Catalog Catalog::with_overrides(const std::string& path) {
    Catalog catalog;
    catalog.override_with(path);
    return catalog;
}

void Catalog::override_with(const std::string& path) {
    detail::OwnTable own = detail::read_own_table(path);
    if (!own.gpus.empty())
        gpus_ = merged(std::move(own.gpus), gpus(), [](const GpuFacts& gpu) { return detail::gpu_key(gpu.name); });
    if (!own.clouds.empty()) clouds_ = merged(std::move(own.clouds), clouds(), id_of<CloudOffer>);
    if (!own.electricity.empty()) electricity_ = merged(std::move(own.electricity), electricity(), id_of<ElectricityTariff>);
    if (!own.carbon.empty()) carbon_ = merged(std::move(own.carbon), carbon(), id_of<GridCarbon>);
    if (!own.power_supplies.empty()) power_supplies_ = merged(std::move(own.power_supplies), power_supplies(), id_of<PsuCurve>);
    if (!own.rates.empty()) rates_ = merged(std::move(own.rates), rates(), id_of<ExchangeRate>);
    remarks_.insert(remarks_.end(), own.remarks.begin(), own.remarks.end());
}

const std::vector<GpuFacts>& Catalog::gpus() const {
    return gpus_ ? *gpus_ : detail::shipped_gpus();
}
const std::vector<CloudOffer>& Catalog::clouds() const {
    return clouds_ ? *clouds_ : detail::shipped_clouds();
}
const std::vector<ElectricityTariff>& Catalog::electricity() const {
    return electricity_ ? *electricity_ : detail::shipped_electricity();
}
const std::vector<GridCarbon>& Catalog::carbon() const {
    return carbon_ ? *carbon_ : detail::shipped_carbon();
}
const std::vector<PsuCurve>& Catalog::power_supplies() const {
    return power_supplies_ ? *power_supplies_ : detail::shipped_power_supplies();
}
const std::vector<ExchangeRate>& Catalog::rates() const {
    return rates_ ? *rates_ : detail::shipped_rates();
}

const GpuFacts* Catalog::find_gpu(std::string_view name) const {
    const std::string wanted = detail::gpu_key(name);
    for (const GpuFacts& gpu : gpus())
        if (detail::gpu_key(gpu.name) == wanted || detail::gpu_key(gpu.name.substr(0, gpu.name.find(" ("))) == wanted)
            return &gpu;
    return nullptr;
}

const GpuFacts& Catalog::gpu(std::string_view name) const {
    if (const GpuFacts* found = find_gpu(name)) return *found;
    // Compared without the maker's part, which would make every name look alike.
    const std::string key = detail::gpu_key(name);
    std::vector<std::string> known, longer;
    for (const GpuFacts& gpu : gpus()) {
        known.push_back(gpu.name.starts_with("GeForce ") ? gpu.name.substr(8) : gpu.name);
        if (!key.empty() && detail::gpu_key(gpu.name).starts_with(key)) longer.push_back(known.back());
    }
    if (!longer.empty()) throw InputError("the catalog has no GPU " + quoted(name), "write one of " + listed(longer));
    std::string bare(name);
    for (const std::string_view maker : {"nvidia ", "geforce "})
        if (detail::lower(bare).starts_with(maker)) bare.erase(0, maker.size());
    if (detail::lower(bare).ends_with(" gpu")) bare.erase(bare.size() - 4);
    throw InputError(
        "the catalog has no GPU " + quoted(name),
        suggestion(bare, known, "`breakeven catalog gpus` lists them; or give the values that the scenario needs"));
}

CloudPrice Catalog::cloud(std::string_view name) const {
    if (trimmed(name).empty()) throw InputError("cloud.instance is empty", "`breakeven catalog clouds` lists what it may name");
    const std::vector<std::string> wanted = segments(name.substr(0, 500));
    std::vector<CloudPrice> found;
    const auto keep = [&](const CloudOffer& offer, const std::optional<Amount>& price, bool spot) {
        if (price) found.push_back({&offer, *price, spot});
    };
    for (const CloudOffer& offer : clouds()) {
        std::vector<std::string> parts = segments(offer.id);
        if (names_part_of(wanted, parts)) {
            keep(offer, offer.on_demand ? offer.on_demand : offer.spot, !offer.on_demand);
        } else if (offer.on_demand && wanted.back() == "spot") {
            parts.back() = "spot";
            if (names_part_of(wanted, parts)) keep(offer, offer.spot, true);
        }
    }
    const auto own = [](const CloudPrice& price) { return price.offer->origin.own; };
    if (std::any_of(found.begin(), found.end(), own))
        std::erase_if(found, [&](const CloudPrice& price) { return !own(price); });
    if (found.size() == 1) return found.front();
    if (found.size() > 1) {
        std::vector<std::string> ids;
        for (const CloudPrice& price : found) ids.push_back(price.offer->id);
        throw InputError(quoted(name) + " names " + std::to_string(found.size()) + " offers of the catalog",
                         "write one of " + listed(ids));
    }
    // Suggested in the form in which the name was written: an instance, provider/instance, or a whole id.
    std::vector<std::string> known;
    for (const CloudOffer& offer : clouds()) {
        const std::vector<std::string> parts = segments(offer.id);
        std::string form = wanted.size() > 2 || parts.size() < 2 ? offer.id
                           : wanted.size() == 2                  ? parts[0] + "/" + parts[1]
                                                                 : parts[1];
        if (known.empty() || known.back() != form) known.push_back(std::move(form));
    }
    throw InputError(
        "the catalog has no offer " + quoted(name),
        suggestion(name, known,
                   "`breakeven catalog clouds` lists them; `breakeven catalog clouds a100 spot` those with both words"));
}

const GpuFacts* Catalog::gpu_of(const CloudOffer& offer) const {
    if (!offer.gpu_ref.empty()) return find_gpu(offer.gpu_ref);
    return offer.origin.own ? find_gpu(offer.gpu)
                            : nullptr;  // shipped without one: a part that the table lacks, or a modified card
}

const ElectricityTariff& Catalog::tariff(std::string_view region, std::string_view sector) const {
    const std::string name = detail::lower(region), key = detail::slug(region), wanted = detail::lower(sector);
    std::vector<const ElectricityTariff*> there;
    std::vector<std::string> known;
    for (const ElectricityTariff& tariff : electricity()) {
        const bool country = tariff.region.find(':') == std::string::npos;  // "US: Texas" is a part of one
        if (tariff.id == name || detail::slug(tariff.region) == key || (country && detail::lower(tariff.iso3) == name))
            there.push_back(&tariff);
        if (std::find(known.begin(), known.end(), tariff.region) == known.end()) known.push_back(tariff.region);
    }
    if (there.empty())
        throw InputError(
            "the catalog has no electricity price for " + quoted(region),
            suggestion(region, known, "`breakeven catalog electricity` lists the regions; or give electricity.price"));
    std::set<std::string> sectors;
    for (const ElectricityTariff* tariff : there) sectors.insert(tariff->sector);
    const std::string choices = listed({sectors.begin(), sectors.end()});
    if (wanted.empty() && sectors.size() > 1)
        throw InputError(quoted(region) + " has electricity prices of several sectors",
                         "add electricity.sector: " + choices + " (households pay taxes, most industrial prices are without)");
    if (!wanted.empty()) std::erase_if(there, [&](const ElectricityTariff* tariff) { return tariff->sector != wanted; });
    if (const ElectricityTariff* found = newest(there)) return *found;
    throw InputError("the catalog has no " + quoted(sector) + " electricity price for " + quoted(region), "it has " + choices);
}

const GridCarbon& Catalog::grid_carbon(std::string_view country) const {
    const std::string name = detail::lower(country);
    std::vector<const GridCarbon*> there;
    std::vector<std::string> known;
    for (const GridCarbon& row : carbon()) {
        if (!row.intensity) continue;
        if (detail::lower(row.iso3) == name || detail::lower(row.country) == name) there.push_back(&row);
        known.push_back(row.country);
    }
    if (const GridCarbon* found = newest(there)) return *found;
    throw InputError("the catalog has no carbon intensity for " + quoted(country),
                     suggestion(country, known, "give electricity.carbon_intensity"));
}

const PsuCurve& Catalog::power_supply(std::string_view name) const {
    const std::string wanted = detail::slug(name);
    std::vector<std::string> known;
    for (const PsuCurve& curve : power_supplies()) {
        if (detail::slug(curve.id) == wanted) return curve;
        known.push_back(curve.id);
    }
    throw InputError("the catalog has no power supply " + quoted(name),
                     suggestion(name, known, "write one of " + listed(known)));
}

}  // namespace breakeven
