// SPDX-License-Identifier: MIT
#pragma once

#include "cudafetch/base/bytes.hpp"
#include "cudafetch/base/error.hpp"

namespace cudafetch {

/// Takes a stream of bytes in order.
class Sink {
  public:
    virtual ~Sink() = default;

    /// Takes all of `bytes`, or fails; after a failure nothing more is written.
    [[nodiscard]] virtual Result<void> write(ByteSpan bytes) = 0;
};

}  // namespace cudafetch
