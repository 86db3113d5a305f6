// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace cudafetch::cli {

/// The table of exit codes for `--help`.
[[nodiscard]] std::string exit_code_table();

}  // namespace cudafetch::cli
