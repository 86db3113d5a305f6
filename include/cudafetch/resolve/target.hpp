// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "cudafetch/base/error.hpp"
#include "cudafetch/model/facts.hpp"
#include "cudafetch/model/plan.hpp"
#include "cudafetch/model/platform.hpp"
#include "cudafetch/model/request.hpp"

namespace cudafetch::resolve {

/// A machine name as people write it, "aarch64" or "aarch64-linux".
struct MachineName {
    std::string_view arch;
    std::string_view os;
};
[[nodiscard]] MachineName parse_machine_name(std::string_view text);

/// What a request is for, before any release is looked at.
struct Target {
    model::Arch host{};                           ///< Of the machine that compiles.
    model::Arch target{};                         ///< Of the machine that runs.
    std::optional<model::Tag> forced_tag;         ///< From --tag: the tag rule is not asked.
    const model::Machine* machine = nullptr;      ///< The machine that runs, where it is known.
    const model::SocFact* soc = nullptr;          ///< Of the board that was named or is at hand.
    std::vector<model::Capability> capabilities;  ///< Sorted; may be empty.
    model::CapabilitiesFrom capabilities_from{};
    std::optional<model::Version> l4t;  ///< Of the machine that runs.
    /// Of the machine that runs, unless it is a Tegra: its driver, and the CUDA that this runs.
    std::optional<model::Version> driver;
    std::optional<model::Version> driver_cuda;
    std::vector<model::Note> notes;
};

/// Step 1 of the procedure, and where capabilities and L4T come from if they are not given.
/// Fails with unsupported_host_arch, unsupported_target_arch, unsupported_os, tag_not_served,
/// unknown_board, ambiguous_board, no_capability_given, l4t_cannot_run_release or l4t_unreadable.
[[nodiscard]] Result<Target> choose_target(const model::Request& request,
                                           const model::Platform& platform,
                                           const model::Facts& facts);

/// Whether all of a non-empty list are Jetson capabilities.
[[nodiscard]] bool all_jetson(const std::vector<model::Capability>& capabilities,
                              const model::Facts& facts);

}  // namespace cudafetch::resolve
