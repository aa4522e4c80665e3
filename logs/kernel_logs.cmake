set(kernel_log_headers format.hpp trace.hpp nsys_sqlite.hpp decimal_time.hpp kineto.hpp)
set(kernel_log_sources format.cpp trace.cpp trace_builder.cpp launch_delays.cpp sqlite_table.cpp nsys_devices.cpp nsys_about.cpp
    nsys_sqlite.cpp json_text.cpp json_stream.cpp kineto_event.cpp kineto.cpp)
