// SPDX-License-Identifier: MIT
#include "store/xz_decoder.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <new>

namespace cudafetch::store {

namespace {

constexpr std::size_t input_bytes = 32 * 1024;  // A few milliseconds a turn.
/// `xz -9` needs 65 MiB. What asks for more than this is not worth the machine's health.
constexpr std::uint64_t max_memory = std::uint64_t{256} << 20;
/// What liblzma needs beside the filters and their buffers.
constexpr std::uint64_t overhead = 128 * 1024;
/// Where a block header cannot be read, the decoder itself finds out and says so.
constexpr std::uint64_t default_memory = std::uint64_t{9} << 20;

#if LZMA_VERSION >= UINT32_C(50040002)
constexpr bool has_threaded_decoder = true;
#else
constexpr bool has_threaded_decoder = false;
#endif

/// What decoding takes, as the header of the first block tells.
struct Needs {
    std::uint64_t single = default_memory;  ///< For a decoder without threads.
    std::uint64_t thread = 0;               ///< For each thread; 0: more of them are of no use.
    std::uint64_t compressed = 0;           ///< Size of the first block, where it is told.
};

const std::uint8_t* bytes_of(std::span<const std::byte> bytes) {
    return reinterpret_cast<const std::uint8_t*>(bytes.data());
}

Needs read_needs(std::span<const std::byte> head) {
    Needs needs;
    lzma_stream_flags flags{};
    if (head.size() <= LZMA_STREAM_HEADER_SIZE ||
        lzma_stream_header_decode(&flags, bytes_of(head)) != LZMA_OK)
        return needs;
    const std::uint8_t* header = bytes_of(head) + LZMA_STREAM_HEADER_SIZE;
    std::array<lzma_filter, LZMA_FILTERS_MAX + 1> filters{};
    lzma_block block{};
    block.check = flags.check;
    block.filters = filters.data();
    block.header_size = lzma_block_header_size_decode(*header);
    // A first byte of 0 stands for the index of a stream without blocks.
    if (*header == 0 || block.header_size > head.size() - LZMA_STREAM_HEADER_SIZE ||
        lzma_block_header_decode(&block, nullptr, header) != LZMA_OK)
        return needs;
    const std::uint64_t filter_memory = lzma_raw_decoder_memusage(filters.data());
    for (lzma_filter& filter : filters)
        std::free(filter.options);
    if (filter_memory >= max_memory) return needs;
    needs.single = filter_memory + overhead;
    if (block.compressed_size == LZMA_VLI_UNKNOWN || block.uncompressed_size == LZMA_VLI_UNKNOWN ||
        block.compressed_size > max_memory || block.uncompressed_size > max_memory)
        return needs;
    needs.compressed = block.compressed_size;
    needs.thread = block.compressed_size + block.uncompressed_size + needs.single;
    return needs;
}

/// How many blocks of the first one's size the archive has at least; 1 where that is unknown.
std::uint64_t count_blocks(const Needs& needs, std::uint64_t compressed_size) {
    if (needs.thread == 0 || needs.compressed == 0) return 1;
    return std::max<std::uint64_t>(1, compressed_size / needs.compressed);
}

lzma_ret start(lzma_stream& stream, const Needs& needs, const Workshop::Memory& memory,
               [[maybe_unused]] unsigned cores) {
    const std::uint32_t flags = LZMA_CONCATENATED;
    if constexpr (has_threaded_decoder) {
        if (needs.thread > 0 && memory.bytes() >= 2 * needs.thread) {
            lzma_mt threads{};
            threads.flags = flags;
            threads.threads = cores;
            threads.memlimit_threading = memory.bytes();
            threads.memlimit_stop = max_memory;
            return lzma_stream_decoder_mt(&stream, &threads);
        }
    }
    return lzma_stream_decoder(&stream, max_memory, flags);
}

std::string_view meaning_of(lzma_ret code) {
    switch (code) {
        case LZMA_BUF_ERROR:
            return "it is cut short";
        case LZMA_FORMAT_ERROR:
            return "what follows its first part is no xz";
        case LZMA_OPTIONS_ERROR:
            return "it uses a kind of xz that is not supported";
        case LZMA_MEMLIMIT_ERROR:
            return "its dictionary is larger than any should be";
        default:
            return "its xz data are corrupt";
    }
}

}  // namespace

Result<std::unique_ptr<Source>> XzDecoder::open(Source& compressed, std::vector<std::byte> head,
                                                const DecoderSettings& settings) {
    const Needs needs = read_needs(head);
    const unsigned cores = settings.workshop.cores();
    // Where there are enough other archives, a core for each is faster, and takes less memory.
    const std::uint64_t threads =
        settings.workshop.exceeds_share(settings.compressed_size)
            ? std::min<std::uint64_t>(cores, count_blocks(needs, settings.compressed_size))
            : 1;
    std::unique_ptr<XzDecoder> decoder(new XzDecoder(compressed, std::move(head), settings));
    decoder->memory_.emplace(settings.workshop.take_memory(
        needs.single, threads > 1 ? std::max(needs.single, threads * needs.thread) : needs.single));
    switch (start(decoder->stream_, needs, *decoder->memory_, cores)) {
        case LZMA_OK:
            return decoder;
        case LZMA_MEM_ERROR:
            throw std::bad_alloc();
        default:
            throw std::logic_error("liblzma refuses to start");
    }
}

XzDecoder::XzDecoder(Source& compressed, std::vector<std::byte> head,
                     const DecoderSettings& settings)
    : compressed_(compressed), settings_(settings), input_(std::move(head)) {
    const std::size_t size = input_.size();
    at_end_ = size < head_bytes;
    input_.resize(input_bytes);
    stream_.next_in = bytes_of(input_);
    stream_.avail_in = size;
}

XzDecoder::~XzDecoder() {
    lzma_end(&stream_);
}

Result<void> XzDecoder::refill() {
    if (compressed_.would_wait()) settings_.worker.rest();
    CUDAFETCH_TRY(const std::size_t count, compressed_.read(input_));
    at_end_ = count == 0;
    stream_.next_in = bytes_of(input_);
    stream_.avail_in = count;
    return {};
}

Result<std::size_t> XzDecoder::read(std::span<std::byte> buffer) {
    stream_.next_out = reinterpret_cast<std::uint8_t*>(buffer.data());
    stream_.avail_out = buffer.size();
    while (stream_.avail_out > 0 && !finished_) {
        if (stream_.avail_in == 0 && !at_end_) CUDAFETCH_CHECK(refill());
        settings_.worker.work();
        const lzma_ret code = lzma_code(&stream_, at_end_ ? LZMA_FINISH : LZMA_RUN);
        if (code == LZMA_MEM_ERROR) throw std::bad_alloc();
        finished_ = code == LZMA_STREAM_END;
        if (code != LZMA_OK && !finished_) return damaged(settings_.name, meaning_of(code));
    }
    return buffer.size() - stream_.avail_out;
}

}  // namespace cudafetch::store
