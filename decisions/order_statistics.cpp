// A first pass counts the numbers by equal bins, a second one picks those of the bins in which a rank lies; only these are sorted.
#include <breakeven/decisions/order_statistics.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace breakeven::detail {

std::vector<double> at_ranks(std::span<const double> values, double low, double high, const std::vector<std::size_t>& ranks) {
    constexpr std::size_t bins = 4096;
    const double scale = static_cast<double>(bins) / (high - low);
    if (!(high > low) || !std::isfinite(scale)) {  // all the same, or so near that no bins fit between
        std::vector<double> sorted(values.begin(), values.end());
        std::sort(sorted.begin(), sorted.end());
        std::vector<double> out;
        for (const std::size_t rank : ranks) out.push_back(sorted[rank]);
        return out;
    }
    // Rounding keeps order, so a larger number is never in a lower bin.
    const auto bin_of = [=](double x) { return std::min(bins - 1, static_cast<std::size_t>(static_cast<std::int64_t>((x - low) * scale))); };
    std::vector<std::size_t> count(bins);
    for (const double x : values) ++count[bin_of(x)];
    std::vector<std::size_t> begin(bins + 1);
    for (std::size_t bin = 0; bin < bins; ++bin) begin[bin + 1] = begin[bin] + count[bin];
    const auto bin_at = [&](std::size_t rank) { return static_cast<std::size_t>(std::upper_bound(begin.begin(), begin.end(), rank) - begin.begin()) - 1; };
    std::vector<std::uint8_t> wanted(bins);
    for (const std::size_t rank : ranks) wanted[bin_at(rank)] = 1;
    std::vector<double> picked;
    for (const double x : values)
        if (wanted[bin_of(x)] != 0) picked.push_back(x);
    std::sort(picked.begin(), picked.end());
    std::vector<double> out;
    for (const std::size_t rank : ranks) {
        const std::size_t bin = bin_at(rank);
        std::size_t before = 0;  // picked numbers of lower bins
        for (std::size_t b = 0; b < bin; ++b) before += wanted[b] != 0 ? count[b] : 0;
        out.push_back(picked[before + rank - begin[bin]]);
    }
    return out;
}

}  // namespace breakeven::detail
