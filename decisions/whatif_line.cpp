#include <breakeven/calibration/dynamic_line.hpp>
#include <breakeven/decisions/whatif_line.hpp>

namespace breakeven {

LineFunction::LineFunction(const LoadedScenario& loaded, const Context& asked) : scenario_(loaded.scenario) {
    if (scenario_.line.base)
        throw InputError("the scenario states its line (line.base), so nothing moves it", "let the models compute it: --set line.base=model");
    if (scenario_.heat && asked.temperature) scenario_.heat->ambient = *asked.temperature;
    // At a base of 1 every share of the line is its own effect.
    const DynamicLine unit = dynamic_line(1.0, scenario_.line, asked, {.temperature_by_heat = scenario_.heat.has_value()});
    double sum = 1.0;
    double product = 1.0;
    for (const Adjustment& a : unit.adjustments) {
        if (!a.is_shift) {
            sum += a.effect;
            product *= 1.0 + a.effect;
        } else if (scenario_.line.shift_scale == ShiftScale::points) {
            points_ += a.effect;
        }
    }
    slope_ = scenario_.line.combine == Combine::additive ? sum : product;
    if (scenario_.line.shift_scale == ShiftScale::relative)
        for (const Adjustment& a : unit.adjustments) slope_ += a.is_shift ? a.effect : 0.0;
    still_ = unit.adjustments.empty();
}

}  // namespace breakeven
