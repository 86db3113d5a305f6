// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>

#include "cudafetch/model/version.hpp"

namespace cudafetch::platform {

/// The version in the "NVRM version:" line of /proc/driver/nvidia/version, which the proprietary
/// and the open kernel module write differently. Absent if there is no such line.
[[nodiscard]] std::optional<model::Version> parse_nvrm_version(std::string_view text);

}  // namespace cudafetch::platform
