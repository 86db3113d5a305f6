// SPDX-License-Identifier: MIT
#include "store/zstd_decoder.hpp"

#include <cerrno>

namespace cudafetch::store {

namespace {

constexpr std::size_t input_bytes = 128 * 1024;
/// The window of `zstd -19` and what libarchive keeps beside it.
constexpr std::uint64_t memory = std::uint64_t{12} << 20;

}  // namespace

Result<std::unique_ptr<Source>> ZstdDecoder::open(Source& compressed, std::vector<std::byte> head,
                                                  const DecoderSettings& settings) {
    std::unique_ptr<ZstdDecoder> decoder(new ZstdDecoder(compressed, std::move(head), settings));
    CUDAFETCH_CHECK(decoder->start());
    return decoder;
}

ZstdDecoder::ZstdDecoder(Source& compressed, std::vector<std::byte> head,
                         const DecoderSettings& settings)
    : compressed_(compressed),
      settings_(settings),
      input_(std::move(head)),
      head_left_(input_.size()),
      memory_(settings.workshop.take_memory(memory, memory)) {
    input_.resize(std::max(input_.size(), input_bytes));
}

la_ssize_t ZstdDecoder::pull(archive* reader, void* self, const void** block) {
    auto& decoder = *static_cast<ZstdDecoder*>(self);
    *block = decoder.input_.data();
    if (decoder.head_left_ > 0)
        return static_cast<la_ssize_t>(std::exchange(decoder.head_left_, 0));
    if (decoder.compressed_.would_wait()) decoder.settings_.worker.rest();
    const auto count = decoder.compressed_.read(decoder.input_);
    decoder.settings_.worker.work();
    if (count) return static_cast<la_ssize_t>(*count);
    decoder.source_error_ = count.error();
    archive_set_error(reader, EIO, "%s", count.error().message.c_str());
    return ARCHIVE_FATAL;
}

Result<void> ZstdDecoder::start() {
    archive_entry* whole = nullptr;
    if (archive_read_support_filter_zstd(decoder_.get()) != ARCHIVE_OK ||
        archive_read_support_format_raw(decoder_.get()) != ARCHIVE_OK ||
        archive_read_open(decoder_.get(), this, nullptr, pull, nullptr) != ARCHIVE_OK ||
        archive_read_next_header(decoder_.get(), &whole) != ARCHIVE_OK)
        return failure();
    return {};
}

tl::unexpected<Error> ZstdDecoder::failure() const {
    if (source_error_) return tl::unexpected(*source_error_);
    const char* text = archive_error_string(decoder_.get());
    return damaged(settings_.name, text == nullptr ? "its zstd data are corrupt" : text);
}

Result<std::size_t> ZstdDecoder::read(std::span<std::byte> buffer) {
    settings_.worker.work();
    const la_ssize_t count = archive_read_data(decoder_.get(), buffer.data(), buffer.size());
    if (count < 0) return failure();
    if (count > 0) return static_cast<std::size_t>(count);
    // The source says at its end whether the bytes were the right ones.
    for (;;) {
        if (compressed_.would_wait()) settings_.worker.rest();
        CUDAFETCH_TRY(const std::size_t rest, compressed_.read(input_));
        if (rest == 0) return std::size_t{0};
    }
}

}  // namespace cudafetch::store
