// SPDX-License-Identifier: MIT
#include "cudafetch/resolve/resolve.hpp"

#include <algorithm>
#include <map>

#include "cudafetch/base/nearest.hpp"
#include "cudafetch/base/text.hpp"
#include "cudafetch/resolve/target.hpp"
#include "resolve/capability_rule.hpp"
#include "resolve/component_rule.hpp"
#include "resolve/release_rule.hpp"
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

    [[nodiscard]] bool allows(const Version& release) const {
        return bound.allows(release) && more_bound.allows(release);
    }
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

/// Step 2. A manifest or mirror may have what NVIDIA does not publish.
Result<void> check_named_is_published(const CudaRequest& cuda, const Knowledge& knowledge) {
    const auto named = cuda.bound.named() ? cuda.bound.named() : cuda.more_bound.named();
    if (!named) return {};
    for (const Version& release : knowledge.catalogue.releases("cuda"))
        if (cuda.allows(release)) return {};
    return check_published(*named, knowledge.facts);
}

Error unresolved(std::string code, std::string message, std::vector<std::string> hints = {}) {
    return {ExitCode::no_resolution, std::move(code), std::move(message), std::move(hints), {}};
}

/// Where the releases are that can be chosen from.
std::string offered_by(const Request& request) {
    return request.mirror ? "of the mirror" : "of the catalogue";
}

/// The error for bounds that no release of the catalogue meets.
Error nothing_allowed(const Question& question, const CudaRequest& cuda) {
    const bool both = !cuda.bound.unbounded() && !cuda.more_bound.unbounded();
    const auto named = cuda.bound.named() ? cuda.bound.named() : cuda.more_bound.named();
    if (!named || both) {
        if (cuda.bound.unbounded() && cuda.more_bound.unbounded())
            return unresolved("bounds_empty",
                              "there is no CUDA release " + offered_by(question.request));
        std::vector<std::string> bounds;
        for (const VersionSpec& spec : {cuda.bound, cuda.more_bound})
            if (!spec.unbounded()) bounds.push_back("\"" + spec.text() + "\"");
        return unresolved("bounds_empty", "no CUDA release " + offered_by(question.request) +
                                              " is within " + join(bounds, " and "));
    }
    if (const auto published = check_published(*named, question.knowledge.facts); !published)
        return published.error();
    if (const auto judged = judge_label(question, *named); !judged) return judged.error();
    std::vector<std::string> hints;
    if (named->size() > 2 && !question.request.mirror)
        hints.push_back(
            "if it was published, this finds it on NVIDIA's server, or with --mirror "
            "on another: cudafetch install --cuda " +
            named->text());
    return unresolved(
        "release_not_in_catalogue",
        "CUDA " + named->text() + " is not among the releases " + offered_by(question.request),
        std::move(hints));
}

/// How far a release came before it was refused, by the order of the steps. Codes that are not here
/// come last.
std::size_t stage_of(const Rejection& rejection) {
    static constexpr std::string_view stages[] = {"out_of_bounds",
                                                  "capability_renamed",
                                                  "capability_too_new",
                                                  "capability_removed",
                                                  "mixed_capabilities",
                                                  "tag_not_in_release",
                                                  "board_cannot_run_release",
                                                  "l4t_device_mismatch",
                                                  "l4t_cannot_run_release",
                                                  "driver_too_old",
                                                  "compat_missing",
                                                  "component_missing",
                                                  "component_not_for_tag",
                                                  "library_lacks_capability"};
    return static_cast<std::size_t>(
        std::find(std::begin(stages), std::end(stages), rejection.code) - std::begin(stages));
}

/// The error for releases that were all refused. The one that came furthest tells most.
Error none_serves(const Request& request, const CudaRequest& cuda,
                  std::vector<Rejection> rejected) {
    const auto closest = std::max_element(
        rejected.begin(), rejected.end(),
        [](const Rejection& a, const Rejection& b) { return stage_of(a) < stage_of(b); });
    const bool unbounded = cuda.bound.unbounded() && cuda.more_bound.unbounded();
    const auto tried = std::count_if(rejected.begin(), rejected.end(), [](const Rejection& one) {
        return one.code != "out_of_bounds";
    });
    const std::string within = unbounded ? offered_by(request) : "within the bounds";
    std::string message;
    if (tried == 1)
        message = "CUDA " + closest->release + ", the only release " + within +
                  ", does not serve this request: " + closest->reason;
    else
        message = "none of the " + std::to_string(tried) + " CUDA releases " + within +
                  " serves this request; " + closest->release + " comes closest, but " +
                  closest->reason;
    Error error = unresolved("no_release_serves", std::move(message));
    error.rejected = std::move(rejected);
    return error;
}

/// A CUDA release, and the newest release of each other product that fits it.
Result<Plan> try_release(const Question& question, const Version& release, bool named,
                         bool with_archives) {
    CUDAFETCH_TRY(CudaPlan serves, try_cuda_release(question, release, named, with_archives));
    for (const model::ProductRequest& product : question.request.products)
        if (product.product != "cuda")
            CUDAFETCH_CHECK(add_sibling(question, product, serves.choice, serves.plan));
    CUDAFETCH_CHECK(
        check_named_components(question.request, serves.plan.archives, question.knowledge.facts));
    return std::move(serves.plan);
}

