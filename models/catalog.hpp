// Catalog: the shipped facts by name, and a user's own rows before them.
//
// Names are looked up without regard to case. A name that is not there, or that names several rows, is an InputError with the
// nearest names or the candidates: a guess would put a wrong price into an answer. A table is read when it is first asked for.
#pragma once

#include <breakeven/core/money.hpp>
#include <breakeven/models/catalog_rows.hpp>

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace breakeven {

/// One price of one offer.
struct CloudPrice {
    const CloudOffer* offer = nullptr;
    Amount per_hour{};  ///< of the whole instance; offer->for_one_gpu(per_hour) for one of its GPUs
    bool spot = false;  ///< may be interrupted
};

/// A rate between two currencies as the shipped table has it.
struct CatalogRate {
    double units_of_into = 0.0;  ///< for one unit of the other
    std::string period;          ///< of the mean, of the older of the two where both come from the table
    std::string date;            ///< its last day
    std::string source;
};

/// Rows returned by reference or pointer live as long as a Catalog that holds them (a copy shares them).
class Catalog {
public:
    /// The tables of data/.
    [[nodiscard]] static Catalog shipped() { return {}; }
    /// The shipped tables behind the rows of a user's own CSV file; see override_with.
    [[nodiscard]] static Catalog with_overrides(const std::string& path);
    /// Puts the rows of a CSV file before those already there and in place of those of the same name. Its columns tell the
    /// table; they are called as in the shipped one, and most may be left out. Throws InputError, placed: cannot be read, an
    /// unknown column, no number, and what is no price: zero, a placeholder of 700, a row without a GPU.
    void override_with(const std::string& path);

    [[nodiscard]] const std::vector<GpuFacts>& gpus() const;
    [[nodiscard]] const std::vector<CloudOffer>& clouds() const;
    [[nodiscard]] const std::vector<ElectricityTariff>& electricity() const;
    [[nodiscard]] const std::vector<GridCarbon>& carbon() const;
    [[nodiscard]] const std::vector<PsuCurve>& power_supplies() const;
    [[nodiscard]] const std::vector<ExchangeRate>& rates() const;

    /// The GPU of this name; null when there is none. "NVIDIA", "AMD", "GeForce", a trailing "GPU" or "Generation", blanks and
    /// hyphens do not count, so names as drivers report them are found.
    [[nodiscard]] const GpuFacts* find_gpu(std::string_view name) const;
    /// The same; throws InputError with the nearest names when there is none.
    [[nodiscard]] const GpuFacts& gpu(std::string_view name) const;

    /// The price behind an id or parts of it in their order: "lambda-a10-on-demand", "aws/g5.xlarge", "aws/g5.xlarge/spot". The
    /// on-demand price unless the name ends in "spot" or there is only a spot price. Throws InputError: no such name (with the
    /// nearest), several offers (with the candidates).
    [[nodiscard]] CloudPrice cloud(std::string_view name) const;
    /// The row of an offer's GPU; null when none fits.
    [[nodiscard]] const GpuFacts* gpu_of(const CloudOffer& offer) const;

    /// The newest price of a region (its name, its id or a country's ISO 3166 code). Throws InputError: no such region, no such
    /// sector there, or no `sector` given where there are several.
    [[nodiscard]] const ElectricityTariff& tariff(std::string_view region, std::string_view sector = {}) const;
    /// The newest figure of a country, by its name or ISO 3166 code; its intensity is there. Throws InputError when there is
    /// none.
    [[nodiscard]] const GridCarbon& grid_carbon(std::string_view country) const;
    /// Throws InputError with the nearest names.
    [[nodiscard]] const PsuCurve& power_supply(std::string_view name) const;

    /// Units of `into` for one of `from`, of the period that holds `date` (ISO 8601), else of the nearest; the newest without a
    /// date. None when the table lacks one of the two.
    [[nodiscard]] std::optional<CatalogRate> rate(const Currency& from, const Currency& into, std::string_view date = {}) const;

    // Rows in which every word occurs, without regard to case; those that have all of them as whole words first.
    [[nodiscard]] std::vector<const GpuFacts*> search_gpus(std::span<const std::string> words) const;
    [[nodiscard]] std::vector<const CloudOffer*> search_clouds(std::span<const std::string> words) const;
    [[nodiscard]] std::vector<const ElectricityTariff*> search_electricity(std::span<const std::string> words) const;

    /// What was amiss with a user's own rows and could be mended.
    [[nodiscard]] const std::vector<std::string>& remarks() const { return remarks_; }

private:
    Catalog() = default;

    template <class Row>
    using Table = std::shared_ptr<const std::vector<Row>>;  // null: the shipped one
    Table<GpuFacts> gpus_;
    Table<CloudOffer> clouds_;
    Table<ElectricityTariff> electricity_;
    Table<GridCarbon> carbon_;
    Table<PsuCurve> power_supplies_;
    Table<ExchangeRate> rates_;
    std::vector<std::string> remarks_;
};

}  // namespace breakeven
