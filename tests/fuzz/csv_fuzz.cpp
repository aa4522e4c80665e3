// Any text as a table: every field lies inside the line or was unquoted, numbers and times never crash.
#include <breakeven/core/csv.hpp>
#include <breakeven/core/decimal.hpp>
#include <breakeven/core/timestamp.hpp>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <string_view>

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
    const std::string_view text(reinterpret_cast<const char*>(data), size);
    try {
        breakeven::CsvTable table(breakeven::bytes_in_memory(text, breakeven::TextEncoding::utf8), "fuzz");
        for (;;) {
            try {
                if (!table.next()) break;
                for (const auto& name : table.header().names()) {
                    const std::string_view field = table.text(name);
                    if (field.size() > text.size()) std::abort();
                    const auto time = breakeven::parse_timestamp(field);
                    if (time && breakeven::parse_timestamp(breakeven::timestamp_text(time->time_ns))->time_ns != time->time_ns)
                        std::abort();
                    static_cast<void>(breakeven::parse_us_timestamp(field));
                    static_cast<void>(breakeven::parse_time_of_day(field));
                    static_cast<void>(breakeven::parse_decimal(field, ','));
                    static_cast<void>(table.number(name));
                }
            } catch (const breakeven::InputError&) {
            }
        }
    } catch (const breakeven::InputError&) {
    }
    return 0;
}
