// Parts made by several threads are used in the order of the input, whatever the number of threads, and so are errors.
#include <breakeven/core/in_order.hpp>

#include <doctest/doctest.h>

#include <chrono>
#include <stdexcept>
#include <string>
#include <thread>
#include <utility>
#include <vector>

using breakeven::detail::in_order;
using breakeven::detail::InOrder;

namespace {

struct Part {
    int number = 0;
    int square = 0;
};

/// The squares of 0 to `count`, until something goes wrong; then what it was.
std::pair<std::vector<int>, std::string> squares(std::size_t threads, std::size_t alone, int count, int fault_in_fill, int fault_in_make, int fault_in_use) {
    std::vector<int> out;
    int next = 0;
    try {
        in_order<Part>(
            threads, alone,
            [&](Part& part) {
                if (next == fault_in_fill) throw std::runtime_error("fill");
                part.number = next++;
                return part.number < count;
            },
            [&](Part& part) {
                // Earlier parts take longer, so that later ones are made before them.
                std::this_thread::sleep_for(std::chrono::microseconds((part.number % 5) * 20));
                if (part.number == fault_in_make) throw std::runtime_error("make");
                part.square = part.number * part.number;
            },
            [&](const Part& part) {
                if (part.number == fault_in_use) throw std::runtime_error("use");
                out.push_back(part.square);
            });
    } catch (const std::runtime_error& error) {
        return {out, error.what()};
    }
    return {out, ""};
}

std::vector<int> first_squares(int count) {
    std::vector<int> out;
    for (int i = 0; i < count; ++i) out.push_back(i * i);
    return out;
}

}  // namespace

TEST_CASE("any number of threads gives the parts in order, and what goes wrong comes after everything before it") {
    for (const std::size_t threads : {1U, 2U, 3U, 7U})
        for (const std::size_t alone : {0U, 2U})
            for (const int count : {0, 1, 2, 5, 300}) {
                CAPTURE(threads);
                CAPTURE(count);
                CHECK(squares(threads, alone, count, -1, -1, -1) == std::pair(first_squares(count), std::string()));
                if (count < 5) continue;
                CHECK(squares(threads, alone, count, 4, -1, -1) == std::pair(first_squares(4), std::string("fill")));
                CHECK(squares(threads, alone, count, 4, 3, -1) == std::pair(first_squares(3), std::string("make")));
                CHECK(squares(threads, alone, count, -1, 3, 2) == std::pair(first_squares(2), std::string("use")));
            }
}

TEST_CASE("parts whose number is known") {
    for (const std::size_t threads : {1U, 4U})
        for (const std::size_t count : {0U, 1U, 50U}) {
            std::vector<std::size_t> made(count), used;
            in_order(threads, count, [&](std::size_t i) { made[i] = i + 1; }, [&](std::size_t i) { used.push_back(made[i]); });
            REQUIRE(used.size() == count);
            for (std::size_t i = 0; i < count; ++i) CHECK(used[i] == i + 1);
        }
}

TEST_CASE("whoever wants no more parts may leave, while others are being made") {
    for (int round = 0; round < 50; ++round) {
        InOrder<Part> parts(4, 0, [number = 0](Part& part) mutable { return part.number = number++, true; }, [](Part&) {});
        for (int i = 0; i < round % 7; ++i) CHECK(parts.next()->number == i);
    }
}
