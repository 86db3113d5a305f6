// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "cudafetch/resolve/resolve.hpp"

namespace cudafetch::resolve {

/// Whether a request resolves, without hints of its own.
using Resolves = std::function<bool(const model::Request&)>;

/// Requests close to one that failed with `error` that do resolve, as command lines, the closest
/// first, four at most. Each was tried.
[[nodiscard]] std::vector<std::string> ways_out(const model::Request& request, const Error& error,
                                                const Knowledge& knowledge,
                                                const Resolves& resolves);

}  // namespace cudafetch::resolve