Rejection out_of_bounds(const CudaRequest& cuda, const Version& release) {
    std::vector<std::string> bounds;
    for (const VersionSpec& spec : {cuda.bound, cuda.more_bound})
        if (!spec.allows(release)) bounds.push_back("\"" + spec.text() + "\"");
    return {"cuda", release.text(), "out_of_bounds", "not within " + join(bounds, " and ")};
}

/// The newest CUDA release that serves, with all that is wanted beside it.
Result<Plan> choose_release(const Question& question, const CudaRequest& cuda) {
    const model::Catalogue& catalogue = question.knowledge.catalogue;
    const Candidates allowed = candidates(catalogue, "cuda", cuda.bound, cuda.more_bound);
    if (allowed.releases.empty()) return tl::unexpected(nothing_allowed(question, cuda));
    if (allowed.exact)
        return try_release(question, allowed.releases.front(), true, cuda.with_archives);
    if (!question.target.forced_tag)
        CUDAFETCH_CHECK(check_target_arch(question.target, question.knowledge.facts));
    std::vector<Rejection> rejected;
    for (const Version& release : catalogue.releases("cuda")) {
        if (!cuda.allows(release)) {
            rejected.push_back(out_of_bounds(cuda, release));
            continue;
        }
        auto serves = try_release(question, release, false, cuda.with_archives);
        if (serves) {
            serves->rejected.insert(serves->rejected.begin(), rejected.begin(), rejected.end());
            return serves;
        }
        const Error& why = serves.error();
        if (why.exit != ExitCode::no_resolution) return serves;
        rejected.push_back({"cuda", release.text(), why.code, why.message});
    }
    return tl::unexpected(none_serves(question.request, cuda, std::move(rejected)));
}

/// Two releases of one product would share a prefix.
Result<void> check_each_once(const Request& request) {
    std::map<std::string, std::string> specs;
    for (const model::ProductRequest& product : request.products) {
        const auto [entry, is_new] = specs.emplace(product.product, product.spec.text());
        if (!is_new)
            return fail(ExitCode::no_resolution, "bounds_empty",
                        printable(product.product) + " is asked for twice, as \"" + entry->second +
                            "\" and as \"" + product.spec.text() + "\"");
    }
    return {};
}

Result<void> check_products(const Request& request, const model::Catalogue& catalogue) {
    const auto known = catalogue.products();
    for (const model::ProductRequest& product : request.products)
        if (std::find(known.begin(), known.end(), product.product) == known.end())
            return fail(ExitCode::no_resolution, "unknown_product",
                        "there is no product \"" + printable(product.product) + "\"" +
                            did_you_mean(nearest(product.product, known)) + "; the catalogue has " +
                            join(known, ", "));
    return {};
}

Result<Plan> resolve_without_hints(const Request& request, const Knowledge& knowledge) {
    CUDAFETCH_CHECK(check_products(request, knowledge.catalogue));
    CUDAFETCH_CHECK(check_each_once(request));
    CUDAFETCH_CHECK(check_profile(request, knowledge.facts));
    CUDAFETCH_CHECK(check_removals(request, knowledge.catalogue, knowledge.facts));
    CUDAFETCH_TRY(const Target target, choose_target(request, knowledge.platform, knowledge.facts));
    const Question question{request, knowledge, target};
    const CudaRequest cuda = cuda_request(request);
    CUDAFETCH_CHECK(check_named_is_published(cuda, knowledge));
    CUDAFETCH_CHECK(check_known(target.capabilities, knowledge.facts));
    return choose_release(question, cuda);
}

}  // namespace

Result<Plan> resolve(const Request& request, const Knowledge& knowledge) {
    auto plan = resolve_without_hints(request, knowledge);
    if (plan || plan.error().exit != ExitCode::no_resolution) return plan;
    model::Platform without_sysroot = knowledge.platform;
    without_sysroot.sysroot.reset();
    const auto resolves = [&](const Request& other) {
        const model::Platform& platform = other.sysroot ? knowledge.platform : without_sysroot;
        return resolve_without_hints(other, {knowledge.catalogue, knowledge.facts, platform})
            .has_value();
    };
    for (std::string& hint : ways_out(request, plan.error(), knowledge, resolves))
        plan.error().hints.push_back(std::move(hint));
    return plan;
}

bool depends_on_gpus(const Request& request, const model::Platform& platform) {
    if (!request.capabilities.empty() || platform.sysroot || request.l4t || request.board)
        return false;
    const auto here = model::parse_arch(platform.host.arch);
    const auto is_here = [&](const std::optional<std::string>& name) {
        return !name || model::parse_arch(parse_machine_name(*name).arch) == here;
    };
    const auto tag = request.tag ? model::parse_tag(*request.tag) : std::nullopt;
    return is_here(request.host) && is_here(request.target) &&
           (!tag || model::arch_of(*tag) == here) && platform.host.soc.empty();
}

}  // namespace cudafetch::resolve
