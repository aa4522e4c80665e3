/* The C API as a strict C99 program meets it: the shipped scenario's line, errors with their places, calls that are wrong, two threads.
 * Run in the repository's root. */
#define _POSIX_C_SOURCE 200809L
#include <breakeven.h>

#include <math.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char* const shipped = "data/scenarios/rtx4060-laptop-vs-a10.toml";
static const char* const trace = "data/traces/v100-resnet50-training.json.gz";
static int failures = 0;

static void check(int holds, int line, const char* what) {
    if (holds) return;
    fprintf(stderr, "c_api_test.c:%d: does not hold: %s\n", line, what);
    ++failures;
}
#define CHECK(what) check((what) ? 1 : 0, __LINE__, #what)
#define CHECK_OK(call) \
    do { \
        breakeven_error* why = NULL; \
        (void)why; \
        check((call) == BREAKEVEN_OK, __LINE__, #call); \
        if (why != NULL) fprintf(stderr, "%s\n", breakeven_error_text(why)); \
        breakeven_error_free(why); \
    } while (0)

static int near(double a, double b) { return fabs(a - b) <= 1e-12 * fabs(b); }

static breakeven_scenario* load(void) {
    breakeven_scenario* scenario = NULL;
    CHECK_OK(breakeven_scenario_from_file(shipped, &scenario, &why));
    if (scenario == NULL) exit(1);
    return scenario;
}

/* 0.0630529232708616 is what `breakeven line` says of the shipped scenario; its temperature weight is 0.87 % a kelvin. */
static void line_of_the_shipped_scenario(void) {
    breakeven_scenario* scenario = load();
    CHECK(strcmp(breakeven_scenario_currency(scenario), "CNY") == 0);
    breakeven_line* line = NULL;
    CHECK_OK(breakeven_line_of(scenario, NULL, &line, &why));
    breakeven_line_figures figures = {.size = sizeof figures};
    CHECK_OK(breakeven_line_get(line, &figures, &why));
    CHECK(figures.size == sizeof figures);
    CHECK(figures.outcome == BREAKEVEN_LINE);
    CHECK(near(figures.line, 0.0630529232708616));
    CHECK(near(figures.base_line, figures.line));
    CHECK(near(figures.hours_a_day, 24 * figures.line));
    CHECK(isnan(figures.second_line) && isnan(figures.half_width));
    /* At the line both cost the same, and the components are all there is. */
    CHECK(near(figures.own_standing_per_h + figures.own_busy_per_h * figures.line,
               figures.rent_standing_per_h + figures.rent_busy_per_h * figures.line));
    double standing_per_h = 0, busy_per_h = 0;
    for (size_t i = 0; i < breakeven_line_component_count(line); ++i) {
        breakeven_component one = {.size = sizeof one};
        CHECK_OK(breakeven_line_component(line, i, &one, &why));
        standing_per_h += one.standing_per_h;
        busy_per_h += one.busy_per_h;
        if (strcmp(one.name, "electricity") == 0) CHECK(near(one.busy_per_h, 0.115 * 0.85));
        CHECK(!(one.line_without > figures.line));
    }
    CHECK(near(standing_per_h, figures.own_standing_per_h));
    CHECK(near(busy_per_h, figures.own_busy_per_h));
    CHECK(breakeven_line_remark(line, 10000) == NULL);
    breakeven_line_free(line);

    breakeven_context warm = {0};
    warm.size = sizeof warm;
    warm.temperature_c = 32;
    warm.has_temperature = 1;
    line = NULL;
    CHECK_OK(breakeven_line_of(scenario, &warm, &line, &why));
    CHECK_OK(breakeven_line_get(line, &figures, &why));
    CHECK(near(figures.line, 0.0630529232708616 * (1 + 7 * 0.0087)));
    breakeven_line_free(line);
    breakeven_scenario_free(scenario);
}

static void a_key_that_is_set_moves_the_line_and_a_refused_one_does_not(void) {
    breakeven_scenario* scenario = load();
    breakeven_error* error = NULL;
    CHECK(breakeven_scenario_set(scenario, "cloud.price", "5.6 kg", &error) == BREAKEVEN_WRONG_INPUT);
    CHECK(error != NULL && *breakeven_error_hint(error) != '\0');
    breakeven_error_free(error);
    CHECK(breakeven_scenario_set(scenario, "cloud.prise", "5.6 CNY/h", &error) == BREAKEVEN_WRONG_INPUT);
    CHECK(strstr(breakeven_error_text(error), "cloud.price") != NULL || strstr(breakeven_error_text(error), "price") != NULL);
    breakeven_error_free(error);
    double price = 5.6, batch = 0;
    CHECK_OK(breakeven_lines_over(scenario, NULL, "cloud.price", "CNY/h", &price, 1, &batch, NULL, &why));
    CHECK_OK(breakeven_scenario_set(scenario, "cloud.price", "5.6 CNY/h", &why));
    breakeven_line* line = NULL;
    CHECK_OK(breakeven_line_of(scenario, NULL, &line, &why));
    breakeven_line_figures figures = {.size = sizeof figures};
    CHECK_OK(breakeven_line_get(line, &figures, &why));
    CHECK(near(figures.line, batch) && figures.line < 0.0631);
    breakeven_line_free(line);
    breakeven_scenario_free(scenario);
}

static void a_batch_holds_the_base_a_dearer_price_and_no_line(void) {
    breakeven_scenario* scenario = load();
    const double prices[] = {0.85, 1.7, 1e6};
    double lines[3] = {0, 0, 0};
    int32_t outcomes[3] = {-1, -1, -1};
    CHECK_OK(breakeven_lines_over(scenario, NULL, "electricity.price", "CNY/kWh", prices, 3, lines, outcomes, &why));
    CHECK(near(lines[0], 0.0630529232708616) && outcomes[0] == BREAKEVEN_LINE);
    CHECK(lines[1] > lines[0]);
    CHECK(outcomes[2] == BREAKEVEN_NEVER);
    const double wrong[] = {0.85, -1};
    breakeven_error* error = NULL;
    CHECK(breakeven_lines_over(scenario, NULL, "electricity.price", "CNY/kWh", wrong, 2, lines, NULL, &error) == BREAKEVEN_WRONG_INPUT);
    CHECK(strncmp(breakeven_error_message(error), "value 1: ", 9) == 0);
    breakeven_error_free(error);
    CHECK(breakeven_lines_over(scenario, NULL, "electricity.price", "kg", prices, 1, lines, NULL, NULL) == BREAKEVEN_WRONG_INPUT);
    CHECK(breakeven_lines_over(scenario, NULL, "electricity.price", "CNY/kWh", NULL, 1, lines, NULL, NULL) == BREAKEVEN_WRONG_ARGUMENT);
    breakeven_scenario_free(scenario);
}

static void an_error_names_file_line_and_column(void) {
    const char* text = "schema = 1\nname = \"x\"\n\n[ownership]\nprice = \"8500\"\n";
    breakeven_scenario* scenario = NULL;
    breakeven_error* error = NULL;
    CHECK(breakeven_scenario_from_text(text, strlen(text), "office.toml", &scenario, &error) == BREAKEVEN_WRONG_INPUT);
    CHECK(scenario == NULL && error != NULL);
    CHECK(breakeven_error_status(error) == BREAKEVEN_WRONG_INPUT);
    CHECK(strcmp(breakeven_error_file(error), "office.toml") == 0);
    CHECK(breakeven_error_line(error) == 5 && breakeven_error_column(error) == 9);
    CHECK(strstr(breakeven_error_message(error), "currency") != NULL);
    CHECK(strncmp(breakeven_error_text(error), "office.toml:5:9: error: ", 24) == 0);
    breakeven_error_free(error);
    error = NULL;
    CHECK(breakeven_scenario_from_file("no/such/file.toml", &scenario, &error) == BREAKEVEN_WRONG_INPUT);
    CHECK(strcmp(breakeven_error_file(error), "no/such/file.toml") == 0);
    breakeven_error_free(error);
}

static void wrong_calls_are_told_and_not_made(void) {
    breakeven_scenario* scenario = load();
    breakeven_line* line = NULL;
    breakeven_error* error = NULL;
    CHECK(breakeven_line_of(NULL, NULL, &line, &error) == BREAKEVEN_WRONG_ARGUMENT);
    CHECK(strcmp(breakeven_error_message(error), "scenario is NULL") == 0);
    breakeven_error_free(error);
    CHECK(breakeven_line_of(scenario, NULL, NULL, NULL) == BREAKEVEN_WRONG_ARGUMENT);
    breakeven_scenario* none = scenario;
    CHECK(breakeven_scenario_from_file(NULL, &none, NULL) == BREAKEVEN_WRONG_ARGUMENT);
    CHECK(none == NULL);
    CHECK(breakeven_scenario_set(NULL, "a", "b", NULL) == BREAKEVEN_WRONG_ARGUMENT);
    CHECK(breakeven_audit_logs(NULL, 1, NULL, NULL, NULL) == BREAKEVEN_WRONG_ARGUMENT);
    CHECK(breakeven_calibrate_windows(NULL, NULL, NULL, NULL) == BREAKEVEN_WRONG_ARGUMENT);
    CHECK(breakeven_audit_device_count(NULL) == 0 && breakeven_audit_remark(NULL, 0) == NULL);
    CHECK(breakeven_error_status(NULL) == BREAKEVEN_NO_MEMORY);
    breakeven_scenario_free(scenario);
    breakeven_line_free(NULL);
    breakeven_scenario_free(NULL);
    breakeven_audit_free(NULL);
    breakeven_calibration_free(NULL);
    breakeven_error_free(NULL);
}

static void structs_of_other_sizes(void) {
    breakeven_scenario* scenario = NULL;
    breakeven_line* line = NULL;
    scenario = load();
    breakeven_context context;
    memset(&context, 0, sizeof context);  /* size 0 */
    CHECK(breakeven_line_of(scenario, &context, &line, NULL) == BREAKEVEN_WRONG_ARGUMENT);
    /* A newer program's struct: what is not known here must be zero. */
    struct {
        breakeven_context known;
        double later;
    } newer;
    memset(&newer, 0, sizeof newer);
    newer.known.size = sizeof newer;
    CHECK_OK(breakeven_line_of(scenario, &newer.known, &line, &why));
    breakeven_line_free(line);
    newer.later = 1;
    CHECK(breakeven_line_of(scenario, &newer.known, &line, NULL) == BREAKEVEN_WRONG_ARGUMENT);
    CHECK(line == NULL);
    /* An older program's struct is filled to its end and no further. */
    CHECK_OK(breakeven_line_of(scenario, NULL, &line, &why));
    breakeven_line_figures figures;
    memset(&figures, 0x55, sizeof figures);
    figures.size = offsetof(breakeven_line_figures, base_line);
    const double untouched = figures.base_line;
    CHECK_OK(breakeven_line_get(line, &figures, &why));
    CHECK(near(figures.line, 0.0630529232708616));
    CHECK(memcmp(&untouched, &figures.base_line, sizeof untouched) == 0);
    figures.size = sizeof figures - 4; /* cuts its last field in two */
    CHECK(breakeven_line_get(line, &figures, NULL) == BREAKEVEN_WRONG_ARGUMENT);
    figures.size = 3;
    CHECK(breakeven_line_get(line, &figures, NULL) == BREAKEVEN_WRONG_ARGUMENT);
    breakeven_line_free(line);
    breakeven_scenario_free(scenario);
}

/* 0.595... of 994.1 ms: the figures of `breakeven audit` for the shipped trace, which docs and golden files hold too. */
static void an_audit_of_the_shipped_trace(void) {
    breakeven_scenario* scenario = load();
    breakeven_audit_options options;
    memset(&options, 0, sizeof options);
    options.size = sizeof options;
    options.scenario = scenario;
    breakeven_audit* audit = NULL;
    CHECK_OK(breakeven_audit_logs(&trace, 1, &options, &audit, &why));
    /* The machine had four of them; the log lists them all and one was used. */
    const size_t count = breakeven_audit_device_count(audit);
    CHECK(count == 4);
    breakeven_device device;
    memset(&device, 0, sizeof device);
    device.size = sizeof device;
    CHECK_OK(breakeven_audit_device(audit, count - 1, &device, &why));
    CHECK(device.listed_only == 1 && device.trusted == 0 && device.kernels == 0 && isnan(device.effective_ratio));
    CHECK(device.standing == BREAKEVEN_NO_STANDING && *device.reason != '\0');
    CHECK_OK(breakeven_audit_device(audit, 0, &device, &why));
    CHECK(strcmp(device.name, "Tesla V100-DGXS-32GB") == 0);
    CHECK(device.kernels > 0 && device.sum_ns >= device.union_ns && device.union_ns >= device.effective_ns);
    CHECK(fabs(device.effective_ratio - 0.595) < 0.0005);
    CHECK(near(device.effective_ratio, (double)device.effective_ns / (double)device.observed_ns));
    CHECK(device.trusted == 1 && device.sampled == 0 && breakeven_audit_trusted(audit) == 1);
    CHECK(device.standing == BREAKEVEN_ABOVE && device.winner == BREAKEVEN_OWN && *device.reason == '\0');
    CHECK(near(device.hours_needed, 24 * device.line / device.effective_ratio));
    CHECK(device.checks > 0);
    for (size_t i = 0; i < device.checks; ++i) {
        breakeven_check one = {.size = sizeof one};
        CHECK_OK(breakeven_audit_check(audit, 0, i, &one, &why));
        CHECK(one.ok == 1 && *one.name != '\0');
    }
    breakeven_check none = {.size = sizeof none};
    CHECK(breakeven_audit_check(audit, 0, device.checks, &none, NULL) == BREAKEVEN_WRONG_ARGUMENT);
    CHECK(breakeven_audit_device(audit, count, &device, NULL) == BREAKEVEN_WRONG_ARGUMENT);
    breakeven_audit_free(audit);
    audit = NULL;
    breakeven_error* error = NULL;
    CHECK(breakeven_audit_logs(&shipped, 1, NULL, &audit, &error) == BREAKEVEN_WRONG_INPUT); /* a scenario is no log */
    CHECK(audit == NULL);
    breakeven_error_free(error);
    CHECK(breakeven_audit_logs(&trace, 0, NULL, &audit, NULL) == BREAKEVEN_WRONG_INPUT);
    breakeven_scenario_free(scenario);
}

/* Windows without noise: a line of 0.06 at 25 degC, 2 % of itself more for each kelvin and 30 % more for nlp. */
static void a_calibration_from_columns_in_memory(void) {
    enum { rows = 400 };
    static char stamps[rows][32];
    static const char* timestamp[rows];
    static const char* task[rows];
    static double temperature_c[rows], line[rows];
    for (int i = 0; i < rows; ++i) {
        sprintf(stamps[i], "2026-11-%02dT%02d:00:00Z", 1 + i / 24, i % 24);
        timestamp[i] = stamps[i];
        task[i] = i % 3 == 0 ? "nlp" : "vision";
        temperature_c[i] = 20 + i % 7 + 0.25 * (i % 5);
        line[i] = 0.06 * (1 + 0.02 * (temperature_c[i] - 25) + (i % 3 == 0 ? 0.3 : 0.0));
    }
    line[7] = NAN; /* not given: the row is left out */
    breakeven_windows windows;
    memset(&windows, 0, sizeof windows);
    windows.size = sizeof windows;
    windows.count = rows;
    windows.timestamp = timestamp;
    windows.task = task;
    windows.temperature_c = temperature_c;
    windows.line = line;
    breakeven_calibration_options plain;
    memset(&plain, 0, sizeof plain);
    plain.size = sizeof plain;
    plain.without_priors = 1;
    breakeven_calibration* found = NULL;
    CHECK_OK(breakeven_calibrate_windows(&windows, &plain, &found, &why));
    breakeven_calibration_figures figures;
    memset(&figures, 0, sizeof figures);
    figures.size = sizeof figures;
    CHECK_OK(breakeven_calibration_get(found, &figures, &why));
    CHECK(figures.rows == rows && figures.rows_used == rows - 1);
    CHECK(fabs(figures.base - 0.06) < 1e-9 && strcmp(figures.target, "line") == 0);
    int seen = 0;
    for (size_t i = 0; i < figures.terms; ++i) {
        breakeven_term term;
        memset(&term, 0, sizeof term);
        term.size = sizeof term;
        CHECK_OK(breakeven_calibration_term(found, i, &term, &why));
        if (strcmp(term.name, "temperature") == 0) {
            CHECK(fabs(term.weight - 0.02) < 1e-9 && term.identified == 1 && *term.level == '\0');
            ++seen;
        }
        if (strcmp(term.level, "nlp") == 0) {
            CHECK(fabs(term.weight - 0.3) < 1e-9 && term.ci95_low <= term.weight && term.weight <= term.ci95_high);
            ++seen;
        }
    }
    CHECK(seen == 2);
    CHECK(strstr(breakeven_calibration_toml(found), "[line.weights]") != NULL);
    breakeven_calibration_free(found);
    windows.line = NULL;
    breakeven_error* error = NULL;
    CHECK(breakeven_calibrate_windows(&windows, NULL, &found, &error) == BREAKEVEN_WRONG_INPUT);
    CHECK(strstr(breakeven_error_hint(error), "line") != NULL);
    breakeven_error_free(error);
    plain.errors = 17;
    windows.line = line;
    CHECK(breakeven_calibrate_windows(&windows, &plain, &found, NULL) == BREAKEVEN_WRONG_ARGUMENT);
    const char* const files[] = {"data/examples/thirty-days.csv.gz"};
    CHECK_OK(breakeven_calibrate_files(files, 1, NULL, &found, &why));
    CHECK_OK(breakeven_calibration_get(found, &figures, &why));
    CHECK(figures.rows_used > 700);
    breakeven_calibration_free(found);
}

/* One scenario read by both threads, errors of their own in each. */
static void* ask_often(void* shared) {
    const breakeven_scenario* scenario = shared;
    long wrong = 0;
    for (int i = 0; i < 200; ++i) {
        breakeven_line* line = NULL;
        breakeven_error* error = NULL;
        breakeven_line_figures figures = {.size = sizeof figures};
        if (breakeven_line_of(scenario, NULL, &line, NULL) != BREAKEVEN_OK) ++wrong;
        if (breakeven_line_get(line, &figures, NULL) != BREAKEVEN_OK || !near(figures.line, 0.0630529232708616)) ++wrong;
        if (breakeven_line_component(line, 10000, NULL, &error) != BREAKEVEN_WRONG_ARGUMENT || error == NULL) ++wrong;
        breakeven_error_free(error);
        breakeven_line_free(line);
    }
    return (void*)(intptr_t)wrong;
}

static void two_threads(void) {
    breakeven_scenario* scenario = load();
    pthread_t other;
    CHECK(pthread_create(&other, NULL, ask_often, scenario) == 0);
    CHECK(ask_often(scenario) == NULL);
    void* wrong = NULL;
    pthread_join(other, &wrong);
    CHECK(wrong == NULL);
    breakeven_scenario_free(scenario);
}

int main(void) {
    CHECK(strchr(breakeven_version(), '.') != NULL);
    line_of_the_shipped_scenario();
    a_key_that_is_set_moves_the_line_and_a_refused_one_does_not();
    a_batch_holds_the_base_a_dearer_price_and_no_line();
    an_error_names_file_line_and_column();
    wrong_calls_are_told_and_not_made();
    structs_of_other_sizes();
    an_audit_of_the_shipped_trace();
    a_calibration_from_columns_in_memory();
    two_threads();
    if (failures == 0) puts("the C API holds");
    return failures == 0 ? 0 : 1;
}
