#include <breakeven/calibration/calibrate.hpp>
#include <breakeven/core/errors.hpp>

#include "made_up_log.hpp"
#include "ten_windows.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <tuple>

using namespace breakeven;
using namespace breakeven::test;
using doctest::Approx;

namespace {
const CalibrationOptions no_prior{.reference = {}, .published_priors = false, .terms = {}, .refine = {}};

bool any_contains(const std::vector<std::string>& texts, const std::string& part) {
    return std::any_of(texts.begin(), texts.end(), [&](const std::string& text) { return text.find(part) != std::string::npos; });
}

/// The ten windows of the worked example, hourly.
std::string ten_as_csv() {
    std::string out = csv_header;
    for (std::size_t i = 0; i < 10; ++i)
        out += fmt::format("2025-11-01T{:02}:00:00Z,0,{},525,{},linux,none,local,308.7,36.1,{}\n", i, ten_nlp[i] > 0 ? "nlp" : "vision",
                           25.0 + ten_kelvins[i], ten_lines[i]);
    return out;
}
}  // namespace

TEST_CASE("ten windows as a log give the worked example's base, weights and intervals") {
    CalibrationOptions options = no_prior;
    options.errors = ErrorKind::ols;
    const Calibration c = calibrated(ten_as_csv(), options);
    CHECK(c.rows == 10);
    CHECK(c.rows_used == 10);
    CHECK(c.base == Approx(0.120127419354839).epsilon(1e-13));
    CHECK(*term(c, "temperature").weight == Approx(0.0083782005666).epsilon(1e-11));
    CHECK(*term(c, "temperature").std_error == Approx(0.000259342129696).epsilon(1e-10));
    CHECK((*term(c, "temperature").ci95)[0] == Approx(0.007764953877).epsilon(1e-9));
    CHECK(*term(c, "task.nlp").weight == Approx(0.235166959814).epsilon(1e-11));
    CHECK((*term(c, "task.nlp").ci95)[1] == Approx(0.2385781427).epsilon(1e-9));
    CHECK(*c.r_squared == Approx(0.999774926742).epsilon(1e-10));
    CHECK(c.residual_sd == Approx(0.000206350781829).epsilon(1e-10));
    CHECK(*term(c, "temperature").vif == Approx(1.0));
    CHECK(any_contains(c.remarks, "the log spans 0.4 days; 30 make a calibration"));

    options.errors = ErrorKind::newey_west;
    const Calibration nw = calibrated(ten_as_csv(), options);
    CHECK(*nw.lag == 2);
    CHECK(*term(nw, "temperature").std_error == Approx(0.000153124385639).epsilon(1e-10));
    CHECK(*term(nw, "task.nlp").std_error == Approx(0.000454378692804).epsilon(1e-10));

    const CalibratedLine line = [&] {
        Context context;
        context.temperature = celsius(32.0);
        context.set("task", "nlp");
        return predict(calibrated(ten_as_csv(), {.reference = {}, .published_priors = false, .errors = ErrorKind::ols, .terms = {}, .refine = {}}), context);
    }();
    CHECK(line.value == Approx(0.155422580645).epsilon(1e-11));
    CHECK(line.half_width == Approx(0.000647960762376).epsilon(1e-8));
    CHECK(line.mean_half_width == Approx(0.000426339879445).epsilon(1e-8));
    CHECK(line.remarks.empty());
}

TEST_CASE("the lag asked for is the one that Newey-West errors use") {
    // Computed independently: Bartlett weights, 10/7, delta method.
    CalibrationOptions options = no_prior;
    for (const auto& [lag, temperature, task] : {std::tuple(0, 0.00023611452324992716, 0.0010616758662210174),
                                                 std::tuple(1, 0.00018059993400092178, 0.0007904440925674395),
                                                 std::tuple(2, 0.00015312438563855444, 0.00045437869280336987)}) {
        options.lag = lag;
        const Calibration c = calibrated(ten_as_csv(), options);
        CHECK(*c.lag == lag);
        CHECK(*term(c, "temperature").std_error == Approx(temperature).epsilon(1e-10));
        CHECK(*term(c, "task.nlp").std_error == Approx(task).epsilon(1e-10));
    }
}

