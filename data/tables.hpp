// Tables: the shipped facts as they stand in data/*.csv, compiled in so that a lone binary has them.
//
// Sources, licences and how to read the columns: data/SOURCES.md. Nothing is parsed here; typed rows: models/catalog.hpp.
#pragma once

#include <string_view>

namespace breakeven {

[[nodiscard]] std::string_view gpus_csv() noexcept;
[[nodiscard]] std::string_view cloud_prices_csv() noexcept;
[[nodiscard]] std::string_view electricity_prices_csv() noexcept;
[[nodiscard]] std::string_view grid_carbon_csv() noexcept;
[[nodiscard]] std::string_view psu_efficiency_csv() noexcept;
[[nodiscard]] std::string_view fx_csv() noexcept;
/// The published statements that `decisions/claims.hpp` recomputes.
[[nodiscard]] std::string_view claims_csv() noexcept;
/// Runs a Python program under PyTorch's profiler: `collect --profiler torch`.
[[nodiscard]] std::string_view profile_with_torch_py() noexcept;

}  // namespace breakeven
