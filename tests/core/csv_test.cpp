// CSV: fields as RFC 4180 has them, columns by name, complaints with their line and column.
#include <breakeven/core/csv.hpp>
#include <breakeven/core/decimal.hpp>

#include <doctest/doctest.h>

#include <cstdlib>
#include <random>

using namespace breakeven;

namespace {
std::vector<std::string> fields(std::string_view line, char separator = ',') {
    CsvRow row;
    if (!row.split(line, separator)) return {"unreadable"};
    return {row.fields().begin(), row.fields().end()};
}
using Fields = std::vector<std::string>;

CsvTable table(std::string_view text) {
    return CsvTable(bytes_in_memory(text, TextEncoding::utf8), "t.csv");
}

template <class Work>
std::string whole_error(Work work) {
    try {
        work();
    } catch (const InputError& error) {
        return error.what();
    }
    return {};
}
}  // namespace

TEST_CASE("a line is split at separators outside quotes, blanks around fields are dropped") {
    CHECK(fields("a,b,c") == Fields{"a", "b", "c"});
    CHECK(fields("2026/07/14 08:12:53.353, 0, NVIDIA H100 80GB HBM3, 100 %") ==
          Fields{"2026/07/14 08:12:53.353", "0", "NVIDIA H100 80GB HBM3", "100 %"});
    CHECK(fields("") == Fields{""});
    CHECK(fields(",") == Fields{"", ""});
    CHECK(fields("a,  ,b,") == Fields{"a", "", "b", ""});
    CHECK(fields("1,5;2,5", ';') == Fields{"1,5", "2,5"});
    CHECK(fields("a\t\tb ", '\t') == Fields{"a", "", "b"});
}

