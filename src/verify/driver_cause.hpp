// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "cudafetch/model/report.hpp"

namespace cudafetch::verify {

/// What is behind an error code of the driver or the CUDA runtime (they are the same numbers) that
/// was met before any work could be done.
struct DriverCause {
    int code = 0;
    const char* name;        ///< Stable name, "driver_mismatch".
    model::Outcome outcome;  ///< `unavailable` only if there is no device.
    const char* text;        ///< One line for a person.
    const char* advice;      ///< May be empty.
};

/// The row for `code`; a general one for a code that is not in the table.
[[nodiscard]] const DriverCause& driver_cause(int code);

/// A step that ends with it; `what` is put before its text, such as "cuInit failed (803)".
[[nodiscard]] model::Step to_step(const DriverCause& cause, const std::string& what);

}  // namespace cudafetch::verify
