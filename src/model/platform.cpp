// SPDX-License-Identifier: MIT
#include "cudafetch/model/platform.hpp"

#include <algorithm>

#include "cudafetch/base/text.hpp"

namespace cudafetch::model {

const Evidence* Machine::find(std::string_view fact) const {
    const auto found = std::find_if(evidence.begin(), evidence.end(),
                                    [&](const Evidence& item) { return item.fact == fact; });
    return found != evidence.end() ? &*found : nullptr;
}

std::vector<std::string> Machine::asked_for(std::string_view fact) const {
    std::vector<std::string> sources;
    for (const Attempt& attempt : attempts)
        if (attempt.fact == fact &&
            std::find(sources.begin(), sources.end(), attempt.source) == sources.end())
            sources.push_back(attempt.source);
    return sources;
}

std::vector<std::string> Machine::undecided() const {
    std::vector<std::string> facts;
    for (const Attempt& attempt : attempts)
        if (find(attempt.fact) == nullptr &&
            std::find(facts.begin(), facts.end(), attempt.fact) == facts.end())
            facts.push_back(attempt.fact);
    return facts;
}

bool is_compat_library(std::string_view path) {
    // Folders are named compat and compat_orin.
    const auto names = split(path, "/");
    return std::any_of(names.begin(), names.end(), [](std::string_view name) {
        return name == "compat" || name.substr(0, 7) == "compat_" || name.substr(0, 7) == "compat-";
    });
}

}  // namespace cudafetch::model
