// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace cudafetch::platform {

/// The version of an installed package in the text of /var/lib/dpkg/status.
/// Absent if the package is not there, or was removed and left its configuration.
[[nodiscard]] std::optional<std::string> installed_version(std::string_view status,
                                                           std::string_view package);

}  // namespace cudafetch::platform
