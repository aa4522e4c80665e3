// Calls of the C API in any order, with any sizes, NULLs and texts: each returns a status, what it says is wrong has words, nothing is
// read past its end, and no exception leaves.
#include "breakeven.h"

#include <fuzzer/FuzzedDataProvider.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

namespace {

class Calls {
public:
    Calls(const std::uint8_t* data, std::size_t size) : input_(data, size) {}
    ~Calls() {
        breakeven_calibration_free(calibration_);
        breakeven_line_free(line_);
        breakeven_scenario_free(scenario_);
    }
    Calls(const Calls&) = delete;
    Calls& operator=(const Calls&) = delete;

    void make() {
        for (int calls = 0; input_.remaining_bytes() > 0 && calls < 16; ++calls) switch (input_.ConsumeIntegralInRange(0, 7)) {
            case 0: scenario(); break;
            case 1: set(); break;
            case 2: line(); break;
            case 3: components(); break;
            case 4: lines_over(); break;
            case 5: calibrate(); break;
            case 6: terms(); break;
            default: texts(); break;
            }
    }

private:
    // A status that is none, or an error without words, is a fault.
    void check(breakeven_status status) {
        if (status < BREAKEVEN_OK || status >= BREAKEVEN_INTERNAL) std::abort();
        if ((status == BREAKEVEN_OK) != (error_ == nullptr)) std::abort();
        if (error_ != nullptr && (breakeven_error_status(error_) != status || std::strlen(breakeven_error_message(error_)) == 0)) std::abort();
        breakeven_error_free(error_);
        error_ = nullptr;
    }

    const char* maybe(std::string& into) {
        into = input_.ConsumeRandomLengthString(64);
        return input_.ConsumeBool() ? into.c_str() : nullptr;
    }

    // The struct's size as an older or a mistaken program would give it.
    template <class Struct>
    std::size_t size_of() {
        return input_.ConsumeBool() ? sizeof(Struct) : input_.ConsumeIntegralInRange<std::size_t>(0, sizeof(Struct));
    }

    void scenario() {
        breakeven_scenario* out = nullptr;
        const std::string text = input_.ConsumeRandomLengthString(4096);
        const std::string name = input_.ConsumeRandomLengthString(16);
        check(breakeven_scenario_from_text(text.data(), text.size(), name.c_str(), input_.ConsumeBool() ? &out : nullptr, &error_));
        if (out == nullptr) return;
        breakeven_scenario_free(scenario_);
        scenario_ = out;
    }

    void set() {
        if (scenario_ == nullptr) return;
        std::string key;
        std::string value;
        const char* const k = maybe(key);
        check(breakeven_scenario_set(scenario_, k, maybe(value), &error_));
    }

    const breakeven_context* context() {
        context_ = {};
        context_.size = size_of<breakeven_context>();
        context_.task = maybe(words_[0]);
        context_.driver = maybe(words_[1]);
        context_.temperature_c = input_.ConsumeFloatingPoint<double>();
        context_.has_temperature = input_.ConsumeBool() ? 1 : 0;
        return input_.ConsumeBool() ? &context_ : nullptr;
    }

    void line() {
        breakeven_line* out = nullptr;
        check(breakeven_line_of(scenario_, context(), &out, &error_));
        if (out == nullptr) return;
        breakeven_line_free(line_);
        line_ = out;
    }

    void components() {
        breakeven_line_figures figures{};
        figures.size = size_of<breakeven_line_figures>();
        check(breakeven_line_get(line_, input_.ConsumeBool() ? &figures : nullptr, &error_));
        breakeven_component one{};
        one.size = size_of<breakeven_component>();
        check(breakeven_line_component(line_, input_.ConsumeIntegral<std::size_t>(), &one, &error_));
        if (line_ != nullptr)
            for (std::size_t i = 0; breakeven_line_remark(line_, i) != nullptr; ++i)
                if (i > 1000) std::abort();
    }

