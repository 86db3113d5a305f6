// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cudafetch/base/error.hpp"
#include "cudafetch/model/plan.hpp"

namespace cudafetch::codec {

/// The document `cudafetch.resolve/1`. Equal plans give equal bytes; ends with a newline.
[[nodiscard]] std::string to_json_text(const std::vector<model::Plan>& plans);

/// The text of a lock file, the document `cudafetch.lock/1`: the same in all but the name.
[[nodiscard]] std::string to_lock_text(const std::vector<model::Plan>& plans);

/// Reads either document; `where` names it in errors. Unknown members are passed over, the sum of
/// the sizes is computed again. Fails with exit code 5 and code `malformed_plan`, naming the place.
/// Names and paths of what it yields are safe to print and to build file names from.
[[nodiscard]] Result<std::vector<model::Plan>> read_plans(std::string_view text,
                                                          const std::string& where);

/// The `version.json` of a toolkit, by which build tools tell its release: the entry "cuda" and one
/// for each component. Empty if the plan holds no release of cuda.
[[nodiscard]] std::string version_json_text(const model::Plan& plan);

}  // namespace cudafetch::codec
