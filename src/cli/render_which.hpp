// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>
#include <ostream>
#include <string>
#include <vector>

#include "cli/style.hpp"
#include "cudafetch/manifest/file_search.hpp"
#include "cudafetch/model/facts.hpp"

namespace cudafetch::cli {

/// A file in one version of a component; packages for several tags count once.
struct Holder {
    std::string product;
    std::string component;
    std::vector<std::string> other_names;
    std::string version;
    std::vector<model::Version> releases;  ///< That have this version; may be empty.
    std::vector<model::Tag> tags;          ///< Of the packages that were read.
    std::string path;
    manifest::FileMatch match{};
    std::vector<std::string> profiles;
    std::vector<std::string> sources;
};

/// Who holds a name.
struct Answer {
    std::string name;
    std::vector<Holder> holders;
};

/// Puts together what was found for one component, version and path.
[[nodiscard]] Answer make_answer(std::string name, const std::vector<manifest::FoundFile>& found,
                                 const model::ComponentFacts& facts);

/// "CUDA 12.9.1, 12.9.2", or the component's version where no release is known.
[[nodiscard]] std::string releases_text(const Holder& holder);

/// `packages` are all that was read, for the closing words.
void print_answers(std::ostream& out, const Style& style, const std::vector<Answer>& answers,
                   const std::vector<codec::FilePackage>& packages);

/// The document `cudafetch.which/1`.
[[nodiscard]] nlohmann::ordered_json answers_json(const std::vector<Answer>& answers);

}  // namespace cudafetch::cli
