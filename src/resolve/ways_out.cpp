// SPDX-License-Identifier: MIT
#include "resolve/ways_out.hpp"

#include <algorithm>

#include "resolve/capability_rule.hpp"

namespace cudafetch::resolve {

namespace {

using model::Capability;
using model::Request;
using model::Version;
using model::VersionSpec;

constexpr std::size_t max_hints = 4;

/// A request with a part replaced.
template <typename Change>
Request changed(Request request, Change change) {
    change(request);
    return request;
}

Request on_aarch64(const Request& request) {
    return changed(request, [](Request& r) {
        r.target = "aarch64";
        r.tag.reset();
    });
}

/// The same request on the nearest release below and above the one that was named, and, where no
/// single one was, on any.
std::vector<Request> other_releases(const Request& request, const model::Catalogue& catalogue,
                                    const Resolves& resolves) {
    Request free = request;
    std::optional<Version> named = request.cuda.named();
    for (model::ProductRequest& product : free.products) {
        if (product.product != "cuda") continue;
        if (!named) named = product.spec.named();
        product.spec = {};
    }
    const auto on = [&](const Version& release) {
        return changed(free, [&](Request& r) { r.cuda = VersionSpec::exactly(release); });
    };
    std::vector<Request> found;
    if (named) {
        const auto releases = catalogue.releases("cuda");
        const auto below = std::find_if(releases.begin(), releases.end(), [&](const Version& v) {
            return v < *named && resolves(on(v));
        });
        if (below != releases.end()) found.push_back(on(*below));
        const auto above = std::find_if(releases.rbegin(), releases.rend(), [&](const Version& v) {
            return v > *named && resolves(on(v));
        });
        if (above != releases.rend()) found.push_back(on(*above));
    }
    free.cuda = {};
    found.push_back(free);
    return found;
}

/// The capabilities in groups that one tag serves: each alone, Jetson's, the others.
std::vector<Request> fewer_capabilities(const Request& request, const model::Facts& facts) {
    std::vector<Capability> jetson;
    std::vector<Capability> others;
    for (const Capability& capability : request.capabilities) {
        const auto* fact = facts.find(capability);
        if (fact != nullptr) (fact->jetson ? jetson : others).push_back(capability);
    }
    std::vector<Request> groups;
    for (const auto& group : {jetson, others})
        if (!group.empty() && group.size() < request.capabilities.size())
            groups.push_back(changed(request, [&](Request& r) { r.capabilities = group; }));
    if (request.capabilities.size() > 1)
        for (const Capability& capability : request.capabilities)
            groups.push_back(changed(request, [&](Request& r) { r.capabilities = {capability}; }));
    return groups;
}

/// The closest capabilities that are known, in place of those that are not.
std::vector<Request> known_capabilities(const Request& request, const model::Facts& facts) {
    const auto nearest = [&](const Capability& capability) {
        if (facts.find(capability) != nullptr) return capability;
        if (facts.find(capability.base()) != nullptr) return capability.base();
        Capability best = facts.capabilities.front().capability;
        for (const model::CapabilityFact& fact : facts.capabilities)
            if (fact.capability < capability && best < fact.capability &&
                fact.capability.suffix == Capability::Suffix::none)
                best = fact.capability;
        return best;
    };
    return {changed(request, [&](Request& r) {
        for (Capability& capability : r.capabilities)
            capability = nearest(capability);
        std::sort(r.capabilities.begin(), r.capabilities.end());
        r.capabilities.erase(std::unique(r.capabilities.begin(), r.capabilities.end()),
                             r.capabilities.end());
    })};
}

/// Ways of saying what an Arm machine is.
std::vector<Request> said_machines(const Request& request) {
    return {changed(request,
                    [](Request& r) {
                        r.capabilities = {Capability{8, 7}};
                    }),
            changed(request, [](Request& r) { r.l4t = Version::parse("36.4"); }),
            changed(request, [](Request& r) { r.tag = "linux-sbsa"; })};
}

std::vector<Request> other_machines(const Request& request) {
    std::vector<Request> found;
    for (const char* target : {"x86_64", "aarch64"})
        for (const char* host : {"x86_64", "aarch64"})
            found.push_back(changed(request, [&](Request& r) {
                r.host = host;
                r.target = target;
                r.sysroot.reset();
            }));
    return found;
}

std::vector<Request> other_tags(const Request& request) {
    std::vector<Request> found{changed(request, [](Request& r) { r.tag.reset(); })};
    for (const char* tag : {"linux-x86_64", "linux-sbsa", "linux-aarch64"})
        found.push_back(changed(request, [&](Request& r) { r.tag = tag; }));
    return found;
}

/// Without what was named, one by one, and then with none of it.
std::vector<Request> fewer_components(const Request& request) {
    std::vector<Request> found;
    for (std::size_t i = 0; i < request.components.size(); ++i)
        found.push_back(changed(request, [&](Request& r) {
            r.components.erase(r.components.begin() + static_cast<std::ptrdiff_t>(i));
        }));
    found.push_back(changed(request, [](Request& r) {
        r.components.clear();
        r.profile.reset();
    }));
    return found;
}

std::vector<Request> without_board(const Request& request) {
    return {changed(request, [](Request& r) { r.l4t.reset(); })};
}

std::vector<Request> alternatives(const Request& request, const std::string& code,
                                  const Knowledge& knowledge, const Resolves& resolves) {
    const model::Facts& facts = knowledge.facts;
    std::vector<Request> all;
    const auto add = [&](std::vector<Request> more) {
        all.insert(all.end(), std::make_move_iterator(more.begin()),
                   std::make_move_iterator(more.end()));
    };
    if (code == "capability_renamed")
        add({changed(request, [&](Request& r) {
            r.capabilities = with_other_names(r.capabilities, facts);
        })});
    if (code == "unknown_capability") add(known_capabilities(request, facts));
    if (code == "jetson_capability_needs_aarch64") add({on_aarch64(request)});
    if (code == "no_capability_given" || code == "l4t_unreadable") add(said_machines(request));
    if (code == "unsupported_host_arch" || code == "unsupported_target_arch" ||
        code == "unsupported_os")
        add(other_machines(request));
    if (code.starts_with("component_") || code == "unknown_profile") add(fewer_components(request));
    add(other_releases(request, knowledge.catalogue, resolves));
    if (request.tag) add(other_tags(request));
    if (request.capabilities.size() > 1) add(fewer_capabilities(request, facts));
    if (request.l4t) add(without_board(request));
    if (code == "no_release_serves" || code == "board_cannot_run_release")
        for (const Version& release : knowledge.catalogue.releases("cuda"))
            add({changed(request, [&](Request& r) { r.cuda = VersionSpec::exactly(release); })});
    return all;
}

}  // namespace

std::vector<std::string> ways_out(const Request& request, const std::string& code,
                                  const Knowledge& knowledge, const Resolves& resolves) {
    std::vector<std::string> hints;
    const std::string same = model::command_line(request);
    for (const Request& other : alternatives(request, code, knowledge, resolves)) {
        if (hints.size() == max_hints) break;
        std::string line = model::command_line(other);
        if (line == same || std::find(hints.begin(), hints.end(), line) != hints.end()) continue;
        if (resolves(other)) hints.push_back(std::move(line));
    }
    return hints;
}

}  // namespace cudafetch::resolve
