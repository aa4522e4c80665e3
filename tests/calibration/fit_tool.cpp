// Reads rows (y, x0, x1, …, weight; one a line, no header) from standard input, prints coefficients and standard errors of every
// estimator, one estimator a line. For statsmodels_reference.py.
#include <breakeven/calibration/regression.hpp>
#include <breakeven/core/csv.hpp>
#include <breakeven/core/decimal.hpp>

#include <charconv>
#include <iostream>
#include <string>
#include <vector>

using namespace breakeven;

namespace {
std::string text(double value) {
    char buffer[32];
    return {buffer, std::to_chars(buffer, buffer + sizeof buffer, value).ptr};
}

void print(const std::string& name, const Eigen::VectorXd& values) {
    std::cout << name;
    for (const double value : values) std::cout << ' ' << text(value);
    std::cout << '\n';
}

RowBlock read_rows() {
    LineReader lines(open_bytes("-", TextEncoding::utf8), "-");
    std::vector<std::vector<double>> rows;
    CsvRow row;
    std::string_view line;
    while (lines.next(line)) {
        if (!row.split(line)) throw InputError("a quote is not closed");
        rows.emplace_back();
        for (const std::string_view field : row.fields()) rows.back().push_back(parse_decimal(field).value());
    }
    const auto count = static_cast<Eigen::Index>(rows.size());
    const auto columns = static_cast<Eigen::Index>(rows.at(0).size()) - 2;
    RowBlock out;
    out.x.resize(count, columns);
    out.y.resize(count);
    out.weight.resize(count);
    for (Eigen::Index i = 0; i < count; ++i) {
        const std::vector<double>& values = rows[static_cast<std::size_t>(i)];
        out.y[i] = values.front();
        out.weight[i] = values.back();
        for (Eigen::Index j = 0; j < columns; ++j) out.x(i, j) = values[static_cast<std::size_t>(j) + 1];
    }
    return out;
}

void print_fit(const std::string& name, const RowBlock& rows, ErrorKind kind) {
    const Regression fit = regress(MatrixRows(rows), {.errors = {.kind = kind, .lag = {}, .gap_ns = {}}});
    print(name + " b", fit.fit.coefficients);
    print(name + " se", fit.covariance.diagonal().cwiseSqrt());
}
}  // namespace

int main() {
    RowBlock rows = read_rows();
    print_fit("wls", rows, ErrorKind::ols);
    print_fit("wls-hc3", rows, ErrorKind::hc3);
    rows.weight.resize(0);
    print_fit("ols", rows, ErrorKind::ols);
    print_fit("hc3", rows, ErrorKind::hc3);
    print_fit("newey-west", rows, ErrorKind::newey_west);
    print("huber b", huber(MatrixRows(rows)).fit.coefficients);
}
