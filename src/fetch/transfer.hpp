// SPDX-License-Identifier: MIT
#pragma once

#include "cudafetch/fetch/transport.hpp"

namespace cudafetch::fetch {

/// One thing to fetch, by as many attempts as it takes.
class Transfer {
  public:
    virtual ~Transfer() = default;

    [[nodiscard]] virtual Outcome<void> attempt(const Url& url,
                                                const Cancellation& cancellation) = 0;

    /// Whether the attempts since the last call with the answer yes brought enough bytes to call
    /// the server alive, however often it hangs up.
    [[nodiscard]] virtual bool advanced() { return false; }
};

}  // namespace cudafetch::fetch
