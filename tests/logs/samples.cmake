set(sample_tests)
