#include <breakeven/logs/places.hpp>

#include <doctest/doctest.h>

#include <random>
#include <string>
#include <vector>

TEST_CASE("the places of a character are those that a look at every character finds, in texts of any length") {
    std::mt19937 random(1);
    // Characters that differ from the wanted one in one bit alone, and ones with the top bit set, between its repeats.
    const std::string alphabet = std::string(",,,-(l") + static_cast<char>(0xAC) + static_cast<char>(0x80) + '\0' + "a";
    for (std::size_t length = 0; length < 300; ++length) {
        std::string text;
        for (std::size_t i = 0; i < length; ++i) text += alphabet[random() % alphabet.size()];
        for (const char wanted : {',', '\0', static_cast<char>(0xAC)}) {
            std::vector<std::size_t> slow, fast;
            for (std::size_t place = 0; place < text.size(); ++place)
                if (text[place] == wanted) slow.push_back(place);
            breakeven::detail::for_each_place(text, wanted, [&fast](std::size_t place) { fast.push_back(place); });
            CHECK(fast == slow);
        }
    }
}
