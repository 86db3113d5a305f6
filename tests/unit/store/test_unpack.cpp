// SPDX-License-Identifier: MIT
#include "cudafetch/store/unpack.hpp"

#include <fcntl.h>
#include <sys/resource.h>
#include <sys/stat.h>

#include <csignal>
#include <thread>

#include "store_fixture.hpp"
#include "support/catch.hpp"
#include "tar_builder.hpp"

using namespace cudafetch;
using namespace cudafetch::test;
using Catch::Matchers::ContainsSubstring;

namespace {

struct Unpacking {
    TempDir dir;
    fs::path archive = dir / "a.tar.xz";
    fs::path tree = dir / "tree";
    Cancellation cancellation;

    Result<std::vector<model::InstalledFile>> operator()(const std::string& bytes,
                                                         const store::UnpackOptions& options = {}) {
        write_bytes(archive, bytes);
        return store::unpack(archive, tree, cancellation, options);
    }
};

mode_t mode_of(const fs::path& path) {
    struct stat status {};
    REQUIRE(::lstat(path.c_str(), &status) == 0);
    return status.st_mode & 07777;
}

}  // namespace

TEST_CASE("an archive is unpacked without its top folder, read-only, with digests") {
    Unpacking unpack;
    const auto files = unpack(TarBuilder()
                                  .folder("top")
                                  .file("top/bin/nvcc", "tool", 04755)
                                  .file("top/include/a.h", "header", 0666)
                                  .symlink("top/lib/liba.so", "liba.so.1")
                                  .file("top/lib/liba.so.1", "library")
                                  .hard_link("top/lib/twin", "top/lib/liba.so.1")
                                  .symlink("top/lib/up", "../include/a.h")
                                  .tar_xz());
    REQUIRE(files);
    REQUIRE(files->size() == 6);
    CHECK((*files)[0] == model::InstalledFile{"bin/nvcc", "", sha256(as_bytes("tool")), 4, true});
    CHECK((*files)[1] ==
          model::InstalledFile{"include/a.h", "", sha256(as_bytes("header")), 6, false});
    CHECK((*files)[2].link_target == "liba.so.1");
    CHECK((*files)[4] ==
          model::InstalledFile{"lib/twin", "", sha256(as_bytes("library")), 7, false});
    CHECK(content_of(unpack.tree / "lib/liba.so") == "library");
    CHECK(content_of(unpack.tree / "lib/twin") == "library");
    CHECK(content_of(unpack.tree / "lib/up") == "header");
    CHECK(mode_of(unpack.tree / "bin/nvcc") == 0555);
    CHECK(mode_of(unpack.tree / "include/a.h") == 0444);
    CHECK(mode_of(unpack.tree / "include") == 0755);
    struct stat status {};
    REQUIRE(::stat((unpack.tree / "bin/nvcc").c_str(), &status) == 0);
    CHECK(status.st_mtim.tv_sec == store::unpacked_mtime);
}

TEST_CASE("folders keep their mode whatever the umask") {
    const mode_t before = ::umask(0077);
    Unpacking unpack;
    const auto files = unpack(TarBuilder().file("top/dir/file", "x").tar_xz());
    ::umask(before);
    REQUIRE(files);
    CHECK(mode_of(unpack.tree) == 0755);
    CHECK(mode_of(unpack.tree / "dir") == 0755);
    CHECK(mode_of(unpack.tree / "dir/file") == 0444);
}

TEST_CASE("names beyond ASCII and beyond 100 bytes are kept") {
    Unpacking unpack;
    const std::string deep = "top/" + std::string(120, 'd') + "/" + std::string(120, 'f');
    const auto files = unpack(TarBuilder()
                                  .pax({{"path", deep}})
                                  .file("short", "deep")
                                  .pax({{"path", "top/\xc3\xbc.txt"}})
                                  .file("short", "umlaut")
                                  .file("top/\xc3\xa9.txt", "accent")
                                  .tar_xz());
    REQUIRE(files);
    CHECK(content_of(unpack.tree / "\xc3\xbc.txt") == "umlaut");
    CHECK(content_of(unpack.tree / "\xc3\xa9.txt") == "accent");
    CHECK(content_of(unpack.tree / deep.substr(4)) == "deep");
}

