// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "cudafetch/base/error.hpp"
#include "cudafetch/model/version.hpp"

namespace cudafetch::cli {

/// Releases in a mirror's `<product>/redist/index.json`, the document `cudafetch.mirror/1`.
/// `where` names it in errors. Fails with `malformed_index` (exit 5).
[[nodiscard]] Result<std::vector<model::Version>> read_mirror_index(const std::string& text,
                                                                    const std::string& where);

/// The text of such an index. Equal releases in whatever order give equal bytes.
[[nodiscard]] std::string mirror_index_text(const std::string& product,
                                            std::vector<model::Version> releases);

}  // namespace cudafetch::cli
