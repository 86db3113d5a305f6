// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "cudafetch/base/error.hpp"
#include "cudafetch/model/facts.hpp"
#include "cudafetch/model/plan.hpp"
#include "cudafetch/model/request.hpp"
#include "cudafetch/resolve/target.hpp"

namespace cudafetch::resolve {

/// Whether the target's driver, as far as it is known, runs programs of a CUDA release. The driver
/// bounds the major number (facts: minor_version_compatibility); within it a newer release than the
/// driver's own gets the note `driver_older_than_release`. With `with_compat` a data-centre GPU
/// runs a newer major too, which the note `compat_for_data_centre` says.
/// Fails with driver_too_old.
[[nodiscard]] Result<void> check_driver(const Target& target, const model::Version& release,
                                        bool with_compat, const model::Facts& facts,
                                        std::vector<model::Note>& notes);

}  // namespace cudafetch::resolve
