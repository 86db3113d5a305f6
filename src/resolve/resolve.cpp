// SPDX-License-Identifier: MIT
#include "cudafetch/resolve/resolve.hpp"

#include <algorithm>

#include "cudafetch/base/text.hpp"
#include "resolve/capability_rule.hpp"
#include "resolve/release_rule.hpp"
#include "resolve/target.hpp"
#include "resolve/ways_out.hpp"

namespace cudafetch::resolve {

namespace {

using model::Plan;
using model::Request;
using model::Version;
using model::VersionSpec;

/// What a request says about cuda: whether it is installed, and the bounds from both places.
struct CudaRequest {
    bool with_archives = true;
    VersionSpec bound;       ///< From --cuda.
    VersionSpec more_bound;  ///< From cuda@SPEC.
};

CudaRequest cuda_request(const Request& request) {
    CudaRequest result;
    result.bound = request.cuda;
    if (request.products.empty()) return result;
    result.with_archives = false;
    for (const model::ProductRequest& product : request.products) {
        if (product.product != "cuda") continue;
        result.with_archives = true;
        result.more_bound = product.spec;
    }
    return result;
}

/// Step 2, for a label that no catalogue or given manifest has.
Result<void> check_published(const Version& named, const model::Facts& facts) {
    for (const model::UnpublishedFact& fact : facts.unpublished)
        if (named.size() >= fact.match.size() && named.truncated(fact.match.size()) == fact.match)
            return fail(ExitCode::no_resolution, "cuda_release_unpublished", fact.reason);
    return {};
}

/// The error for bounds that no release of the catalogue meets.
Error nothing_allowed(const Question& question, const CudaRequest& cuda) {
    const auto named = cuda.bound.named() ? cuda.bound.named() : cuda.more_bound.named();
    if (!named || (!cuda.bound.unbounded() && !cuda.more_bound.unbounded()))
        return {ExitCode::no_resolution,
                "bounds_empty",
                "no CUDA release of the catalogue is within \"" +
                    join({cuda.bound.text(), cuda.more_bound.text()}, " ") + "\"",
                {},
                {}};
    if (const auto published = check_published(*named, question.knowledge.facts); !published)
        return published.error();
    if (const auto judged = judge_label(question, *named); !judged) return judged.error();
    return {ExitCode::no_resolution,
            "release_not_in_catalogue",
            "CUDA " + named->text() + " is not in the catalogue",
            {"if NVIDIA or a mirror has it: cudafetch install --cuda " + named->text() +
             " looks it up by its label, --mirror names another place"},
            {}};
}

/// The newest CUDA release that serves.
Result<CudaPlan> choose_cuda(const Question& question, const CudaRequest& cuda) {
    const Candidates allowed =
        candidates(question.knowledge.catalogue, "cuda", cuda.bound, cuda.more_bound);
    if (allowed.releases.empty()) return tl::unexpected(nothing_allowed(question, cuda));
    if (!allowed.exact)
        CUDAFETCH_CHECK(check_target_arch(question.target, question.knowledge.facts));
    std::vector<Rejection> rejected;
    for (const Version& release : allowed.releases) {
        auto serves = try_cuda_release(question, release, allowed.exact, cuda.with_archives);
        if (serves) {
            serves->plan.rejected = std::move(rejected);
            return serves;
        }
        const Error& why = serves.error();
        if (allowed.exact || why.exit != ExitCode::no_resolution) return serves;
        rejected.push_back({"cuda", release.text(), why.code, why.message});
    }
    Error error{ExitCode::no_resolution,
                "no_release_serves",
                "none of the " + std::to_string(rejected.size()) + " CUDA releases " +
                    (cuda.bound.unbounded() && cuda.more_bound.unbounded() ? "of the catalogue"
                                                                           : "within the bounds") +
                    " serves this request; the newest, " + rejected.front().release +
                    ", does not because " + rejected.front().reason,
                {},
                std::move(rejected)};
    return tl::unexpected(std::move(error));
}

Result<void> check_products(const Request& request, const model::Catalogue& catalogue) {
    const auto known = catalogue.products();
    for (const model::ProductRequest& product : request.products)
        if (std::find(known.begin(), known.end(), product.product) == known.end())
            return fail(ExitCode::no_resolution, "unknown_product",
                        "there is no product \"" + printable(product.product) +
                            "\"; the catalogue has " + join(known, ", "));
    return {};
}

Result<Plan> resolve_without_hints(const Request& request, const Knowledge& knowledge) {
    CUDAFETCH_CHECK(check_products(request, knowledge.catalogue));
    CUDAFETCH_TRY(const Target target, choose_target(request, knowledge.platform, knowledge.facts));
    const Question question{request, knowledge, target};
    const CudaRequest cuda = cuda_request(request);
    CUDAFETCH_CHECK(check_known(target.capabilities, knowledge.facts));
    CUDAFETCH_TRY(CudaPlan serves, choose_cuda(question, cuda));
    for (const model::ProductRequest& product : request.products)
        if (product.product != "cuda")
            CUDAFETCH_CHECK(add_sibling(question, product, serves.choice, serves.plan));
    return std::move(serves.plan);
}

}  // namespace

Result<Plan> resolve(const Request& request, const Knowledge& knowledge) {
    auto plan = resolve_without_hints(request, knowledge);
    if (plan || plan.error().exit != ExitCode::no_resolution) return plan;
    const auto resolves = [&](const Request& other) {
        return resolve_without_hints(other, knowledge).has_value();
    };
    for (std::string& hint : ways_out(request, plan.error().code, knowledge, resolves))
        plan.error().hints.push_back(std::move(hint));
    return plan;
}

bool depends_on_gpus(const Request& request, const model::Platform& platform) {
    if (!request.capabilities.empty() || platform.sysroot || request.l4t) return false;
    const auto here = model::parse_arch(platform.host.arch);
    const auto is_here = [&](const std::optional<std::string>& name) {
        return !name || model::parse_arch(*name) == here;
    };
    const auto tag = request.tag ? model::parse_tag(*request.tag) : std::nullopt;
    return is_here(request.host) && is_here(request.target) &&
           (!tag || model::arch_of(*tag) == here) && platform.host.soc.empty();
}

}  // namespace cudafetch::resolve
