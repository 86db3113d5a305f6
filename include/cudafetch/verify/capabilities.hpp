// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <vector>

#include "cudafetch/model/capability.hpp"
#include "cudafetch/model/facts.hpp"

namespace cudafetch::verify {

/// Who could name the capabilities to compile for.
struct CapabilitySources {
    std::vector<model::Capability> requested;  ///< By the user.
    std::vector<model::Capability> detected;  ///< Of this machine's GPUs, as the driver names them.
    std::vector<model::Capability> installed;  ///< In the receipt.
    std::vector<model::Capability> compiler;   ///< All that the prefix's nvcc compiles for.
};

/// The capabilities to compile for.
struct ChosenCapabilities {
    std::vector<model::Capability> capabilities;  ///< Sorted; empty if nobody named any.
    std::string from;  ///< "request", "gpu", "receipt", "compiler", or empty.
};

/// Takes the first source that names any; of the compiler's, the oldest alone. A detected
/// capability that has another name in the compiler's releases takes that one.
[[nodiscard]] ChosenCapabilities choose_capabilities(const CapabilitySources& sources,
                                                     const model::Facts& facts);

}  // namespace cudafetch::verify
