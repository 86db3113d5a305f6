// SPDX-License-Identifier: MIT
#include "store/location.hpp"

#include "support/catch.hpp"
#include "support/temp_dir.hpp"

using namespace cudafetch;
using namespace cudafetch::store;

TEST_CASE("a prefix is found through links, slashes and dots") {
    test::TempDir dir;
    const fs::path base = fs::canonical(dir.path());
    fs::create_directories(base / "real/cuda");
    fs::create_directory_symlink("real", base / "alias");
    fs::create_directory_symlink("real/cuda", base / "link");
    fs::create_directory_symlink("real/none", base / "dangling");
    fs::create_directory_symlink("dangling", base / "twice");
    CHECK(resolve_prefix(base / "real/cuda") == base / "real/cuda");
    CHECK(resolve_prefix(base / "real/cuda/") == base / "real/cuda");
    CHECK(resolve_prefix(base / "real/cuda/.") == base / "real/cuda");
    CHECK(resolve_prefix(base / "real/x/../new/") == base / "real/new");
    CHECK(resolve_prefix(base / "alias/new") == base / "real/new");
    CHECK(resolve_prefix(base / "link") == base / "real/cuda");
    CHECK(resolve_prefix(base / "link/") == base / "real/cuda");
    CHECK(resolve_prefix(base / "dangling") == base / "real/none");
    CHECK(resolve_prefix(base / "twice") == base / "real/none");
    CHECK(resolve_prefix("/") == fs::path("/"));
    CHECK(resolve_prefix("some/new") == fs::current_path() / "some/new");
}

TEST_CASE("mount points are read from mountinfo") {
    const char* text =
        "25 1 254:0 / / rw,relatime - ext4 /dev/vda rw\n"
        "30 25 0:25 / /mnt/with\\040space rw shared:7 - tmpfs tmpfs rw\n"
        "31 25 254:0 /data /opt/bound rw - ext4 /dev/vda rw\n"
        "short line\n";
    CHECK(lists_mount_point(text, "/"));
    CHECK(lists_mount_point(text, "/mnt/with space"));
    CHECK(lists_mount_point(text, "/opt/bound"));
    CHECK_FALSE(lists_mount_point(text, "/opt"));
    CHECK_FALSE(lists_mount_point(text, "/data"));
    CHECK_FALSE(lists_mount_point("", "/"));
}

TEST_CASE("mount points of this machine are seen") {
    test::TempDir dir;
    CHECK(is_mount_point("/"));
    CHECK(is_mount_point("/proc"));
    CHECK_FALSE(is_mount_point(dir.path()));
}

TEST_CASE("file systems are compared by the nearest folder that exists") {
    test::TempDir dir;
    CHECK(on_same_file_system(dir.path(), dir / "not/there/yet"));
    CHECK_FALSE(on_same_file_system(dir.path(), "/proc/none"));
}
