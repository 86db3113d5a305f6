// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>

#include "cudafetch/base/error.hpp"

namespace cudafetch {

/// Gives a stream of bytes in order, to one reader.
class Source {
  public:
    virtual ~Source() = default;

    /// Fills `buffer` from its beginning, as far as bytes are there, and waits for the first of
    /// them. Yields their number; 0 at the end of the stream only. After a failure nothing more is
    /// read.
    [[nodiscard]] virtual Result<std::size_t> read(std::span<std::byte> buffer) = 0;

    /// Whether read() would wait now.
    [[nodiscard]] virtual bool would_wait() { return false; }

    /// Makes a read() that waits, and those that follow, fail soon. May come from any thread.
    virtual void stop_reading() {}
};

}  // namespace cudafetch
