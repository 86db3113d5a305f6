// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "cudafetch/base/error.hpp"
#include "cudafetch/model/facts.hpp"
#include "cudafetch/model/plan.hpp"
#include "cudafetch/resolve/target.hpp"

namespace cudafetch::resolve {

/// From this CUDA major on, Jetsons from Orin on take linux-sbsa archives.
inline constexpr unsigned unified_arm_major = 13;

/// Jetson capabilities below it are served as linux-aarch64.
[[nodiscard]] model::Capability sbsa_threshold(unsigned cuda_major);

/// Step 3: whether the tables know every capability. Fails with unknown_capability.
[[nodiscard]] Result<void> check_known(const std::vector<model::Capability>& capabilities,
                                       const model::Facts& facts);

/// Steps 4 and 5: whether the release's compiler knows every capability by this name.
/// Fails with capability_renamed, capability_too_new or capability_removed.
[[nodiscard]] Result<void> check_compiles(const std::vector<model::Capability>& capabilities,
                                          const model::Version& release, const model::Facts& facts);

/// Detected capabilities under the names that the release uses; requested ones are left alone.
[[nodiscard]] std::vector<model::Capability> names_in_release(const Target& target,
                                                              const model::Version& release,
                                                              const model::Facts& facts);

/// The same capabilities with Thor's other name, where one has another name.
[[nodiscard]] std::vector<model::Capability> with_other_names(
    const std::vector<model::Capability>& capabilities, const model::Facts& facts);

/// Steps 6 and 7: the tag of the libraries.
/// Fails with jetson_capability_needs_aarch64 or mixed_capabilities.
[[nodiscard]] Result<model::Tag> choose_tag(const Target& target,
                                            const std::vector<model::Capability>& capabilities,
                                            const model::Version& release,
                                            const model::Facts& facts);

/// Step 6 alone, which no release changes.
[[nodiscard]] Result<void> check_target_arch(const Target& target, const model::Facts& facts);

/// The tag of the compilers: that of the machine that compiles.
[[nodiscard]] model::Tag choose_host_tag(const Target& target, model::Tag tag,
                                         const model::Version& release,
                                         const model::Platform& platform);

/// Capabilities that NVIDIA serves as linux-aarch64 in this release, out of a list.
[[nodiscard]] std::vector<model::Capability> below_sbsa_threshold(
    const std::vector<model::Capability>& capabilities, const model::Version& release,
    const model::Facts& facts);

}  // namespace cudafetch::resolve
