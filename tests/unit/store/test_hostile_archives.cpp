// SPDX-License-Identifier: MIT
#include "cudafetch/store/unpack.hpp"

#include <lzma.h>

#include "store_fixture.hpp"
#include "support/catch.hpp"
#include "tar_builder.hpp"

using namespace cudafetch;
using namespace cudafetch::test;
using Catch::Matchers::ContainsSubstring;

namespace {

/// Expects that `bytes` are refused and that nothing is left of them, here or beside.
Error refusal(const std::string& bytes, const store::UnpackOptions& options = {}) {
    TempDir dir;
    ByteSource source(bytes);
    store::Workshop workshop(2, std::uint64_t{64} << 20);
    fs::create_directory(dir / "in");
    const auto files = store::unpack({source, "a.tar.xz"}, dir / "in/tree", workshop, {}, options);
    REQUIRE_FALSE(files);
    CHECK(names_in(dir.path()) == std::vector<std::string>{"in"});
    CHECK(names_in(dir / "in").empty());
    return files.error();
}

void check_unsafe(const TarBuilder& tar, const std::string& entry, const std::string& reason) {
    const Error error = refusal(tar.tar_xz());
    INFO(error.message);
    CHECK(error.exit == ExitCode::integrity);
    CHECK(error.code == "unsafe_archive");
    CHECK_THAT(error.message, ContainsSubstring("a.tar.xz: entry \"" + entry + "\""));
    CHECK_THAT(error.message, ContainsSubstring(reason));
}

void check_corrupt(const std::string& bytes, const std::string& reason) {
    const Error error = refusal(bytes);
    INFO(error.message);
    CHECK(error.exit == ExitCode::integrity);
    CHECK(error.code == "corrupt_archive");
    CHECK_THAT(error.message, ContainsSubstring("a.tar.xz"));
    CHECK_THAT(error.message, ContainsSubstring(reason));
}

TarBuilder good() {
    return TarBuilder().folder("top").file("top/good", "good");
}

/// A file of a terabyte with one byte of content, placed by GNU tar's sparse map.
std::string sparse_file(const std::string& map) {
    TarBuilder tar = good();
    tar.pax({{"GNU.sparse.size", "999999999999"},
             {"GNU.sparse.numblocks", "2"},
             {"GNU.sparse.map", map}});
    return tar.file("top/hole", "x").tar_xz();
}

}  // namespace

TEST_CASE("hostile names are refused") {
    check_unsafe(good().file("top/../../evil", "x"), "top/../../evil", "\"..\"");
    check_unsafe(good().file("/tmp/evil", "x"), "/tmp/evil", "absolute");
    check_unsafe(good().folder("/tmp/evil"), "/tmp/evil/", "absolute");
    check_unsafe(good().file("", "x"), "", "has no name");
    check_unsafe(good().file("top/\x01", "x"), "top/\\x01", "printable");
    check_unsafe(good().file("top/\xff\xfe", "x"), "top/\\xff\\xfe", "printable");
    check_unsafe(good().file("top/\xe2\x80\xae", "x"), "top/\\xe2\\x80\\xae", "printable");
    check_unsafe(good().file("second/file", "x"), "second/file", "outside \"top\"");
    check_unsafe(good().file("loose", "x"), "loose", "outside \"top\"");
    check_unsafe(TarBuilder().file("loose", "x"), "loose", "not inside a top-level folder");
    check_unsafe(good().pax({{"path", "top/../evil"}}).file("top/x", "x"), "top/../evil", "\"..\"");
}

TEST_CASE("hostile links are refused") {
    const std::string outside = "leads out of the archive";
    check_unsafe(good().symlink("top/l", "/etc/passwd"), "top/l", outside);
    check_unsafe(good().symlink("top/l", "../../evil"), "top/l", outside);
    check_unsafe(good().symlink("top/l", ".."), "top/l", outside);
    check_unsafe(good().symlink("top/l", "a/../../evil"), "top/l", outside);
    check_unsafe(good().symlink("top/here", ".").symlink("top/l", "here/here/../.."), "top/l",
                 outside);
    check_unsafe(good().symlink("top/l", ""), "top/l", outside);
    check_unsafe(good().pax({{"linkpath", "/etc"}}).symlink("top/l", "good"), "top/l", outside);
    check_unsafe(good().symlink("top/d", "e").file("top/d/x", "x"), "top/d/x", "through the link");
    check_unsafe(good().folder("top/e").symlink("top/d", "e").folder("top/d/x"), "top/d/x/",
                 "through the link");
    check_unsafe(good().symlink("top", "elsewhere"), "top", "not inside a top-level folder");
}

TEST_CASE("hostile hard links are refused") {
    const std::string reason = "which is no file that came before it";
    check_unsafe(good().hard_link("top/h", "/etc/passwd"), "top/h", reason);
    check_unsafe(good().hard_link("top/h", "top/../../etc/passwd"), "top/h", reason);
    check_unsafe(good().hard_link("top/h", "top/later").file("top/later", "x"), "top/h", reason);
    check_unsafe(good().hard_link("top/h", "top/h"), "top/h", reason);
    check_unsafe(good().symlink("top/l", "good").hard_link("top/h", "top/l"), "top/h", reason);
    check_unsafe(good().folder("top/d").hard_link("top/h", "top/d"), "top/h", reason);
    check_unsafe(TarBuilder().hard_link("top/h", "top/good"), "top/h", reason);
}

