// SPDX-License-Identifier: MIT
#include "cudafetch/base/text.hpp"

#include <limits>

#include "support/catch.hpp"

namespace cudafetch {
namespace {

using Parts = std::vector<std::string_view>;

TEST_CASE("trimming takes white space and NUL off both ends only") {
    CHECK(trim("") == "");
    CHECK(trim(" \t\r\n\v\f") == "");
    CHECK(trim("  a b\n") == "a b");
    CHECK(trim(std::string_view("tegra234\0", 9)) == "tegra234");
    CHECK(trim(std::string_view("a\0b", 3)) == std::string_view("a\0b", 3));
    CHECK(trim("\xc2\xa0x") == "\xc2\xa0x");
}

TEST_CASE("splitting drops empty parts") {
    CHECK(split("", ",").empty());
    CHECK(split(",,", ",").empty());
    CHECK(split("a", ",") == Parts{"a"});
    CHECK(split(",a,,b c,", ",") == Parts{"a", "b c"});
    CHECK(split("a, b;c", ",; ") == Parts{"a", "b", "c"});
    CHECK(split("a,b", "") == Parts{"a,b"});
    CHECK(split("/usr//bin/", "/") == Parts{"usr", "bin"});
}

TEST_CASE("joining puts the separator between parts only") {
    CHECK(join({}, ", ") == "");
    CHECK(join({"a"}, ", ") == "a");
    CHECK(join({"a", "", "c"}, ", ") == "a, , c");
}

TEST_CASE("sizes for people have three digits and powers of 1000") {
    struct Row {
        std::uint64_t bytes;
        const char* text;
    };
    const Row rows[] = {
        {0, "0 B"},
        {999, "999 B"},
        {1000, "1.00 kB"},
        {9994, "9.99 kB"},
        {9995, "10.0 kB"},
        {99949, "99.9 kB"},
        {99951, "100 kB"},
        {934952, "935 kB"},
        {999499, "999 kB"},
        {999500, "1.00 MB"},
        {81900000, "81.9 MB"},
        {5240000000, "5.24 GB"},
        {999499999999, "999 GB"},
        {std::uint64_t{1} << 40, "1.10 TB"},
        {std::numeric_limits<std::uint64_t>::max(), "18446744 TB"},
    };
    for (const Row& row : rows) {
        CAPTURE(row.bytes);
        CHECK(human_size(row.bytes) == row.text);
    }
}

TEST_CASE("what is no printable UTF-8 is told, and shown as bytes") {
    struct Row {
        const char* what;
        std::string text;
        std::string shown;
    };
    const Row rows[] = {
        {"newline", "a\nb", R"(a\x0ab)"},
        {"escape sequence", "\x1b[31mred", R"(\x1b[31mred)"},
        {"NUL", std::string("a\0b", 3), R"(a\x00b)"},
        {"DEL", "\x7f", R"(\x7f)"},
        {"C1 control U+0085", "\xc2\x85", R"(\xc2\x85)"},
        {"lone continuation byte", "\x80", R"(\x80)"},
        {"two-byte form of '/'", "\xc0\xaf", R"(\xc0\xaf)"},
        {"three-byte form of '/'", "\xe0\x80\xaf", R"(\xe0\x80\xaf)"},
        {"three-byte form of U+07FF", "\xe0\x9f\xbf", R"(\xe0\x9f\xbf)"},
        {"four-byte form of U+FFFF", "\xf0\x8f\xbf\xbf", R"(\xf0\x8f\xbf\xbf)"},
        {"high surrogate", "\xed\xa0\x80", R"(\xed\xa0\x80)"},
        {"low surrogate", "\xed\xbf\xbf", R"(\xed\xbf\xbf)"},
        {"past U+10FFFF", "\xf4\x90\x80\x80", R"(\xf4\x90\x80\x80)"},
        {"five-byte lead", "\xf8\x88\x80\x80\x80", R"(\xf8\x88\x80\x80\x80)"},
        {"cut off", "a\xe2\x82", R"(a\xe2\x82)"},
        {"cut off by ASCII", "\xe2\x82z", R"(\xe2\x82z)"},
        {"right-to-left override", "\xe2\x80\xae", R"(\xe2\x80\xae)"},
        {"left-to-right embedding", "\xe2\x80\xaa", R"(\xe2\x80\xaa)"},
        {"first isolate", "\xe2\x81\xa6", R"(\xe2\x81\xa6)"},
        {"end of isolate", "\xe2\x81\xa9", R"(\xe2\x81\xa9)"},
    };
    for (const Row& row : rows) {
        CAPTURE(row.what);
        CHECK_FALSE(is_printable_utf8(row.text));
        CHECK(printable(row.text) == row.shown);
        CHECK(is_printable_utf8(printable(row.text)));
    }
}

TEST_CASE("printable UTF-8 stays as it is") {
    for (const std::string text :
         {"", "plain ~ text", "caf\xc3\xa9", "\xc2\xa0", "\xdf\xbf", "\xe0\xa0\x80", "\xe2\x82\xac",
          "\xed\x9f\xbf", "\xee\x80\x80", "\xe2\x80\xaf", "\xe2\x81\xaa", "\xf0\x90\x80\x80",
          "\xf4\x8f\xbf\xbf"}) {
        CAPTURE(text);
        CHECK(is_printable_utf8(text));
        CHECK(printable(text) == text);
    }
}

}  // namespace
}  // namespace cudafetch