TEST_CASE("two circumstances that always come together keep only their sum") {
    const Dataset data(csv_windows({BREAKEVEN_SOURCE_DIR "/tests/data/calibration/C51.csv"}));
    const Calibration c = calibrate(data, no_prior);
    CHECK(c.rows == 60);
    CHECK(c.rows_used == 60);
    CHECK(c.days == Approx(30.0));
    CHECK(c.base == Approx(0.12).epsilon(1e-9));
    CHECK(term(c, "temperature").identified);
    CHECK(*term(c, "temperature").weight == Approx(0.0087).epsilon(1e-9));
    for (const char* name : {"virtualization.vgpu", "network.10gbe"}) {
        CHECK(!term(c, name).identified);
        CHECK(!term(c, name).weight);
        CHECK(term(c, name).verdict ==
              "virtualization.vgpu and network.10gbe always occur together: only the sum of their weights, 33.3 %, is known");
    }
    REQUIRE(c.entangled.size() == 1);
    CHECK(c.entangled[0].terms == std::vector<std::string>{"virtualization.vgpu", "network.10gbe"});
    CHECK(*c.entangled[0].sum == Approx(0.3334).epsilon(1e-9));

    Context both;
    both.set("virtualization", "vgpu");
    both.set("network", "10gbe");
    CHECK(predict(c, both).known);
    CHECK(predict(c, both).value == Approx(0.160008).epsilon(1e-9));
    Context one;
    one.set("virtualization", "vgpu");
    CHECK(!predict(c, one).known);
    CHECK(any_contains(predict(c, one).remarks, "these data cannot tell what"));

    const Calibration with_prior = calibrate(data);
    const double vgpu = *term(with_prior, "virtualization.vgpu").weight;
    const double network = *term(with_prior, "network.10gbe").weight;
    CHECK(vgpu + network == Approx(0.3334).epsilon(1e-7));
    CHECK(vgpu == Approx(0.1917).epsilon(1e-3));
    CHECK(network == Approx(0.1417).epsilon(1e-3));
    CHECK(!term(with_prior, "network.10gbe").identified);
    CHECK(predict(with_prior, both).value == Approx(0.160008).epsilon(1e-7));
}

TEST_CASE("bad rows are counted by reason and named by line, and change no figure") {
    const Calibration c = calibrate(Dataset(csv_windows({BREAKEVEN_SOURCE_DIR "/tests/data/calibration/C53.csv"})), no_prior);
    CHECK(c.rows_used == 40);
    CHECK(c.rejects.count == 12);
    CHECK(c.rows == 52);
    std::vector<std::size_t> lines;
    for (const RejectedRow& row : c.rejects.first) lines.push_back(row.line);
    CHECK(lines == std::vector<std::size_t>{6, 10, 14, 18, 22, 26, 30, 34, 38, 42, 46, 50});
    CHECK(c.rejects.by_reason.at("temperature_c is missing") == 3);
    for (const char* reason : {"line is not finite", "line is negative", "effective_s is above window_s", "the header again",
                               "9 fields instead of 11", "12 fields instead of 11", "timestamp is no date and time",
                               "temperature_c is out of range (-60 to 150)", "line is no decimal number"}) {
        CAPTURE(std::string(reason));
        CHECK(c.rejects.by_reason.contains(reason));
    }
    CHECK(c.base == Approx(0.12).epsilon(1e-9));
    CHECK(*term(c, "temperature").weight == Approx(0.0087).epsilon(1e-9));
    CHECK(*term(c, "task.nlp").weight == Approx(0.233).epsilon(1e-9));
}

TEST_CASE("levels are text: 525.1, 525.10, 525.100 and 0525.1 are four drivers") {
    const Calibration c = calibrate(Dataset(csv_windows({BREAKEVEN_SOURCE_DIR "/tests/data/calibration/C55.csv"})), no_prior);
    CHECK(c.rows_used == 60);
    CHECK(*c.reference.level("driver") == "525.1");
    CHECK(c.base == Approx(0.12).epsilon(1e-9));
    CHECK(*term(c, "temperature").weight == Approx(0.0087).epsilon(1e-9));
    CHECK(*term(c, "driver.525.10").weight == Approx(0.05).epsilon(1e-9));
    CHECK(*term(c, "driver.525.100").weight == Approx(-0.02).epsilon(1e-9));
    CHECK(*term(c, "driver.0525.1").weight == Approx(0.03).epsilon(1e-9));
}

