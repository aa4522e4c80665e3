set(sample_tests telemetry_cases_test.cpp telemetry_test.cpp sample_figures_test.cpp)
