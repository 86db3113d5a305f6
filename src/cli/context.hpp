// SPDX-License-Identifier: MIT
#pragma once

#include <ostream>

#include "cli/style.hpp"
#include "cudafetch/base/cancellation.hpp"
#include "cudafetch/base/clock.hpp"
#include "cudafetch/base/error.hpp"
#include "cudafetch/base/reporter.hpp"

namespace cudafetch::cli {

/// Options that every command takes.
struct GlobalOptions {
    bool json = false;     ///< One JSON document on standard output.
    bool quiet = false;    ///< No status lines and no progress.
    bool offline = false;  ///< Open no socket.
};

/// What a command works with.
struct Context {
    const GlobalOptions& options;
    std::ostream& out;  ///< Facts.
    Style style;        ///< Of `out`.
    Reporter& reporter;
    Clock& clock;
    const Cancellation& cancellation;
};

}  // namespace cudafetch::cli
