// SPDX-License-Identifier: MIT
#include "cudafetch/model/facts.hpp"

#include "support/catch.hpp"

namespace cudafetch::model {
namespace {

using Bound = std::optional<Version>;

TEST_CASE("a range covers releases from its first to its last, at their precision") {
    const Bound open;
    struct Row {
        Bound from;
        Bound to;
        const char* cuda;
        bool covered;
    };
    const Row rows[] = {
        {open, open, "11.4.2", true},
        {Version::parse("13.0"), open, "13.0.2", true},
        {Version::parse("13.0"), open, "12.9.2", false},
        {Version::parse("13"), open, "13.0.0", true},
        {open, Version::parse("12.9"), "12.9.2", true},
        {open, Version::parse("12.9"), "13.0.0", false},
        {open, Version::parse("12"), "12.9.2", true},
        {Version::parse("12.1"), Version::parse("12.4"), "12.10.0", false},
        {Version::parse("12.1"), Version::parse("12.4"), "12.4.1", true},
        {Version::parse("12.4.1"), open, "12.4.0", false},
    };
    for (const Row& row : rows) {
        CAPTURE(row.cuda);
        const ComponentRange range{"component", row.from, row.to};
        CHECK(range.covers(*Version::parse(row.cuda)) == row.covered);
    }
}

TEST_CASE("facts are found by their exact name, or not at all") {
    Facts facts;
    facts.capabilities.resize(2);
    facts.capabilities[0].capability = {9, 0};
    facts.capabilities[1].capability = {9, 0, Capability::Suffix::architecture};
    facts.socs.resize(1);
    facts.socs[0].soc = "tegra234";
    CHECK(facts.find({9, 0}) == &facts.capabilities[0]);
    CHECK(facts.find({9, 0, Capability::Suffix::architecture}) == &facts.capabilities[1]);
    CHECK(facts.find({9, 0, Capability::Suffix::family}) == nullptr);
    CHECK(facts.find_soc("tegra234") == &facts.socs[0]);
    CHECK(facts.find_soc("tegra23") == nullptr);
    CHECK(facts.find_soc("") == nullptr);
}

}  // namespace
}  // namespace cudafetch::model
