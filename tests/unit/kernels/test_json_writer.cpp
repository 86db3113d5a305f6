// SPDX-License-Identifier: MIT
#include "json_writer.hpp"

#include <cstdint>
#include <limits>
#include <sstream>

#include "support/catch.hpp"

using kernels::JsonWriter;

namespace {

template <typename Value>
std::string written(const Value& value) {
    std::ostringstream out;
    JsonWriter(out).value(value);
    return out.str();
}

}  // namespace

TEST_CASE("commas stand between members and elements, and nowhere else") {
    std::ostringstream out;
    JsonWriter json(out);
    json.begin_object();
    json.key("empty").begin_array();
    json.end_array();
    json.key("list").begin_array();
    json.value(1);
    json.begin_object();
    json.end_object();
    json.null();
    json.end_array();
    json.key("last").value(true);
    json.end_object();
    CHECK(out.str() == R"({"empty":[],"list":[1,{},null],"last":true})");
}

TEST_CASE("strings are escaped to printable ASCII") {
    CHECK(written("plain") == R"("plain")");
    CHECK(written("a\"b\\c") == R"("a\"b\\c")");
    CHECK(written("\n\x01\x7f") == R"("\u000a\u0001\u007f")");
    CHECK(written("\xe9\xff") == R"("\u00e9\u00ff")");
    CHECK(written(std::string("a\0b", 3)) == R"("a\u0000b")");
}

TEST_CASE("numbers keep their value, and what is none becomes null") {
    CHECK(written(0.0) == "0");
    CHECK(written(1234.5) == "1234.5");
    CHECK(written(1e-7) == "1e-07");
    CHECK(written(-3) == "-3");
    CHECK(written(std::numeric_limits<std::uint64_t>::max()) == "18446744073709551615");
    CHECK(written(std::numeric_limits<double>::infinity()) == "null");
    CHECK(written(std::numeric_limits<double>::quiet_NaN()) == "null");
    CHECK(written(false) == "false");
}
