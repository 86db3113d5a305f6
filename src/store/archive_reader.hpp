// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "store/decode_ahead.hpp"
#include "store/libarchive.hpp"

namespace cudafetch::store {

/// What the header of an archive's entry says. Nothing of it has been checked.
struct ArchiveEntry {
    enum class Type { folder, file, symbolic_link, hard_link, other };
    std::string name;
    Type type = Type::other;
    std::string target;      ///< Of links.
    std::uint64_t size = 0;  ///< Of files, in bytes.
    bool executable = false;
};

/// Some of the content of a file.
struct ArchiveBlock {
    std::uint64_t offset = 0;  ///< Within the file. What blocks leave out is zeros.
    ByteSpan bytes;            ///< Valid until the next call to the reader.
};

/// Reads a compressed tar archive front to back, in memory that does not depend on what is in it.
/// Failures are those of the source and of open_decoder().
class ArchiveReader {
  public:
    /// Keeps `compressed`.
    ArchiveReader(Source& compressed, Workshop& workshop, std::uint64_t compressed_size,
                  const std::string& name);

    /// The next entry; absent at the end.
    Result<std::optional<ArchiveEntry>> next();

    /// The next piece of the current file; absent at its end.
    Result<std::optional<ArchiveBlock>> read();

    /// Reads what comes after the last entry, to the end of the source, and checks that the archive
    /// is whole.
    Result<void> finish();

  private:
    static la_ssize_t pull(archive*, void* self, const void** block);
    Result<ByteSpan> next_block();
    [[nodiscard]] tl::unexpected<Error> failure() const;

    std::string name_;
    DecodeAhead decoded_;
    std::optional<Error> decoder_error_;
    std::size_t zeros_ = 0;  ///< At the end of all that was decoded so far.
    bool opened_ = false;
    ArchivePtr tar_ = new_archive_reader();
};

}  // namespace cudafetch::store
