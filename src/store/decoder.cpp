// SPDX-License-Identifier: MIT
#include "store/decoder.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "cudafetch/base/bytes.hpp"
#include "cudafetch/base/text.hpp"
#include "store/xz_decoder.hpp"
#include "store/zstd_decoder.hpp"

namespace cudafetch::store {

namespace {

constexpr std::array<unsigned char, 6> xz_magic{0xFD, '7', 'z', 'X', 'Z', 0};
constexpr std::array<unsigned char, 4> zstd_magic{0x28, 0xB5, 0x2F, 0xFD};

template <std::size_t size>
bool begins_with(ByteSpan bytes, const std::array<unsigned char, size>& magic) {
    return bytes.size() >= size && std::equal(magic.begin(), magic.end(), bytes.begin(),
                                              [](unsigned char wanted, std::byte byte) {
                                                  return std::byte{wanted} == byte;
                                              });
}

/// As many of the first bytes as a decoder needs to see before it is chosen and made.
Result<std::vector<std::byte>> read_head(Source& source) {
    std::vector<std::byte> head(head_bytes);
    std::size_t size = 0;
    while (size < head.size()) {
        CUDAFETCH_TRY(const std::size_t count, source.read(std::span(head).subspan(size)));
        if (count == 0) break;
        size += count;
    }
    head.resize(size);
    return head;
}

}  // namespace

Result<std::unique_ptr<Source>> open_decoder(Source& compressed, const DecoderSettings& settings) {
    CUDAFETCH_TRY(auto head, read_head(compressed));
    if (begins_with(head, xz_magic)) return XzDecoder::open(compressed, std::move(head), settings);
    if (begins_with(head, zstd_magic))
        return ZstdDecoder::open(compressed, std::move(head), settings);
    return damaged(settings.name,
                   head.empty() ? "it is empty" : "it is neither a .tar.xz nor a .tar.zst");
}

tl::unexpected<Error> damaged(const std::string& name, std::string_view how) {
    return fail(ExitCode::integrity, "corrupt_archive", name + " is damaged: " + printable(how),
                {"fetch it again"});
}

}  // namespace cudafetch::store
