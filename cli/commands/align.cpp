// align: a line carried to another GPU, by the source's formula and from first principles.
#include "../align_answer.hpp"
#include "../commands.hpp"

#include <breakeven/core/parse.hpp>

namespace breakeven::cli {

namespace {

struct Options {
    std::string file;
    std::string to;
    std::string price;
    std::string power;
    std::string line;
    std::string sms;
    std::string tflops;
    std::string arithmetic = "fp32";
};

/// "24,72": this GPU's and that one's.
std::pair<double, double> two_numbers(const char* flag, const std::string& text) {
    return value_of(flag, [&] {
        const std::size_t comma = text.find(',');
        if (comma == std::string::npos) throw InputError("two numbers belong here, of this GPU and of the other", std::string("write it as in ") + flag + " 24,72");
        const std::pair<double, double> out{parse<Fraction>(text.substr(0, comma)), parse<Fraction>(text.substr(comma + 1))};
        if (!(out.first > 0.0 && out.second > 0.0)) throw InputError("both numbers must be above zero", std::string("write it as in ") + flag + " 24,72");
        return out;
    });
}

int run(const Options& options, const ScenarioFlags& flags, const Context& context, const OutputOptions& output) {
    const LoadedScenario loaded = read_scenario(options.file, flags.options());
    const Catalog catalog = flags.catalog.empty() ? Catalog::shipped() : Catalog::with_overrides(flags.catalog);
    AlignQuestion question;
    question.to = options.to;
    question.arithmetic = options.arithmetic == "tensor" ? Arithmetic::tensor : Arithmetic::fp32;
    if (!options.price.empty()) question.price = value_of("--price", [&] { return parse<Money>(options.price, &loaded.door); });
    if (!options.power.empty()) question.power = value_of("--power", [&] { return parse<Power>(options.power); });
    if (!options.line.empty()) question.line = value_of("--line", [&] { return parse<Fraction>(options.line); });
    if (!options.sms.empty()) std::tie(question.sms_this, question.sms_that) = two_numbers("--sms", options.sms);
    if (!options.tflops.empty()) std::tie(question.tflops_this, question.tflops_that) = two_numbers("--tflops", options.tflops);
    return write(present(align(loaded, catalog, question, context)), output);
}

}  // namespace

Run set_up_align(CLI::App& app) {
    auto options = std::make_shared<Options>();
    app.add_option("scenario", options->file, "a scenario file (TOML) whose gpu.name the catalog knows")->type_name("SCENARIO")->required();
    app.add_option("--to", options->to, "the other GPU, such as A10 or \"RTX 4090\"")->type_name("GPU")->required();
    app.add_option("--price", options->price, "of the other GPU, where no list price is known, such as \"20000 CNY\"")->type_name("MONEY");
    app.add_option("--power", options->power, "of the other GPU while it computes, instead of the catalog's")->type_name("POWER");
    app.add_option("--arithmetic", options->arithmetic, "peak that bounds the work: fp32 or tensor [fp32]")
        ->type_name("PEAK")
        ->check(CLI::IsMember({"fp32", "tensor"}));
    app.add_option("--line", options->line, "for the source's formula: the line to carry, such as 12%")->type_name("SHARE");
    app.add_option("--sms", options->sms, "… SMs of this GPU and the other, such as 30,6912 (the source's own)")->type_name("A,B");
    app.add_option("--tflops", options->tflops, "… TFLOPS of the two, such as 12.6,312 (the source's own)")->type_name("A,B");
    const auto flags = add_scenario_flags(app);
    const auto context = add_context_options(app);
    const auto output = add_output_options(app);
    return [=] { return run(*options, *flags, context->context(), *output); };
}

}  // namespace breakeven::cli
