#include <breakeven/core/config_edit.hpp>

#include <breakeven/core/config.hpp>

#include <doctest/doctest.h>

#include <string>
#include <string_view>

using namespace breakeven;

namespace {

constexpr std::string_view office = "# My desk.\n"
                                    "name = \"desk\"\n"
                                    "[cloud]\n"
                                    "price = \"2.8 CNY/h\"   # an A10\n"
                                    "\n"
                                    "[line.weights]\n"
                                    "temperature = \"0.87 %/K\"\n"
                                    "task.nlp = 0.233\n";

}  // namespace

TEST_CASE("a value changes where it stands, and nothing else does") {
    std::string wanted(office);
    wanted.replace(wanted.find("2.8 CNY/h"), 9, "3 CNY/h");
    CHECK(with_value(office, "cloud.price", "3 CNY/h") == wanted);
    CHECK(with_value(office, "cloud.price", "\"3 CNY/h\"") == wanted);
    wanted = office;
    wanted.replace(wanted.find("0.233"), 5, "0.3");
    CHECK(with_value(office, "line.weights.task.nlp", "0.3") == wanted);
}

TEST_CASE("a new value stands in its table, behind the last key") {
    std::string wanted(office);
    wanted.insert(wanted.find("\n[line"), "speed_ratio = 0.5\n");
    CHECK(with_value(office, "cloud.speed_ratio", "0.5") == wanted);
    CHECK(with_value(office, "fan.power", "3 W") == std::string(office) + "\n[fan]\npower = \"3 W\"\n");
    CHECK(with_value("# Mine.\n", "name", "a \"b\"") == "# Mine.\nname = \"a \\\"b\\\"\"\n");
}

TEST_CASE("whatever the layout, the text says what was asked for, or it is refused") {
    const std::string_view layouts[] = {
        office,
        "cloud = { price = \"2 USD/h\" }\n",
        "cloud.price = \"2 USD/h\"\r\n\"line\".weights.task.nlp = 0.2",
        "[cloud]\nprice = \"2 USD/h\"\n[cloud.more]\nx = [\n  1,\n  [2]\n]\n",
        "[ cloud ]\nprice = '''2 USD/h'''\n",
        "",
        "[[cloud]]\nprice = 1\n",
    };
    int written = 0;
    for (const std::string_view toml : layouts)
        for (const std::string_view key : {"cloud.price", "cloud.speed_ratio", "name", "line.weights.task.nlp", "a.b.c"})
            for (const std::string_view value : {"0.5", "3 USD/h", "\"", "x\\n\n[cloud]", "é", "true"}) {
                CAPTURE(toml);
                CAPTURE(key);
                CAPTURE(value);
                std::string out;
                try {
                    out = with_value(toml, key, value);
                } catch (const InputError&) {
                    continue;
                }
                ++written;
                Config wanted = Config::from_text(toml, "");
                wanted.set(key, value, "");
                CHECK(Config::from_text(out, "").same_values(wanted));
                Config less = Config::from_text(toml, "");
                less.remove(key);
                CHECK(Config::from_text(without_value(out, key), "").same_values(less));
            }
    CHECK(written > 100);
}

TEST_CASE("a value is taken out with its line, a long one with all of its lines") {
    std::string wanted(office);
    wanted.erase(wanted.find("price"), wanted.find("\n[line") - wanted.find("price"));
    CHECK(without_value(office, "cloud.price") == wanted);
    CHECK(without_value(office, "cloud.storage") == office);
    CHECK(without_value("a = 1\nb = [\n  1,\n  2,\n]\nc = 3\n", "b") == "a = 1\nc = 3\n");
    CHECK_THROWS_WITH_AS((void)without_value("cloud = { price = 1, storage = 2 }\n", "cloud.price"),
                         "error: cloud.price cannot be taken out of this file as it is laid out\n hint: take it out by hand", InputError);
}
