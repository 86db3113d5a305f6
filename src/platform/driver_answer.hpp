// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "cudafetch/platform/driver.hpp"

namespace cudafetch::platform {

/// Reads what the child process that asked the driver wrote: one "<word> <value>" a line.
///     missing <loader's message>          no library could be opened
///     library <path>                      the file that was opened
///     stub <path>                         it was the stub, and was not asked
///     version <1000 * major + 10 * minor>
///     failed <call> <CUresult>            ends the answer
///     gpu <major> <minor> <integrated> <name>
///     end                                 nothing was left out
/// Without its last line the child died on the way.
[[nodiscard]] DriverFacts parse_driver_answer(std::string_view answer);

}  // namespace cudafetch::platform
