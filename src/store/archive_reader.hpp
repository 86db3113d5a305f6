// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>

#include "cudafetch/base/digest.hpp"
#include "cudafetch/base/file.hpp"

namespace cudafetch::store {

/// What the header of an archive's entry says. Nothing of it has been checked.
struct ArchiveEntry {
    enum class Type { folder, file, symbolic_link, hard_link, other };
    std::string name;
    Type type = Type::other;
    std::string target;  ///< Of links.
    bool executable = false;
};

/// Reads a .tar.xz front to back, in memory that does not depend on what is in it.
/// Failures have code `corrupt_archive` (exit 5), or exit code 6 if the file cannot be read.
class ArchiveReader {
  public:
    static Result<ArchiveReader> open(const fs::path& path);

    ArchiveReader(ArchiveReader&&) noexcept;
    ArchiveReader& operator=(ArchiveReader&&) = delete;
    ~ArchiveReader();

    /// The next entry; absent at the end.
    Result<std::optional<ArchiveEntry>> next();

    /// Fills `buffer` from the content of the current file; yields the number of bytes, 0 at its
    /// end.
    Result<std::size_t> read(std::span<std::byte> buffer);

    /// Reads what comes after the last entry, checks that the archive is whole, and yields the
    /// digest of the file as it was read.
    Result<Sha256Digest> finish();

  private:
    struct Streams;
    explicit ArchiveReader(std::unique_ptr<Streams> streams);
    std::unique_ptr<Streams> streams_;
};

}  // namespace cudafetch::store
