// Calibrations, for C: from columns in memory and from files.
#include "border.hpp"

#include <breakeven/calibration/calibrate.hpp>
#include <breakeven/calibration/history_windows.hpp>
#include <breakeven/calibration/weights_file.hpp>
#include <breakeven/calibration/window_arrays.hpp>

#include <memory>
#include <utility>

using namespace breakeven::border;

struct breakeven_calibration {
    breakeven::Calibration found;
    std::string target;
    std::string toml;
};

namespace {

breakeven::WindowArrays arrays_from(const breakeven_windows& given) {
    using breakeven::WindowColumn;
    breakeven::WindowArrays out;
    out.count = given.count;
    const std::pair<WindowColumn, const char* const*> texts[] = {
        {WindowColumn::timestamp, given.timestamp}, {WindowColumn::gpu, given.gpu}, {WindowColumn::task, given.task},
        {WindowColumn::driver, given.driver}, {WindowColumn::os, given.os}, {WindowColumn::virtualization, given.virtualization},
        {WindowColumn::network, given.network}};
    for (const auto& [column, values] : texts)
        for (std::size_t i = 0; values != nullptr && i < given.count; ++i)
            out.text_of(column).emplace_back(values[i] == nullptr ? "" : values[i]);
    const std::pair<WindowColumn, const double*> numbers[] = {
        {WindowColumn::temperature_c, given.temperature_c}, {WindowColumn::window_s, given.window_s},
        {WindowColumn::effective_s, given.effective_s}, {WindowColumn::line, given.line}, {WindowColumn::power_w, given.power_w},
        {WindowColumn::work, given.work}, {WindowColumn::weight, given.weight}};
    for (const auto& [column, values] : numbers)
        if (values != nullptr) out.numbers_of(column) = std::span<const double>(values, given.count);
    return out;
}

breakeven::CalibrationOptions options_from(const breakeven_calibration_options* options) {
    const breakeven_calibration_options given = taken_in(options, "options");
    breakeven::CalibrationOptions out;
    if (given.reference != nullptr) out.reference = given.reference->loaded.scenario.line.reference;
    out.published_priors = given.without_priors == 0;
    switch (given.errors) {
        case BREAKEVEN_NEWEY_WEST: out.errors = breakeven::ErrorKind::newey_west; break;
        case BREAKEVEN_HC3: out.errors = breakeven::ErrorKind::hc3; break;
        case BREAKEVEN_OLS: out.errors = breakeven::ErrorKind::ols; break;
        default: throw WrongArgument("errors is no breakeven_error_kind");
    }
    out.robust = given.robust != 0;
    if (given.threads < 0 || given.threads > 64) throw WrongArgument("threads must be from 0 to 64");
    if (given.threads != 0) out.threads = static_cast<unsigned>(given.threads);
    return out;
}

breakeven_calibration* calibrated(std::unique_ptr<breakeven::WindowSource> source, const breakeven_calibration_options* options) {
    const breakeven::CalibrationOptions how = options_from(options);
    auto out = std::make_unique<breakeven_calibration>();
    out->found = breakeven::calibrate(breakeven::Dataset(std::move(source)), how);
    out->target = to_string(out->found.target);
    out->toml = breakeven::write_weights_toml(out->found);
    return out.release();
}

}  // namespace

extern "C" {

breakeven_status breakeven_calibrate_windows(const breakeven_windows* windows, const breakeven_calibration_options* options,
                                             breakeven_calibration** out, breakeven_error** error) {
    return guarded(error, [&] {
        *needed(out, "out") = nullptr;
        *out = calibrated(breakeven::windows_of_arrays(arrays_from(taken_in(needed(windows, "windows"), "windows"))), options);
    });
}

breakeven_status breakeven_calibrate_files(const char* const* paths, size_t count, const breakeven_calibration_options* options,
                                           breakeven_calibration** out, breakeven_error** error) {
    return guarded(error, [&] {
        *needed(out, "out") = nullptr;
        *out = calibrated(breakeven::open_windows(paths_from(paths, count)), options);
    });
}

breakeven_status breakeven_calibration_get(const breakeven_calibration* calibration, breakeven_calibration_figures* out,
                                           breakeven_error** error) {
    return guarded(error, [&] {
        const breakeven::Calibration& found = needed(calibration, "calibration")->found;
        breakeven_calibration_figures figures{};
        figures.rows = found.rows;
        figures.rows_used = found.rows_used;
        figures.days = found.days;
        figures.base = found.base;
        figures.base_std_error = found.base_std_error;
        figures.r_squared = or_nan(found.r_squared);
        figures.residual_sd = found.residual_sd;
        figures.target = calibration->target.c_str();
        figures.terms = found.terms.size();
        hand_out(figures, out, "figures");
    });
}

breakeven_status breakeven_calibration_term(const breakeven_calibration* calibration, size_t index, breakeven_term* out,
                                            breakeven_error** error) {
    return guarded(error, [&] {
        const breakeven::CalibrationTerm& one = at(needed(calibration, "calibration")->found.terms, index, "term");
        breakeven_term term{};
        term.name = one.name.c_str();
        term.level = one.level ? one.level->c_str() : "";
        term.weight = or_nan(one.weight);
        term.std_error = or_nan(one.std_error);
        term.ci95_low = one.ci95 ? (*one.ci95)[0] : or_nan({});
        term.ci95_high = one.ci95 ? (*one.ci95)[1] : or_nan({});
        term.verdict = one.verdict.c_str();
        term.identified = one.identified ? 1 : 0;
        hand_out(term, out, "term");
    });
}

const char* breakeven_calibration_toml(const breakeven_calibration* calibration) {
    return calibration == nullptr ? "" : calibration->toml.c_str();
}
const char* breakeven_calibration_remark(const breakeven_calibration* calibration, size_t index) {
    return remark(calibration == nullptr ? nullptr : &calibration->found.remarks, index);
}
void breakeven_calibration_free(breakeven_calibration* calibration) { delete calibration; }
}
