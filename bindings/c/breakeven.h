/* breakeven in C: the line between owning a GPU and renting one, from scenarios, logs and a machine's own windows.
 *
 * Every function that can fail returns a breakeven_status and, through its last argument (which may be NULL), an error to read
 * and free. Nothing else is written when it fails. No C++ exception passes this border.
 *
 * Structs begin with `size`, which the caller sets to sizeof of that struct: a program built against an older header goes on
 * working with a newer library, and the other way round where it asks for nothing new. A struct that is otherwise zero asks for
 * the usual thing. Numbers wear their unit at the end of their name; shares are from 0 to 1; a number that does not exist is a
 * NaN; money is in the scenario's currency. Flags are 0 or 1.
 *
 * Texts are UTF-8 and end in a zero byte. Texts that come out belong to the object they were asked of and live as long as it.
 * There is no global state: threads may use different objects freely and read one object together; only breakeven_scenario_set
 * and the free functions need their object for themselves. Free functions take NULL. See docs/api.md for what stays as it is.
 */
#ifndef BREAKEVEN_H
#define BREAKEVEN_H

#include <stddef.h>
#include <stdint.h>

#if defined(__GNUC__)
#define BREAKEVEN_API __attribute__((visibility("default")))
#else
#define BREAKEVEN_API
#endif