TEST_CASE("a made-up month gives its weights back, inside their intervals") {
    const Calibration c = calibrated(joined(lines_of({})), relative_to_vision());
    CHECK(c.rows_used == 720);
    for (const auto& known : {std::pair{"temperature", 0.0087}, {"task.nlp", 0.233}, {"virtualization.vgpu", 0.19}}) {
        CAPTURE(std::string(known.first));
        const CalibrationTerm& t = term(c, known.first);
        CHECK(t.identified);
        CHECK(std::fabs(*t.weight - known.second) < 4.0 * *t.std_error);
        CHECK(*t.std_error < 0.005);
    }
    CHECK(term(c, "temperature").verdict == "1 K hotter moves your line up 0.9 % of itself");
    CHECK(term(c, "task.nlp").verdict.starts_with("task nlp instead of vision moves your line up 23."));
    CHECK(c.cross_validation->folds == 5);
    CHECK(c.cross_validation->rmse == Approx(0.002).epsilon(0.1));
    CHECK(c.residual_sd == Approx(0.002).epsilon(0.1));
}

TEST_CASE("a prior far vaguer than the data changes neither weights nor intervals much, whatever the kind of errors") {
    const std::string csv = joined(lines_of({.autocorrelation = 0.5}));
    for (const ErrorKind kind : {ErrorKind::newey_west, ErrorKind::hc3}) {
        CalibrationOptions options = relative_to_vision();
        options.errors = kind;
        const Calibration with = calibrated(csv, options);
        options.published_priors = false;
        const Calibration without = calibrated(csv, options);
        CHECK(with.base == without.base);
        CHECK(with.base_std_error == Approx(without.base_std_error).epsilon(1e-9));
        for (const char* name : {"temperature", "task.nlp", "virtualization.vgpu"}) {
            CAPTURE(std::string(name));
            CHECK(*term(with, name).weight == Approx(*term(without, name).weight).epsilon(2e-3));
            CHECK(*term(with, name).std_error == Approx(*term(without, name).std_error).epsilon(0.02));
        }
        // Without the base's own uncertainty, classical errors with a prior are narrower than any of these.
        options.published_priors = true;
        options.errors = ErrorKind::ols;
        CHECK(*term(calibrated(csv, options), "temperature").std_error < *term(with, "temperature").std_error);
    }
}

TEST_CASE("what the log cannot tell keeps its prior and is not called known") {
    const Calibration c = calibrated(joined(lines_of({})));
    const CalibrationTerm& windows = term(c, "os.windows");
    CHECK(!windows.identified);
    CHECK(*windows.weight == Approx(0.15).epsilon(1e-12));
    CHECK(*windows.std_error == Approx(0.075).epsilon(1e-9));
    CHECK(windows.verdict == "os.windows never occurs; the published 15.0 % is kept");
    const CalibrationTerm& driver = term(c, "driver");
    CHECK(!driver.level);
    CHECK(!driver.identified);
    CHECK(!driver.weight);
    CHECK(driver.verdict == "driver was always 525: what another one does, these data cannot tell");
    CHECK(any_contains(c.advice, "to learn what driver does, log some windows with another one than 525"));
}

TEST_CASE("a temperature that never changes keeps the published weight, and the base follows from it") {
    std::string csv = csv_header;
    for (int i = 0; i < 40; ++i)
        csv += fmt::format("2025-11-{:02}T{:02}:00:00Z,0,{},525,32,linux,none,local,308.7,36.1,{}\n", 1 + i / 2, 12 * (i % 2),
                           i % 3 == 0 ? "nlp" : "vision", 0.12 * (1.0609 + (i % 3 == 0 ? 0.233 : 0.0)) + 1e-5 * (i % 5 - 2));
    const Calibration c = calibrated(csv);
    CHECK(!term(c, "temperature").identified);
    CHECK(*term(c, "temperature").weight == Approx(0.0087));
    CHECK(*term(c, "temperature").std_error == Approx(0.00435));
    CHECK(c.base == Approx(0.12).epsilon(1e-4));
    CHECK(*term(c, "task.nlp").weight == Approx(0.233).epsilon(1e-3));
    CHECK(term(c, "temperature").verdict == "the temperature was always 32 degC; the published 0.9 % is kept");
    // Without a prior the base can only rest on what was seen.
    const Calibration none = calibrated(csv, no_prior);
    CHECK(!term(none, "temperature").weight);
    CHECK(none.base == Approx(0.127308).epsilon(1e-4));
    CHECK(any_contains(none.remarks, "the temperature was always 32 degC and never 25: the base rests on those windows"));
}

