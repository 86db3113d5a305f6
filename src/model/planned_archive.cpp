// SPDX-License-Identifier: MIT
#include "cudafetch/model/planned_archive.hpp"

namespace cudafetch::model {

PlannedArchive planned_archive(const Manifest& manifest, const Component& component,
                               const Archive& archive, std::string_view base_url) {
    PlannedArchive planned;
    planned.product = manifest.product;
    planned.release = manifest.release.text();
    planned.component = component.key;
    planned.version = component.version;
    planned.tag = archive.tag;
    planned.variant = archive.variant;
    planned.relative_path = archive.relative_path;
    planned.url = std::string(base_url) + "/" + archive.relative_path;
    planned.sha256 = archive.sha256;
    planned.size = archive.size;
    planned.license = component.license;
    planned.license_path = component.license_path;
    return planned;
}

}  // namespace cudafetch::model
