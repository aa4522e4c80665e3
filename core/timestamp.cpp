// Parsing is a cursor over the text: each step takes what it expects or gives up.
#include <breakeven/core/timestamp.hpp>

#include <breakeven/core/decimal.hpp>

#include <chrono>
#include <limits>

namespace breakeven {

namespace {
constexpr std::int64_t ns_per_s = 1'000'000'000;

class Cursor {
public:
    explicit Cursor(std::string_view text) : at_(text.data()), end_(text.data() + text.size()) {}

    [[nodiscard]] bool done() const { return at_ == end_; }
    [[nodiscard]] char peek() const { return done() ? '\0' : *at_; }
    bool take(char c) {
        if (peek() != c || done()) return false;
        ++at_;
        return true;
    }
    void take_blanks() {
        while (peek() == ' ') ++at_;
    }
    /// Exactly `count` digits, or -1.
    int digits(int count) {
        if (end_ - at_ < count) return -1;
        int value = 0;
        for (int i = 0; i < count; ++i) {
            if (!is_digit(at_[i])) return -1;
            value = 10 * value + (at_[i] - '0');
        }
        at_ += count;
        return value;
    }
    /// The digits of a decimal fraction as nanoseconds; what is finer than a nanosecond is cut.
    std::int64_t fraction_ns() {
        std::int64_t value = 0;
        int count = 0;
        for (; is_digit(peek()); ++at_)
            if (count < 9) value = 10 * value + (*at_ - '0'), ++count;
        for (; count < 9; ++count) value *= 10;
        return value;
    }

private:
    const char* at_;
    const char* end_;
};

std::optional<std::int64_t> day_start_s(int year, int month, int day) {
    namespace c = std::chrono;
    if (year < 1678 || year > 2261 || month < 1 || day < 1) return std::nullopt;  // 64-bit nanoseconds hold these years whole
    const c::year_month_day date{c::year(year), c::month(static_cast<unsigned>(month)), c::day(static_cast<unsigned>(day))};
    if (!date.ok()) return std::nullopt;
    return c::duration_cast<c::seconds>(c::sys_days(date).time_since_epoch()).count();
}

// HH:MM:SS[.fff], also with a comma; a leap second is the next minute's first.
std::optional<std::int64_t> time_of_day_ns(Cursor& cursor) {
    const int hour = cursor.digits(2);
    if (hour < 0 || hour > 23 || !cursor.take(':')) return std::nullopt;
    const int minute = cursor.digits(2);
    if (minute < 0 || minute > 59) return std::nullopt;
    int second = 0;
    std::int64_t fraction_ns = 0;
    if (cursor.take(':')) {
        second = cursor.digits(2);
        if (second < 0 || second > 60) return std::nullopt;
        if (cursor.peek() == '.' || cursor.peek() == ',') {
            cursor.take(cursor.peek());
            if (!is_digit(cursor.peek())) return std::nullopt;
            fraction_ns = cursor.fraction_ns();
        }
    }
    return (hour * 3600LL + minute * 60LL + second) * ns_per_s + fraction_ns;
}

// Z, +02, +0200 or +02:00 as seconds east of UTC; none without a zone, and `ok` false for a malformed one.
std::optional<std::int64_t> zone_s(Cursor& cursor, bool& ok) {
    ok = true;
    if (cursor.take('Z') || cursor.take('z')) return 0;
    const char sign = cursor.peek();
    if (sign != '+' && sign != '-') return std::nullopt;
    cursor.take(sign);
    const int hours = cursor.digits(2);
    cursor.take(':');
    const int minutes = cursor.done() ? 0 : cursor.digits(2);
    ok = hours >= 0 && hours <= 18 && minutes >= 0 && minutes <= 59;
    return (sign == '-' ? -1 : 1) * (hours * 3600LL + minutes * 60LL);
}

std::optional<Timestamp> epoch_number(std::string_view text) {
    const std::size_t digits =
        text.find_first_not_of("0123456789") == std::string_view::npos ? text.size() : text.find_first_not_of("0123456789");
    std::int64_t unit_ns = 0;
    if (digits == 9 || digits == 10)
        unit_ns = ns_per_s;
    else if (digits == 12 || digits == 13)
        unit_ns = 1'000'000;
    else if (digits == 15 || digits == 16)
        unit_ns = 1000;
    else if (digits == 18 || digits == 19)
        unit_ns = 1;
    else
        return std::nullopt;
    const auto whole = parse_integer<std::int64_t>(text.substr(0, digits));
    if (!whole || *whole > std::numeric_limits<std::int64_t>::max() / unit_ns - 1) return std::nullopt;
    std::int64_t fraction = 0;
    if (digits < text.size()) {
        Cursor cursor(text.substr(digits));
        if (!cursor.take('.') || !is_digit(cursor.peek())) return std::nullopt;
        fraction = cursor.fraction_ns() / (ns_per_s / unit_ns);
        if (!cursor.done()) return std::nullopt;
    }
    return Timestamp{*whole * unit_ns + fraction, true};
}

std::optional<Timestamp> with_time(std::optional<std::int64_t> day_s, Cursor& cursor) {
    if (!day_s) return std::nullopt;
    if (!cursor.take('T') && !cursor.take('t')) {
        if (cursor.peek() != ' ' && cursor.peek() != '-') return std::nullopt;
        if (!cursor.take('-')) cursor.take_blanks();
    }
    const auto time_ns = time_of_day_ns(cursor);
    if (!time_ns) return std::nullopt;
    cursor.take_blanks();
    bool zone_ok = true;
    const auto zone = zone_s(cursor, zone_ok);
    if (!zone_ok || !cursor.done()) return std::nullopt;
    return Timestamp{(*day_s - zone.value_or(0)) * ns_per_s + *time_ns, zone.has_value()};
}
}  // namespace

std::optional<Timestamp> parse_timestamp(std::string_view text) {
    if (text.size() > 64) return std::nullopt;
    if (const auto number = epoch_number(text)) return number;
    Cursor cursor(text);
    const int year = cursor.digits(4);
    const char separator = cursor.peek();
    if (separator == '/' || separator == '-' || separator == '.')
        cursor.take(separator);
    else if (!is_digit(separator))
        return std::nullopt;
    const int month = cursor.digits(2);
    if (!is_digit(separator) && !cursor.take(separator)) return std::nullopt;
    const int day = cursor.digits(2);
    return with_time(day_start_s(year, month, day), cursor);
}

std::optional<Timestamp> parse_us_timestamp(std::string_view text) {
    Cursor cursor(text);
    const int month = cursor.digits(2);
    if (!cursor.take('/')) return std::nullopt;
    const int day = cursor.digits(2);
    if (!cursor.take('/')) return std::nullopt;
    return with_time(day_start_s(cursor.digits(4), month, day), cursor);
}

std::optional<std::int64_t> parse_time_of_day(std::string_view text) {
    Cursor cursor(text);
    const auto time_ns = time_of_day_ns(cursor);
    return cursor.done() ? time_ns : std::nullopt;
}

std::optional<std::int64_t> parse_utc_offset_s(std::string_view text) {
    Cursor cursor(text);
    bool ok = true;
    const auto offset_s = zone_s(cursor, ok);
    return ok && cursor.done() ? offset_s : std::nullopt;
}

std::string timestamp_text(std::int64_t time_ns) {
    namespace c = std::chrono;
    const std::int64_t second = time_ns >= 0 ? time_ns / ns_per_s : -((-(time_ns + 1)) / ns_per_s) - 1;
    std::int64_t fraction = time_ns - second * ns_per_s;
    const c::sys_seconds instant{c::seconds(second)};
    const auto midnight = c::floor<c::days>(instant);
    const c::year_month_day date(midnight);
    const c::hh_mm_ss time(instant - midnight);
    const auto padded = [](std::int64_t value, std::size_t width) {
        std::string out = std::to_string(value);
        return std::string(out.size() < width ? width - out.size() : 0, '0').append(out);
    };
    std::string out = padded(int{date.year()}, 4);
    out.append("-").append(padded(static_cast<unsigned>(date.month()), 2));
    out.append("-").append(padded(static_cast<unsigned>(date.day()), 2));
    out.append("T").append(padded(time.hours().count(), 2));
    out.append(":").append(padded(time.minutes().count(), 2));
    out.append(":").append(padded(time.seconds().count(), 2));
    if (fraction != 0) {
        std::string decimals = padded(fraction, 9);
        decimals.erase(decimals.find_last_not_of('0') + 1);
        out.append(".").append(decimals);
    }
    return out.append("Z");
}

}  // namespace breakeven
