// SPDX-License-Identifier: MIT
#include "store/tree_names.hpp"

#include "support/catch.hpp"

using Catch::Matchers::ContainsSubstring;
using cudafetch::store::EntryKind;
using cudafetch::store::TreeNames;

namespace {

std::string refusal(const cudafetch::Result<TreeNames::Admitted>& result) {
    return result ? "" : result.error().message;
}

}  // namespace

TEST_CASE("the top-level folder is left out and parents are announced once") {
    TreeNames names(100);
    CHECK(names.admit("top/", EntryKind::folder)->path.empty());
    const auto file = names.admit("./top//lib/./stubs/libcuda.so", EntryKind::file);
    REQUIRE(file);
    CHECK(file->path == "lib/stubs/libcuda.so");
    CHECK(file->new_folders == std::vector<std::string>{"lib", "lib/stubs"});
    CHECK(names.admit("top/lib", EntryKind::folder)->new_folders.empty());
    CHECK(names.admit("top/bin", EntryKind::folder)->new_folders ==
          std::vector<std::string>{"bin"});
    CHECK(names.admit("./", EntryKind::folder)->path.empty());
}

TEST_CASE("names that lead elsewhere or cannot be printed are refused") {
    const auto [name, reason] = GENERATE(table<std::string, std::string>({
        {"", "has no name"},
        {"/", "absolute"},
        {"/etc/passwd", "absolute"},
        {"../x", "\"..\""},
        {"top/../x", "\"..\""},
        {"top/..", "\"..\""},
        {"top/a\nb", "printable"},
        {"top/\x1b[2J", "printable"},
        {"top/\xff", "printable"},
        {"other/x", "outside \"top\""},
        {"top", "not inside a top-level folder"},
        {"./", "has no name"},
        {"top/" + std::string(256, 'a'), "too long"},
    }));
    TreeNames names(100);
    REQUIRE(names.admit("top/lib/x", EntryKind::file));
    const auto result = names.admit(name, EntryKind::file);
    REQUIRE_FALSE(result);
    CHECK(result.error().code == "unsafe_archive");
    CHECK(result.error().exit == cudafetch::ExitCode::integrity);
    CHECK_THAT(result.error().message, ContainsSubstring(reason));
}

TEST_CASE("a place can be taken once") {
    TreeNames names(100);
    REQUIRE(names.admit("top/dir/file", EntryKind::file));
    REQUIRE(names.admit("top/link", EntryKind::link));
    CHECK_THAT(refusal(names.admit("top/dir/file", EntryKind::file)), ContainsSubstring("twice"));
    CHECK_THAT(refusal(names.admit("top/dir/file", EntryKind::link)), ContainsSubstring("twice"));
    CHECK_THAT(refusal(names.admit("top/dir/file", EntryKind::folder)), ContainsSubstring("twice"));
    CHECK_THAT(refusal(names.admit("top/dir", EntryKind::file)), ContainsSubstring("twice"));
    CHECK_THAT(refusal(names.admit("top/link", EntryKind::folder)), ContainsSubstring("twice"));
    CHECK_THAT(refusal(names.admit("top/dir/file/x", EntryKind::file)),
               ContainsSubstring("which is a file"));
    CHECK_THAT(refusal(names.admit("top/link/x", EntryKind::file)),
               ContainsSubstring("through the link \"link\""));
    CHECK_THAT(refusal(names.admit("top/link/x/y", EntryKind::folder)),
               ContainsSubstring("through the link"));
}

TEST_CASE("a hard link needs a file that came before") {
    TreeNames names(100);
    REQUIRE(names.admit("top/dir/file", EntryKind::file));
    REQUIRE(names.admit("top/link", EntryKind::link));
    CHECK(names.file_before("top/new", "top/dir/file") == std::string("dir/file"));
    for (const char* target : {"top/later", "top/dir", "top/link", "top", "", "/etc/passwd",
                               "../file", "other/dir/file", "dir/file"})
        CHECK_FALSE(names.file_before("top/new", target));
}

TEST_CASE("the number of entries is bounded, implied folders included") {
    TreeNames names(3);
    REQUIRE(names.admit("top/a/b/file", EntryKind::file));
    CHECK_THAT(refusal(names.admit("top/one-more", EntryKind::file)),
               ContainsSubstring("one more than the 3 entries"));
}
