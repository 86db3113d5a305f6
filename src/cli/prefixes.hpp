// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "cudafetch/base/error.hpp"
#include "cudafetch/base/file.hpp"
#include "cudafetch/model/plan.hpp"

namespace cudafetch::cli {

/// A path as the user wrote it, made absolute, without "." and "..", and without a final slash.
[[nodiscard]] Result<fs::path> absolute_path(const std::string& option);

/// The prefix named by --prefix, made absolute, or the default one of a plan:
/// `$XDG_DATA_HOME/cudafetch/<product>-<release>-<tag>`.
[[nodiscard]] Result<fs::path> prefix_for(const std::string& option, const model::Plan& plan);

/// The prefix named by --prefix, or the one that was installed last. Fails with `no_prefix`
/// (exit 6) if there is none.
[[nodiscard]] Result<fs::path> installed_prefix(const std::string& option);

}  // namespace cudafetch::cli
