// doctor: what this machine can measure, and what to do about the rest.
#include "../commands.hpp"
#include "../json_numbers.hpp"

#include <breakeven/decisions/doctor.hpp>

namespace breakeven::cli {

namespace {

Answer present(const DoctorReport& report) {
    Answer out;
    Table table{.title = "", .columns = {"check", "state", "found", "what to do"}, .right_aligned = {}, .rows = {}};
    out.rows = {.title = "", .columns = {"id", "state", "found", "remedy", "good_for"}, .right_aligned = {}, .rows = {}};
    out.json = {{"schema", "breakeven.doctor/1"}, {"summary", report.summary}, {"checks", nlohmann::ordered_json::array()}};
    for (const DoctorCheck& check : report.checks) {
        const std::string state(to_string(check.state));
        table.rows.push_back({check.id, state, check.found, check.remedy});
        out.rows.rows.push_back({check.id, state, check.found, check.remedy, check.what});
        out.json["checks"].push_back(
            {{"id", check.id}, {"state", state}, {"found", check.found}, {"remedy", or_null(check.remedy)}, {"good_for", check.what}});
    }
    out.text = report.summary + "\n\n" + aligned(table);
    out.tables = {table};
    return out;
}

}  // namespace

Run set_up_doctor(CLI::App& app) {
    const auto output = add_output_options(app);
    return [=] { return write(present(examine(this_machine())), *output); };
}

}  // namespace breakeven::cli
