// perf stat in the three forms it writes.
#include <breakeven/logs/perf_stat.hpp>

#include <breakeven/core/errors.hpp>

#include <doctest/doctest.h>

using namespace breakeven;

TEST_CASE("perf stat's table counts misses of references") {
    const PerfStat stat = read_perf_stat_text(
        "# started on Tue Dec  1 04:00:01 2026\n\n\n Performance counter stats for 'python3 train.py':\n\n"
        "     4,000,000,000      cache-references                                              (83.33%)\n"
        "       920,000,000      cache-misses              #   23.000 % of all cache refs      (83.34%)\n\n"
        "      12.345678901 seconds time elapsed\n",
        "perf.txt");
    CHECK(stat.cache_references == 4e9);
    CHECK(stat.cache_misses == 920e6);
    CHECK(*stat.miss_share() == doctest::Approx(0.23));
}

TEST_CASE("perf stat -x, and -j say the same, and hybrid cores are added up") {
    const PerfStat separated = read_perf_stat_text(
        "4000,,cpu_core/cache-references/,1000,100.00,,\n1000,,cpu_atom/cache-references/,1000,100.00,,\n"
        "300,,cpu_core/cache-misses:u/,1000,100.00,,\n200,,cpu_atom/cache-misses/,1000,100.00,,\n",
        "perf.csv");
    CHECK(separated.cache_references == 5000.0);
    CHECK(separated.cache_misses == 500.0);
    const PerfStat json = read_perf_stat_text(
        "{\"counter-value\" : \"4000.000000\", \"unit\" : \"\", \"event\" : \"cache-references\", \"event-runtime\" : 1, \"pcnt-running\" : 100.00}\n"
        "{\"counter-value\" : \"600.000000\", \"unit\" : \"\", \"event\" : \"cache-misses\", \"event-runtime\" : 1, \"pcnt-running\" : 100.00, "
        "\"metric-value\" : \"15.000000\", \"metric-unit\" : \"of all cache refs\"}\n",
        "perf.json");
    CHECK(*json.miss_share() == doctest::Approx(0.15));
}

TEST_CASE("an event that could not be counted is unknown, never zero") {
    const PerfStat stat = read_perf_stat_text("   <not supported>      cache-references\n   <not supported>      cache-misses\n", "perf.txt");
    CHECK(!stat.cache_references);
    CHECK(!stat.miss_share());
}

TEST_CASE("a file without these events is refused with the command that writes them") {
    CHECK_THROWS_WITH_AS((void)read_perf_stat_text("  1,234      cycles\n", "perf.txt"),
                         "perf.txt: error: no cache-references and cache-misses in this file\n"
                         " hint: write it with: perf stat -e cache-references,cache-misses -o FILE -- PROGRAM",
                         InputError);
}
