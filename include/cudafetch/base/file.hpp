// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

#include "cudafetch/base/digest.hpp"
#include "cudafetch/base/error.hpp"

namespace cudafetch {

namespace fs = std::filesystem;

/// An open file descriptor, closed on destruction.
class FileDescriptor {
  public:
    FileDescriptor() = default;
    explicit FileDescriptor(int fd) : fd_(fd) {}
    ~FileDescriptor() { reset(); }
    FileDescriptor(FileDescriptor&& other) noexcept : fd_(other.release()) {}
    FileDescriptor& operator=(FileDescriptor&& other) noexcept {
        if (this != &other) reset(other.release());
        return *this;
    }

    [[nodiscard]] int get() const { return fd_; }
    [[nodiscard]] bool valid() const { return fd_ >= 0; }
    int release() {
        const int fd = fd_;
        fd_ = -1;
        return fd;
    }
    void reset(int fd = -1);

  private:
    int fd_ = -1;
};

/// Opens with O_CLOEXEC added. `action` is the verb of the error message, such as "open".
[[nodiscard]] Result<FileDescriptor> open_file(const fs::path& path, int flags, unsigned mode = 0);

/// The whole of a regular file; fails with code `file_too_large` (exit 5) past `max_bytes`.
[[nodiscard]] Result<std::string> read_file(const fs::path& path, std::uint64_t max_bytes);

/// The whole of a small text file (1 MiB at most), or absent if it cannot be read for any reason.
/// Meant for probes, where "cannot be read" and "is not there" mean the same.
[[nodiscard]] std::optional<std::string> read_if_present(const fs::path& path);

/// Reads into `buffer`; yields the number of bytes, 0 at the end. Not ended by a signal.
[[nodiscard]] Result<std::size_t> read_some(int fd, std::span<std::byte> buffer,
                                            const fs::path& path);

/// Writes all of `bytes`, resuming short writes.
[[nodiscard]] Result<void> write_all(int fd, ByteSpan bytes, const fs::path& path);

/// SHA-256 of a file's content.
[[nodiscard]] Result<Sha256Digest> sha256_file(const fs::path& path);

/// Makes a folder and its parents; no error if it is there already.
[[nodiscard]] Result<void> make_directories(const fs::path& path);

/// Bytes that this user may still write to the file system of a folder that is there.
[[nodiscard]] Result<std::uint64_t> free_space(const fs::path& folder);

/// fsync of a file or folder, so that a rename into it survives a power cut.
[[nodiscard]] Result<void> sync_path(const fs::path& path);

/// Whether something must outlast a power cut from the moment that it is done.
enum class Durability { synced, unsynced };

/// Replaces `path` at one instant: writes beside it, syncs, renames, syncs the folder.
/// After a failure `path` is as it was and nothing is left beside it.
[[nodiscard]] Result<void> write_file_atomically(const fs::path& path, std::string_view content,
                                                 Durability durability = Durability::synced);

/// Removes a tree, read-only folders included. Failure to remove is an error; absence is not.
[[nodiscard]] Result<void> remove_tree(const fs::path& path);

}  // namespace cudafetch
