// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <optional>
#include <string_view>

namespace cudafetch::model {

/// A processor architecture that NVIDIA's Linux archives are built for.
enum class Arch { x86_64, aarch64 };

/// Reads what `uname -m` and people write: x86_64, amd64, aarch64, arm64. Absent for others.
[[nodiscard]] std::optional<Arch> parse_arch(std::string_view machine);
[[nodiscard]] std::string_view to_text(Arch arch);

/// A platform tag of NVIDIA's redist manifests, as far as cudafetch serves it.
enum class Tag {
    linux_x86_64,
    linux_sbsa,     ///< Arm servers; from CUDA 13 on also Jetson.
    linux_aarch64,  ///< Jetson and DRIVE (L4T), CUDA 11.8 to 12.9 without 12.3.
    linux_all,      ///< Serves every Linux tag.
    source,         ///< Serves every tag.
};

inline constexpr std::array all_tags{Tag::linux_x86_64, Tag::linux_sbsa, Tag::linux_aarch64,
                                     Tag::linux_all, Tag::source};

[[nodiscard]] std::optional<Tag> parse_tag(std::string_view text);
[[nodiscard]] std::string_view to_text(Tag tag);

/// The architecture whose machines run a tag's programs; absent for linux-all and source.
[[nodiscard]] std::optional<Arch> arch_of(Tag tag);

/// The folder name below `targets/` in a toolkit: "x86_64-linux", "sbsa-linux", "aarch64-linux".
/// Only for the three tags that name a machine.
[[nodiscard]] std::string_view target_folder(Tag tag);

}  // namespace cudafetch::model
