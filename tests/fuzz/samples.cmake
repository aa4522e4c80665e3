# Fuzz targets of the byte sources and of sampled telemetry, NAME_fuzz.cpp each, and the folders of tests/data that seed them.
set(sample_fuzzers byte_source csv telemetry torch_memory)
set(byte_source_seeds home-made-csv kineto cases)
set(csv_seeds home-made-csv nvidia-smi-csv cases)
set(telemetry_seeds nvidia-smi-csv nvidia-smi-dmon home-made-csv dcgm-text other-exporter-text prometheus cases)
set(torch_memory_seeds torch-memory)
