// SPDX-License-Identifier: MIT
#include "store/archive_reader.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <vector>

#include "cudafetch/base/text.hpp"

namespace cudafetch::store {

namespace {

/// Two blocks of zeros end a tar archive.
constexpr std::size_t end_marker_bytes = 1024;

struct FreeArchive {
    void operator()(archive* reader) const { archive_read_free(reader); }
};
using ArchivePtr = std::unique_ptr<archive, FreeArchive>;

ArchivePtr new_reader() {
    ArchivePtr reader(archive_read_new());
    if (!reader) throw std::bad_alloc();
    return reader;
}

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

/// File -> (hash) -> xz -> tar. The two decoders are separate so that the xz stream can be read to
/// its very end: its last checksum comes after the end of the tar archive in it.
struct ArchiveReader::Streams {
    fs::path path;
    FileDescriptor file;
    Sha256 hash;
    std::vector<std::byte> buffer = std::vector<std::byte>(256 * 1024);
    std::optional<Error> file_error;
    std::size_t zeros = 0;  ///< At the end of all that was decompressed so far.
    ArchivePtr xz = new_reader();
    ArchivePtr tar = new_reader();

    /// libarchive's callbacks: bytes for the xz decoder, bytes for the tar reader.
    static la_ssize_t pull_file(archive*, void* self, const void** block);
    static la_ssize_t pull_xz(archive*, void* self, const void** block);

    [[nodiscard]] tl::unexpected<Error> damaged(std::string_view how) const;
    /// The error of the first stage that failed.
    [[nodiscard]] tl::unexpected<Error> failure() const;
    Result<void> open_decoders();
    Result<std::size_t> read_file_block();
};

Result<std::size_t> ArchiveReader::Streams::read_file_block() {
    for (;;) {
        const ssize_t count = ::read(file.get(), buffer.data(), buffer.size());
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return fail_errno("read", path.native(), errno);
        hash.update(ByteSpan(buffer).first(static_cast<std::size_t>(count)));
        return static_cast<std::size_t>(count);
    }
}

la_ssize_t ArchiveReader::Streams::pull_file(archive* reader, void* self, const void** block) {
    auto& streams = *static_cast<Streams*>(self);
    const auto count = streams.read_file_block();
    if (!count) {
        streams.file_error = count.error();
        archive_set_error(reader, EIO, "%s", count.error().message.c_str());
        return ARCHIVE_FATAL;
    }
    *block = streams.buffer.data();
    return static_cast<la_ssize_t>(*count);
}

la_ssize_t ArchiveReader::Streams::pull_xz(archive* reader, void* self, const void** block) {
    auto& streams = *static_cast<Streams*>(self);
    std::size_t size = 0;
    la_int64_t offset = 0;
    const int status = archive_read_data_block(streams.xz.get(), block, &size, &offset);
    if (status == ARCHIVE_EOF) return 0;
    if (status != ARCHIVE_OK) {
        archive_set_error(reader, archive_errno(streams.xz.get()), "%s",
                          text_or_empty(archive_error_string(streams.xz.get())).c_str());
        return ARCHIVE_FATAL;
    }
    const ByteSpan bytes(static_cast<const std::byte*>(*block), size);
    const std::size_t zeros_here = zeros_at_end(bytes);
    streams.zeros = zeros_here == size ? streams.zeros + size : zeros_here;
    return static_cast<la_ssize_t>(size);
}

tl::unexpected<Error> ArchiveReader::Streams::damaged(std::string_view how) const {
    return fail(ExitCode::integrity, "corrupt_archive",
                printable(path.native()) + " is damaged: " + printable(how), {"fetch it again"});
}

tl::unexpected<Error> ArchiveReader::Streams::failure() const {
    if (file_error) return tl::unexpected(*file_error);
    for (archive* reader : {xz.get(), tar.get()})
        if (const char* text = archive_error_string(reader)) return damaged(text);
    return damaged("it is empty");
}

Result<void> ArchiveReader::Streams::open_decoders() {
    archive_entry* whole = nullptr;
    if (archive_read_support_filter_xz(xz.get()) != ARCHIVE_OK ||
        archive_read_support_format_raw(xz.get()) != ARCHIVE_OK ||
        archive_read_open(xz.get(), this, nullptr, pull_file, nullptr) != ARCHIVE_OK ||
        archive_read_next_header(xz.get(), &whole) != ARCHIVE_OK)
        return failure();
    // The filters are xz and "none"; more would be xz within xz.
    if (archive_filter_count(xz.get()) != 2 ||
        archive_filter_code(xz.get(), 0) != ARCHIVE_FILTER_XZ)
        return damaged("it is no .tar.xz");
    if (archive_read_support_format_tar(tar.get()) != ARCHIVE_OK ||
        archive_read_open(tar.get(), this, nullptr, pull_xz, nullptr) != ARCHIVE_OK)
        return failure();
    return {};
}

ArchiveReader::ArchiveReader(std::unique_ptr<Streams> streams) : streams_(std::move(streams)) {}
ArchiveReader::ArchiveReader(ArchiveReader&&) noexcept = default;
ArchiveReader::~ArchiveReader() = default;

Result<ArchiveReader> ArchiveReader::open(const fs::path& path) {
    auto streams = std::make_unique<Streams>();
    streams->path = path;
    CUDAFETCH_TRY(streams->file, open_file(path, O_RDONLY));
    CUDAFETCH_CHECK(streams->open_decoders());
    return ArchiveReader(std::move(streams));
}

Result<std::optional<ArchiveEntry>> ArchiveReader::next() {
    archive_entry* entry = nullptr;
    const int status = archive_read_next_header(streams_->tar.get(), &entry);
    if (status == ARCHIVE_EOF) return std::optional<ArchiveEntry>{};
    const bool readable = status == ARCHIVE_WARN && is_about_locale(streams_->tar.get());
    if (status != ARCHIVE_OK && !readable) return streams_->failure();
    ArchiveEntry result;
    result.name = text_or_empty(archive_entry_pathname(entry));
    result.type = type_of(entry);
    result.target =
        text_or_empty(result.type == ArchiveEntry::Type::hard_link ? archive_entry_hardlink(entry)
                                                                   : archive_entry_symlink(entry));
    result.executable = (archive_entry_perm(entry) & 0111) != 0;
    return std::optional(std::move(result));
}

Result<std::size_t> ArchiveReader::read(std::span<std::byte> buffer) {
    const la_ssize_t count = archive_read_data(streams_->tar.get(), buffer.data(), buffer.size());
    if (count < 0) return streams_->failure();
    return static_cast<std::size_t>(count);
}

Result<Sha256Digest> ArchiveReader::finish() {
    const void* block = nullptr;
    la_ssize_t count = 0;
    while ((count = Streams::pull_xz(streams_->tar.get(), streams_.get(), &block)) > 0) {
    }
    if (count < 0) return streams_->failure();
    if (streams_->zeros < end_marker_bytes) return streams_->damaged("its tar archive has no end");
    for (;;) {
        CUDAFETCH_TRY(const std::size_t rest, streams_->read_file_block());
        if (rest == 0) return streams_->hash.finish();
    }
}

}  // namespace cudafetch::store
