# Fuzz targets of what people type, scenarios and quantities, and of what programs call.
set(input_fuzzers scenario quantity c_api)
set(scenario_seeds cases/*.toml ../../data/scenarios/*.toml)
