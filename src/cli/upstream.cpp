// SPDX-License-Identifier: MIT
#include "cli/upstream.hpp"

#include <algorithm>

#include "cudafetch/manifest/manifest_reader.hpp"

namespace cudafetch::cli {

namespace {

/// What the manifest on the server now says of an archive of a plan: a sentence, or the failure to
/// get it.
Result<std::string> upstream_now(const model::PlannedArchive& archive, const model::Plan& plan,
                                 Network& network) {
    CUDAFETCH_TRY(const auto urls, network.urls_of(archive.product + "/redist/redistrib_" +
                                                   archive.release + ".json"));
    CUDAFETCH_TRY(const std::string text, network.get_text(urls));
    const Sha256Digest now = sha256(as_bytes(text));
    if (std::any_of(plan.products.begin(), plan.products.end(), [&](const auto& product) {
            return product.product == archive.product && product.manifest_sha256 == now;
        }))
        return "the manifest there is the one that the plan was made from: what was fetched is "
               "damaged or was replaced";
    CUDAFETCH_TRY(const model::Manifest manifest,
                  manifest::read_manifest(text, manifest::names_from_path(urls.front().shown())));
    const model::Component* component = manifest.find(archive.component);
    const auto states = [&](const model::Archive& other) {
        return other.relative_path == archive.relative_path && other.sha256 == archive.sha256;
    };
    if (component != nullptr &&
        std::any_of(component->archives.begin(), component->archives.end(), states))
        return "the manifest there still states the digest of the plan: what was fetched is "
               "damaged or was replaced";
    return "the manifest there now states another digest: the release was published anew; check "
           "why, and then resolve again";
}

}  // namespace

Error explain_mismatch(Error error, const model::PlannedArchive& archive, const model::Plan& plan,
                       Network& network) {
    if (error.code != "digest_mismatch" && error.code != "size_mismatch") return error;
    if (auto now = upstream_now(archive, plan, network))
        error.hints.insert(error.hints.begin(), *std::move(now));
    return error;
}

}  // namespace cudafetch::cli
