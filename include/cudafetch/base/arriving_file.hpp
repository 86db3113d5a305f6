// SPDX-License-Identifier: MIT
#pragma once

#include <condition_variable>
#include <cstdint>
#include <mutex>

#include "cudafetch/base/file.hpp"
#include "cudafetch/base/source.hpp"

namespace cudafetch {

/// A file on its way: one thread writes it, another reads it right behind. What waits between the
/// two waits in the file, so it takes no memory of the process, and a writer that is faster than
/// the reader meets the limits of the disk alone.
class ArrivingFile final : public Source {
  public:
    /// How the bytes that a reader got turned out.
    enum class Fate {
        complete,   ///< They are the right ones, and all.
        restarted,  ///< They were given up; others take their place.
        abandoned,  ///< No more will come.
    };

    // For the thread that writes.

    /// The file as it can be read, empty so far. Nothing can be read before.
    void open(FileDescriptor file);
    /// Its first `size` bytes are there.
    void grew_to(std::uint64_t size);
    /// Its bytes are given up; it is empty again.
    void restart();
    /// Its bytes are all there, and right. Nothing but the destructor may follow.
    void complete();
    /// No more will come. Has no effect after complete().
    void abandon();

    // For the thread that reads.

    /// Yields 0 only once the file is complete, so that whoever read to the end read right bytes.
    /// Fails if it was restarted or abandoned, or if stop_reading() was called, since rewind().
    [[nodiscard]] Result<std::size_t> read(std::span<std::byte> buffer) override;
    [[nodiscard]] bool would_wait() override;
    void stop_reading() override;
    /// Begins again with the first byte of what arrives now.
    void rewind();
    /// Waits until the fate of what was read since rewind() is known.
    [[nodiscard]] Fate wait_for_fate();

  private:
    enum class State { arriving, complete, abandoned };

    [[nodiscard]] bool has_news() const {
        return size_ > position_ || version_ != read_version_ || state_ != State::arriving ||
               stopped_;
    }

    std::mutex mutex_;
    std::condition_variable changed_;
    FileDescriptor file_;
    State state_ = State::arriving;
    std::uint64_t size_ = 0;
    std::uint64_t version_ = 0;       ///< Counts restarts.
    std::uint64_t position_ = 0;      ///< Of the reader.
    std::uint64_t read_version_ = 0;  ///< The version that the reader reads.
    bool stopped_ = false;
};

}  // namespace cudafetch
