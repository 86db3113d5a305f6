// SPDX-License-Identifier: MIT
#include "cli/table.hpp"

#include <sstream>

#include "support/catch.hpp"

namespace cudafetch::cli {
namespace {

std::string printed(const Table& table, std::string_view indent = "  ") {
    std::ostringstream out;
    table.print(out, indent);
    return out.str();
}

TEST_CASE("columns are as wide as their widest cell, with nothing at line ends") {
    Table table;
    table.add({"a", "bbb", "c"});
    table.add({"aaaa", "b", "cc"});
    CHECK(printed(table) == "  a     bbb  c\n  aaaa  b    cc\n");
}

TEST_CASE("columns can be aligned to the right") {
    Table table({1});
    table.add({"x", "1 kB", "z"});
    table.add({"yy", "100 MB", ""});
    CHECK(printed(table, "") == "x     1 kB  z\nyy  100 MB\n");
}

TEST_CASE("rows may have different lengths, and a table none") {
    CHECK(printed(Table()) == "");
    Table table;
    table.add({"only"});
    table.add({"a", "", "c"});
    CHECK(printed(table) == "  only\n  a       c\n");
}

}  // namespace
}  // namespace cudafetch::cli
