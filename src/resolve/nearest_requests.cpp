// SPDX-License-Identifier: MIT
#include "resolve/nearest_requests.hpp"

#include <algorithm>
#include <set>

#include "cudafetch/base/nearest.hpp"
#include "resolve/board_name.hpp"
#include "resolve/component_rule.hpp"
#include "resolve/names.hpp"

namespace cudafetch::resolve {

namespace {

using model::Request;

/// The names of the components of the newest release of each product that is asked for, and of the
/// CUDA release that is named.
std::vector<std::string> component_names(const Request& request,
                                         const model::Catalogue& catalogue) {
    std::set<std::string> names;
    const auto add = [&](const std::string& product, const model::Version& release) {
        if (const auto manifest = catalogue.manifest(product, release))
            for (const model::Component& component : (*manifest)->components)
                names.insert(component.key);
    };
    const auto newest = [&](const std::string& product) {
        const auto releases = catalogue.releases(product);
        if (!releases.empty()) add(product, releases.front());
    };
    if (request.products.empty()) newest("cuda");
    for (const model::ProductRequest& product : request.products)
        newest(product.product);
    if (const auto named = request.cuda.named()) add("cuda", *named);
    return {names.begin(), names.end()};
}

/// Copies of `request` with one of its names replaced by each of `others`.
template <typename Set>
void replace(const Request& request, const std::vector<std::string>& others, Set set,
             std::vector<Request>& found) {
    for (const std::string& other : others) {
        found.push_back(request);
        set(found.back(), other);
    }
}

void replace_components(const Request& request, const Knowledge& knowledge,
                        std::vector<Request>& found) {
    if (request.components.empty()) return;
    const auto known = component_names(request, knowledge.catalogue);
    for (std::size_t i = 0; i < request.components.size(); ++i) {
        const std::string& name = request.components[i];
        const std::string sign = name.starts_with('-') ? "-" : "";
        const std::string plain = name.substr(sign.size());
        if (contains(known, plain)) continue;
        replace(
            request, nearest(plain, known),
            [&](Request& r, const std::string& other) { r.components[i] = sign + other; }, found);
    }
}

/// Without the names that mean nothing.
Request with_known_names(Request request, const Knowledge& knowledge) {
    const auto products = knowledge.catalogue.products();
    std::erase_if(request.products, [&](const model::ProductRequest& product) {
        return !contains(products, product.product);
    });
    const auto components = component_names(request, knowledge.catalogue);
    std::erase_if(request.components, [&](const std::string& name) {
        return !contains(components, name.starts_with('-') ? name.substr(1) : name);
    });
    if (request.profile && !contains(profile_names(knowledge.facts), *request.profile))
        request.profile.reset();
    if (request.board && !find_board(*request.board, knowledge.facts)) request.board.reset();
    request.tag.reset();
    std::erase_if(request.capabilities, [&](const model::Capability& capability) {
        return knowledge.facts.find(capability) == nullptr;
    });
    return request;
}

}  // namespace

std::vector<Request> asking_less(const Request& request, const Knowledge& knowledge) {
    std::vector<Request> steps{request};
    const auto then = [&](auto change) {
        steps.push_back(steps.back());
        change(steps.back());
    };
    steps.push_back(with_known_names(request, knowledge));
    then([](Request& r) {
        r.cuda = {};
        for (model::ProductRequest& product : r.products)
            product.spec = {};
    });
    then([](Request& r) {
        r.driver.reset();
        r.with_compat = false;
    });
    then([](Request& r) {
        r.l4t.reset();
        r.sysroot.reset();
        r.board.reset();
        r.host.reset();
        r.target = "aarch64";
    });
    then([](Request& r) {
        r.products.clear();
        r.components.clear();
        r.profile.reset();
        r.accept = model::Accept::sass;
    });
    // From an x86_64 machine, so that nothing of the machine at hand counts.
    then([](Request& r) { r.host = "x86_64"; });
    then([](Request& r) { r.target = "x86_64"; });
    return steps;
}

std::vector<Request> with_nearest_names(const Request& request, const Knowledge& knowledge) {
    std::vector<Request> found;
    const auto products = knowledge.catalogue.products();
    for (std::size_t i = 0; i < request.products.size(); ++i) {
        if (contains(products, request.products[i].product)) continue;
        // People write a release where a product is due.
        if (const auto release = model::VersionSpec::parse(request.products[i].product)) {
            found.push_back(request);
            found.back().products[i] = {"cuda", *release};
        }
        replace(
            request, nearest(request.products[i].product, products),
            [&](Request& r, const std::string& other) { r.products[i].product = other; }, found);
    }
    const auto profiles = profile_names(knowledge.facts);
    if (request.profile && !contains(profiles, *request.profile))
        replace(
            request, nearest(*request.profile, profiles),
            [](Request& r, const std::string& other) { r.profile = other; }, found);
    replace_components(request, knowledge, found);
    if (request.board && !find_board(*request.board, knowledge.facts))
        replace(
            request, nearest_boards(*request.board, knowledge.facts),
            [](Request& r, const std::string& other) { r.board = other; }, found);
    return found;
}

}  // namespace cudafetch::resolve
