// SPDX-License-Identifier: MIT
#include "cli/render_which.hpp"

#include <algorithm>
#include <set>

#include "cli/render_plan.hpp"
#include "cli/table.hpp"
#include "cli/tag_names.hpp"
#include "cudafetch/base/text.hpp"
#include "cudafetch/model/component_names.hpp"

namespace cudafetch::cli {

namespace {

using Json = nlohmann::ordered_json;
using manifest::FileMatch;
using manifest::FoundFile;

Holder make_holder(const FoundFile& found, const model::ComponentFacts& facts) {
    const codec::FilePackage& package = *found.package;
    Holder holder{package.product,  package.component, model::other_names(package.component, facts),
                  package.version,  package.releases,  {package.tag},
                  found.file->path, found.match,       {},
                  package.sources};
    if (package.product == "cuda" && !package.releases.empty())
        holder.profiles = model::profiles_with(package.component, package.releases.front(), facts);
    return holder;
}

bool is_same_place(const Holder& holder, const FoundFile& found) {
    return holder.product == found.package->product &&
           holder.component == found.package->component &&
           holder.version == found.package->version && holder.path == found.file->path;
}

std::vector<std::string> names_of(const std::vector<model::Version>& versions) {
    std::vector<std::string> names;
    for (const model::Version& version : versions)
        names.push_back(version.text());
    return names;
}

/// The CUDA majors of a component of CUDA; none for other products.
std::vector<unsigned> cuda_majors(const Holder& holder) {
    std::set<unsigned> majors;
    if (holder.product == "cuda")
        for (const model::Version& release : holder.releases)
            majors.insert(release.major());
    return {majors.begin(), majors.end()};
}

std::string component_text(const Holder& holder) {
    std::string text = holder.component;
    if (!holder.other_names.empty()) text += " (" + join(holder.other_names, ", ") + ")";
    return text;
}

void print_answer(std::ostream& out, const Style& style, const Answer& answer) {
    out << style.bold(answer.name) << '\n';
    Table table;
    bool inside = false;
    for (const Holder& holder : answer.holders) {
        inside = inside || holder.match == FileMatch::inside;
        table.add({component_text(holder), releases_text(holder), holder.path,
                   holder.profiles.empty() ? "" : "in " + join(holder.profiles, ", ")});
    }
    table.print(out, "  ");
    if (inside) out << "  the folder is there; whether it has this file is not in the table\n";
}

/// "CUDA 12.9.1, 12.9.2, 13.0.2 and 13.0.3"
std::string read_releases(const std::vector<codec::FilePackage>& packages) {
    std::set<model::Version> releases;
    for (const codec::FilePackage& package : packages)
        if (package.product == "cuda")
            releases.insert(package.releases.begin(), package.releases.end());
    return "CUDA " + join(names_of(std::vector(releases.begin(), releases.end())), ", ");
}

}  // namespace

Answer make_answer(std::string name, const std::vector<FoundFile>& found,
                   const model::ComponentFacts& facts) {
    Answer answer{std::move(name), {}};
    for (const FoundFile& one : found) {
        const auto known =
            std::find_if(answer.holders.begin(), answer.holders.end(),
                         [&](const Holder& holder) { return is_same_place(holder, one); });
        if (known == answer.holders.end()) {
            answer.holders.push_back(make_holder(one, facts));
            continue;
        }
        known->tags.push_back(one.package->tag);
        known->sources.insert(known->sources.end(), one.package->sources.begin(),
                              one.package->sources.end());
    }
    for (Holder& holder : answer.holders)
        std::sort(holder.tags.begin(), holder.tags.end());
    return answer;
}

std::string releases_text(const Holder& holder) {
    return holder.releases.empty()
               ? display_name(holder.product, holder.version)
               : display_name(holder.product, join(names_of(holder.releases), ", "));
}

void print_answers(std::ostream& out, const Style& style, const std::vector<Answer>& answers,
                   const std::vector<codec::FilePackage>& packages) {
    for (const Answer& answer : answers)
        print_answer(out, style, answer);
    out << style.dim("seen in NVIDIA's wheels of " + read_releases(packages)) << '\n'
        << style.dim("these lack some of the archives' files, and other releases were not read")
        << '\n';
}

Json answers_json(const std::vector<Answer>& answers) {
    Json files = Json::array();
    for (const Answer& answer : answers) {
        Json matches = Json::array();
        for (const Holder& holder : answer.holders)
            matches.push_back({{"product", holder.product},
                               {"component", holder.component},
                               {"other_names", holder.other_names},
                               {"version", holder.version},
                               {"releases", names_of(holder.releases)},
                               {"cuda_majors", cuda_majors(holder)},
                               {"tags", tag_names(holder.tags)},
                               {"path", holder.path},
                               {"match", manifest::to_text(holder.match)},
                               {"profiles", holder.profiles},
                               {"sources", holder.sources}});
        files.push_back({{"name", answer.name}, {"matches", std::move(matches)}});
    }
    return {{"schema", "cudafetch.which/1"}, {"files", std::move(files)}};
}

}  // namespace cudafetch::cli
