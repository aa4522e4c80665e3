// Suggest: the nearest known names, and silence when nothing is near.
#include <breakeven/core/suggest.hpp>

#include <doctest/doctest.h>

#include <random>

using namespace breakeven;
using Names = std::vector<std::string>;

namespace {
const Names keys{"price", "lifetime", "residual", "gpu_share", "method"};
}

TEST_CASE("a misspelt key finds its neighbour") {
    CHECK(nearest("prise", keys).front() == "price");
    CHECK(nearest("PRICE", keys).front() == "price");
    CHECK(nearest("lifetme", keys).front() == "lifetime");
    CHECK(nearest("gpu-share", keys).front() == "gpu_share");
    CHECK(nearest("share", keys).front() == "gpu_share");  // contained
    CHECK(nearest("iprce", keys).front() == "price");      // two swaps of neighbours
}

TEST_CASE("nothing near, nothing said") {
    CHECK(nearest("wombat", keys).empty());
    CHECK(did_you_mean("wombat", keys).empty());
    CHECK(did_you_mean("price", Names{}).empty());
    CHECK(nearest("", Names{}).empty());
}

TEST_CASE("up to three are named, nearest first") {
    CHECK(did_you_mean("prise", {"price"}) == "did you mean price?");
    CHECK(did_you_mean("pric", {"price", "prices"}) == "did you mean price or prices?");
    CHECK(did_you_mean("pric", {"price", "prices", "prince", "pride"}) == "did you mean price, prices or prince?");
    CHECK(nearest("pric", {"price", "prices", "prince"}, 1) == Names{"price"});
}

TEST_CASE("an edit is one insertion, deletion, replacement or swap of neighbours") {
    using detail::edit_distance;
    CHECK(edit_distance("", "") == 0);
    CHECK(edit_distance("", "abc") == 3);
    CHECK(edit_distance("abc", "") == 3);
    CHECK(edit_distance("price", "prise") == 1);
    CHECK(edit_distance("price", "pirce") == 1);
    CHECK(edit_distance("kitten", "sitting") == 3);
}

TEST_CASE("the edit distance is a distance: nought for equals, symmetric, at least the difference of lengths") {
    std::mt19937_64 random(5);
    const auto word = [&] {
        std::string out(random() % 9, ' ');
        for (char& c : out) c = static_cast<char>('a' + random() % 3);
        return out;
    };
    for (int round = 0; round < 3000; ++round) {
        const std::string a = word(), b = word();
        const std::size_t distance = detail::edit_distance(a, b);
        CHECK((distance == 0) == (a == b));
        CHECK(distance == detail::edit_distance(b, a));
        CHECK(distance <= std::max(a.size(), b.size()));
        CHECK(distance >= std::max(a.size(), b.size()) - std::min(a.size(), b.size()));
    }
}

TEST_CASE("a hostile name costs little and names nothing") {
    CHECK(nearest(std::string(1'000'000, 'a'), keys).empty());
}
