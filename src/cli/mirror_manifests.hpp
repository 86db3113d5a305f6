// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "cli/mirror_content.hpp"
#include "cli/network.hpp"
#include "cudafetch/base/file.hpp"

namespace cudafetch::cli {

/// Where the bytes of a manifest in a mirror come from.
enum class ManifestFrom {
    mirror,     ///< They were there before.
    source,     ///< From NVIDIA or the mirror that was copied, with the digest that was expected.
    catalogue,  ///< The catalogue's own, where the source had none with that digest.
};

[[nodiscard]] std::string_view to_text(ManifestFrom from);

/// The manifest of one release on its way into a mirror.
struct MirroredManifest {
    std::string product;
    std::string release;
    fs::path path;  ///< Relative to the mirror.
    ManifestFrom from{};
    std::string text;  ///< Empty if it is there already.
};

/// The manifests for all releases of `content`, which all state its digests. One that is in the
/// mirror at `root` stays. Writes nothing. Fails with `manifest_changed` or `mirror_conflict`
/// (exit 5), or as the network does.
[[nodiscard]] Result<std::vector<MirroredManifest>> gather_manifests(const MirrorContent& content,
                                                                     const fs::path& root,
                                                                     Network& network,
                                                                     Context& context);

/// Writes those that are not there yet, and the indexes with them, each file at one instant.
[[nodiscard]] Result<void> write_manifests(const std::vector<MirroredManifest>& manifests,
                                           const fs::path& root);

}  // namespace cudafetch::cli
