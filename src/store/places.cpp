// SPDX-License-Identifier: MIT
#include "store/places.hpp"

#include <algorithm>

#include "cudafetch/base/text.hpp"

namespace cudafetch::store {

namespace {

/// CMake looks for an Arm toolkit by this name, whichever of the Arm tags it is for.
constexpr std::string_view arm_alias = "targets/aarch64-linux";

std::string targets_folder(model::Tag tag) {
    return "targets/" + std::string(model::target_folder(tag));
}

bool is_at_or_below(std::string_view path, std::string_view folder) {
    return path.starts_with(folder) && (path.size() == folder.size() || path[folder.size()] == '/');
}

/// `path` with `folder` at its front replaced, either of which may be "".
std::string rebase(std::string_view path, std::string_view folder, std::string_view onto) {
    std::string_view rest = path.substr(folder.size());
    if (rest.starts_with('/')) rest.remove_prefix(1);
    if (onto.empty() || rest.empty()) return std::string(onto) + std::string(rest);
    return std::string(onto) + "/" + std::string(rest);
}

}  // namespace

Places::Places(const model::Plan& plan)
    : cross_(plan.cross()),
      host_(targets_folder(plan.host_tag)),
      target_(targets_folder(plan.tag)),
      alias_(cross_ && plan.tag == model::Tag::linux_sbsa ? arm_alias : "") {}

std::string Places::normalise(model::Role role, std::string_view path) const {
    std::string result(path);
    for (const std::string& own : {role == model::Role::host ? host_ : target_, alias_})
        if (!own.empty() && is_at_or_below(result, own)) result = rebase(result, own, "");
    if (is_at_or_below(result, "lib64")) result = rebase(result, "lib64", "lib");
    return result;
}

std::string Places::place(model::Role role, std::string_view path) const {
    const std::string normal = normalise(role, path);
    if (!cross_ || is_at_or_below(normal, "targets")) return normal;
    if (role == model::Role::target) return rebase(normal, "", target_);
    if (is_at_or_below(normal, "include")) return rebase(normal, "", target_);
    if (is_at_or_below(normal, "lib")) return rebase(normal, "", host_);
    return normal;
}

bool Places::is_given(model::Role role, std::string_view path) const {
    const std::string normal = normalise(role, path);
    return normal.empty() || normal == "include" || normal == "lib" || normal == "targets";
}

std::vector<Places::Link> Places::own_links() const {
    if (!cross_)
        return {{"lib64", "lib", "lib"},
                {target_ + "/include", "../../include", "include"},
                {target_ + "/lib", "../../lib", "lib"}};
    const std::string include = target_ + "/include";
    const std::string lib = target_ + "/lib";
    std::vector<Link> links{{"include", include, include}, {"lib", lib, lib}, {"lib64", lib, lib}};
    if (!alias_.empty()) links.push_back({alias_, relative_target(alias_, target_), target_});
    return links;
}

std::string relative_target(std::string_view link, std::string_view to) {
    auto from_parts = split(link, "/");
    from_parts.pop_back();
    const auto to_parts = split(to, "/");
    const auto [from, rest] =
        std::mismatch(from_parts.begin(), from_parts.end(), to_parts.begin(), to_parts.end());
    std::vector<std::string> parts(static_cast<std::size_t>(from_parts.end() - from), "..");
    parts.insert(parts.end(), rest, to_parts.end());
    return parts.empty() ? "." : join(parts, "/");
}

}  // namespace cudafetch::store
