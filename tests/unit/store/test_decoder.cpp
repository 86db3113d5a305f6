// SPDX-License-Identifier: MIT
#include "store/decoder.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <lzma.h>

#include "store/decode_ahead.hpp"
#include "store_fixture.hpp"
#include "support/catch.hpp"
#include "tar_builder.hpp"

using namespace cudafetch;
using namespace cudafetch::test;
using store::DecodeAhead;
using store::Workshop;

namespace {

/// Text that compresses, but not to nothing.
std::string sample(std::size_t size) {
    std::string text;
    text.reserve(size + 20);
    for (std::uint32_t i = 1; text.size() < size; i = i * 1664525 + 1013904223)
        text += std::to_string(i >> 20) + " words ";
    text.resize(size);
    return text;
}

/// An xz file of many blocks whose headers tell their sizes.
std::string compress_in_blocks(const std::string& bytes, std::uint64_t block_size) {
    lzma_mt options{};
    options.threads = 2;
    options.block_size = block_size;
    options.preset = 1;
    options.check = LZMA_CHECK_CRC64;
    lzma_stream stream = LZMA_STREAM_INIT;
    REQUIRE(lzma_stream_encoder_mt(&stream, &options) == LZMA_OK);
    std::string packed(bytes.size() + (1 << 20), '\0');
    stream.next_in = reinterpret_cast<const std::uint8_t*>(bytes.data());
    stream.avail_in = bytes.size();
    stream.next_out = reinterpret_cast<std::uint8_t*>(packed.data());
    stream.avail_out = packed.size();
    REQUIRE(lzma_code(&stream, LZMA_FINISH) == LZMA_STREAM_END);
    packed.resize(stream.total_out);
    lzma_end(&stream);
    return packed;
}

std::string compress_zstd(const std::string& bytes) {
    std::string packed(bytes.size() + (1 << 20), '\0');
    std::size_t size = 0;
    archive* writer = archive_write_new();
    archive_write_add_filter_zstd(writer);
    archive_write_set_format_raw(writer);
    REQUIRE(archive_write_open_memory(writer, packed.data(), packed.size(), &size) == ARCHIVE_OK);
    archive_entry* entry = archive_entry_new();
    archive_entry_set_filetype(entry, AE_IFREG);
    archive_write_header(writer, entry);
    archive_write_data(writer, bytes.data(), bytes.size());
    archive_entry_free(entry);
    archive_write_free(writer);
    packed.resize(size);
    return packed;
}

Result<std::string> decode(const std::string& packed, Workshop& workshop) {
    ByteSource source(packed);
    DecodeAhead decoded(source, workshop, packed.size(), "a.tar.xz");
    std::string all;
    for (;;) {
        const auto block = decoded.next();
        if (!block) return tl::unexpected(block.error());
        if (block->empty()) return all;
        all += as_text(*block);
    }
}

}  // namespace

TEST_CASE("xz in one block, in many, in several streams, and zstd are decoded") {
    const std::string text = sample(5'000'000);
    const std::string blocks = compress_in_blocks(text, 1 << 20);
    for (const std::uint64_t memory : {std::uint64_t{9} << 20, std::uint64_t{200} << 20}) {
        Workshop workshop(4, memory);
        CHECK(decode(compress_xz(text), workshop).value() == text);
        CHECK(decode(blocks, workshop).value() == text);
        CHECK(decode(blocks + compress_xz("and more"), workshop).value() == text + "and more");
        CHECK(decode(compress_zstd(text), workshop).value() == text);
        CHECK(decode(compress_xz(""), workshop).value().empty());
    }
}

TEST_CASE("blocks that are cut short or damaged are refused, with threads and without") {
    const std::string text = sample(3'000'000);
    const std::string blocks = compress_in_blocks(text, 1 << 19);
    for (const std::uint64_t memory : {std::uint64_t{9} << 20, std::uint64_t{200} << 20}) {
        Workshop workshop(4, memory);
        for (const std::size_t size : {std::size_t{20}, blocks.size() / 3, blocks.size() - 1}) {
            const auto cut = decode(blocks.substr(0, size), workshop);
            REQUIRE_FALSE(cut);
            CHECK(cut.error().code == "corrupt_archive");
        }
        std::string damaged = blocks;
        damaged[blocks.size() / 2] = static_cast<char>(damaged[blocks.size() / 2] ^ 1);
        CHECK(decode(damaged, workshop).error().code == "corrupt_archive");
        CHECK(decode(compress_zstd(text).substr(0, 5000), workshop).error().code ==
              "corrupt_archive");
    }
}

TEST_CASE("a reader that goes away does not wait for bytes that never come") {
    ArrivingFile never;
    Workshop workshop(2, 100 << 20);
    const DecodeAhead decoded(never, workshop, 1000, "a.tar.xz");
}
