set(kernel_log_tests)
