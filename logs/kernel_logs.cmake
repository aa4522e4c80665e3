set(kernel_log_headers
  activity.hpp article_method.hpp article_xml.hpp decimal_time.hpp duration_spread.hpp effective_time.hpp evidence.hpp format.hpp health.hpp
  idle_causes.hpp kineto.hpp merged_stretches.hpp nsys_jsonl.hpp nsys_sqlite.hpp outliers.hpp perf_stat.hpp reader.hpp refused.hpp trace.hpp waiting_causes.hpp work_steps.hpp)
set(kernel_log_sources
  activity.cpp article_method.cpp article_xml.cpp effective_time.cpp evidence.cpp format.cpp health.cpp host_events.cpp idle_causes.cpp json_stream.cpp json_text.cpp kineto.cpp
  kineto_event.cpp launch_delays.cpp nsys_about.cpp nsys_devices.cpp nsys_jsonl.cpp nsys_sqlite.cpp outliers.cpp perf_stat.cpp reader.cpp refused.cpp
  sqlite_table.cpp trace.cpp trace_builder.cpp waiting_causes.cpp work_steps.cpp)
