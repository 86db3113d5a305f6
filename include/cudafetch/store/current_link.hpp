// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "cudafetch/base/cancellation.hpp"
#include "cudafetch/base/file.hpp"

namespace cudafetch::store {

/// Makes `<data_home>/current` a link to `prefix`, at one instant. Fails with exit code 6 and code
/// `current_is_no_link` if something else has that name.
[[nodiscard]] Result<void> update_current_link(const fs::path& data_home, const fs::path& prefix,
                                               const Cancellation& cancellation);

/// Removes `<data_home>/current` if it leads to `prefix`.
[[nodiscard]] Result<void> remove_current_link(const fs::path& data_home, const fs::path& prefix,
                                               const Cancellation& cancellation);

/// Where `<data_home>/current` leads, or absent if there is none.
[[nodiscard]] std::optional<fs::path> current_prefix(const fs::path& data_home);

}  // namespace cudafetch::store
