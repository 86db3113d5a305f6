// SPDX-License-Identifier: MIT
#include "store/archive_reader.hpp"

#include <algorithm>
#include <cerrno>
#include <utility>

namespace cudafetch::store {

namespace {

/// Two blocks of zeros end a tar archive.
constexpr std::size_t end_marker_bytes = 1024;

std::size_t zeros_at_end(ByteSpan bytes) {
    const auto last = std::find_if(bytes.rbegin(), bytes.rend(),
                                   [](std::byte byte) { return byte != std::byte{}; });
    return static_cast<std::size_t>(last - bytes.rbegin());
}

ArchiveEntry::Type type_of(archive_entry* entry) {
    if (archive_entry_hardlink(entry) != nullptr) return ArchiveEntry::Type::hard_link;
    switch (archive_entry_filetype(entry)) {
        case AE_IFREG:
            return ArchiveEntry::Type::file;
        case AE_IFDIR:
            return ArchiveEntry::Type::folder;
        case AE_IFLNK:
            return ArchiveEntry::Type::symbolic_link;
        default:
            return ArchiveEntry::Type::other;
    }
}

std::string text_or_empty(const char* text) {
    return text == nullptr ? std::string() : std::string(text);
}

/// Whether all that was wrong is that a name has characters which the locale lacks. Its bytes are
/// there all the same.
bool is_about_locale(archive* reader) {
    return text_or_empty(archive_error_string(reader)).find("current locale") != std::string::npos;
}

}  // namespace

ArchiveReader::ArchiveReader(Source& compressed, Workshop& workshop, std::uint64_t compressed_size,
                             const std::string& name)
    : name_(name), decoded_(compressed, workshop, compressed_size, name) {}

Result<ByteSpan> ArchiveReader::next_block() {
    CUDAFETCH_TRY(const ByteSpan bytes, decoded_.next());
    const std::size_t zeros_here = zeros_at_end(bytes);
    zeros_ = zeros_here == bytes.size() ? zeros_ + bytes.size() : zeros_here;
    return bytes;
}

la_ssize_t ArchiveReader::pull(archive* tar, void* self, const void** block) {
    auto& reader = *static_cast<ArchiveReader*>(self);
    const auto bytes = reader.next_block();
    if (!bytes) {
        reader.decoder_error_ = bytes.error();
        archive_set_error(tar, EIO, "%s", bytes.error().message.c_str());
        return ARCHIVE_FATAL;
    }
    *block = bytes->data();
    return static_cast<la_ssize_t>(bytes->size());
}

tl::unexpected<Error> ArchiveReader::failure() const {
    if (decoder_error_) return tl::unexpected(*decoder_error_);
    const char* text = archive_error_string(tar_.get());
    return damaged(name_, text == nullptr ? "it is empty" : text);
}

Result<std::optional<ArchiveEntry>> ArchiveReader::next() {
    if (!std::exchange(opened_, true) &&
        (archive_read_support_format_tar(tar_.get()) != ARCHIVE_OK ||
         archive_read_open(tar_.get(), this, nullptr, pull, nullptr) != ARCHIVE_OK))
        return failure();
    archive_entry* entry = nullptr;
    const int status = archive_read_next_header(tar_.get(), &entry);
    if (status == ARCHIVE_EOF) return std::optional<ArchiveEntry>{};
    const bool readable = status == ARCHIVE_WARN && is_about_locale(tar_.get());
    if (status != ARCHIVE_OK && !readable) return failure();
    ArchiveEntry result;
    result.name = text_or_empty(archive_entry_pathname(entry));
    result.type = type_of(entry);
    result.target =
        text_or_empty(result.type == ArchiveEntry::Type::hard_link ? archive_entry_hardlink(entry)
                                                                   : archive_entry_symlink(entry));
    result.size = static_cast<std::uint64_t>(std::max<la_int64_t>(0, archive_entry_size(entry)));
    result.executable = (archive_entry_perm(entry) & 0111) != 0;
    return std::optional(std::move(result));
}

Result<std::optional<ArchiveBlock>> ArchiveReader::read() {
    const void* data = nullptr;
    std::size_t size = 0;
    la_int64_t offset = 0;
    const int status = archive_read_data_block(tar_.get(), &data, &size, &offset);
    if (status == ARCHIVE_EOF) return std::optional<ArchiveBlock>{};
    if (status != ARCHIVE_OK || offset < 0) return failure();
    return std::optional(ArchiveBlock{static_cast<std::uint64_t>(offset),
                                      ByteSpan(static_cast<const std::byte*>(data), size)});
}

Result<void> ArchiveReader::finish() {
    for (;;) {
        CUDAFETCH_TRY(const ByteSpan rest, next_block());
        if (rest.empty()) break;
    }
    if (zeros_ < end_marker_bytes) return damaged(name_, "its tar archive has no end");
    return {};
}

}  // namespace cudafetch::store
