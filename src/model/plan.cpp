// SPDX-License-Identifier: MIT
#include "cudafetch/model/plan.hpp"

#include <algorithm>
#include <array>
#include <tuple>

namespace cudafetch::model {

namespace {

constexpr std::array roles{Role::host, Role::target};
constexpr std::array origins{CapabilitiesFrom::request, CapabilitiesFrom::gpu,
                             CapabilitiesFrom::board, CapabilitiesFrom::default_};

/// The parts of an archive that decide what lands where in a prefix.
auto installed_parts(const PlannedArchive& archive) {
    return std::tie(archive.sha256, archive.component, archive.version, archive.tag, archive.role,
                    archive.lib_folder);
}

}  // namespace

std::uint64_t Plan::download_size() const {
    std::uint64_t sum = 0;
    for (const PlannedArchive& archive : archives)
        sum += archive.size.value_or(0);
    return sum;
}

std::string_view Plan::release_of(std::string_view product) const {
    for (const PlannedProduct& planned : products)
        if (planned.product == product) return planned.release;
    return {};
}

bool installs_the_same(const Plan& a, const Plan& b) {
    const auto same_release = [](const PlannedProduct& x, const PlannedProduct& y) {
        return x.product == y.product && x.release == y.release;
    };
    return a.target == b.target && a.host_tag == b.host_tag && a.tag == b.tag &&
           std::equal(a.products.begin(), a.products.end(), b.products.begin(), b.products.end(),
                      same_release) &&
           std::equal(a.archives.begin(), a.archives.end(), b.archives.begin(), b.archives.end(),
                      [](const PlannedArchive& x, const PlannedArchive& y) {
                          return installed_parts(x) == installed_parts(y);
                      });
}

std::string_view to_text(Role role) {
    return role == Role::host ? "host" : "target";
}

std::string_view to_text(CapabilitiesFrom from) {
    switch (from) {
        case CapabilitiesFrom::request:
            return "request";
        case CapabilitiesFrom::gpu:
            return "gpu";
        case CapabilitiesFrom::board:
            return "board";
        case CapabilitiesFrom::default_:
            return "default";
    }
    return {};
}

std::optional<Role> parse_role(std::string_view text) {
    for (const Role role : roles)
        if (to_text(role) == text) return role;
    return std::nullopt;
}

std::optional<CapabilitiesFrom> parse_capabilities_from(std::string_view text) {
    for (const CapabilitiesFrom from : origins)
        if (to_text(from) == text) return from;
    return std::nullopt;
}

}  // namespace cudafetch::model