TEST_CASE("quotes protect separators and blanks, a doubled quote is one") {
    CHECK(fields(R"("a,b", " c ",d)") == Fields{"a,b", " c ", "d"});
    CHECK(fields(R"("say ""hi""","second ""x""",plain)") == Fields{R"(say "hi")", R"(second "x")", "plain"});
    CHECK(fields(R"("")") == Fields{""});
    CHECK(fields(R"("""")") == Fields{"\""});
    CHECK(fields(R"(a "b" c,d)") == Fields{R"(a "b" c)", "d"});  // a quote inside an unquoted field is a plain character
    CHECK(fields(R"("never closed)") == Fields{"unreadable"});
    CHECK(fields(R"("a"b,c)") == Fields{"unreadable"});
}

TEST_CASE("many quoted fields with doubled quotes keep their text") {
    std::string line;
    Fields expected;
    for (int i = 0; i < 300; ++i) {
        line += (i == 0 ? "\"" : ",\"") + std::to_string(i) + "\"\"x\"";
        expected.push_back(std::to_string(i) + "\"x");
    }
    CHECK(fields(line) == expected);
}

TEST_CASE("the separator is the most frequent of comma, semicolon and tab outside quotes") {
    CHECK(csv_separator("time,gpu,util") == ',');
    CHECK(csv_separator("time;gpu;util") == ';');
    CHECK(csv_separator("time\tgpu\tutil") == '\t');
    CHECK(csv_separator("\"a,b,c,d\";x;y") == ';');
    CHECK(csv_separator("alone") == ',');
}

TEST_CASE("a table is read by column name, whatever the case, past comments and empty lines") {
    CsvTable rows = table("# a comment\nName,Price\n\nA10, 2.8\n\"B, C\",3e-1\nD,\n");
    REQUIRE(rows.next());
    CHECK(rows.text("name") == "A10");
    CHECK(rows.number("PRICE") == 2.8);
    CHECK(rows.line_number() == 4);
    REQUIRE(rows.next());
    CHECK(rows.text("name") == "B, C");
    CHECK(rows.number("price") == 0.3);
    REQUIRE(rows.next());
    CHECK_FALSE(rows.number_if_given("price").has_value());
    CHECK_FALSE(rows.number_if_given("no such column").has_value());
    CHECK_FALSE(rows.next());
}

TEST_CASE("every complaint names its line, and its column where there is one") {
    CHECK(whole_error([] {
              CsvTable rows = table("name,price\nGröße,cheap\n");
              static_cast<void>(rows.next());
              static_cast<void>(rows.number("price"));
          }) ==
          "t.csv:2:7: error: \"cheap\" in column price is no number\n"
          "    2 | Größe,cheap\n"
          "      |       ^^^^^\n"
          " hint: write a plain number with a decimal point");
    CHECK(whole_error([] { static_cast<void>(table("name,price\n").text("prize")); }) ==
          "t.csv: error: the table has no column \"prize\"\n hint: did you mean price?");
    CHECK(whole_error([] { static_cast<void>(table("")); }) ==
          "t.csv: error: the table is empty\n hint: its first line must name the columns");
    CHECK(whole_error([] { static_cast<void>(table("a,b,A\n")); }).starts_with("t.csv:1: error: two columns are called \"a\""));
}

TEST_CASE("a header of more than 4096 columns is no table") {
    std::string header = "a";
    for (int i = 0; i < 5000; ++i) header += ",c" + std::to_string(i);
    CHECK(whole_error([&] { static_cast<void>(table(header)); }).find("the header names 5001 columns") != std::string::npos);
}

TEST_CASE("a bad row can be skipped: the next one is whole") {
    CsvTable rows = table("a,b\n1,2,3\n\"x,1\n4,5\n");
    CHECK(whole_error([&] {
              static_cast<void>(rows.next());
          }).starts_with("t.csv:2: error: the row has 3 fields where the header has 2"));
    CHECK(whole_error([&] { static_cast<void>(rows.next()); }).starts_with("t.csv:3: error: a quote is not closed"));
    REQUIRE(rows.next());
    CHECK(rows.number("b") == 5.0);
}

TEST_CASE("a decimal is read whole or not at all") {
    CHECK(parse_decimal("0.85") == 0.85);
    CHECK(parse_decimal("-13.05") == -13.05);
    CHECK(parse_decimal("+7") == 7.0);
    CHECK(parse_decimal(".5") == 0.5);
    CHECK(parse_decimal("5.") == 5.0);
    CHECK(parse_decimal("1.98e+09") == 1.98e9);
    CHECK(parse_decimal("9223372036854775794") == 9223372036854775808.0);
    CHECK(parse_decimal("1234567890123456789.25") == 1234567890123456789.25);
    CHECK(parse_decimal("3,25", ',') == 3.25);
    CHECK(parse_decimal("1,5e3", ',') == 1500.0);
    for (const char* text : {"", "-", ".", "1 2", "12 W", "0x10", "nan", "inf", "1e999", "--1", "+-1", "1.2.3", "1,5", "e5"})
        CHECK_FALSE(parse_decimal(text).has_value());
    CHECK_FALSE(parse_decimal("1.234,5", ',').has_value());
    CHECK(std::signbit(*parse_decimal("-0.0")));
}

TEST_CASE("random decimals come out with the same bits as from the C library") {
    std::mt19937 random(20260714);
    for (int i = 0; i < 200000; ++i) {
        std::string text = std::to_string(random() % (i % 2 == 0 ? 1000 : 4294967295U));
        const std::size_t decimals = random() % 9;
        if (decimals > 0) text += '.';
        for (std::size_t d = 0; d < decimals; ++d) text += static_cast<char>('0' + random() % 10);
        REQUIRE(parse_decimal(text) == std::strtod(text.c_str(), nullptr));
    }
}

TEST_CASE("a whole number is read whole or not at all") {
    CHECK(parse_integer<std::int64_t>("-12") == -12);
    CHECK(parse_integer<std::uint64_t>("18446744073709551615") == 18446744073709551615ULL);
    CHECK_FALSE(parse_integer<std::int64_t>("9223372036854775808").has_value());
    CHECK_FALSE(parse_integer<std::uint32_t>("-1").has_value());
    CHECK_FALSE(parse_integer<int>("1 ").has_value());
    CHECK_FALSE(parse_integer<int>("").has_value());
}
