// Catalog rows: one shipped or home-made fact each, with its origin. What no source said is empty, never zero.
//
// Prices are amounts of their own currency: they are exchanged at the door, like every other price.
#pragma once

#include <breakeven/core/money.hpp>
#include <breakeven/core/units.hpp>
#include <breakeven/models/power_supply.hpp>

#include <optional>
#include <string>
#include <vector>

namespace breakeven {

/// Where a row comes from.
struct Origin {
    std::string date;    ///< ISO 8601: the day on which it was known to hold; empty only in a user's own file
    std::string source;  ///< who says so; the file's name in a user's own file
    std::string licence;
    std::string note;  ///< what a careful reader would want to know
    bool own = false;  ///< from a user's own file
};

/// A GPU as its maker and two public databases describe it.
struct GpuFacts {
    std::string id;
    std::string name;
    std::string kind;  ///< laptop, desktop, workstation, datacenter
    std::string architecture;
    std::optional<int> year;  ///< of release
    std::optional<int> sms;   ///< streaming multiprocessors; AMD's compute units
    std::optional<int> cores;
    std::optional<Frequency> boost;   ///< clock; of laptop parts at one end of the maker's range, see origin.note
    std::optional<Frequency> fp32;    ///< operations per time at `boost`: cores * boost * operations per core and clock
    std::optional<Frequency> tensor;  ///< FP16 tensor operations per time, dense, accumulated in FP32
    std::optional<Memory> memory;
    std::string memory_type;
    std::optional<Bandwidth> bandwidth;  ///< of its memory
    std::optional<Power> tdp;
    std::optional<int> pcie_generation;
    std::optional<int> pcie_lanes;
    std::optional<Amount> msrp;  ///< none is published for laptop and data-centre parts
    Origin origin;
};

/// What a provider asks for an hour of an instance.
struct CloudOffer {
    std::string id;  ///< provider/instance/region/tier
    std::string provider;
    std::string instance;
    std::string gpu;                   ///< as the provider calls it
    std::string gpu_ref;               ///< name of the GPU's row; empty when none fits
    double gpu_count = 1.0;            ///< above zero; a slice of a GPU is less than one
    std::optional<Memory> gpu_memory;  ///< of each GPU
    std::string vcpus;                 ///< a number or a range
    std::string region;                ///< empty: the source names none
    std::string tier;
    std::optional<Amount> on_demand;  ///< for an hour of the whole instance
    std::optional<Amount> spot;       ///< the same, interruptible
    Origin origin;

    /// What `price` of the instance is for each of its GPUs.
    [[nodiscard]] Amount for_one_gpu(const Amount& price) const { return {price.value / gpu_count, price.currency}; }
};

/// A mean price of electricity.
struct ElectricityTariff {
    std::string id;  ///< region/sector/period
    std::string region;
    std::string iso3;             ///< ISO 3166 code of the country
    std::string sector;           ///< household (with taxes), commercial, industrial (mostly without): never compare across
    std::string period;           ///< of the mean, such as "2024" or "2024-S2"
    std::optional<Amount> usd;    ///< for a kilowatt-hour
    std::optional<Amount> local;  ///< the same in the currency in which it was published
    std::string tax_basis;
    std::string quality;  ///< official, reported, compiled …
    Origin origin;

    /// For a kilowatt-hour: in `currency` where the source has it, else in US dollars, else as published.
    [[nodiscard]] const Amount& price_near(const Currency& currency) const {
        return local && (!usd || local->currency == currency) ? *local : *usd;
    }
};

/// Carbon dioxide of a country's electricity, mean of a year.
struct GridCarbon {
    std::string id;  ///< iso3/year
    std::string iso3;
    std::string country;
    std::optional<CarbonIntensity> intensity;
    Origin origin;
};

/// The efficiency that a certificate asks of a power supply.
struct PsuCurve {
    std::string id;  ///< level and input, such as "80plus-gold-115v"
    std::string label;
    std::string input;
    std::vector<EfficiencyPoint> points;  ///< by rising load
    Origin origin;
};

/// A currency's mean rate over a period.
struct ExchangeRate {
    std::string id;  ///< currency/period
    Currency currency{};
    std::string period;  ///< "2023", "2024-06"
    double usd_per_unit = 0.0;
    Origin origin;
};

}  // namespace breakeven
