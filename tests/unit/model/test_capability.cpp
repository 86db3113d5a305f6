// SPDX-License-Identifier: MIT
#include "cudafetch/model/capability.hpp"

#include <algorithm>

#include "support/catch.hpp"

namespace cudafetch::model {
namespace {

using Catch::Matchers::ContainsSubstring;
using Suffix = Capability::Suffix;

TEST_CASE("capabilities are read in all forms that tools write") {
    struct Row {
        const char* text;
        Capability expected;
    };
    const Row rows[] = {
        {"8.7", {8, 7, Suffix::none}},
        {"87", {8, 7, Suffix::none}},
        {"sm_87", {8, 7, Suffix::none}},
        {"compute_87", {8, 7, Suffix::none}},
        {"9.0a", {9, 0, Suffix::architecture}},
        {"90a", {9, 0, Suffix::architecture}},
        {"sm_90a", {9, 0, Suffix::architecture}},
        {"compute_100f", {10, 0, Suffix::family}},
        {"10.0f", {10, 0, Suffix::family}},
        {"100", {10, 0, Suffix::none}},
        {"121", {12, 1, Suffix::none}},
        {"12.1", {12, 1, Suffix::none}},
        {"99.9", {99, 9, Suffix::none}},
    };
    for (const Row& row : rows) {
        CAPTURE(row.text);
        CHECK(Capability::parse(row.text) == row.expected);
    }
}

TEST_CASE("anything else is no capability") {
    for (const char* text :
         {"",       "8",      "a",     "8.",    ".7",    "8..7",        "8.7.0",    "8.70",
          "8.10",   "8,7",    "8 7",   " 8.7",  "8.7 ",  "0.7",         "07",       "08.7",
          "-8.7",   "+8.7",   "8.-7",  "100.0", "1000",  "9.0b",        "9.0A",     "9.0af",
          "a9.0",   "sm_8.7", "sm87",  "sm_",   "SM_87", "compute_8.7", "sm_sm_87", "sm_compute_87",
          "lto_87", "8.7\n",  "ampere"}) {
        CAPTURE(text);
        CHECK_FALSE(Capability::parse(text));
    }
    CHECK_FALSE(Capability::parse(std::string_view("8\0007", 3)));
}

TEST_CASE("a capability has a name for each use") {
    const Capability hopper{9, 0, Suffix::architecture};
    CHECK(hopper.text() == "9.0a");
    CHECK(hopper.digits() == "90a");
    CHECK(hopper.sm() == "sm_90a");
    CHECK(hopper.compute() == "compute_90a");
    CHECK(hopper.base() == Capability{9, 0});
    CHECK((Capability{10, 3, Suffix::family}).text() == "10.3f");
    CHECK((Capability{12, 1}).sm() == "sm_121");
    for (const char* text : {"8.7", "9.0a", "10.1f", "12.1"}) {
        const auto capability = Capability::parse(text);
        REQUIRE(capability);
        CHECK(Capability::parse(capability->text()) == capability);
        CHECK(Capability::parse(capability->digits()) == capability);
        CHECK(Capability::parse(capability->sm()) == capability);
        CHECK(Capability::parse(capability->compute()) == capability);
    }
}

TEST_CASE("capabilities sort by number, the plain one first") {
    std::vector<Capability> sorted;
    for (const char* text : {"5.3", "8.7", "9.0", "9.0a", "10.0", "10.0a", "10.0f", "10.1", "12.0"})
        sorted.push_back(*Capability::parse(text));
    CHECK(std::is_sorted(sorted.begin(), sorted.end()));
    CHECK(std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end());
}

TEST_CASE("a list is sorted and free of repeats, whatever separates it") {
    for (const char* text : {"9.0a,8.7 7.2", "7.2;8.7;90a", " sm_90a\t,\n87, 8.7,72 "}) {
        CAPTURE(text);
        const auto list = parse_capabilities(text);
        REQUIRE(list);
        CHECK(to_text(*list) == "7.2, 8.7, 9.0a");
    }
    CHECK(to_text(std::vector<Capability>{}) == "");
}

TEST_CASE("a list that cannot be read names the first word that is none") {
    const auto bad = parse_capabilities("8.7,hopper,x");
    REQUIRE_FALSE(bad);
    CHECK(bad.error().exit == ExitCode::usage);
    CHECK(bad.error().code == "capability_syntax");
    CHECK_THAT(bad.error().message, ContainsSubstring("\"hopper\""));
    CHECK_FALSE(bad.error().hints.empty());
    const auto hostile = parse_capabilities("\x1b[2J");
    REQUIRE_FALSE(hostile);
    CHECK_THAT(hostile.error().message, ContainsSubstring(R"(\x1b)"));
    for (const char* text : {"", " , ;"}) {
        const auto empty = parse_capabilities(text);
        REQUIRE_FALSE(empty);
        CHECK(empty.error().code == "capability_syntax");
    }
}

}  // namespace
}  // namespace cudafetch::model
