// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "cudafetch/base/cancellation.hpp"
#include "cudafetch/base/file.hpp"
#include "cudafetch/base/source.hpp"
#include "cudafetch/model/receipt.hpp"
#include "cudafetch/store/workshop.hpp"

namespace cudafetch::store {

struct UnpackOptions {
    /// No archive may unpack to more than this, whatever it claims.
    std::uint64_t max_bytes = std::uint64_t{64} << 30;
    std::size_t max_entries = 500'000;  ///< Files, links and folders.
};

/// What is unpacked. Keeps the reference.
struct PackedArchive {
    Source& bytes;
    std::string name;        ///< For messages.
    std::uint64_t size = 0;  ///< Bytes; 0 where unknown. Large archives are worked on first.
};

/// Unpacks a .tar.xz or .tar.zst as its bytes arrive into `destination`, which must not exist,
/// without the one top-level folder that everything in it must be inside. Files become read-only
/// and keep their executable bit, folders get mode 0755; nothing is synced. Yields files and links,
/// sorted by path. Decoding runs in a thread of its own; cores and memory are those of `workshop`.
///
/// Nothing in the archive is trusted. Refused with exit code 5, naming the entry: absolute paths,
/// `..`, names that cannot be printed, links and hard links that lead out of the tree or through a
/// link, devices and the like, anything twice (code `unsafe_archive`); more bytes than the options
/// allow (code `archive_too_large`); and archives that are damaged, cut short, or hold no file
/// (code `corrupt_archive`). A full disk is exit code 6. Succeeds only after the source came to its
/// end. After a failure or a cancellation `destination` does not exist.
[[nodiscard]] Result<std::vector<model::InstalledFile>> unpack(const PackedArchive& archive,
                                                               const fs::path& destination,
                                                               Workshop& workshop,
                                                               const Cancellation& cancellation,
                                                               const UnpackOptions& options = {});

}  // namespace cudafetch::store
