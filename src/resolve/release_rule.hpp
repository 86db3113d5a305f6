// SPDX-License-Identifier: MIT
#pragma once

#include "cudafetch/base/error.hpp"
#include "cudafetch/model/plan.hpp"
#include "cudafetch/resolve/resolve.hpp"
#include "cudafetch/resolve/target.hpp"

namespace cudafetch::resolve {

/// A request with its target, ready to be tried against releases.
struct Question {
    const model::Request& request;
    const Knowledge& knowledge;
    const Target& target;
};

/// What a CUDA release decides for the other products of a plan.
struct CudaChoice {
    model::Version release;
    model::Tag host_tag{};
    model::Tag tag{};
};

/// What can be refused of a CUDA release by its label alone: steps 4 to 7, and 9.
[[nodiscard]] Result<void> judge_label(const Question& question, const model::Version& release);

/// A CUDA release that serves, and the plan made for it so far.
struct CudaPlan {
    CudaChoice choice;
    model::Plan plan;
};

/// Steps 4 to 10 for one CUDA release: the plan, or the reason why it does not serve.
/// `named`: the user named this very release, which relaxes what only a choice must heed.
/// Without archives of its own if `with_archives` is false (cuda is not among the products).
[[nodiscard]] Result<CudaPlan> try_cuda_release(const Question& question,
                                                const model::Version& release, bool named,
                                                bool with_archives);

/// Adds the newest release of a sibling product that fits the CUDA release of `choice`.
/// Fails with the code of the only release tried, or with no_release_serves.
[[nodiscard]] Result<void> add_sibling(const Question& question,
                                       const model::ProductRequest& product,
                                       const CudaChoice& choice, model::Plan& plan);

/// The releases of `product` that a specification allows, newest first. A full label means that
/// one alone; `exact` tells so.
struct Candidates {
    std::vector<model::Version> releases;
    bool exact = false;
};
[[nodiscard]] Candidates candidates(const model::Catalogue& catalogue, const std::string& product,
                                    const model::VersionSpec& spec,
                                    const model::VersionSpec& more = {});

}  // namespace cudafetch::resolve