TEST_CASE("a temperature that follows from the task is told from it no more") {
    std::string csv = csv_header;
    for (int i = 0; i < 40; ++i)
        csv += fmt::format("2025-11-{:02}T{:02}:00:00Z,0,{},525,{},linux,none,local,308.7,36.1,{}\n", 1 + i / 2, 12 * (i % 2),
                           i % 2 == 0 ? "nlp" : "vision", i % 2 == 0 ? 31 : 25, 0.12 * (i % 2 == 0 ? 1.3 : 1.0));
    const Calibration c = calibrated(csv, no_prior);
    CHECK(!term(c, "temperature").identified);
    CHECK(!term(c, "task.nlp").identified);
    REQUIRE(c.entangled.size() == 1);
    CHECK(c.entangled[0].terms == std::vector<std::string>{"temperature", "task.nlp"});
    CHECK(!c.entangled[0].sum);
    CHECK(c.entangled[0].words == "temperature and task.nlp cannot be told apart: each follows from the others");
}

TEST_CASE("rows in any order, one file or several, one thread or two: the same calibration to 1e-12") {
    const std::vector<std::string> lines = lines_of({.autocorrelation = 0.5, .seed = 3});
    const Calibration whole = calibrated(joined(lines));
    std::vector<std::string> shuffled = lines;
    std::mt19937_64 random(5);
    std::shuffle(shuffled.begin(), shuffled.end(), random);
    CalibrationOptions two_threads;
    two_threads.threads = 2;
    for (const Calibration& other : {calibrated(joined(shuffled)), calibrated(joined(lines), two_threads)}) {
        CHECK(other.hash == whole.hash);
        CHECK(other.base == Approx(whole.base).epsilon(1e-12));
        for (const CalibrationTerm& t : whole.terms) {
            if (!t.weight) continue;
            CHECK(*term(other, t.full_name()).weight == Approx(*t.weight).epsilon(1e-12));
            CHECK(*term(other, t.full_name()).std_error == Approx(*t.std_error).epsilon(1e-9));
        }
    }
}

TEST_CASE("ten rows are answered, with remarks; no row and no good row are errors") {
    CHECK_NOTHROW((void)calibrated(ten_as_csv()));
    CHECK_THROWS_WITH_AS((void)calibrated(""), doctest::Contains("log.csv: error: the file is empty"), InputError);
    CHECK_THROWS_WITH_AS((void)calibrated(csv_header), doctest::Contains("log.csv: error: there are no rows"), InputError);
    CHECK_THROWS_WITH_AS((void)calibrated(csv_header + "2025-11-01T00:00:00Z,0,vision,525,NaN,linux,none,local,308.7,36.1,0.12\n"),
                         doctest::Contains("not one of 1 rows can be used (1 times: temperature_c is missing)"), InputError);
    CHECK_THROWS_WITH_AS((void)calibrated(csv_header + "2025-11-01T00:00:00Z,0,vision,525,25,linux,none,local,308.7,36.1,0.12\n"),
                         doctest::Contains("too few rows: 1 for 1 coefficients"), InputError);
}

TEST_CASE("29 days are a first look, 30 are not remarked") {
    CHECK(any_contains(calibrated(joined(lines_of({.rows = 29 * 24}))).remarks, "the log spans 29.0 days; 30 make a calibration"));
    CHECK(!any_contains(calibrated(joined(lines_of({.rows = 30 * 24}))).remarks, "30 make a calibration"));
}