#ifdef __cplusplus
extern "C" {
#endif

/* The library's version, such as "0.1.0". */
BREAKEVEN_API const char* breakeven_version(void);

/* ---- errors ---- */

typedef enum breakeven_status {
    BREAKEVEN_OK = 0,
    BREAKEVEN_WRONG_INPUT = 1,    /* a file, text or value is wrong or cannot be read; the error says what, where, what to do */
    BREAKEVEN_WRONG_ARGUMENT = 2, /* the call is wrong: a NULL, a struct's size, a number beyond its count */
    BREAKEVEN_NO_MEMORY = 3,
    BREAKEVEN_INTERNAL = 4        /* a fault of the library; please report it */
} breakeven_status;

typedef struct breakeven_error breakeven_error;

BREAKEVEN_API breakeven_status breakeven_error_status(const breakeven_error* error);
BREAKEVEN_API const char* breakeven_error_message(const breakeven_error* error); /* one clause, lower case */
BREAKEVEN_API const char* breakeven_error_hint(const breakeven_error* error);    /* what to do; may be empty */
BREAKEVEN_API const char* breakeven_error_field(const breakeven_error* error);   /* the value that is wrong; may be empty */
BREAKEVEN_API const char* breakeven_error_file(const breakeven_error* error);    /* may be empty */
BREAKEVEN_API size_t breakeven_error_line(const breakeven_error* error);         /* from 1; 0: not known */
BREAKEVEN_API size_t breakeven_error_column(const breakeven_error* error);       /* from 1, in characters; 0: not known */
BREAKEVEN_API const char* breakeven_error_text(const breakeven_error* error);    /* all of it, as the command prints it */
BREAKEVEN_API void breakeven_error_free(breakeven_error* error);

/* ---- scenarios ---- */

typedef struct breakeven_scenario breakeven_scenario;

BREAKEVEN_API breakeven_status breakeven_scenario_from_file(const char* path, breakeven_scenario** out, breakeven_error** error);
/* `name` is what errors call the text; files that it includes are looked for beside it. */
BREAKEVEN_API breakeven_status breakeven_scenario_from_text(const char* toml, size_t length, const char* name,
                                                            breakeven_scenario** out, breakeven_error** error);
/* As `--set key=value`: ("electricity.price", "0.2 USD/kWh"). When the value is refused the scenario stays as it was. */
BREAKEVEN_API breakeven_status breakeven_scenario_set(breakeven_scenario* scenario, const char* key, const char* value,
                                                      breakeven_error** error);
BREAKEVEN_API const char* breakeven_scenario_name(const breakeven_scenario* scenario);
BREAKEVEN_API const char* breakeven_scenario_currency(const breakeven_scenario* scenario); /* ISO 4217 */
BREAKEVEN_API void breakeven_scenario_free(breakeven_scenario* scenario);

/* ---- the line ---- */

/* The circumstances that are asked for; what is not given stays as the scenario's reference has it. */
typedef struct breakeven_context {
    size_t size;
    const char* task; /* NULL: not given; so below */
    const char* driver;
    const char* os;
    const char* virtualization;
    const char* network;
    double temperature_c;    /* counts only with has_temperature */
    int32_t has_temperature;
} breakeven_context;

typedef enum breakeven_outcome {
    BREAKEVEN_LINE = 0,       /* owning is no dearer at and above the line */
    BREAKEVEN_ALWAYS = 1,     /* ... at every share, even idle */
    BREAKEVEN_NEVER = 2,      /* renting is cheaper at every share that can be reached */
    BREAKEVEN_ONLY_BELOW = 3, /* owning is no dearer at and below the line */
    BREAKEVEN_BETWEEN = 4     /* owning is no dearer between two lines */
} breakeven_outcome;

typedef struct breakeven_line breakeven_line;

typedef struct breakeven_line_figures {
    size_t size;
    int32_t outcome;            /* a breakeven_outcome */
    int32_t stated_base;        /* the base is a figure of the scenario's, not the models' result */
    double line;                /* 0 for always; for never the share above what can be reached, if there is one */
    double second_line;         /* for between */
    double base_line;           /* in the reference context */
    double half_width;          /* of the line's 95 % interval, where calibrated weights moved it */
    double hours_a_day;         /* 24 h times the line */
    double reachable;           /* the highest share that can be reached */
    double own_standing_per_h;  /* an owned hour costs own_standing_per_h + own_busy_per_h * share */
    double own_busy_per_h;
    double rent_standing_per_h; /* the same work rented */
    double rent_busy_per_h;
} breakeven_line_figures;

/* One cost, and the line without it. */
typedef struct breakeven_component {
    size_t size;
    const char* name;
    double standing_per_h;
    double busy_per_h;
    double line_without;
    int32_t outcome_without; /* a breakeven_outcome */
} breakeven_component;

/* `context` may be NULL. */
BREAKEVEN_API breakeven_status breakeven_line_of(const breakeven_scenario* scenario, const breakeven_context* context,
                                                 breakeven_line** out, breakeven_error** error);
BREAKEVEN_API breakeven_status breakeven_line_get(const breakeven_line* line, breakeven_line_figures* out, breakeven_error** error);
BREAKEVEN_API const char* breakeven_line_reason(const breakeven_line* line); /* why the outcome is what it is, one clause */
BREAKEVEN_API size_t breakeven_line_component_count(const breakeven_line* line);
BREAKEVEN_API breakeven_status breakeven_line_component(const breakeven_line* line, size_t index, breakeven_component* out,
                                                        breakeven_error** error);
BREAKEVEN_API const char* breakeven_line_remark(const breakeven_line* line, size_t index); /* NULL after the last */
BREAKEVEN_API void breakeven_line_free(breakeven_line* line);

/* The line at each of `count` values of one key, counted in `unit` ("CNY/kWh"; "" for plain numbers). `outcomes` may be NULL.
 * When a value is refused the error names its number, and what the arrays hold is not defined. */
BREAKEVEN_API breakeven_status breakeven_lines_over(const breakeven_scenario* scenario, const breakeven_context* context,
                                                    const char* key, const char* unit, const double* values, size_t count,
                                                    double* lines, int32_t* outcomes, breakeven_error** error);

/* ---- logs ---- */

typedef struct breakeven_audit breakeven_audit;

typedef struct breakeven_audit_options {
    size_t size;
    const breakeven_scenario* scenario; /* NULL: figures and health alone */
    const breakeven_context* context;   /* may be NULL */
    double window_s;                    /* from the first kernel; 0: 308.7 s */
    double margin;                      /* around the line that stays undecided; counts only with has_margin */
    int32_t has_margin;                 /* 0: the scenario's own */
    int32_t allow_samples;              /* sampled telemetry may carry a marked verdict */
    int32_t same_gpu;                   /* GPUs of equal number in several files are the same one */
} breakeven_audit_options;

typedef enum breakeven_standing {
    BREAKEVEN_NO_STANDING = 0, /* `reason` says why */
    BREAKEVEN_ABOVE = 1,
    BREAKEVEN_WITHIN_MARGIN = 2,
    BREAKEVEN_BELOW = 3
} breakeven_standing;

typedef enum breakeven_winner { BREAKEVEN_NO_WINNER = 0, BREAKEVEN_OWN = 1, BREAKEVEN_RENT = 2 } breakeven_winner;

typedef struct breakeven_device {
    size_t size;
    const char* name;       /* empty where the log does not tell; so the next */
    const char* uuid;
    int64_t number;         /* -1 where unknown */
    uint64_t kernels;       /* this and the next five are 0 for sampled telemetry */
    int64_t sum_ns;         /* every kernel's duration added */
    int64_t union_ns;       /* time in which at least one kernel ran */
    int64_t busy_ns;        /* the same with CUDA graphs traced as a whole */
    int64_t observed_ns;    /* of the window */
    int64_t effective_ns;   /* busy time in it */
    double effective_ratio; /* effective over observed; of samples the mean utilisation */
    double line;
    double margin;
    double hours_needed;    /* a day, running like this, for owning to pay */
    const char* reason;     /* why there is no standing; empty where there is one */
    size_t checks;          /* how many health checks were made */
    int32_t sampled;        /* from sampled telemetry, not from kernels */
    int32_t listed_only;    /* the log names it, and nothing ran on it */
    int32_t upper_bound;    /* CUDA graphs traced as a whole are in the effective time */
    int32_t trusted;        /* the figures may be held against a line */
    int32_t standing;       /* a breakeven_standing */
    int32_t winner;         /* a breakeven_winner: whichever costs less at the measured share */
} breakeven_device;

typedef struct breakeven_check {
    size_t size;
    const char* name;    /* such as "zero_duration_share" */
    const char* meaning; /* what a failed check says about the log */
    const char* remedy;
    double value;
    double limit;
    int32_t ok;
} breakeven_check;

/* Reads `count` files or folders as one log ("-" is standard input). `options` may be NULL. */
BREAKEVEN_API breakeven_status breakeven_audit_logs(const char* const* paths, size_t count, const breakeven_audit_options* options,
                                                    breakeven_audit** out, breakeven_error** error);
BREAKEVEN_API int32_t breakeven_audit_trusted(const breakeven_audit* audit); /* the log as a whole */
BREAKEVEN_API size_t breakeven_audit_device_count(const breakeven_audit* audit);
BREAKEVEN_API breakeven_status breakeven_audit_device(const breakeven_audit* audit, size_t index, breakeven_device* out,
                                                      breakeven_error** error);
BREAKEVEN_API breakeven_status breakeven_audit_check(const breakeven_audit* audit, size_t device, size_t index,
                                                     breakeven_check* out, breakeven_error** error);
BREAKEVEN_API const char* breakeven_audit_remark(const breakeven_audit* audit, size_t index); /* NULL after the last */
BREAKEVEN_API void breakeven_audit_free(breakeven_audit* audit);

/* ---- calibration ---- */

/* Windows in memory, column by column, `count` values each. NULL: there is no such column; NULL or "" in a text column and NaN in
 * a number column: not given. Needed are timestamp and line, or effective_s with work or window_s. */
typedef struct breakeven_windows {
    size_t size;
    size_t count;
    const char* const* timestamp; /* ISO 8601 */
    const char* const* gpu;
    const char* const* task;
    const char* const* driver;
    const char* const* os;
    const char* const* virtualization;
    const char* const* network;
    const double* temperature_c;
    const double* window_s;
    const double* effective_s;
    const double* line; /* a share */
    const double* power_w;
    const double* work;
    const double* weight;
} breakeven_windows;

typedef enum breakeven_error_kind { BREAKEVEN_NEWEY_WEST = 0, BREAKEVEN_HC3 = 1, BREAKEVEN_OLS = 2 } breakeven_error_kind;

typedef struct breakeven_calibration_options {
    size_t size;
    const breakeven_scenario* reference; /* whose [line.reference] the weights are to be relative to; may be NULL */
    int32_t without_priors;              /* plain least squares */
    int32_t errors;                      /* a breakeven_error_kind */
    int32_t robust;                      /* Huber's estimator */
    int32_t threads;                     /* 0: one */
} breakeven_calibration_options;

typedef struct breakeven_calibration breakeven_calibration;

typedef struct breakeven_calibration_figures {
    size_t size;
    uint64_t rows;
    uint64_t rows_used;
    double days;
    double base;           /* the target in the reference context */
    double base_std_error;
    double r_squared;
    double residual_sd;
    const char* target;    /* "line", "time-per-work" or "window-per-effective" */
    size_t terms;
} breakeven_calibration_figures;

/* One weight, relative to the base: 0.233 is 23.3 % of the line; the temperature's is per kelvin. */
typedef struct breakeven_term {
    size_t size;
    const char* name;    /* "temperature", "task" */
    const char* level;   /* "nlp"; empty where there is none */
    double weight;
    double std_error;
    double ci95_low;
    double ci95_high;
    const char* verdict; /* in words */
    int32_t identified;  /* the data can tell it from all others */
} breakeven_term;

BREAKEVEN_API breakeven_status breakeven_calibrate_windows(const breakeven_windows* windows,
                                                           const breakeven_calibration_options* options,
                                                           breakeven_calibration** out, breakeven_error** error);
/* CSV files, folders of them, or a history. */
BREAKEVEN_API breakeven_status breakeven_calibrate_files(const char* const* paths, size_t count,
                                                         const breakeven_calibration_options* options,
                                                         breakeven_calibration** out, breakeven_error** error);
BREAKEVEN_API breakeven_status breakeven_calibration_get(const breakeven_calibration* calibration,
                                                         breakeven_calibration_figures* out, breakeven_error** error);
BREAKEVEN_API breakeven_status breakeven_calibration_term(const breakeven_calibration* calibration, size_t index,
                                                          breakeven_term* out, breakeven_error** error);
/* A [line] table that a scenario can include. */
BREAKEVEN_API const char* breakeven_calibration_toml(const breakeven_calibration* calibration);
BREAKEVEN_API const char* breakeven_calibration_remark(const breakeven_calibration* calibration, size_t index);
BREAKEVEN_API void breakeven_calibration_free(breakeven_calibration* calibration);

#ifdef __cplusplus
}
#endif

#undef BREAKEVEN_API
#endif
