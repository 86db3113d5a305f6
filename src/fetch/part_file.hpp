// SPDX-License-Identifier: MIT
#pragma once

#include <functional>

#include "cudafetch/base/arriving_file.hpp"
#include "cudafetch/base/cancellation.hpp"
#include "cudafetch/base/clock.hpp"
#include "cudafetch/base/digest.hpp"
#include "cudafetch/base/file.hpp"

namespace cudafetch::fetch {

/// What was known about the bytes of a part file when they were written.
struct PartOrigin {
    Sha256Digest wanted;    ///< Of the file that they are to become.
    Sha256Digest url;       ///< Of the URL's text, which may hold secrets.
    std::string validator;  ///< `Response::validator`; may be empty.

    bool operator==(const PartOrigin&) const = default;
};

/// `<destination>.part`: the bytes of a download so far, their running digest, and in
/// `<destination>.part.origin` where they came from. One holder at a time, in all processes.
class PartFile {
  public:
    /// Waits until nobody else holds it (`on_wait` is called once before the first wait), and
    /// reads what an earlier holder left. Bytes that were meant for another file than `wanted`,
    /// or whose origin is unknown, are dropped. Makes the folder if needed.
    /// `arriving` is told of all bytes and restarts from now on; null: nobody reads along.
    static Result<PartFile> open(const fs::path& destination, const Sha256Digest& wanted,
                                 ArrivingFile* arriving, Clock& clock,
                                 const Cancellation& cancellation,
                                 const std::function<void()>& on_wait);

    [[nodiscard]] const fs::path& path() const { return path_; }
    [[nodiscard]] std::uint64_t size() const { return size_; }
    [[nodiscard]] const PartOrigin& origin() const { return origin_; }

    /// Records where the bytes that follow come from.
    [[nodiscard]] Result<void> set_origin(const PartOrigin& origin);

    [[nodiscard]] Result<void> append(ByteSpan bytes);

    /// Drops all bytes.
    [[nodiscard]] Result<void> restart();

    /// Digest of all bytes. Nothing but restart(), publish() or remove() may follow.
    [[nodiscard]] Sha256Digest digest() { return hash_.finish(); }

    /// Gives the file its final name, and makes both last through a power cut.
    [[nodiscard]] Result<void> publish();

    /// Removes it from disk.
    [[nodiscard]] Result<void> remove();

  private:
    PartFile(FileDescriptor fd, const fs::path& destination, ArrivingFile* arriving);
    void grew_by(ByteSpan bytes);
    Result<void> load(const Sha256Digest& wanted, const Cancellation& cancellation);
    [[nodiscard]] fs::path origin_path() const;

    FileDescriptor fd_;  ///< Holds the lock.
    fs::path destination_;
    fs::path path_;
    ArrivingFile* arriving_;
    std::uint64_t size_ = 0;
    Sha256 hash_;
    PartOrigin origin_;
};

}  // namespace cudafetch::fetch