TEST_CASE("one GPU of four without figures is named and the others are used") {
    std::string csv = csv_header;
    for (int i = 0; i < 200; ++i)
        for (int gpu = 0; gpu < 4; ++gpu)
            csv += fmt::format("{},{},vision,525,{},linux,none,local,308.7,36.1,{}\n", timestamp_text((1'761'955'200LL + 3600LL * i) * 1'000'000'000),
                               gpu, gpu == 2 ? "NaN" : fmt::format("{}", 20 + i % 13), 0.12 * (1.0 + 0.0087 * (i % 13 - 5)));
    const Calibration c = calibrated(csv);
    CHECK(c.rows_used == 600);
    CHECK(c.rejects.count == 200);
    CHECK(any_contains(c.remarks, "GPU 2: none of its 200 rows can be used"));
    CHECK(*term(c, "temperature").weight == Approx(0.0087).epsilon(1e-6));
}

TEST_CASE("a product of temperature and task is found where it is asked for") {
    std::string csv = csv_header;
    for (int i = 0; i < 240; ++i) {
        const bool nlp = i % 2 == 1;
        const double kelvins = i % 11 - 4;
        csv += fmt::format("{},0,{},525,{},linux,none,local,308.7,36.1,{:.17g}\n", timestamp_text((1'761'955'200LL + 10800LL * i) * 1'000'000'000),
                           nlp ? "nlp" : "vision", 25.0 + kelvins,
                           0.12 * (1.0 + 0.0087 * kelvins + (nlp ? 0.233 + 0.004 * kelvins : 0.0) + 0.0003 * kelvins * kelvins));
    }
    CalibrationOptions options = no_prior;
    options.terms = parse_terms("temperature*task, temperature^2");
    const Calibration c = calibrated(csv, options);
    CHECK(*term(c, "temperature*task.nlp").weight == Approx(0.004).epsilon(1e-9));
    CHECK(*term(c, "temperature^2").weight == Approx(0.0003).epsilon(1e-9));
    CHECK(*term(c, "task.nlp").weight == Approx(0.233).epsilon(1e-9));
}

TEST_CASE("terms that make no sense are refused") {
    CHECK_THROWS_WITH_AS((void)parse_terms("temprature*task"), doctest::Contains("did you mean temperature"), InputError);
    CHECK_THROWS_AS((void)parse_terms("temperature^0"), InputError);
    CHECK_THROWS_AS((void)parse_terms("temperature^11"), InputError);
    CHECK_THROWS_AS((void)parse_terms("task*task"), InputError);
    CHECK_THROWS_AS((void)parse_terms("task^2"), InputError);
    CHECK_THROWS_WITH_AS((void)parse_terms("task"), doctest::Contains("is in the model anyway"), InputError);
    CHECK(parse_terms(" ").empty());
}

TEST_CASE("without a line, effective time per unit of work is the target; without work, wall time per effective second") {
    std::string work = "timestamp,task,temperature_c,window_s,effective_s,work\n";
    std::string wall = "timestamp,task,temperature_c,window_s,effective_s\n";
    for (int i = 0; i < 100; ++i) {
        const double kelvins = i % 9 - 4;
        const double slow = 1.0 + 0.01 * kelvins + (i % 2 == 1 ? 0.25 : 0.0);
        const std::string row = fmt::format("{},{},{},", timestamp_text((1'761'955'200LL + 43200LL * i) * 1'000'000'000), i % 2 == 1 ? "nlp" : "vision", 25.0 + kelvins);
        work += row + fmt::format("300,{:.17g},50\n", 100.0 * slow);
        wall += row + fmt::format("300,{:.17g}\n", 300.0 / (2.0 * slow));
    }
    const Calibration per_work = calibrated(work, no_prior);
    CHECK(per_work.target == CalibrationTarget::time_per_work);
    CHECK(per_work.base == Approx(2.0).epsilon(1e-12));
    CHECK(*term(per_work, "temperature").weight == Approx(0.01).epsilon(1e-9));
    CHECK(*term(per_work, "task.nlp").weight == Approx(0.25).epsilon(1e-9));
    const Calibration per_window = calibrated(wall, no_prior);
    CHECK(per_window.target == CalibrationTarget::window_per_effective);
    CHECK(per_window.base == Approx(2.0).epsilon(1e-12));
    CHECK(*term(per_window, "task.nlp").weight == Approx(0.25).epsilon(1e-9));
    CHECK(any_contains(per_window.remarks, "a low share may be idleness and not slowness"));
}

TEST_CASE("a few spoiled windows move least squares and not Huber's estimate") {
    std::vector<std::string> lines = lines_of({.noise = 0.0005});
    for (std::size_t i = 0; i < lines.size(); i += 40) lines[i].replace(lines[i].rfind(',') + 1, std::string::npos, "0.9\n");
    CalibrationOptions options = relative_to_vision(false);
    const Calibration plain = calibrated(joined(lines), options);
    options.robust = true;
    const Calibration robust = calibrated(joined(lines), options);
    CHECK(std::fabs(plain.base - 0.12) > 0.005);
    CHECK(robust.base == Approx(0.12).epsilon(2e-3));
    CHECK(*term(robust, "task.nlp").weight == Approx(0.233).epsilon(0.02));
}

TEST_CASE("the reference may be given, also one the log never saw") {
    CalibrationOptions options = no_prior;
    options.reference.temperature = celsius(20.0);
    options.reference.set("task", "nlp");
    const Calibration c = calibrated(ten_as_csv(), options);
    // From the worked example: the base at 20 degC with NLP, and vision relative to it.
    const double base = 74479.0 / 620000.0 - 5.0 * 39.0 / 38750.0 + 113.0 / 4000.0;
    CHECK(c.base == Approx(base).epsilon(1e-12));
    CHECK(*term(c, "task.vision").weight == Approx(-(113.0 / 4000.0) / base).epsilon(1e-12));
    options.reference.set("driver", "470");
    const Calibration unseen = calibrated(ten_as_csv(), options);
    CHECK(!term(unseen, "driver.525").identified);
    CHECK(any_contains(unseen.remarks, "every window has driver.525, none the reference"));
}
