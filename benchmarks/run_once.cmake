# Runs a benchmark program as briefly as it can; fails when it fails or when one of its answers differs from the reference.
execute_process(COMMAND ${program} --benchmark_min_time=0.001 RESULT_VARIABLE status OUTPUT_VARIABLE said ERROR_VARIABLE said)
if(NOT status EQUAL 0 OR said MATCHES "ERROR OCCURRED")
  message(FATAL_ERROR "status ${status}\n${said}")
endif()
