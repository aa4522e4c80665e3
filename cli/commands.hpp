// Commands: one function sets up each of them and returns what it runs.
#pragma once

#include "options.hpp"

namespace breakeven::cli {

Run set_up_line(CLI::App& app);
Run set_up_whatif(CLI::App& app);
Run set_up_audit(CLI::App& app);
Run set_up_calibrate(CLI::App& app);
Run set_up_catalog(CLI::App& app);
Run set_up_claims(CLI::App& app);
Run set_up_report(CLI::App& app);

}  // namespace breakeven::cli
