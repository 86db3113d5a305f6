// SPDX-License-Identifier: MIT
#include "cudafetch/model/facts.hpp"

#include <algorithm>

namespace cudafetch::model {

bool ComponentRange::covers(const Version& cuda) const {
    const auto at_precision_of = [&](const Version& bound) { return cuda.truncated(bound.size()); };
    return (!from_cuda || at_precision_of(*from_cuda) >= *from_cuda) &&
           (!to_cuda || at_precision_of(*to_cuda) <= *to_cuda);
}

const CapabilityFact* Facts::find(const Capability& capability) const {
    const auto found =
        std::find_if(capabilities.begin(), capabilities.end(),
                     [&](const CapabilityFact& fact) { return fact.capability == capability; });
    return found == capabilities.end() ? nullptr : &*found;
}

const SocFact* Facts::find_soc(std::string_view soc) const {
    const auto found = std::find_if(socs.begin(), socs.end(),
                                    [&](const SocFact& fact) { return fact.soc == soc; });
    return found == socs.end() ? nullptr : &*found;
}

}  // namespace cudafetch::model
