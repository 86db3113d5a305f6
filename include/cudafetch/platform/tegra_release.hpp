// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string_view>

#include "cudafetch/model/version.hpp"

namespace cudafetch::platform {

/// The L4T release that /etc/nv_tegra_release states in its first line, "# R36 (release),
/// REVISION: 4.7, GCID: ..." being 36.4.7. A missing patch level is 0. Absent if the line says
/// something else, or nothing, as in containers.
[[nodiscard]] std::optional<model::Version> parse_tegra_release(std::string_view text);

}  // namespace cudafetch::platform
