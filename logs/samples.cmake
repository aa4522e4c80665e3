set(sample_headers telemetry.hpp health_check.hpp)
set(sample_sources sample_columns.cpp sample_table.cpp samples_csv.cpp)
