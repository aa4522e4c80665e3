#include <breakeven/calibration/cell_moments.hpp>
#include <breakeven/calibration/clickhouse_address.hpp>
#include <breakeven/calibration/clickhouse_rows.hpp>
#include <breakeven/calibration/clickhouse_table.hpp>
#include <breakeven/core/errors.hpp>

#include <doctest/doctest.h>

#include <cmath>
#include <string>

using namespace breakeven;

namespace {
std::string message_of(const std::string& address) {
    try {
        (void)parse_clickhouse_address(address);
    } catch (const InputError& error) {
        return error.what();
    }
    return "";
}

ClickhouseAnswer described(const std::vector<std::pair<std::string, std::string>>& columns) {
    std::vector<std::vector<ClickhouseAnswer::Cell>> rows;
    for (const auto& [name, type] : columns) rows.push_back({name, type});
    return ClickhouseAnswer(std::move(rows));
}
}  // namespace

TEST_CASE("an address names a server, a database and a table") {
    const ClickhouseAddress plain = parse_clickhouse_address("clickhouse://ch.example:9123/fleet.windows");
    CHECK(plain.server.scheme == "http");
    CHECK(plain.server.host == "ch.example");
    CHECK(plain.server.port == 9123);
    CHECK(plain.database == "fleet");
    CHECK(plain.table == "windows");
    const ClickhouseAddress tls = parse_clickhouse_address("clickhouse+https://ch.example/windows%20of%60gpus");
    CHECK(tls.server.scheme == "https");
    CHECK(tls.server.port == 8443);
    CHECK(tls.database.empty());
    CHECK(tls.table == "windows of`gpus");
    CHECK(parse_clickhouse_address("clickhouse://[::1]/t").server.port == 8123);
}

TEST_CASE("an address with a password is refused without repeating it") {
    const std::string said = message_of("clickhouse://me:hunter2@ch.example/db.t");
    CHECK(said.find("must not hold a user or a password") != std::string::npos);
    CHECK(said.find("hunter2") == std::string::npos);
    for (const char* wrong : {"clickhouse://", "clickhouse://h", "clickhouse://h/", "clickhouse://h/.t", "clickhouse://h/db.", "clickhouse://h/db.t?user=x", "clickhouse://h/a%0Ab",
                              "clickhouse://h/a%4", "clickhouse://h:x/db.t", "http://h/db.t", "clickhouse://h/db.t x"})
        CHECK_MESSAGE(!message_of(wrong).empty(), wrong);
}

TEST_CASE("names and texts cannot leave their quotes") {
    CHECK(clickhouse_name("a`b\\") == "`a\\`b\\\\`");
    CHECK(clickhouse_text("it's\n\\\xff") == "'it\\'s\\x0A\\\\\\xFF'");
    CHECK(clickhouse_text(std::string("\0", 1)) == "'\\x00'");
}

TEST_CASE("numbers in a query read back as they were") {
    CHECK(sql_number(0.1) == "0.1");
    CHECK(sql_number(3.0) == "3.");
    CHECK(std::stod(sql_number(1.0 / 3.0)) == 1.0 / 3.0);
    CHECK(sql_number(1e300) == "1e+300");
}

TEST_CASE("columns are mapped by name, and a column of the wrong type is refused by its own") {
    const ClickhouseAddress address = parse_clickhouse_address("clickhouse://h/db.t");
    const ClickhouseColumnNames names = parse_column_names("temperature_c=gpu temp, line = share");
    const ClickhouseTable table = table_of(address, names, "node", described({{"timestamp", "Nullable(DateTime('UTC'))"}, {"gpu temp", "LowCardinality(Nullable(Float32))"},
                                                                             {"share", "Decimal(9, 6)"}, {"node", "FixedString(8)"}}));
    CHECK(table[WindowColumn::temperature_c] == "`gpu temp`");
    CHECK(table[WindowColumn::line] == "`share`");
    CHECK(!table.has(WindowColumn::gpu));
    CHECK(table.by == "`node`");
    CHECK(table.time == ClickhouseTime::seconds);
    CHECK(table_of(address, {}, {}, described({{"timestamp", "DateTime64(3)"}, {"line", "Float64"}})).time == ClickhouseTime::fraction);
    for (const char* type : {"String", "Date", "Nullable(String)", "Array(DateTime)", "IntervalDay"})
        CHECK_THROWS_AS((void)table_of(address, {}, {}, described({{"timestamp", type}, {"line", "Float64"}})), InputError);
    CHECK_THROWS_AS((void)table_of(address, {}, "line", described({{"timestamp", "DateTime"}, {"line", "Float64"}})), InputError);
    CHECK_THROWS_AS((void)parse_column_names("line=a,line=b"), InputError);
    CHECK_THROWS_AS((void)parse_column_names("line"), InputError);
    CHECK_THROWS_AS((void)parse_column_names("=x"), InputError);
}

