// SPDX-License-Identifier: MIT
#include "cudafetch/model/manifest.hpp"

#include <algorithm>

namespace cudafetch::model {

bool Component::has(Tag tag) const {
    return std::any_of(archives.begin(), archives.end(),
                       [&](const Archive& archive) { return archive.tag == tag; });
}

const Component* Manifest::find(std::string_view key) const {
    const auto found =
        std::find_if(components.begin(), components.end(),
                     [&](const Component& component) { return component.key == key; });
    return found == components.end() ? nullptr : &*found;
}

bool Manifest::has(Tag tag) const {
    return std::any_of(components.begin(), components.end(),
                       [&](const Component& component) { return component.has(tag); });
}

}  // namespace cudafetch::model
