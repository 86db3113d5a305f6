// SPDX-License-Identifier: MIT
#include "options.hpp"

#include <vector>

#include "support/catch.hpp"

namespace {

struct Parsed {
    bool understood = false;
    kernels::Options options;
    std::string problem;
};

Parsed parse(std::vector<const char*> arguments) {
    arguments.insert(arguments.begin(), "bench");
    Parsed parsed;
    parsed.understood = kernels::parse_options(static_cast<int>(arguments.size()), arguments.data(),
                                               parsed.options, parsed.problem);
    return parsed;
}

}  // namespace

TEST_CASE("no arguments mean a whole run on the first device with a seed of its own") {
    const Parsed parsed = parse({});
    REQUIRE(parsed.understood);
    CHECK_FALSE(parsed.options.quick);
    CHECK(parsed.options.device == 0);
    CHECK_FALSE(parsed.options.has_seed);
}

TEST_CASE("every option is read, in any order") {
    const Parsed parsed = parse({"--seed", "4294967295", "--device", "3", "--quick"});
    REQUIRE(parsed.understood);
    CHECK(parsed.options.quick);
    CHECK(parsed.options.device == 3);
    CHECK(parsed.options.has_seed);
    CHECK(parsed.options.seed == 4294967295U);
}

TEST_CASE("what cannot be understood is refused by name") {
    CHECK(parse({"--help"}).problem == "unknown argument '--help'");
    CHECK(parse({"--quick", "7"}).problem == "unknown argument '7'");
    CHECK(parse({"--device"}).problem == "--device needs a number from 0 to 2147483647, not ''");
    for (const char* text :
         {"", "-1", "+1", " 1", "1x", "0x1", "2147483648", "99999999999999999999"}) {
        INFO(text);
        CHECK_FALSE(parse({"--device", text}).understood);
    }
    CHECK_FALSE(parse({"--seed", "4294967296"}).understood);
}

TEST_CASE("a number beyond the limit leaves the old one alone") {
    std::uint64_t number = 7;
    CHECK_FALSE(kernels::parse_number("11", 10, number));
    CHECK(number == 7);
    CHECK(kernels::parse_number("010", 10, number));
    CHECK(number == 10);
}
