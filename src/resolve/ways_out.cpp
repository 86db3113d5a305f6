// SPDX-License-Identifier: MIT
#include "resolve/ways_out.hpp"

#include <algorithm>
#include <set>

#include "resolve/capability_rule.hpp"
#include "resolve/nearest_requests.hpp"

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
    // A release that only passes because it is named is no better than the one that failed.
    const auto would_be_chosen = [&](const Version& release) {
        return resolves(
            changed(free, [&](Request& r) { r.cuda = *VersionSpec::parse("=" + release.text()); }));
    };
    std::vector<Request> found;
    if (named) {
        const auto releases = catalogue.releases("cuda");
        const auto below = std::find_if(releases.begin(), releases.end(), [&](const Version& v) {
            return v < *named && would_be_chosen(v);
        });
        if (below != releases.end()) found.push_back(on(*below));
        const auto above = std::find_if(releases.rbegin(), releases.rend(), [&](const Version& v) {
            return v > *named && would_be_chosen(v);
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
    const auto closest = [&](const Capability& capability) {
        if (facts.find(capability) != nullptr) return capability;
        if (facts.find(capability.base()) != nullptr) return capability.base();
        Capability best = facts.capabilities.front().capability;
        for (const model::CapabilityFact& fact : facts.capabilities)
            if (fact.capability < capability && best < fact.capability &&
                fact.capability.suffix == Capability::Suffix::none)
                best = fact.capability;
        return best;
    };
    const Request known = changed(request, [&](Request& r) {
        for (Capability& capability : r.capabilities)
            capability = closest(capability);
        std::sort(r.capabilities.begin(), r.capabilities.end());
        r.capabilities.erase(std::unique(r.capabilities.begin(), r.capabilities.end()),
                             r.capabilities.end());
    });
    return {known, on_aarch64(known)};
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

/// With machines that there are archives for: first in place of what was named alone.
std::vector<Request> other_machines(const Request& request) {
    std::vector<Request> found;
    for (const char* machine : {"aarch64", "x86_64"})
        if (request.target)
            found.push_back(changed(request, [&](Request& r) { r.target = machine; }));
    for (const char* target : {"x86_64", "aarch64"})
        for (const char* host : {"x86_64", "aarch64"})
            found.push_back(changed(request, [&](Request& r) {
                r.host = host;
                r.target = target;
                r.sysroot.reset();
            }));
    return found;
}

/// With the L4T of a JetPack, which people know better than the L4T beneath it.
std::vector<Request> l4t_of_jetpack(const Request& request, const model::Facts& facts) {
    if (!request.l4t) return {};
    const std::string& jetpack = request.l4t->text();
    const model::L4tFact* meant = nullptr;
    for (const model::L4tFact& fact : facts.l4t)
        if (fact.jetpack == jetpack || (fact.jetpack.starts_with(jetpack + ".") &&
                                        (meant == nullptr || meant->jetpack != jetpack)))
            meant = &fact;
    if (meant == nullptr) return {};
    return {changed(request, [&](Request& r) { r.l4t = meant->l4t; })};
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

/// Without one of the products.
std::vector<Request> fewer_products(const Request& request) {
    std::vector<Request> found;
    for (std::size_t i = 0; i < request.products.size(); ++i)
        found.push_back(changed(request, [&](Request& r) {
            r.products.erase(r.products.begin() + static_cast<std::ptrdiff_t>(i));
        }));
    return found;
}

/// With any release of the products beside cuda.
Request with_any_sibling(const Request& request) {
    return changed(request, [](Request& r) {
        for (model::ProductRequest& product : r.products)
            if (product.product != "cuda") product.spec = {};
    });
}

/// The same for any board, whatever is known of this one.
Request for_any_board(const Request& request) {
    return on_aarch64(changed(request, [](Request& r) {
        r.l4t.reset();
        r.sysroot.reset();
    }));
}

/// The board with each other line of L4T, and then without regard to it.
std::vector<Request> other_boards(const Request& request, const model::Facts& facts) {
    std::vector<Request> found;
    for (const model::L4tFact& fact : facts.l4t)
        found.push_back(changed(request, [&](Request& r) { r.l4t = fact.l4t.truncated(1); }));
    found.push_back(for_any_board(request));
    return found;
}

/// On the newest release that resolves when it is named, which passes more than one that is chosen.
std::vector<Request> on_a_named_release(const Request& request, const model::Catalogue& catalogue,
                                        const Resolves& resolves) {
    for (const Version& release : catalogue.releases("cuda")) {
        const Request named =
            changed(request, [&](Request& r) { r.cuda = VersionSpec::exactly(release); });
        if (resolves(named)) return {named};
    }
    return {};
}

/// With the oldest driver of each CUDA major: what to update to.
std::vector<Request> newer_drivers(const Request& request, const model::Facts& facts) {
    std::vector<Request> found;
    for (const model::DriverMinimumFact& fact : facts.driver_minimums)
        found.push_back(changed(request, [&](Request& r) { r.driver = fact.driver; }));
    return found;
}

/// With less asked of the code that libraries hold.
std::vector<Request> other_code(const Request& request) {
    std::vector<Request> found;
    for (const model::Accept accept : {model::Accept::sass, model::Accept::ptx})
        if (accept > request.accept)
            found.push_back(changed(request, [&](Request& r) { r.accept = accept; }));
    return found;
}

/// What might help against a failure with some of `codes`, in the order in which to try it.
std::vector<Request> alternatives(const Request& request, const std::string& error_code,
                                  const std::set<std::string>& codes, const Knowledge& knowledge,
                                  const Resolves& resolves) {
    const model::Facts& facts = knowledge.facts;
    const auto any_of = [&](std::initializer_list<const char*> some) {
        return std::any_of(some.begin(), some.end(),
                           [&](const char* code) { return codes.contains(code); });
    };
    std::vector<Request> all;
    const auto add = [&](const std::vector<Request>& more) {
        all.insert(all.end(), more.begin(), more.end());
    };
    if (any_of({"unknown_product", "unknown_profile", "component_missing", "unknown_board",
                "ambiguous_board"}))
        add(with_nearest_names(request, knowledge));
    const Request renamed = changed(
        request, [&](Request& r) { r.capabilities = with_other_names(r.capabilities, facts); });
    if (any_of({"capability_renamed"})) add({renamed});
    if (any_of({"l4t_cannot_run_release"})) add(l4t_of_jetpack(request, facts));
    if (any_of({"unknown_capability"})) add(known_capabilities(request, facts));
    if (any_of({"jetson_capability_needs_aarch64"})) add({on_aarch64(request)});
    if (any_of({"no_capability_given", "l4t_unreadable"})) add(said_machines(request));
    if (any_of({"unsupported_host_arch", "unsupported_target_arch", "unsupported_os"}))
        add(other_machines(request));
    if (any_of({"component_missing", "component_not_for_tag", "unknown_profile"}))
        add(fewer_components(request));
    if (any_of({"unknown_product", "release_not_in_catalogue", "no_release_serves", "bounds_empty",
                "component_missing", "component_not_for_tag", "library_lacks_capability"}) &&
        !request.products.empty()) {
        const Request any_sibling = with_any_sibling(request);
        add({any_sibling});
        add(other_releases(any_sibling, knowledge.catalogue, resolves));
        add(fewer_products(request));
    }
    if (any_of({"unknown_board", "ambiguous_board"}))
        add({changed(request, [](Request& r) { r.board.reset(); })});
    if (any_of({"compat_missing"}))
        add({changed(request, [](Request& r) { r.with_compat = false; })});
    if (error_code == "l4t_cannot_run_release" && !request.with_compat)
        add({changed(request, [](Request& r) { r.with_compat = true; })});
    add(other_releases(request, knowledge.catalogue, resolves));
    if (any_of({"driver_too_old"})) add(newer_drivers(request, facts));
    if (any_of({"library_lacks_capability"})) add(other_code(request));
    if (any_of({"l4t_cannot_run_release"}))
        add({changed(renamed, [](Request& r) { r.cuda = {}; })});
    if (request.tag) add(other_tags(request));
    if (request.capabilities.size() > 1) add(fewer_capabilities(request, facts));
    if (any_of({"board_cannot_run_release", "l4t_cannot_run_release", "l4t_device_mismatch",
                "l4t_unreadable"}))
        add(other_boards(request, facts));
    return all;
}

/// Whether a manifest given by hand, which is of one release, can serve both requests.
bool allows_the_same(const Request& a, const Request& b) {
    const auto same_spec = [](const model::ProductRequest& x, const model::ProductRequest& y) {
        return x.product == y.product && x.spec.text() == y.spec.text();
    };
    return a.cuda.text() == b.cuda.text() &&
           std::equal(a.products.begin(), a.products.end(), b.products.begin(), b.products.end(),
                      same_spec);
}

}  // namespace

std::vector<std::string> ways_out(const Request& request, const Error& error,
                                  const Knowledge& knowledge, const Resolves& resolves) {
    std::set<std::string> codes{error.code};
    for (const Rejection& rejection : error.rejected)
        codes.insert(rejection.code);
    std::vector<std::string> hints;
    const std::string same = model::command_line(request);
    const auto keep_those_that_resolve = [&](const std::vector<Request>& others) {
        for (Request other : others) {
            if (hints.size() == max_hints) break;
            if (!allows_the_same(other, request)) other.manifest.reset();
            std::string line = model::command_line(other);
            const bool is_new =
                line != same && std::find(hints.begin(), hints.end(), line) == hints.end();
            if (is_new && resolves(other)) hints.push_back(std::move(line));
        }
    };
    keep_those_that_resolve(alternatives(request, error.code, codes, knowledge, resolves));
    // Two things may be wrong at once: ask for less and less until something resolves.
    for (const Request& wider : asking_less(request, knowledge)) {
        if (!hints.empty()) break;
        std::vector<Request> closer{wider};
        for (Request& fewer : fewer_capabilities(wider, knowledge.facts))
            closer.push_back(std::move(fewer));
        keep_those_that_resolve(closer);
        for (const Request& one : closer)
            if (hints.empty())
                keep_those_that_resolve(on_a_named_release(one, knowledge.catalogue, resolves));
    }
    return hints;
}

}  // namespace cudafetch::resolve
