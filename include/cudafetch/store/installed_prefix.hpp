// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "cudafetch/base/file.hpp"
#include "cudafetch/model/plan.hpp"
#include "cudafetch/model/receipt.hpp"

namespace cudafetch::store {

/// The receipt of an installation. Fails with exit code 6 and code `no_receipt` if `prefix` holds
/// none, and with exit code 5 if it is malformed.
[[nodiscard]] Result<model::Receipt> read_receipt(const fs::path& prefix);

/// Whether `prefix` already holds what `plan` would install, with every file there at its size.
/// Contents are not read.
[[nodiscard]] bool is_installed(const model::Plan& plan, const fs::path& prefix);

/// What is at `prefix` now, before anything is fetched for it: the receipt of an installation that
/// would be replaced, or absent if nothing is there. A link counts as what it leads to.
///
/// Fails with exit code 6 if install_prefix would refuse: `prefix_is_file`, `prefix_is_link` (one
/// that leads nowhere), `prefix_is_mount_point`, `prefix_not_ours` (a folder without a receipt,
/// even an empty one), `prefix_has_foreign_files` (an installation into which somebody put files;
/// they would be lost).
[[nodiscard]] Result<std::optional<model::Receipt>> examine_prefix(const fs::path& prefix);

}  // namespace cudafetch::store
