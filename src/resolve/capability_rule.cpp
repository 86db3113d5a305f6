// SPDX-License-Identifier: MIT
#include "resolve/capability_rule.hpp"

#include <algorithm>
#include <iterator>

namespace cudafetch::resolve {

namespace {

using model::Capability;
using model::CapabilityFact;
using model::Facts;
using model::Tag;
using model::Version;

/// The capability that was renamed to `capability`, or null.
const CapabilityFact* old_name_of(const Capability& capability, const Facts& facts) {
    const auto found = std::find_if(facts.capabilities.begin(), facts.capabilities.end(),
                                    [&](const CapabilityFact& fact) {
                                        return fact.renamed_to && *fact.renamed_to == capability;
                                    });
    return found == facts.capabilities.end() ? nullptr : &*found;
}

/// The name of `capability` in `release`, which differs for Thor alone.
Capability name_in_release(const Capability& capability, const Version& release,
                           const Facts& facts) {
    const CapabilityFact* fact = facts.find(capability);
    if (fact == nullptr) return capability;
    if (fact->renamed_to && fact->cuda_max && release.truncated(2) > *fact->cuda_max)
        return *fact->renamed_to;
    const CapabilityFact* old_name = old_name_of(capability, facts);
    if (old_name != nullptr && release.truncated(2) < fact->cuda_min) return old_name->capability;
    return capability;
}

/// Step 4.
Result<void> check_name(const CapabilityFact& fact, const Version& release, const Facts& facts) {
    const Capability other = name_in_release(fact.capability, release, facts);
    if (other == fact.capability) return {};
    const CapabilityFact* there = facts.find(other);
    const bool known = there != nullptr && there->cuda_min <= release.truncated(2);
    return fail(ExitCode::no_resolution, "capability_renamed",
                "CUDA " + release.text() + " does not know " + fact.capability.text() +
                    (known ? ": there this GPU is called " + other.text()
                           : ", which was called " + other.text() + " when it came with CUDA " +
                                 (there != nullptr ? there->cuda_min.text() : std::string())));
}

/// Step 5, of capabilities newer than the release.
Result<void> check_not_too_new(const CapabilityFact& fact, const Version& release) {
    if (release.truncated(2) >= fact.cuda_min) return {};
    return fail(ExitCode::no_resolution, "capability_too_new",
                "CUDA " + release.text() + " does not compile for " + fact.capability.text() +
                    ", which starts at CUDA " + fact.cuda_min.text());
}

/// Step 5, of capabilities older than the release.
Result<void> check_not_removed(const CapabilityFact& fact, const Version& release) {
    if (!fact.cuda_max || release.truncated(2) <= *fact.cuda_max) return {};
    return fail(ExitCode::no_resolution, "capability_removed",
                "CUDA " + release.text() + " no longer compiles for " + fact.capability.text() +
                    " (" + fact.architecture + "), which ends at CUDA " + fact.cuda_max->text());
}

}  // namespace

Capability sbsa_threshold(unsigned cuda_major) {
    return cuda_major >= unified_arm_major ? Capability{8, 7} : Capability{10, 1};
}

Result<void> check_known(const std::vector<Capability>& capabilities, const Facts& facts) {
    for (const Capability& capability : capabilities) {
        if (facts.find(capability) != nullptr) continue;
        std::string message = "there is no compute capability " + capability.text();
        if (capability.suffix != Capability::Suffix::none && facts.find(capability.base()))
            message += "; " + capability.base().text() + " has no such suffix";
        return fail(ExitCode::no_resolution, "unknown_capability", message);
    }
    return {};
}

Result<void> check_compiles(const std::vector<Capability>& capabilities, const Version& release,
                            const Facts& facts) {
    for (const Capability& capability : capabilities)
        CUDAFETCH_CHECK(check_name(*facts.find(capability), release, facts));
    for (const Capability& capability : capabilities)
        CUDAFETCH_CHECK(check_not_too_new(*facts.find(capability), release));
    for (const Capability& capability : capabilities)
        CUDAFETCH_CHECK(check_not_removed(*facts.find(capability), release));
    return {};
}

std::vector<Capability> names_in_release(const Target& target, const Version& release,
                                         const Facts& facts) {
    if (target.capabilities_from == model::CapabilitiesFrom::request) return target.capabilities;
    std::vector<Capability> names;
    for (const Capability& capability : target.capabilities)
        names.push_back(name_in_release(capability, release, facts));
    std::sort(names.begin(), names.end());
    return names;
}

std::vector<Capability> with_other_names(const std::vector<Capability>& capabilities,
                                         const Facts& facts) {
    std::vector<Capability> names;
    for (const Capability& capability : capabilities) {
        const CapabilityFact* fact = facts.find(capability);
        const CapabilityFact* old_name = old_name_of(capability, facts);
        if (fact != nullptr && fact->renamed_to)
            names.push_back(*fact->renamed_to);
        else
            names.push_back(old_name != nullptr ? old_name->capability : capability);
    }
    std::sort(names.begin(), names.end());
    names.erase(std::unique(names.begin(), names.end()), names.end());
    return names;
}

std::vector<Capability> below_sbsa_threshold(const std::vector<Capability>& capabilities,
                                             const Version& release, const Facts& facts) {
    std::vector<Capability> below;
    for (const Capability& capability : capabilities) {
        const CapabilityFact* fact = facts.find(capability);
        if (fact != nullptr && fact->jetson && capability.base() < sbsa_threshold(release.major()))
            below.push_back(capability);
    }
    return below;
}

Result<void> check_target_arch(const Target& target, const Facts& facts) {
    if (target.target != model::Arch::x86_64) return {};
    for (const Capability& capability : target.capabilities) {
        const CapabilityFact* fact = facts.find(capability);
        if (fact != nullptr && fact->jetson)
            return fail(ExitCode::no_resolution, "jetson_capability_needs_aarch64",
                        capability.text() + " exists only on Jetson boards, which are aarch64");
    }
    return {};
}

Result<Tag> choose_tag(const Target& target, const std::vector<Capability>& capabilities,
                       const Version& release, const Facts& facts) {
    if (target.forced_tag) return *target.forced_tag;
    if (target.target == model::Arch::x86_64) {
        CUDAFETCH_CHECK(check_target_arch(target, facts));
        return Tag::linux_x86_64;
    }
    const auto below = below_sbsa_threshold(capabilities, release, facts);
    if (below.empty()) return Tag::linux_sbsa;
    if (below.size() == capabilities.size()) return Tag::linux_aarch64;
    std::vector<Capability> others;
    std::set_difference(capabilities.begin(), capabilities.end(), below.begin(), below.end(),
                        std::back_inserter(others));
    return fail(ExitCode::no_resolution, "mixed_capabilities",
                "in CUDA " + release.text() + ", " + model::to_text(below) +
                    (below.size() == 1 ? " needs" : " need") + " linux-aarch64 and " +
                    model::to_text(others) + (others.size() == 1 ? " needs" : " need") +
                    " linux-sbsa: no single tag serves both");
}

Tag choose_host_tag(const Target& target, Tag tag, const Version& release,
                    const model::Platform& platform) {
    if (target.host == model::Arch::x86_64) return Tag::linux_x86_64;
    if (target.target == model::Arch::aarch64) return tag;
    const bool old_jetson = platform.host.tegra && release.major() < unified_arm_major;
    return old_jetson ? Tag::linux_aarch64 : Tag::linux_sbsa;
}

}  // namespace cudafetch::resolve
