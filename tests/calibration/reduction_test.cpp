#include <breakeven/calibration/reduction.hpp>

#include <doctest/doctest.h>
