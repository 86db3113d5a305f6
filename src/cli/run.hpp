// SPDX-License-Identifier: MIT
#pragma once

namespace cudafetch::cli {

/// Runs one command line with the real services of this machine and returns the exit status.
int run(int argc, char** argv);

}  // namespace cudafetch::cli
