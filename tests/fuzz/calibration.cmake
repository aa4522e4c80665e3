# Fuzz targets of calibration, NAME_fuzz.cpp each, and the folders of tests/data that seed them.
set(calibration_fuzzers windows)
set(windows_seeds calibration)
