// SPDX-License-Identifier: MIT
#include "cudafetch/store/unpack.hpp"

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
    fs::path tree = dir / "tree";
    store::Workshop workshop{2, std::uint64_t{64} << 20};
    Cancellation cancellation;

    Result<std::vector<model::InstalledFile>> operator()(const std::string& bytes,
                                                         const store::UnpackOptions& options = {}) {
        ByteSource source(bytes);
        return from(source, options);
    }
    Result<std::vector<model::InstalledFile>> from(Source& source,
                                                   const store::UnpackOptions& options = {}) {
        return store::unpack({source, "a.tar.xz"}, tree, workshop, cancellation, options);
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
    CHECK(status.st_mtim.tv_sec == model::installed_mtime);
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

TEST_CASE("a destination that is there already is left alone") {
    Unpacking unpack;
    write_bytes(unpack.tree / "mine", "mine");
    const auto files = unpack(TarBuilder().file("top/file", "x").tar_xz());
    REQUIRE_FALSE(files);
    CHECK(files.error().exit == ExitCode::disk);
    CHECK(content_of(unpack.tree / "mine") == "mine");
}

TEST_CASE("what the source says of its failure is what unpacking says") {
    class Broken final : public Source {
        Result<std::size_t> read(std::span<std::byte>) override {
            return fail(ExitCode::disk, "broken", "broken");
        }
    };
    Unpacking unpack;
    Broken source;
    const auto files = unpack.from(source);
    REQUIRE_FALSE(files);
    CHECK(files.error().code == "broken");
    CHECK_FALSE(fs::exists(unpack.tree));
}

TEST_CASE("an unpacking that is cancelled in the midst of a file leaves nothing") {
    std::string noise;
    for (std::uint32_t i = 1; noise.size() < 8'000'000; i = i * 1664525 + 1013904223)
        noise += static_cast<char>(i >> 24);

    /// Requests the cancellation once half of the bytes are out and the file is there.
    class Halfway final : public Source {
      public:
        Halfway(std::string bytes, Unpacking& unpacking)
            : half_(bytes.substr(0, bytes.size() / 2)),
              rest_(bytes.substr(bytes.size() / 2)),
              unpacking_(unpacking) {}
        Result<std::size_t> read(std::span<std::byte> buffer) override {
            CUDAFETCH_TRY(const std::size_t count, half_.read(buffer));
            if (count > 0) return count;
            while (!fs::exists(unpacking_.tree / "big"))
                std::this_thread::sleep_for(std::chrono::milliseconds(1));
            unpacking_.cancellation.request();
            return rest_.read(buffer);
        }

      private:
        ByteSource half_;
        ByteSource rest_;
        Unpacking& unpacking_;
    };
    Unpacking unpack;
    Halfway source(TarBuilder().file("top/big", noise).tar_xz(), unpack);
    const auto files = unpack.from(source);
    REQUIRE_FALSE(files);
    CHECK(files.error().exit == ExitCode::interrupted);
    CHECK(names_in(unpack.dir.path()).empty());
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
