// A cost of one's own beside the library's: rent for a place in a colocation centre. Nothing of the library is edited.
#include <breakeven/models/cost_sheet.hpp>
#include <cstdio>

namespace {

// A rack unit's rent, paid whether the GPU computes or not.
struct Colocation {
    static constexpr const char* name = "colocation";
    breakeven::CostRate rent{};

    [[nodiscard]] breakeven::HourlyCost cost() const { return {.standing = rent}; }
};

}  // namespace

int main() {
    using namespace breakeven;
    Scenario machine;
    machine.ownership = {.price = 1599.0 * money, .lifetime = 3.0 * year};
    machine.electricity.active_power = 450.0 * watt;
    machine.electricity.tariff = Tariff::flat(0.1545 * money / kilowatt_hour);
    machine.cloud.price = 1.39 * money / hour;

    CostSheet sheet = cost_sheet(machine);
    const double before = *sheet.solve().line;
    sheet.add(Colocation{.rent = 30.0 * money / month});
    const double after = *sheet.solve().line;
    std::printf("at home %.4f, in a colocation centre %.4f\n", before, after);
    return sheet.solve_without("colocation").line == before ? 0 : 1;
}
