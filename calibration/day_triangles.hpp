// Day triangles: the rows of each day reduced to a triangle of their own, so that days can be left out, merged and compared.
#pragma once

#include <breakeven/calibration/reduction.hpp>
#include <breakeven/calibration/rows.hpp>

#include <cstdint>
#include <vector>

namespace breakeven {

struct DayTriangles {
    std::vector<std::int64_t> day;  ///< days since 1970, the first of each stretch, ascending
    std::vector<Triangle> triangles;
    int days_each = 1;              ///< days in a stretch; more than 1 only where so many days would not fit in memory
};

/// The day of a time, counted from 1970-01-01.
[[nodiscard]] std::int64_t day_of(std::int64_t time_ns);

/// DayTriangles::days_each for triangles of as many columns over what the rows span.
[[nodiscard]] int days_in_a_stretch(Eigen::Index columns, std::int64_t first_ns, std::int64_t last_ns);

/// `first_ns`, `last_ns`: what the rows span. The result does not depend on `threads`: each stretch is reduced by itself.
[[nodiscard]] DayTriangles reduce_by_day(const RowSource& rows, std::int64_t first_ns, std::int64_t last_ns, unsigned threads = 1);

}  // namespace breakeven
