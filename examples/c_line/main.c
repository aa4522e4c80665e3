/* The breakeven line of a scenario file, in C: cc main.c $(pkg-config --cflags --libs breakeven) */
#include <breakeven.h>
#include <stdio.h>

int main(int count, char** arguments) {
    breakeven_error* error = NULL;
    breakeven_scenario* scenario = NULL;
    breakeven_line* line = NULL;
    breakeven_line_figures figures = {.size = sizeof figures};
    if (count == 2 && breakeven_scenario_from_file(arguments[1], &scenario, &error) == BREAKEVEN_OK &&
        breakeven_line_of(scenario, NULL, &line, &error) == BREAKEVEN_OK &&
        breakeven_line_get(line, &figures, &error) == BREAKEVEN_OK)
        printf("%.4f\n", figures.line);
    else
        fprintf(stderr, "%s\n", error ? breakeven_error_text(error) : "usage: c_line SCENARIO");
    const int status = figures.hours_a_day > 0 ? 0 : 1;
    breakeven_line_free(line);
    breakeven_scenario_free(scenario);
    breakeven_error_free(error);
    return status;
}
