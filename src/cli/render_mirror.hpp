// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>
#include <ostream>
#include <vector>

#include "cli/mirror_archives.hpp"
#include "cli/mirror_manifests.hpp"
#include "cli/style.hpp"

namespace cudafetch::cli {

/// What a run of mirror did, or with `dry_run` would do.
struct MirrorRun {
    fs::path root;
    bool dry_run = false;
    std::vector<MirroredArchive> archives;
    std::vector<MirroredManifest> manifests;
};

/// One line an archive, and the sums.
void print_mirror_run(std::ostream& out, const Style& style, const MirrorRun& run);

/// The document `cudafetch.mirror-run/1`.
[[nodiscard]] nlohmann::ordered_json mirror_run_json(const MirrorRun& run);

}  // namespace cudafetch::cli
