// SPDX-License-Identifier: MIT
#include "resolve/driver_rule.hpp"

#include "support/catch.hpp"
#include "unit/resolve/small_facts.hpp"

namespace cudafetch::resolve {
namespace {

using Catch::Matchers::ContainsSubstring;
using test::codes_of;
using test::small_facts;
using test::version;
using Codes = std::vector<std::string>;

struct Driver {
    const char* driver = "";
    const char* cuda = "";
};

Target with(const Driver& driver) {
    Target target;
    if (*driver.driver != '\0') target.driver = version(driver.driver);
    if (*driver.cuda != '\0') target.driver_cuda = version(driver.cuda);
    return target;
}

TEST_CASE("a driver bounds the major release, and below that only warns") {
    const Codes nothing;
    const Codes warns{"driver_older_than_release"};
    struct Row {
        Driver driver;
        const char* release;
        const char* message;  ///< Of the refusal; null: it passes.
        Codes notes;
    };
    const Row rows[] = {
        {{}, "13.3.0", nullptr, nothing},
        {{"610.43.02", ""}, "13.3.0", nullptr, nothing},
        {{"580.65.06", ""}, "13.3.0", nullptr, warns},
        {{"580.65.05", ""}, "13.3.0", "580.65.06", nothing},
        {{"570.124.06", ""}, "13.0.2", "oldest that runs CUDA 13", nothing},
        {{"570.124.06", ""}, "12.8.0", nullptr, nothing},
        {{"560.35.05", ""}, "12.6.3", nullptr, nothing},
        {{"535.104.05", ""}, "12.6.3", nullptr, warns},
        {{"535", ""}, "12.6.3", nullptr, warns},
        {{"560", ""}, "12.6.3", nullptr, nothing},
        {{"525", ""}, "12.6.3", nullptr, warns},
        {{"470.82.01", ""}, "12.6.3", "525.60.13", nothing},
        {{"470.82.01", ""}, "11.8.0", nullptr, nothing},
        {{"580", ""}, "11.8.0", nullptr, nothing},
        // Dotted lists of numbers, not text.
        {{"570.124.06", ""}, "12.8.0", nullptr, nothing},
        {{"1000.1.1", ""}, "13.3.0", nullptr, nothing},
        // A release whose own driver no source tells needs none older than the one before it.
        {{"580.65.06", ""}, "13.4.0", nullptr, warns},
        {{"610.43.02", ""}, "13.4.0", nullptr, nothing},
        // Releases that the tables do not know are not judged by them.
        {{"610.43.02", ""}, "14.0.0", nullptr, nothing},
        // What the user-mode driver says of itself counts before its version.
        {{"", "12.2"}, "12.2.2", nullptr, nothing},
        {{"", "12.2"}, "12.6.3", nullptr, warns},
        {{"", "12.2"}, "13.0.2", "the driver runs CUDA up to 12.2", nothing},
        {{"535.104.05", "13.0"}, "13.0.2", nullptr, nothing},
        {{"", "13.0"}, "12.9.1", nullptr, nothing},
    };
    for (const Row& row : rows) {
        CAPTURE(row.driver.driver, row.driver.cuda, row.release);
        std::vector<model::Note> notes;
        const auto checked =
            check_driver(with(row.driver), version(row.release), false, small_facts(), notes);
        CHECK(checked.has_value() == (row.message == nullptr));
        CHECK(codes_of(notes) == row.notes);
        if (checked) continue;
        CHECK(checked.error().code == "driver_too_old");
        CHECK(checked.error().exit == ExitCode::no_resolution);
        CHECK_THAT(checked.error().message,
                   ContainsSubstring(row.message == nullptr ? "no refusal was due" : row.message));
    }
}

TEST_CASE("a driver that the sources dispute is named with the dispute") {
    std::vector<model::Note> notes;
    REQUIRE(check_driver(with({"570.25", ""}), version("12.8.0"), false, small_facts(), notes));
    REQUIRE(notes.size() == 1);
    CHECK_THAT(notes[0].text, ContainsSubstring("570.26 or 570.86.10"));
}

TEST_CASE("a compat component lifts the bound, for data-centre GPUs alone") {
    std::vector<model::Note> notes;
    REQUIRE(check_driver(with({"535.104.05", ""}), version("13.0.2"), true, small_facts(), notes));
    CHECK(codes_of(notes) == Codes{"compat_for_data_centre"});
    notes.clear();
    REQUIRE(check_driver(with({"610.43.02", ""}), version("13.0.2"), true, small_facts(), notes));
    CHECK(notes.empty());
}

}  // namespace
}  // namespace cudafetch::resolve
