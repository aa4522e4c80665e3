set(sample_headers telemetry.hpp health_check.hpp prometheus_query.hpp sample_uncertainty.hpp torch_memory.hpp)
set(sample_sources sample_columns.cpp sample_row_reader.cpp sample_table.cpp samples_csv.cpp dmon.cpp pdh.cpp prometheus_series.cpp prometheus_text.cpp prometheus_json.cpp sample_accumulator.cpp sample_merger.cpp telemetry.cpp torch_memory.cpp)
