// SPDX-License-Identifier: MIT
#include "cudafetch/platform/dpkg_status.hpp"

#include "cudafetch/base/text.hpp"

namespace cudafetch::platform {

namespace {

/// The value of "Name: value" if the line is of that field.
std::optional<std::string_view> field(std::string_view line, std::string_view name) {
    if (line.substr(0, name.size()) != name) return std::nullopt;
    return trim(line.substr(name.size()));
}

}  // namespace

std::optional<std::string> installed_version(std::string_view status, std::string_view package) {
    bool is_package = false;
    bool installed = false;
    std::string_view version;
    while (!status.empty()) {
        const auto end = std::min(status.find('\n'), status.size());
        const auto line = status.substr(0, end);
        status.remove_prefix(std::min(end + 1, status.size()));
        if (const auto name = field(line, "Package:")) {
            is_package = *name == package;
            installed = false;
            version = {};
        } else if (const auto state = field(line, "Status:")) {
            installed = *state == "install ok installed" || *state == "hold ok installed";
        } else if (const auto number = field(line, "Version:")) {
            version = *number;
        }
        if (is_package && installed && !version.empty()) return std::string(version);
    }
    return std::nullopt;
}

}  // namespace cudafetch::platform
