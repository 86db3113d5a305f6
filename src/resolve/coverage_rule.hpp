// SPDX-License-Identifier: MIT
#pragma once

#include <vector>

#include "cudafetch/base/error.hpp"
#include "cudafetch/model/facts.hpp"
#include "cudafetch/model/plan.hpp"
#include "cudafetch/model/request.hpp"

namespace cudafetch::resolve {

/// How a device comes to run code (facts: sass-same-major, suffix-a, suffix-f, tegra-caveat).
enum class Serves {
    native,      ///< Code for exactly this capability, suffixes aside.
    compatible,  ///< Code for the same major and a lower minor number.
    unproven,    ///< A Jetson and code for another GPU of its major, from CUDA 13.2 on.
    not_at_all,
};

/// The best that any of `code`, the real architectures of a library, does for a device.
[[nodiscard]] Serves serves(const model::Capability& device,
                            const std::vector<model::Capability>& code, const model::Version& cuda,
                            const model::Facts& facts);

/// Whether the libraries among `archives` hold code for every capability, as far as `accept` asks.
/// `cuda` is the plan's CUDA release. Adds the notes `coverage_unknown` where nobody looked,
/// `code_by_compatibility`, `code_unproven`, and `ptx_unknown` where only PTX could serve.
/// Fails with library_lacks_capability.
[[nodiscard]] Result<void> check_coverage(const std::vector<model::PlannedArchive>& archives,
                                          const std::vector<model::Capability>& capabilities,
                                          const model::Version& cuda, model::Accept accept,
                                          const model::Facts& facts,
                                          std::vector<model::Note>& notes);

}  // namespace cudafetch::resolve
