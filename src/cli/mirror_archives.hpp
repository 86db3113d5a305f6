// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <vector>

#include "cli/mirror_content.hpp"
#include "cli/network.hpp"
#include "cudafetch/base/file.hpp"

namespace cudafetch::cli {

/// One archive of a mirror.
struct MirroredArchive {
    model::PlannedArchive archive;
    fs::path path;       ///< Relative to the mirror.
    bool there = false;  ///< It needs no fetching.
};

/// How a mirror's archives are looked at.
enum class Examine { size, digest };

/// Which archives of `content` the mirror at `root` holds: files of the right size, or with
/// Examine::digest of the right bytes. Where no size is known the digest decides.
[[nodiscard]] Result<std::vector<MirroredArchive>> survey_archives(
    const MirrorContent& content, const fs::path& root, Examine examine,
    const Cancellation& cancellation);

/// Sum of the known sizes of those that are there, or of those that are not, in bytes.
[[nodiscard]] std::uint64_t size_of(const std::vector<MirroredArchive>& archives, bool there);

/// Fails with `no_space` (exit 6) if what is missing does not fit into the file system of `root`.
/// Bytes that an earlier run left count as there.
[[nodiscard]] Result<void> check_space(const std::vector<MirroredArchive>& archives,
                                       const fs::path& root);

/// Fetches what is missing, `jobs` at a time. The first failure stops all; what was fetched so far
/// stays for the next run.
[[nodiscard]] Result<void> fetch_archives(const std::vector<MirroredArchive>& archives,
                                          const MirrorContent& content, const fs::path& root,
                                          std::size_t jobs, Network& network, Context& context);

}  // namespace cudafetch::cli
