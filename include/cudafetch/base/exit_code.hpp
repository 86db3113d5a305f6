// SPDX-License-Identifier: MIT
#pragma once

namespace cudafetch {

/// How a run of the program ended. The value is the process's exit status, and this table is
/// what `--help` and the README print.
enum class ExitCode : int {
    done = 0,                 ///< Everything asked for was done.
    internal = 1,             ///< A bug in cudafetch.
    usage = 2,                ///< The command line cannot be parsed.
    no_resolution = 3,        ///< Parsed, but unknown or unsatisfiable.
    network = 4,              ///< A server could not be reached or did not deliver.
    integrity = 5,            ///< Wrong size or digest, unsafe archive, malformed manifest.
    disk = 6,                 ///< No space, no permission, or a path that is in the way.
    verification_failed = 7,  ///< A check of an installed prefix failed.
    no_usable_gpu = 8,        ///< All checks passed but the run: no usable GPU here.
    interrupted = 130,        ///< Stopped by SIGINT or SIGTERM.
};

}  // namespace cudafetch
