// SPDX-License-Identifier: MIT
#include "cudafetch/model/version_spec.hpp"

#include "support/catch.hpp"

namespace cudafetch::model {
namespace {

VersionSpec spec(std::string_view text) {
    return VersionSpec::parse(text).value();
}

TEST_CASE("specifications allow what they say, at the precision they say it") {
    struct Row {
        const char* spec;
        std::vector<const char*> allowed;
        std::vector<const char*> refused;
    };
    const Row rows[] = {
        {"latest", {"1", "13.4.2"}, {}},
        {"12", {"12.0.0", "12.10.1"}, {"11.8.0", "13.0.2", "1.2", "120.0"}},
        {"12.6", {"12.6.0", "12.6.3"}, {"12.5.1", "12.60.0"}},
        {"12.6.3", {"12.6.3", "12.6.3.1"}, {"12.6.2", "12.6"}},
        {"=12.6", {"12.6.3"}, {"12.5.1"}},
        {"==12.6.3", {"12.6.3"}, {"12.6.0"}},
        {">12.6", {"12.8.0", "13.0.2"}, {"12.6.3", "12.6.0", "11.8.0"}},
        {">=12.6", {"12.6.0", "13.0.2"}, {"12.5.1"}},
        {"<12.6", {"12.5.1", "11.8.0"}, {"12.6.0", "12.8.0"}},
        {"<=12.6", {"12.6.3", "11.8.0"}, {"12.8.0"}},
        {"<=12.6.2", {"12.6.2"}, {"12.6.3"}},
        {">=12.2,<13", {"12.2.0", "12.9.2"}, {"12.1.1", "13.0.0"}},
        {" >= 12.2 , < 13 ", {"12.9.2"}, {"13.0.0"}},
        {">=13,<12", {}, {"12.6.3", "13.0.2"}},
        {"24.3", {"24.03"}, {"24.30"}},
        {"<12.10", {"12.9.2"}, {"12.10.0"}},
    };
    for (const Row& row : rows) {
        CAPTURE(row.spec);
        const VersionSpec parsed = spec(row.spec);
        for (const char* text : row.allowed) {
            CAPTURE(text);
            CHECK(parsed.allows(*Version::parse(text)));
        }
        for (const char* text : row.refused) {
            CAPTURE(text);
            CHECK_FALSE(parsed.allows(*Version::parse(text)));
        }
    }
}

TEST_CASE("other forms are refused") {
    for (const char* text :
         {"", " ", ",", "newest", "12.x", "~12", "^12", "!=12", "=>12", ">", ">=", "12-13",
          ">=12 <13", "12.6.", ">=12,latest", "< =12", "Latest"}) {
        CAPTURE(text);
        CHECK_FALSE(VersionSpec::parse(text));
    }
}

TEST_CASE("the version that is named is told, bounds name none") {
    CHECK(spec("12.6.3").named()->text() == "12.6.3");
    CHECK(spec(" 12 ").named()->text() == "12");
    for (const char* text : {"latest", ">=12", "=12.6.3", "12,12.6", "<13"}) {
        CAPTURE(text);
        CHECK_FALSE(spec(text).named());
    }
    CHECK_FALSE(VersionSpec().named());
}

TEST_CASE("no bound allows all") {
    CHECK(VersionSpec().unbounded());
    CHECK(spec("latest").unbounded());
    CHECK(spec("latest").text().empty());
    CHECK_FALSE(spec("12").unbounded());
    CHECK(VersionSpec().allows(*Version::parse("1")));
}

TEST_CASE("a specification keeps its text, and reads it back") {
    CHECK(spec(" >=12.2,<13 ").text() == ">=12.2,<13");
    const VersionSpec exact = VersionSpec::exactly(*Version::parse("24.03"));
    CHECK(exact.text() == "24.03");
    CHECK(exact.named()->text() == "24.03");
    CHECK(exact.allows(*Version::parse("24.3.1")));
    CHECK_FALSE(exact.allows(*Version::parse("24.4")));
}

}  // namespace
}  // namespace cudafetch::model
