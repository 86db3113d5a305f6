// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <ctime>
#include <optional>
#include <vector>

#include "cudafetch/base/cancellation.hpp"
#include "cudafetch/base/digest.hpp"
#include "cudafetch/base/file.hpp"
#include "cudafetch/model/receipt.hpp"

namespace cudafetch::store {

/// Modification time of every unpacked file, in seconds since 1970 (2000-01-01T00:00:00Z). It is
/// the same for all, so that trees are equal wherever they are unpacked and an edited file shows.
inline constexpr std::time_t unpacked_mtime = 946684800;

struct UnpackOptions {
    /// What the archive's own bytes must hash to; they are read anyway. Absent: not checked.
    std::optional<Sha256Digest> archive_sha256;
    /// No archive may unpack to more than this, whatever it claims.
    std::uint64_t max_bytes = std::uint64_t{64} << 30;
    std::size_t max_entries = 500'000;  ///< Files, links and folders.
};

/// Unpacks a .tar.xz into `destination`, which must not exist, without the one top-level folder
/// that everything in it must be inside. Files become read-only and keep their executable bit,
/// folders get mode 0755; nothing is synced. Yields files and links, sorted by path.
///
/// Nothing in the archive is trusted. Refused with exit code 5, naming the entry: absolute paths,
/// `..`, names that cannot be printed, links and hard links that lead out of the tree or through a
/// link, devices and the like, anything twice (code `unsafe_archive`); and archives that are
/// damaged, cut short, or hold no file (code `corrupt_archive`). Other bytes than
/// `archive_sha256` are `digest_mismatch`. A full disk is exit code 6.
/// After a failure or a cancellation `destination` does not exist.
[[nodiscard]] Result<std::vector<model::InstalledFile>> unpack(const fs::path& archive,
                                                               const fs::path& destination,
                                                               const Cancellation& cancellation,
                                                               const UnpackOptions& options = {});

}  // namespace cudafetch::store
