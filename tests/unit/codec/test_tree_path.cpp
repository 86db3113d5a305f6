// SPDX-License-Identifier: MIT
#include "codec/tree_path.hpp"

#include "support/catch.hpp"

using cudafetch::codec::is_tree_path;
using cudafetch::codec::resolve_link;

TEST_CASE("paths that stay below a folder") {
    for (const char* path : {"a", "a/b", "a/..b/c..", "lib/lib\xc3\xbc.so", "a b"})
        CHECK(is_tree_path(path));
    for (const char* path :
         {"", "/a", "a/", "a//b", ".", "..", "a/..", "a/./b", "../a", "a/../b", "a\nb", "a\xff"})
        CHECK_FALSE(is_tree_path(path));
    CHECK(is_tree_path(std::string(255, 'a')));
    CHECK_FALSE(is_tree_path(std::string(256, 'a')));
    std::string deep = "a";
    while (deep.size() < 1024)
        deep += "/a";
    CHECK_FALSE(is_tree_path(deep));
}

TEST_CASE("links resolve within their tree or not at all") {
    CHECK(resolve_link("lib/a.so", "a.so.1") == "lib/a.so.1");
    CHECK(resolve_link("lib/a.so", "./a.so.1") == "lib/a.so.1");
    CHECK(resolve_link("lib/a/b", "../../bin//x") == "bin/x");
    CHECK(resolve_link("lib/a", "..") == "");
    CHECK(resolve_link("a", ".") == "");
    CHECK(resolve_link("a", "b/") == "b");
    CHECK_FALSE(resolve_link("lib/a", "../.."));
    CHECK_FALSE(resolve_link("a", ".."));
    CHECK_FALSE(resolve_link("a", "/b"));
    CHECK_FALSE(resolve_link("a", ""));
    CHECK_FALSE(resolve_link("a", "b/../c"));
    CHECK_FALSE(resolve_link("a", "b\n"));
}
