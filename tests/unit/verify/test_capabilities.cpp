// SPDX-License-Identifier: MIT
#include "cudafetch/verify/capabilities.hpp"

#include "cudafetch/manifest/catalogue.hpp"
#include "support/catch.hpp"

namespace cudafetch::verify {

namespace {

std::vector<model::Capability> list(std::string_view text) {
    return model::parse_capabilities(text).value();
}

}  // namespace

TEST_CASE("capabilities come from the first source that names any") {
    const auto facts = manifest::embedded_facts().value();
    struct Row {
        const char* requested;
        const char* detected;
        const char* installed;
        const char* compiler;
        std::string expected;
        std::string from;
    };
    const auto row = GENERATE(values<Row>({
        {"8.0, 7.5", "9.0", "8.7", "7.5 8.0 9.0", "7.5, 8.0", "request"},
        {"", "9.0 8.0", "8.7", "7.5 8.0 9.0", "8.0, 9.0", "gpu"},
        {"", "", "8.7", "7.5 8.0 9.0", "8.7", "receipt"},
        {"", "", "", "9.0 10.0 7.5", "7.5", "compiler"},
        {"", "", "", "", "", ""},
        // Thor as its driver and as the compiler names it.
        {"", "11.0", "", "10.0 10.1", "10.1", "gpu"},
        {"", "10.1", "", "10.0 11.0", "11.0", "gpu"},
        {"", "11.0", "", "10.0 11.0", "11.0", "gpu"},
        {"", "12.1", "", "7.5", "12.1", "gpu"},
        {"11.0", "", "", "10.1", "11.0", "request"},
    }));
    const auto read = [](const char* text) {
        return *text == '\0' ? std::vector<model::Capability>() : list(text);
    };
    const auto chosen = choose_capabilities(
        {read(row.requested), read(row.detected), read(row.installed), read(row.compiler)}, facts);
    CAPTURE(row.requested, row.detected, row.installed, row.compiler);
    CHECK(model::to_text(chosen.capabilities) == row.expected);
    CHECK(chosen.from == row.from);
}

}  // namespace cudafetch::verify
