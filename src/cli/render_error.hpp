// SPDX-License-Identifier: MIT
#pragma once

#include <ostream>

#include "cli/style.hpp"
#include "cudafetch/base/error.hpp"

namespace cudafetch::cli {

/// The error for a person: what is wrong, then what to do.
void print_error(std::ostream& err, const Style& style, const Error& error);

/// The document `cudafetch.error/1`.
void print_error_json(std::ostream& out, const Error& error);

}  // namespace cudafetch::cli
