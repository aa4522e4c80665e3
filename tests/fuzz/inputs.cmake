# Fuzz targets of what people type: scenarios and quantities.
set(input_fuzzers scenario quantity)
set(scenario_seeds cases/*.toml ../../data/scenarios/*.toml)
