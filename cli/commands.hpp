// Commands: one function sets up each of them and returns what it runs.
#pragma once

#include "options.hpp"

namespace breakeven::cli {

Run set_up_line(CLI::App& app);
Run set_up_whatif(CLI::App& app);
Run set_up_compare(CLI::App& app);
Run set_up_align(CLI::App& app);
Run set_up_audit(CLI::App& app);
Run set_up_calibrate(CLI::App& app);
Run set_up_catalog(CLI::App& app);
Run set_up_record(CLI::App& app);
Run set_up_history(CLI::App& app);
Run set_up_check(CLI::App& app);
Run set_up_metrics(CLI::App& app);
Run set_up_diagnose(CLI::App& app);
Run set_up_collect(CLI::App& app);
Run set_up_doctor(CLI::App& app);
Run set_up_claims(CLI::App& app);
Run set_up_report(CLI::App& app);

}  // namespace breakeven::cli
