set(sample_tests telemetry_cases_test.cpp telemetry_test.cpp sample_figures_test.cpp samples_csv_test.cpp places_test.cpp dmon_test.cpp pdh_test.cpp
  prometheus_test.cpp telemetry_server_test.cpp torch_memory_test.cpp)
