set(kernel_log_tests
  activity_test.cpp article_xml_test.cpp cases_test.cpp decimal_time_test.cpp effective_time_test.cpp format_test.cpp health_test.cpp idle_causes_test.cpp json_text_test.cpp kineto_test.cpp
  nsys_jsonl_test.cpp nsys_sqlite_test.cpp outliers_test.cpp perf_stat_test.cpp reader_test.cpp sqlite_table_test.cpp truncation_test.cpp waiting_causes_test.cpp work_steps_test.cpp)
