// Timestamps: expected seconds since 1970 come from Python's datetime with UTC.
#include <breakeven/core/timestamp.hpp>

#include <doctest/doctest.h>

#include <array>
#include <cstdint>
#include <string>

using namespace breakeven;

namespace {
constexpr std::int64_t s = 1'000'000'000;
constexpr std::int64_t ms = 1'000'000;
}  // namespace

TEST_CASE("local times of nvidia-smi and dmon have no zone") {
    CHECK(parse_timestamp("2026/07/14 08:12:53.353") == Timestamp{1784016773 * s + 353 * ms, false});
    CHECK(parse_timestamp("20240104 13:54:35") == Timestamp{1704376475 * s, false});
    CHECK(parse_timestamp("20240104   13:54:35") == Timestamp{1704376475 * s, false});
    CHECK(parse_timestamp("2024-02-29 00:00:00") == Timestamp{1709164800 * s, false});
    CHECK(parse_timestamp("2024-02-29 00:00") == Timestamp{1709164800 * s, false});
    CHECK(parse_timestamp("2100-03-01T00:00:00,5") == Timestamp{4107542400 * s + 500 * ms, false});
}

TEST_CASE("ISO 8601 with a zone is UTC") {
    CHECK(parse_timestamp("2025-09-24T03:48:33.493Z") == Timestamp{1758685713 * s + 493 * ms, true});
    CHECK(parse_timestamp("2025-09-24T05:48:33+02:00") == Timestamp{1758685713 * s, true});
    CHECK(parse_timestamp("2025-09-23 22:18:33 -0530") == Timestamp{1758685713 * s, true});
    CHECK(parse_timestamp("2025-09-24T05:48:33+02") == Timestamp{1758685713 * s, true});
    CHECK(parse_timestamp("1969-12-31T23:59:59Z") == Timestamp{-1 * s, true});
}

TEST_CASE("numbers since 1970 are told by their digits and lose nothing") {
    CHECK(parse_timestamp("1758683824") == Timestamp{1758683824 * s, true});
    CHECK(parse_timestamp("1758683824.490") == Timestamp{1758683824 * s + 490 * ms, true});
    CHECK(parse_timestamp("1758683824490") == Timestamp{1758683824 * s + 490 * ms, true});
    CHECK(parse_timestamp("1758683824490123") == Timestamp{1758683824 * s + 490'123'000, true});
    CHECK(parse_timestamp("1758683824490123456") == Timestamp{1758683824 * s + 490'123'456, true});
    CHECK(parse_timestamp("1758683824490.5") == Timestamp{1758683824 * s + 490'500'000, true});
    CHECK(parse_timestamp("631152000") == Timestamp{631152000 * s, true});  // 1990
}

TEST_CASE("what is no date is no date") {
    for (const char* text : {"",
                             "now",
                             "2025-02-29 00:00:00",
                             "2025-13-01 00:00:00",
                             "2025-00-10 00:00:00",
                             "2025-01-32 00:00:00",
                             "2025-01-01",
                             "2025-01-01 24:00:00",
                             "2025-01-01 00:60:00",
                             "2025-01-01 00:00:61",
                             "2025-01-01 00:00:00.",
                             "2025-01-01 00:00:00 PDT",
                             "2025-01-01T00:00:00+25:00",
                             "2025/01-01 00:00:00",
                             "1500-01-01 00:00:00",
                             "9999-01-01 00:00:00",
                             "12345678901",
                             "12345678901234",
                             "1758683824490123456789",
                             "9999999999999999999",
                             "09/30/2026 04:50:00.000"})
        CHECK_FALSE_MESSAGE(parse_timestamp(text).has_value(), text);
}

TEST_CASE("month first is read only where it is known to be month first") {
    CHECK(parse_us_timestamp("09/30/2026 04:50:00.000") == Timestamp{1790743800 * s, false});
    CHECK_FALSE(parse_us_timestamp("30/09/2026 04:50:00.000").has_value());
    CHECK_FALSE(parse_us_timestamp("09/30/26 04:50:00").has_value());
}

TEST_CASE("a time of day alone is nanoseconds since midnight") {
    CHECK(parse_time_of_day("13:54:35") == (13 * 3600LL + 54 * 60 + 35) * s);
    CHECK(parse_time_of_day("00:00:00.25") == 250 * ms);
    CHECK_FALSE(parse_time_of_day("13").has_value());
    CHECK_FALSE(parse_time_of_day("13:54:35 x").has_value());
}

TEST_CASE("a timestamp written is the timestamp read") {
    CHECK(timestamp_text(1784016773 * s + 353 * ms) == "2026-07-14T08:12:53.353Z");
    CHECK(timestamp_text(-1) == "1969-12-31T23:59:59.999999999Z");
    for (const std::int64_t time_ns :
         std::array{std::int64_t{0}, 1758683824490123456, -9'000'000'000'000'000'001, 9'000'000'000'000'000'000})
        CHECK(parse_timestamp(timestamp_text(time_ns)) == Timestamp{time_ns, true});
}

TEST_CASE("an offset from UTC is read as people write it, and nothing else is") {
    CHECK(parse_utc_offset_s("+02:00") == 7200);
    CHECK(parse_utc_offset_s("-0330") == -12600);
    CHECK(parse_utc_offset_s("+05") == 18000);
    CHECK(parse_utc_offset_s("Z") == 0);
    for (const char* wrong : {"", "2", "02:00", "+2:00", "+25:00", "+02:99", "+02:00 ", "CET"}) CHECK_FALSE(parse_utc_offset_s(wrong).has_value());
}
