#include <breakeven/models/depreciation.hpp>

#include <cstdio>

int main() {
    const breakeven::Depreciation laptop{.price = 8500.0 * breakeven::money, .gpu_share = 0.35, .lifetime = 2.0 * breakeven::year};
    std::printf("%.6f\n", breakeven::in(laptop.cost().standing, breakeven::money / breakeven::hour));
}
