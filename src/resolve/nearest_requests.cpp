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

}  // namespace

std::vector<Request> with_nearest_names(const Request& request, const Knowledge& knowledge) {
    std::vector<Request> found;
    const auto products = knowledge.catalogue.products();
    for (std::size_t i = 0; i < request.products.size(); ++i)
        if (!contains(products, request.products[i].product))
            replace(
                request, nearest(request.products[i].product, products),
                [&](Request& r, const std::string& other) { r.products[i].product = other; },
                found);
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