TEST_CASE("whatever is neither file, folder nor link is refused") {
    for (const char type : {'3', '4', '6'})  // character device, block device, fifo
        check_unsafe(good().special("top/s", type), "top/s", "neither a file, a folder nor a link");
}

TEST_CASE("a place that is taken twice is refused") {
    check_unsafe(good().file("top/good", "other"), "top/good", "twice");
    check_unsafe(good().file("top/./good", "other"), "top/./good", "twice");
    check_unsafe(good().folder("top/good"), "top/good/", "twice");
    check_unsafe(good().symlink("top/good", "x"), "top/good", "twice");
    check_unsafe(good().hard_link("top/good", "top/good"), "top/good", "twice");
    check_unsafe(good().file("top/good/x", "x"), "top/good/x", "which is a file");
    check_unsafe(good().folder("top/d").file("top/d", "x"), "top/d", "twice");
}

TEST_CASE("an archive that unpacks to more than allowed is refused") {
    store::UnpackOptions options;
    options.max_bytes = 1'000'000;
    const Error large =
        refusal(good().file("top/bomb", std::string(2'000'000, '\0')).tar_xz(), options);
    CHECK(large.code == "archive_too_large");
    CHECK_THAT(large.message, ContainsSubstring("top/bomb"));

    // A few bytes that claim to stand after, or before, a terabyte of zeros.
    CHECK(refusal(sparse_file("999999999998,1"), options).code == "archive_too_large");
    CHECK(refusal(sparse_file("0,1,999999999999,0"), options).code == "archive_too_large");

    options.max_bytes = 1 << 20;
    options.max_entries = 2;
    const Error many = refusal(good().file("top/b", "").file("top/c", "").tar_xz(), options);
    CHECK(many.code == "unsafe_archive");
}

TEST_CASE("an archive cut short at any byte is refused") {
    std::string noise;
    for (unsigned i = 0; i < 3000; ++i)
        noise += static_cast<char>(i * i * 31 >> 3);
    const std::string whole = good().file("top/noise", noise).tar_xz();
    for (std::size_t size = 0; size < whole.size(); size += size < 64 ? 1 : 97) {
        const Error error = refusal(whole.substr(0, size));
        INFO("cut to " << size << " of " << whole.size() << ": " << error.message);
        CHECK(error.code == "corrupt_archive");
    }
}

TEST_CASE("an xz stream whose dictionary would fill the memory is refused") {
    // Stream header, and a block header for LZMA2 with the largest dictionary, 4 GiB - 1.
    std::string bytes = compress_xz("x");
    const std::size_t header = 12;
    std::string block{2, 0, 0x21, 1, 40, 0, 0, 0};
    const std::uint32_t check =
        lzma_crc32(reinterpret_cast<const std::uint8_t*>(block.data()), block.size(), 0);
    for (int shift = 0; shift < 32; shift += 8)
        block += static_cast<char>(check >> shift);
    check_corrupt(bytes.substr(0, header) + block + std::string(2000, 'x'), "dictionary");
}

TEST_CASE("an archive with any byte flipped is refused") {
    const std::string whole = good().file("top/more", std::string(2000, 'm')).tar_xz();
    for (std::size_t at = 0; at < whole.size(); ++at) {
        std::string bytes = whole;
        bytes[at] = static_cast<char>(bytes[at] ^ 0x10);
        const Error error = refusal(bytes);
        INFO("flipped byte " << at << " of " << whole.size() << ": " << error.message);
        CHECK(error.exit == ExitCode::integrity);
    }
}

TEST_CASE("what is no packed tar archive is refused") {
    check_corrupt("", "");
    check_corrupt("<html>not found</html>", "neither a .tar.xz nor a .tar.zst");
    check_corrupt(good().tar(), "neither a .tar.xz nor a .tar.zst");
    check_corrupt(compress_xz(good().tar_xz()), "damaged");
    check_corrupt(compress_xz("not a tar archive"), "damaged");
    check_corrupt(compress_xz(""), "damaged");
    check_corrupt(good().tar_xz() + "trailing garbage", "damaged");
    check_corrupt(good().pax({{"GNU.sparse.map", "garbage"}}).file("top/x", "x").tar_xz(),
                  "damaged");
}

TEST_CASE("a tar archive cut short within a sound xz stream is refused") {
    check_corrupt(compress_xz(good().header_only("top/half", 5000).blocks()), "damaged");
    check_corrupt(compress_xz(good().header_only("top/half", 5000).blocks() + "a few bytes"),
                  "damaged");
    check_corrupt(compress_xz(good().blocks()), "no end");
    check_corrupt(compress_xz(good().blocks().substr(0, 700)), "damaged");
}

TEST_CASE("an archive without files is refused") {
    check_corrupt(TarBuilder().tar_xz(), "no file");
    check_corrupt(TarBuilder().folder("top").folder("top/lib").tar_xz(), "no file");
    check_corrupt(TarBuilder().symlink("top/a", "b").tar_xz(), "no file");
}
