# Fuzz targets of calibration, NAME_fuzz.cpp each, and the folders of tests/data that seed them. history is any bytes as the local
# history: its seed is one of a few windows in pages of 512 bytes, so that a change of a byte seldom misses.
set(calibration_fuzzers windows history)
set(windows_seeds calibration)
