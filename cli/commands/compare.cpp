// compare: machines to own and GPUs to rent for one job, best first.
#include "../commands.hpp"
#include "../compare_answer.hpp"
#include "../picture_writer.hpp"
#include "../progress.hpp"

#include <breakeven/core/parse.hpp>
#include <breakeven/decisions/compare_offers.hpp>
#include <breakeven/logs/reader.hpp>

namespace breakeven::cli {

namespace {

struct Options {
    std::vector<std::string> files;
    std::vector<std::string> gpus;
    std::vector<std::string> clouds;
    std::vector<std::string> prices;
    std::vector<std::string> logs;
    std::string work;
    std::string share;
    std::string arithmetic = "fp32";
};

/// "RTX 5090=2400 USD", or "2400 USD" where one GPU is asked about.
void read_prices(const Options& options, CompareQuestion& question) {
    const Exchange& door = question.scenarios.front().door;
    for (const std::string& text : options.prices) {
        const std::size_t equals = text.find('=');
        value_of("--price", [&] {
            if (equals == std::string::npos && options.gpus.size() != 1) throw InputError("whose price is this?", "write it as in --price \"RTX 5090=2400 USD\"");
            const std::string name = equals == std::string::npos ? options.gpus.front() : text.substr(0, equals);
            if (std::find(options.gpus.begin(), options.gpus.end(), name) == options.gpus.end())
                throw InputError("\"" + name + "\" is not among the GPUs of --gpus", "write its name there as here");
            question.prices[name] = parse<Money>(equals == std::string::npos ? text : text.substr(equals + 1), &door);
        });
    }
}

Trace trace_of(const std::string& path, bool quiet) {
    std::vector<std::string> passed_over;
    const std::string paths[] = {path};
    const std::vector<LogFile> files = identify_logs(paths, passed_over);
    ProgressBar bar(quiet);
    return read_traces(files, {.progress = bar.callback()});
}

/// The name of the rented GPU that measurements are about.
std::string cloud_gpu_name(const Catalog& catalog, const CompareQuestion& question) {
    const std::string& instance = question.scenarios.front().scenario.cloud.instance;
    if (instance.empty())
        throw InputError("--work needs the rented GPU's name", "name the scenario's offer: --set cloud.instance=\"lambda-a10-on-demand\"");
    const CloudOffer& offer = *catalog.cloud(instance).offer;
    return offer.gpu_ref.empty() ? offer.gpu : offer.gpu_ref;
}

int run(const Options& options, const ScenarioFlags& flags, const Context& context, const OutputOptions& output) {
    const Catalog catalog = flags.catalog.empty() ? Catalog::shipped() : Catalog::with_overrides(flags.catalog);
    CompareQuestion question;
    for (const std::string& file : options.files) question.scenarios.push_back(read_scenario(file, flags.options()));
    question.gpus = options.gpus;
    question.clouds = options.clouds;
    question.arithmetic = options.arithmetic == "tensor" ? Arithmetic::tensor : Arithmetic::fp32;
    read_prices(options, question);
    if (!options.share.empty()) question.share = share_of("--at-share", options.share);
    if (!options.logs.empty()) question.speeds.push_back(speed_from_logs(trace_of(options.logs[0], output.quiet), trace_of(options.logs[1], output.quiet)));
    if (!options.work.empty())
        question.speeds.push_back(speed_from_work(options.work, question.scenarios.front().scenario.gpu.name, cloud_gpu_name(catalog, question)));
    const CompareAnswer answer = compare(question, catalog, context);
    return write(present(answer), output, [&] { return picture(answer); });
}

}  // namespace

Run set_up_compare(CLI::App& app) {
    auto options = std::make_shared<Options>();
    app.add_option("scenario", options->files, "scenario files (TOML): each a machine and its cloud")->type_name("SCENARIO")->required();
    app.add_option("--gpus", options->gpus, "GPUs to own in place of the first scenario's, such as \"RTX 4090,RTX 5090\"")
        ->type_name("NAMES")->delimiter(',')->expected(1)->take_all()->allow_extra_args(false);
    app.add_option("--clouds", options->clouds, "GPUs or offers to rent, such as \"A10,A100\" (the cheapest recent offer of each)")
        ->type_name("NAMES")->delimiter(',')->expected(1)->take_all()->allow_extra_args(false);
    app.add_option("--price", options->prices, "what a GPU costs you, such as \"RTX 5090=2400 USD\" (repeatable)")
        ->type_name("GPU=MONEY")->expected(1)->take_all()->allow_extra_args(false);
    app.add_option("--at-share", options->share, "how much there is to do: busy share of the first machine, such as 12%")->type_name("SHARE");
    app.add_option("--logs", options->logs, "kernel logs of the same work, on the machine and on its cloud: they tell the speed ratio")
        ->type_name("LOCAL CLOUD")->expected(2);
    app.add_option("--work", options->work, "a CSV with gpu, effective_s and work, which tells the speed ratio too")->type_name("FILE");
    app.add_option("--arithmetic", options->arithmetic, "peak that a roofline takes: fp32 or tensor [fp32]")
        ->type_name("PEAK")->check(CLI::IsMember({"fp32", "tensor"}));
    const auto flags = add_scenario_flags(app);
    const auto context = add_context_options(app);
    const auto output = add_output_options(app);
    return [=] { return run(*options, *flags, context->context(), *output); };
}

}  // namespace breakeven::cli
