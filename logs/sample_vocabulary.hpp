// The words of sampled tables (internal): column names of nvidia-smi, dmon and of people, and the units they write.
#pragma once

#include <breakeven/logs/sample_columns.hpp>

#include <array>
#include <string_view>

namespace breakeven::detail {

struct KnownName {
    std::string_view words;
    ColumnRole role;
    int rank;
};

// By rank, where a table has several: nvidia-smi's one-second power before its instant and average ones.
inline constexpr std::array known_names = {
    KnownName{"timestamp", ColumnRole::time, 3},
    KnownName{"datetime", ColumnRole::time, 2},
    KnownName{"date time", ColumnRole::time, 2},
    KnownName{"time stamp", ColumnRole::time, 2},
    KnownName{"time", ColumnRole::time, 1},
    KnownName{"ts", ColumnRole::time, 1},
    KnownName{"epoch", ColumnRole::time, 1},
    KnownName{"unix time", ColumnRole::time, 1},
    KnownName{"unix", ColumnRole::time, 1},
    KnownName{"epoch time", ColumnRole::time, 1},
    KnownName{"unix timestamp", ColumnRole::time, 1},
    KnownName{"yyyymmdd", ColumnRole::date, 1},
    KnownName{"date", ColumnRole::date, 1},
    KnownName{"elapsed", ColumnRole::elapsed, 1},
    KnownName{"elapsed time", ColumnRole::elapsed, 1},
    KnownName{"seconds", ColumnRole::elapsed, 1},
    KnownName{"uptime", ColumnRole::elapsed, 1},
    KnownName{"index", ColumnRole::index, 3},
    KnownName{"gpu index", ColumnRole::index, 2},
    KnownName{"gpu id", ColumnRole::index, 2},
    KnownName{"gpu idx", ColumnRole::index, 2},
    KnownName{"gpu", ColumnRole::index, 1},
    KnownName{"idx", ColumnRole::index, 1},
    KnownName{"device", ColumnRole::index, 1},
    KnownName{"device id", ColumnRole::index, 1},
    KnownName{"device index", ColumnRole::index, 1},
    KnownName{"gpu number", ColumnRole::index, 1},
    KnownName{"minor number", ColumnRole::index, 0},
    KnownName{"uuid", ColumnRole::uuid, 2},
    KnownName{"gpu uuid", ColumnRole::uuid, 1},
    KnownName{"host", ColumnRole::host, 1},
    KnownName{"hostname", ColumnRole::host, 1},
    KnownName{"node", ColumnRole::host, 1},
    KnownName{"machine", ColumnRole::host, 1},
    KnownName{"server", ColumnRole::host, 1},
    KnownName{"mig id", ColumnRole::slice, 1},
    KnownName{"gpu instance", ColumnRole::slice, 1},
    KnownName{"gpu instance id", ColumnRole::slice, 1},
    KnownName{"name", ColumnRole::name, 2},
    KnownName{"gpu name", ColumnRole::name, 1},
    KnownName{"model", ColumnRole::name, 1},
    KnownName{"gpu model", ColumnRole::name, 1},
    KnownName{"product name", ColumnRole::name, 1},
    KnownName{"pci bus id", ColumnRole::bus, 2},
    KnownName{"gpu bus id", ColumnRole::bus, 1},
    KnownName{"bus id", ColumnRole::bus, 1},
    KnownName{"mig mode current", ColumnRole::mig_mode, 1},
    KnownName{"utilization gpu", ColumnRole::utilization, 4},
    KnownName{"gpu utilization", ColumnRole::utilization, 3},
    KnownName{"gpu utilisation", ColumnRole::utilization, 3},
    KnownName{"utilisation gpu", ColumnRole::utilization, 3},
    KnownName{"gpu util", ColumnRole::utilization, 3},
    KnownName{"util gpu", ColumnRole::utilization, 3},
    KnownName{"gpu usage", ColumnRole::utilization, 2},
    KnownName{"gpu load", ColumnRole::utilization, 2},
    KnownName{"gpu busy", ColumnRole::utilization, 2},
    KnownName{"utilization", ColumnRole::utilization, 2},
    KnownName{"utilisation", ColumnRole::utilization, 2},
    KnownName{"util", ColumnRole::utilization, 2},
    KnownName{"usage", ColumnRole::utilization, 1},
    KnownName{"load", ColumnRole::utilization, 1},
    KnownName{"sm", ColumnRole::utilization, 1},
    KnownName{"sm util", ColumnRole::utilization, 1},
    KnownName{"duty cycle", ColumnRole::utilization, 1},
    KnownName{"gr engine active", ColumnRole::engine_active, 2},
    KnownName{"engine active", ColumnRole::engine_active, 1},
    KnownName{"power draw", ColumnRole::power, 4},
    KnownName{"power draw average", ColumnRole::power, 3},
    KnownName{"power draw instant", ColumnRole::power, 2},
    KnownName{"gpu power", ColumnRole::power, 2},
    KnownName{"power usage", ColumnRole::power, 2},
    KnownName{"gpu power draw", ColumnRole::power, 2},
    KnownName{"power", ColumnRole::power, 1},
    KnownName{"pwr", ColumnRole::power, 1},
    KnownName{"temperature gpu", ColumnRole::temperature, 4},
    KnownName{"gpu temperature", ColumnRole::temperature, 3},
    KnownName{"gpu temp", ColumnRole::temperature, 3},
    KnownName{"temp gpu", ColumnRole::temperature, 3},
    KnownName{"temperature", ColumnRole::temperature, 2},
    KnownName{"temp", ColumnRole::temperature, 2},
    KnownName{"gtemp", ColumnRole::temperature, 1},
    KnownName{"core temp", ColumnRole::temperature, 1},
    KnownName{"memory used", ColumnRole::memory, 4},
    KnownName{"used memory", ColumnRole::memory, 3},
    KnownName{"gpu memory used", ColumnRole::memory, 3},
    KnownName{"mem used", ColumnRole::memory, 3},
    KnownName{"memory usage", ColumnRole::memory, 2},
    KnownName{"vram used", ColumnRole::memory, 2},
    KnownName{"fb used", ColumnRole::memory, 2},
    KnownName{"fb", ColumnRole::memory, 1},
    KnownName{"total energy consumption", ColumnRole::energy, 2},
    KnownName{"energy consumption", ColumnRole::energy, 1},
    KnownName{"energy", ColumnRole::energy, 1},
};

struct KnownUnit {
    std::string_view unit;
    ColumnRole role;
    double per_unit;  // a quotient by 100 is exact to the last bit, a product with 0.01 is not
};

inline constexpr double mebibyte = 1024.0 * 1024.0;
inline constexpr std::array known_units = {
    KnownUnit{"%", ColumnRole::utilization, 100.0},
    KnownUnit{"percent", ColumnRole::utilization, 100.0},
    KnownUnit{"pct", ColumnRole::utilization, 100.0},
    KnownUnit{"perc", ColumnRole::utilization, 100.0},
    KnownUnit{"ratio", ColumnRole::utilization, 1.0},
    KnownUnit{"fraction", ColumnRole::utilization, 1.0},
    KnownUnit{"share", ColumnRole::utilization, 1.0},
    KnownUnit{"%", ColumnRole::engine_active, 100.0},
    KnownUnit{"percent", ColumnRole::engine_active, 100.0},
    KnownUnit{"ratio", ColumnRole::engine_active, 1.0},
    KnownUnit{"w", ColumnRole::power, 1.0},
    KnownUnit{"watt", ColumnRole::power, 1.0},
    KnownUnit{"watts", ColumnRole::power, 1.0},
    KnownUnit{"mw", ColumnRole::power, 1000.0},
    KnownUnit{"milliwatts", ColumnRole::power, 1000.0},
    KnownUnit{"kw", ColumnRole::power, 0.001},
    KnownUnit{"c", ColumnRole::temperature, 1.0},
    KnownUnit{"celsius", ColumnRole::temperature, 1.0},
    KnownUnit{"degc", ColumnRole::temperature, 1.0},
    KnownUnit{"\xc2\xb0"
              "c",
              ColumnRole::temperature, 1.0},
    KnownUnit{"mib", ColumnRole::memory, 1.0 / mebibyte},
    KnownUnit{"mb", ColumnRole::memory, 1.0 / mebibyte},  // the tools' MB are MiB
    KnownUnit{"gib", ColumnRole::memory, 1.0 / (1024.0 * mebibyte)},
    KnownUnit{"gb", ColumnRole::memory, 1e-9},
    KnownUnit{"kib", ColumnRole::memory, 1.0 / 1024.0},
    KnownUnit{"bytes", ColumnRole::memory, 1.0},
    KnownUnit{"b", ColumnRole::memory, 1.0},
    KnownUnit{"mj", ColumnRole::energy, 1.0},
    KnownUnit{"j", ColumnRole::energy, 0.001},
    KnownUnit{"joules", ColumnRole::energy, 0.001},
    KnownUnit{"s", ColumnRole::time, 1.0},
    KnownUnit{"sec", ColumnRole::time, 1.0},
    KnownUnit{"ms", ColumnRole::time, 1.0},
    KnownUnit{"us", ColumnRole::time, 1.0},
    KnownUnit{"ns", ColumnRole::time, 1.0},
    KnownUnit{"utc", ColumnRole::time, 1.0},
    KnownUnit{"s", ColumnRole::elapsed, 1.0},
    KnownUnit{"sec", ColumnRole::elapsed, 1.0},
};

}  // namespace breakeven::detail
