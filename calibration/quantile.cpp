// Apart, because the library's header is slow to compile.
#include <breakeven/calibration/quantile.hpp>

#include <boost/math/distributions/students_t.hpp>

namespace breakeven {

double t_quantile(double probability, double freedom) {
    return boost::math::quantile(boost::math::students_t_distribution<double>(freedom), probability);
}

}  // namespace breakeven
