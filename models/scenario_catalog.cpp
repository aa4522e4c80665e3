#include <breakeven/models/scenario_reader.hpp>
namespace breakeven::detail {
void read_from_catalog(const ScenarioReader&) {}
}  // namespace breakeven::detail