    void lines_over() {
        std::string key;
        std::string unit;
        const char* const k = maybe(key);
        const char* const u = maybe(unit);
        std::vector<double> values(input_.ConsumeIntegralInRange<std::size_t>(0, 8));
        for (double& value : values) value = input_.ConsumeFloatingPoint<double>();
        std::vector<double> lines(values.size());
        std::vector<std::int32_t> outcomes(values.size());
        check(breakeven_lines_over(scenario_, context(), k, u, values.data(), values.size(), lines.data(),
                                   input_.ConsumeBool() ? outcomes.data() : nullptr, &error_));
    }

    double number() {
        return input_.ConsumeBool() ? input_.ConsumeFloatingPoint<double>() : input_.ConsumeFloatingPointInRange<double>(0.0, 100.0);
    }

    void calibrate() {
        const std::size_t count = input_.ConsumeIntegralInRange<std::size_t>(0, 24);
        std::vector<std::string> texts(count);
        std::vector<const char*> times(count);
        std::vector<const char*> tasks(count);
        std::vector<double> columns[3];
        for (auto& column : columns) column.resize(count);
        for (std::size_t i = 0; i < count; ++i) {
            const unsigned day = static_cast<unsigned>(i % 28) + 1;
            texts[i] = input_.ConsumeBool() ? "2026-11-" + std::string(day < 10 ? "0" : "") + std::to_string(day) + "T00:00:00Z"
                                            : input_.ConsumeRandomLengthString(24);
            times[i] = input_.ConsumeProbability<double>() < 0.02 ? nullptr : texts[i].c_str();
            tasks[i] = input_.ConsumeBool() ? "vision" : "nlp";
            for (auto& column : columns) column[i] = number();
        }
        breakeven_windows windows{};
        windows.size = size_of<breakeven_windows>();
        windows.count = count;
        windows.timestamp = input_.ConsumeProbability<double>() < 0.1 ? nullptr : times.data();
        windows.task = input_.ConsumeBool() ? tasks.data() : nullptr;
        windows.temperature_c = columns[0].data();
        windows.window_s = columns[1].data();
        windows.effective_s = columns[2].data();
        breakeven_calibration_options options{};
        options.size = size_of<breakeven_calibration_options>();
        options.reference = input_.ConsumeBool() ? scenario_ : nullptr;
        options.without_priors = input_.ConsumeBool() ? 1 : 0;
        options.errors = input_.ConsumeIntegralInRange<std::int32_t>(-1, 4);
        options.robust = input_.ConsumeBool() ? 1 : 0;
        options.threads = input_.ConsumeIntegralInRange<std::int32_t>(-1, 3);
        breakeven_calibration* out = nullptr;
        check(breakeven_calibrate_windows(&windows, input_.ConsumeBool() ? &options : nullptr, &out, &error_));
        if (out == nullptr) return;
        breakeven_calibration_free(calibration_);
        calibration_ = out;
    }

    void terms() {
        breakeven_calibration_figures figures{};
        figures.size = size_of<breakeven_calibration_figures>();
        check(breakeven_calibration_get(calibration_, &figures, &error_));
        breakeven_term term{};
        term.size = size_of<breakeven_term>();
        check(breakeven_calibration_term(calibration_, input_.ConsumeIntegralInRange<std::size_t>(0, 40), &term, &error_));
        if (calibration_ != nullptr && breakeven_calibration_toml(calibration_) == nullptr) std::abort();
    }

    void texts() {
        if (scenario_ == nullptr) return;
        static_cast<void>(std::strlen(breakeven_scenario_name(scenario_)) + std::strlen(breakeven_scenario_currency(scenario_)));
    }

    FuzzedDataProvider input_;
    breakeven_scenario* scenario_ = nullptr;
    breakeven_line* line_ = nullptr;
    breakeven_calibration* calibration_ = nullptr;
    breakeven_error* error_ = nullptr;
    breakeven_context context_{};
    std::string words_[2];
};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    Calls(data, size).make();
    return 0;
}
