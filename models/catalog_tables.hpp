// Catalog tables: typed rows from CSV, shipped or a user's own. Not for users.
#pragma once

#include <breakeven/core/csv.hpp>
#include <breakeven/models/catalog_rows.hpp>

#include <string>
#include <string_view>
#include <vector>

namespace breakeven::detail {

/// Lower-case words joined by hyphens: "NC24ads A100 v4" is "nc24ads-a100-v4". Dots and pluses stay.
[[nodiscard]] std::string slug(std::string_view text);

/// A GPU's name without what does not tell it from others: makers, "GeForce", a trailing "GPU", case, blanks, hyphens.
[[nodiscard]] std::string gpu_key(std::string_view name);

// Each is read on its first call and kept.
[[nodiscard]] const std::vector<GpuFacts>& shipped_gpus();
[[nodiscard]] const std::vector<CloudOffer>& shipped_clouds();
[[nodiscard]] const std::vector<ElectricityTariff>& shipped_electricity();
[[nodiscard]] const std::vector<GridCarbon>& shipped_carbon();
[[nodiscard]] const std::vector<PsuCurve>& shipped_power_supplies();
[[nodiscard]] const std::vector<ExchangeRate>& shipped_rates();

/// Rows of a user's own file: one of these is filled.
struct OwnTable {
    std::vector<GpuFacts> gpus;
    std::vector<CloudOffer> clouds;
    std::vector<ElectricityTariff> electricity;
    std::vector<GridCarbon> carbon;
    std::vector<PsuCurve> power_supplies;
    std::vector<ExchangeRate> rates;
    std::vector<std::string> remarks;
};

/// Throws InputError, placed. See Catalog::override_with.
[[nodiscard]] OwnTable read_own_table(const std::string& path);

}  // namespace breakeven::detail