TEST_CASE("a file of many blocks is whole") {
    std::string bytes;
    for (std::size_t i = 0; bytes.size() < 3'000'000; ++i)
        bytes += std::to_string(i * 7919) + "\n";
    Unpacking unpack;
    const auto files = unpack(TarBuilder().file("top/big", bytes).tar_xz());
    REQUIRE(files);
    CHECK(files->front().size == bytes.size());
    CHECK(files->front().sha256 == sha256(as_bytes(bytes)));
    CHECK(sha256_file(unpack.tree / "big").value() == sha256(as_bytes(bytes)));
}

TEST_CASE("the digest of the archive is checked on the way") {
    const std::string bytes = TarBuilder().file("top/file", "x").tar_xz();
    Unpacking unpack;
    store::UnpackOptions options;
    options.archive_sha256 = sha256(as_bytes("something else"));
    const auto refused = unpack(bytes, options);
    REQUIRE_FALSE(refused);
    CHECK(refused.error().code == "digest_mismatch");
    CHECK(refused.error().exit == ExitCode::integrity);
    CHECK_FALSE(fs::exists(unpack.tree));

    options.archive_sha256 = sha256(as_bytes(bytes));
    CHECK(unpack(bytes, options));
}

TEST_CASE("a destination that is there already is left alone") {
    Unpacking unpack;
    write_bytes(unpack.tree / "mine", "mine");
    const auto files = unpack(TarBuilder().file("top/file", "x").tar_xz());
    REQUIRE_FALSE(files);
    CHECK(files.error().exit == ExitCode::disk);
    CHECK(content_of(unpack.tree / "mine") == "mine");
}

TEST_CASE("an archive that is not there is a failure of the disk") {
    Unpacking unpack;
    const auto files = store::unpack(unpack.dir / "none", unpack.tree, unpack.cancellation);
    REQUIRE_FALSE(files);
    CHECK(files.error().exit == ExitCode::disk);
    CHECK_FALSE(fs::exists(unpack.tree));
}

TEST_CASE("an unpacking that is cancelled in the midst of a file leaves nothing") {
    std::string noise;
    for (std::uint32_t i = 1; noise.size() < 2'000'000; i = i * 1664525 + 1013904223)
        noise += static_cast<char>(i >> 24);
    const std::string bytes = TarBuilder().file("top/big", noise).tar_xz();

    Unpacking unpack;
    REQUIRE(::mkfifo(unpack.archive.c_str(), 0600) == 0);
    const auto handler = std::signal(SIGPIPE, SIG_IGN);
    std::thread writer([&] {
        const auto pipe = open_file(unpack.archive, O_WRONLY);
        const ByteSpan all = as_bytes(bytes);
        (void)write_all(pipe->get(), all.first(all.size() / 2), unpack.archive);
        while (!fs::exists(unpack.tree / "big"))
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        unpack.cancellation.request();
        (void)write_all(pipe->get(), all.subspan(all.size() / 2), unpack.archive);
    });
    const auto files = store::unpack(unpack.archive, unpack.tree, unpack.cancellation);
    writer.join();
    std::signal(SIGPIPE, handler);
    REQUIRE_FALSE(files);
    CHECK(files.error().exit == ExitCode::interrupted);
    CHECK(names_in(unpack.dir.path()) == std::vector<std::string>{"a.tar.xz"});
}

TEST_CASE("a write that fails is exit code 6, names the file and leaves nothing") {
    rlimit before{};
    REQUIRE(::getrlimit(RLIMIT_FSIZE, &before) == 0);
    Unpacking unpack;
    const std::string bytes = TarBuilder().file("top/big", std::string(200'000, 'x')).tar_xz();
    REQUIRE(bytes.size() < 100'000);

    const auto handler = std::signal(SIGXFSZ, SIG_IGN);
    rlimit small = before;
    small.rlim_cur = 100'000;
    REQUIRE(::setrlimit(RLIMIT_FSIZE, &small) == 0);
    const auto files = unpack(bytes);
    REQUIRE(::setrlimit(RLIMIT_FSIZE, &before) == 0);
    std::signal(SIGXFSZ, handler);

    REQUIRE_FALSE(files);
    CHECK(files.error().exit == ExitCode::disk);
    CHECK_THAT(files.error().message, ContainsSubstring((unpack.tree / "big").string()));
    CHECK_FALSE(fs::exists(unpack.tree));
}
