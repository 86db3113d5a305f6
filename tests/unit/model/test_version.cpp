// SPDX-License-Identifier: MIT
#include "cudafetch/model/version.hpp"

#include <algorithm>

#include "support/catch.hpp"

namespace cudafetch::model {
namespace {

Version version(std::string_view text) {
    return Version::parse(text).value();
}

TEST_CASE("versions are numbers between single dots") {
    for (const char* text : {"0", "12", "12.6", "12.6.3", "13.3.3.3.1", "24.03", "1.21018621",
                             "1.2.3.4.5.6.7.8", "999999999.0"}) {
        CAPTURE(text);
        const auto parsed = Version::parse(text);
        REQUIRE(parsed);
        CHECK(parsed->text() == text);
    }
    for (const char* text :
         {"", ".", "12.", ".6", "12..6", "12.6a", "v12", "-1", "+1", "12.-6", " 12", "12 ", "12,6",
          "0x12", "1e3", "1234567890", "1.2.3.4.5.6.7.8.9", "latest", "12.6\n"}) {
        CAPTURE(text);
        CHECK_FALSE(Version::parse(text));
    }
    CHECK_FALSE(Version::parse(std::string_view("12\0", 3)));
}

TEST_CASE("versions compare number by number") {
    const char* const ascending[] = {"9",          "11.8",  "12",      "12.6.2",
                                     "12.6.3",     "12.9",  "12.10",   "13.3.3.3",
                                     "13.3.3.3.1", "23.11", "24.03.1", "24.7"};
    for (std::size_t i = 0; i < std::size(ascending); ++i) {
        for (std::size_t j = 0; j < std::size(ascending); ++j) {
            CAPTURE(ascending[i], ascending[j]);
            const Version a = version(ascending[i]);
            const Version b = version(ascending[j]);
            CHECK((a < b) == (i < j));
            CHECK((a == b) == (i == j));
            CHECK((a > b) == (i > j));
        }
    }
}

TEST_CASE("zeros in front and missing parts do not count") {
    CHECK(version("24.03") == version("24.3"));
    CHECK(version("12") == version("12.0.0"));
    CHECK(version("12.0.1") > version("12"));
    CHECK(version("24.03").text() == "24.03");
}

TEST_CASE("parts past the end are 0") {
    const Version parsed = version("12.6");
    CHECK(parsed.size() == 2);
    CHECK(parsed.major() == 12);
    CHECK(parsed.minor() == 6);
    CHECK(parsed.part(2) == 0);
    CHECK(version("13").minor() == 0);
}

TEST_CASE("a version is cut to its first parts") {
    CHECK(version("12.6.3").truncated(2).text() == "12.6");
    CHECK(version("12.6.3").truncated(2) == version("12.6"));
    CHECK(version("12.6.3").truncated(1).text() == "12");
    CHECK(version("24.03.1").truncated(2).text() == "24.03");
    CHECK(version("12.6").truncated(2).text() == "12.6");
    CHECK(version("12.6").truncated(5).text() == "12.6");
    CHECK(version("12.6").truncated(5).size() == 2);
    CHECK(version("12.6").truncated(0).text().empty());
}

}  // namespace
}  // namespace cudafetch::model
