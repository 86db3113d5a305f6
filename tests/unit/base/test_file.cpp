// SPDX-License-Identifier: MIT
#include "cudafetch/base/file.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include "support/catch.hpp"
#include "support/fake_toolkit/files.hpp"
#include "support/temp_dir.hpp"
#include "unit/base/child_process.hpp"

namespace cudafetch {
namespace {

using Catch::Matchers::ContainsSubstring;
using test::put;
using test::TempDir;

std::size_t entries_of(const fs::path& folder) {
    return static_cast<std::size_t>(
        std::distance(fs::directory_iterator(folder), fs::directory_iterator()));
}

std::string content_of(const fs::path& path) {
    return read_file(path, 1 << 20).value();
}

bool is_open(int fd) {
    return ::fcntl(fd, F_GETFD) >= 0;
}

TEST_CASE("a descriptor is closed once, by its last owner") {
    const TempDir folder;
    put(folder / "file", "x");
    auto first = open_file(folder / "file", O_RDONLY);
    REQUIRE(first);
    const int number = first->get();
    CHECK((::fcntl(number, F_GETFD) & FD_CLOEXEC) != 0);
    {
        FileDescriptor second = *std::move(first);
        CHECK(second.get() == number);
        CHECK(is_open(number));
        second = FileDescriptor();
        CHECK_FALSE(is_open(number));
        CHECK_FALSE(second.valid());
    }
}

TEST_CASE("a file is read up to its limit") {
    const TempDir folder;
    const std::string content(200000, 'x');
    put(folder / "file", content);
    CHECK(read_file(folder / "file", content.size()).value() == content);
    const auto too_large = read_file(folder / "file", content.size() - 1);
    REQUIRE_FALSE(too_large);
    CHECK(too_large.error().code == "file_too_large");
    CHECK(too_large.error().exit == ExitCode::integrity);
    CHECK_THAT(too_large.error().message, ContainsSubstring("file is larger than 199999 bytes"));
    put(folder / "empty", "");
    CHECK(read_file(folder / "empty", 0).value().empty());
}

TEST_CASE("what cannot be read is an error, or absent for a probe") {
    const TempDir folder;
    for (const fs::path& path : {folder / "missing", folder.path()}) {
        CAPTURE(path);
        const auto content = read_file(path, 100);
        REQUIRE_FALSE(content);
        CHECK(content.error().exit == ExitCode::disk);
        CHECK_THAT(content.error().message, ContainsSubstring(path.native()));
        CHECK_FALSE(read_if_present(path));
        CHECK_FALSE(sha256_file(folder / "missing"));
    }
    put(folder / "file", "text\n");
    CHECK(read_if_present(folder / "file") == "text\n");
    put(folder / "huge", std::string((1 << 20) + 1, 'x'));
    CHECK_FALSE(read_if_present(folder / "huge"));
}

TEST_CASE("the digest of a file is that of its bytes") {
    const TempDir folder;
    const std::string content(3 * 1024 * 1024 + 5, 'q');
    put(folder / "file", content);
    CHECK(sha256_file(folder / "file").value() == sha256(as_bytes(content)));
}

TEST_CASE("folders are made with their parents, and again") {
    const TempDir folder;
    CHECK(make_directories(folder / "a/b/c"));
    CHECK(make_directories(folder / "a/b/c"));
    CHECK(fs::is_directory(folder / "a/b/c"));
    put(folder / "file", "x");
    const auto in_the_way = make_directories(folder / "file/below");
    REQUIRE_FALSE(in_the_way);
    CHECK(in_the_way.error().exit == ExitCode::disk);
}

TEST_CASE("an atomic write creates or replaces a file and leaves nothing beside it") {
    const TempDir folder;
    const fs::path path = folder / "file";
    REQUIRE(write_file_atomically(path, "first"));
    REQUIRE(write_file_atomically(path, "second"));
    CHECK(content_of(path) == "second");
    CHECK(entries_of(folder.path()) == 1);
    struct stat info {};
    REQUIRE(::stat(path.c_str(), &info) == 0);
    const mode_t mask = ::umask(0);
    ::umask(mask);
    CHECK((info.st_mode & 0777U) == (0666U & ~mask));
}

TEST_CASE("an atomic write replaces a link, not what it points to") {
    const TempDir folder;
    put(folder / "other", "kept");
    fs::create_symlink("other", folder / "link");
    REQUIRE(write_file_atomically(folder / "link", "new"));
    CHECK(content_of(folder / "other") == "kept");
    CHECK_FALSE(fs::is_symlink(folder / "link"));
}

TEST_CASE("a failed atomic write leaves everything as it was") {
    const TempDir folder;
    fs::create_directories(folder / "taken/inside");
    CHECK_FALSE(write_file_atomically(folder / "taken", "text"));
    CHECK(fs::is_directory(folder / "taken/inside"));
    CHECK(entries_of(folder.path()) == 1);
    CHECK_FALSE(write_file_atomically(folder / "missing/file", "text"));
    CHECK_FALSE(fs::exists(folder / "missing"));
}

TEST_CASE("an atomic write into a read-only folder is refused with advice") {
    const TempDir folder;
    put(folder / "file", "old");
    fs::permissions(folder.path(), fs::perms::owner_read | fs::perms::owner_exec);
    const int status = test::status_as_plain_user(folder.path(), [&] {
        const auto written = write_file_atomically(folder / "file", "new");
        if (written) return 1;
        return written.error().code == "no_permission" && !written.error().hints.empty() ? 0 : 2;
    });
    fs::permissions(folder.path(), fs::perms::owner_all);
    CHECK(status == 0);
    CHECK(content_of(folder / "file") == "old");
}

TEST_CASE("a tree is removed, read-only folders and links included") {
    const TempDir folder;
    put(folder / "outside/kept", "x");
    put(folder / "tree/a/b/file", "x");
    put(folder / "tree/a/unreadable/file", "x");
    fs::create_directory_symlink("../outside", folder / "tree/link");
    fs::permissions(folder / "tree/a/b", fs::perms::owner_read | fs::perms::owner_exec);
    fs::permissions(folder / "tree/a/unreadable", fs::perms::none);
    fs::permissions(folder / "tree/a", fs::perms::owner_read | fs::perms::owner_exec);
    const int status = test::status_as_plain_user(
        folder.path(), [&] { return remove_tree(folder / "tree") ? 0 : 1; });
    CHECK(status == 0);
    CHECK_FALSE(fs::exists(folder / "tree"));
    CHECK(fs::exists(folder / "outside/kept"));
}

TEST_CASE("a tree is removed whose own folder is read-only") {
    const TempDir folder;
    put(folder / "tree/file", "x");
    fs::permissions(folder / "tree", fs::perms::owner_read | fs::perms::owner_exec);
    const int status = test::status_as_plain_user(
        folder.path(), [&] { return remove_tree(folder / "tree") ? 0 : 1; });
    CHECK(status == 0);
    CHECK_FALSE(fs::exists(folder / "tree"));
}

TEST_CASE("removing a link to a folder leaves the folder alone") {
    const TempDir folder;
    put(folder / "target/read_only/file", "x");
    const auto read_only = fs::perms::owner_read | fs::perms::owner_exec;
    fs::permissions(folder / "target/read_only", read_only);
    fs::create_directory_symlink("target", folder / "link");
    REQUIRE(remove_tree(folder / "link"));
    CHECK_FALSE(fs::is_symlink(folder / "link"));
    CHECK(fs::status(folder / "target/read_only").permissions() == read_only);
    CHECK(fs::exists(folder / "target/read_only/file"));
}

TEST_CASE("removing what is not there is no error") {
    const TempDir folder;
    CHECK(remove_tree(folder / "missing"));
    put(folder / "file", "x");
    CHECK(remove_tree(folder / "file"));
    CHECK_FALSE(fs::exists(folder / "file"));
}

TEST_CASE("a tree that may not be removed is an error that names it") {
    const TempDir folder;
    put(folder / "locked/tree/file", "x");
    fs::permissions(folder / "locked", fs::perms::owner_read | fs::perms::owner_exec);
    const int status = test::status_as_plain_user(folder.path(), [&] {
        const auto removed = remove_tree(folder / "locked/tree");
        if (removed) return 1;
        return removed.error().code == "no_permission" ? 0 : 2;
    });
    fs::permissions(folder / "locked", fs::perms::owner_all);
    CHECK(status == 0);
}

TEST_CASE("syncing needs something to sync") {
    const TempDir folder;
    CHECK(sync_path(folder.path()));
    CHECK_FALSE(sync_path(folder / "missing"));
}

TEST_CASE("writing to a full device is an error that says so") {
    const auto fd = open_file("/dev/full", O_WRONLY);
    REQUIRE(fd);
    const auto written = write_all(fd->get(), as_bytes("text"), "/dev/full");
    REQUIRE_FALSE(written);
    CHECK(written.error().code == "no_space");
}

}  // namespace
}  // namespace cudafetch