TEST_CASE("a cell's sums give rows with the cross products of its rows") {
    // Rows with levels that hold throughout, t from 58 to 62, y on a line with some spread: [1 t-25 1] and y.
    const DesignFacts facts{.levels = {{{"nlp", "vision"}}}, .rows = {{{3, 4}}}, .has_temperature = true};
    Context reference;
    reference.temperature = celsius(25.0);
    reference.set("task", "vision");
    const Design design(facts, reference, {}, {});
    Context context;
    context.set("task", "nlp");
    CellFrame frame = cell_frame(1, 60.2, 58.0, 62.0, 0.151);
    frame.columns = cell_columns(design, context, frame);
    CellMoments moments{.rows = 41, .z = {0, 0, 0}, .vz = {0, 0}};
    Eigen::MatrixXd rows(41, 4);
    for (int i = 0; i < 41; ++i) {
        const double t = 58.0 + 0.1 * i;
        const double y = 0.12 + 0.001 * (t - 25.0) + 0.004 * std::sin(7.0 * i);
        const double w = 1.0 + i % 3;
        rows.row(i) << 1.0, t - 25.0, 1.0, y;
        rows.row(i) *= std::sqrt(w);
        const double z = (t - frame.temperature_c) * frame.scale;
        const double v = y - frame.target;
        for (int m = 0; m < 3; ++m) moments.z[static_cast<std::size_t>(m)] += w * std::pow(z, m);
        for (int m = 0; m < 2; ++m) moments.vz[static_cast<std::size_t>(m)] += w * v * std::pow(z, m);
        moments.vv += w * v * v;
        CHECK(std::fabs(z) <= 1.0);
    }
    const Triangle made = rows_of_moments(frame, moments, 1.0);
    CHECK(made.rows == 41);
    const Eigen::MatrixXd difference = made.r.transpose() * made.r - rows.transpose() * rows;
    CHECK(difference.cwiseAbs().maxCoeff() <= 1e-13 * (rows.transpose() * rows).cwiseAbs().maxCoeff());
}

TEST_CASE("the bound on rounding grows as windows come nearer to the fit") {
    const DesignFacts facts{.levels = {}, .rows = {}, .has_temperature = true};
    Context reference;
    reference.temperature = celsius(25.0);
    const Design design(facts, reference, {}, {});
    CellFrame frame = cell_frame(1, 25.0, 20.0, 30.0, 0.12);
    frame.columns = cell_columns(design, {}, frame);
    double before = 0.0;
    for (const double spread : {1e-2, 1e-6, 1e-9}) {
        // z evenly from -1 to 1: sums of 1, z^2; v = 0.05 z + spread
        const CellMoments moments{.rows = 1000, .z = {1000.0, 0.0, 333.0}, .vz = {0.0, 0.05 * 333.0}, .vv = 0.0025 * 333.0 + 1000.0 * spread * spread};
        Reduction reduction(2);
        reduction.merge(rows_of_moments(frame, moments, 1.0));
        const LeastSquares fit = solve(reduction.triangle());
        ErrorBound bound(fit);
        bound.add(frame, moments, 1.0);
        const double relative = bound.error().residual_ss / fit.residual_ss;
        CHECK(relative > before);
        before = relative;
    }
    CHECK(before > 1e-9);
}
