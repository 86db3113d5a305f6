// SPDX-License-Identifier: MIT
#include "cudafetch/platform/sysroot.hpp"

#include <sys/stat.h>

#include "support/catch.hpp"
#include "support/fake_toolkit/files.hpp"
#include "support/temp_dir.hpp"

namespace cudafetch::platform {

using test::put;

TEST_CASE("links below a root are followed as the machine itself would") {
    const test::TempDir temp;
    const fs::path root = temp / "root";
    put(root / "data/file", "inside");
    put(root / "etc/passwd", "of the root");
    put(temp / "secret", "outside");
    fs::create_symlink("/data", root / "absolute");
    fs::create_symlink("../data/file", root / "etc/relative");
    fs::create_symlink("../../../../../../../../secret", root / "escape");
    fs::create_symlink("../../../../../../../../etc/passwd", root / "data/up");
    fs::create_symlink("/data/file", root / "etc/absolute");
    fs::create_symlink("loop", root / "loop");
    const Sysroot files(root);

    CHECK(files.read("/absolute/file") == "inside");
    CHECK(files.read("/etc/relative") == "inside");
    CHECK(files.read("/etc/absolute") == "inside");
    CHECK(files.read("/data/up") == "of the root");
    CHECK(files.read("/../../data/file") == "inside");
    CHECK_FALSE(files.read("/escape"));
    CHECK_FALSE(files.read("/../secret"));
    CHECK_FALSE(files.read("/loop"));
    CHECK_FALSE(files.read("/nothing"));
    CHECK(files.follow("/etc/absolute") == "/data/file");
    CHECK_FALSE(files.follow("/nothing"));
    CHECK_FALSE(files.is_this_machine());
    CHECK(Sysroot("/").is_this_machine());
    CHECK_FALSE(Sysroot(temp / "nothing").is_this_machine());
}

TEST_CASE("only regular files of bounded size are read") {
    const test::TempDir temp;
    put(temp / "file", "12345");
    REQUIRE(::mkfifo((temp / "fifo").c_str(), 0600) == 0);
    const Sysroot files(temp.path());
    CHECK(files.read("/file", 5) == "12345");
    CHECK_FALSE(files.read("/file", 4));
    CHECK_FALSE(files.read("/fifo"));
    CHECK_FALSE(files.read("/"));
}

TEST_CASE("a folder lists its names in order") {
    const test::TempDir temp;
    put(temp / "folder/b", "");
    put(temp / "folder/a", "");
    const Sysroot files(temp.path());
    CHECK(files.list("/folder") == std::vector<std::string>{"a", "b"});
    CHECK(files.list("/nothing").empty());
}

}  // namespace cudafetch::platform
