// SPDX-License-Identifier: MIT
#include "resolve/archive_rule.hpp"

#include <algorithm>

#include "cudafetch/base/text.hpp"
#include "cudafetch/model/planned_archive.hpp"
#include "resolve/names.hpp"

namespace cudafetch::resolve {

namespace {

using model::Component;
using model::Facts;
using model::Manifest;
using model::Version;

bool runs_on_host(const Component& component, const Facts& facts) {
    return contains(facts.components.host, component.key);
}

/// Whether a variant such as "cuda12" or "cuda13.2" is for this CUDA release.
bool variant_fits(std::string_view variant, const Version& cuda) {
    constexpr std::string_view prefix = "cuda";
    if (!variant.starts_with(prefix)) return false;
    const auto version = Version::parse(variant.substr(prefix.size()));
    return version && cuda.truncated(version->size()) == *version;
}

/// What the tables say of a release whose archives hold a folder for each CUDA major, or null.
const model::LibFolderFact* lib_folders_of(const Manifest& manifest, const Component& component,
                                           const Facts& facts) {
    for (const model::LibFolderFact& fact : facts.components.lib_folders)
        if (fact.component == component.key && fact.from <= manifest.release &&
            manifest.release <= fact.to)
            return &fact;
    return nullptr;
}

/// "lib/12" for "lib/<major>".
std::string folder_for(const model::LibFolderFact& fact, unsigned cuda_major) {
    constexpr std::string_view placeholder = "<major>";
    std::string folder = fact.folder;
    if (const auto at = folder.find(placeholder); at != std::string::npos)
        folder.replace(at, placeholder.size(), std::to_string(cuda_major));
    return folder;
}

/// An archive of a component, and the folder of it that is for the CUDA release.
struct Fit {
    const model::Archive* archive = nullptr;
    std::string lib_folder;
};

/// Finds the archives of one component that fit a tag and a CUDA release.
class Fitting {
  public:
    Fitting(const Manifest& manifest, const Component& component, const Version& cuda,
            const Facts& facts)
        : component_(component),
          cuda_(cuda),
          folders_(lib_folders_of(manifest, component, facts)) {}

    [[nodiscard]] Fit find(model::Tag tag) const {
        for (const model::Tag candidate : {tag, model::Tag::linux_all, model::Tag::source})
            if (const Fit fit = find_exactly(candidate); fit.archive != nullptr) return fit;
        return {};
    }

  private:
    /// The archive with exactly this tag: of the most specific variant that fits, else the flat
    /// one.
    [[nodiscard]] Fit find_exactly(model::Tag tag) const {
        Fit best;
        for (const model::Archive& archive : component_.archives) {
            if (archive.tag != tag) continue;
            if (!archive.variant.empty() && !variant_fits(archive.variant, cuda_)) continue;
            if (best.archive != nullptr && archive.variant.size() <= best.archive->variant.size())
                continue;
            if (!archive.variant.empty() || folders_ == nullptr)
                best = {&archive, {}};
            else if (std::count(folders_->majors.begin(), folders_->majors.end(), cuda_.major()))
                best = {&archive, folder_for(*folders_, cuda_.major())};
        }
        return best;
    }

    const Component& component_;
    const Version& cuda_;
    const model::LibFolderFact* folders_;
};

/// What a component has instead of the wanted archive: "linux-x86_64 cuda12, linux-sbsa cuda12".
std::string offered(const Manifest& manifest, const Component& component, const Facts& facts) {
    std::vector<std::string> names;
    const auto* folders = lib_folders_of(manifest, component, facts);
    for (const model::Archive& archive : component.archives) {
        std::string name(model::to_text(archive.tag));
        if (!archive.variant.empty()) {
            name += " " + archive.variant;
        } else if (folders != nullptr) {
            name += " for CUDA";
            for (const unsigned major : folders->majors)
                name += (major == folders->majors.front() ? " " : " and ") + std::to_string(major);
        }
        names.push_back(std::move(name));
    }
    for (const std::string& tag : component.other_tags)
        names.push_back(tag);
    return names.empty() ? "no archive for Linux" : join(names, ", ");
}

tl::unexpected<Error> component_not_for_tag(const Manifest& manifest, const Component& component,
                                            model::Tag tag, const Version& cuda,
                                            const Facts& facts) {
    return fail(ExitCode::no_resolution, "component_not_for_tag",
                component.key + " of " + label(manifest) + " has no archive for " +
                    std::string(model::to_text(tag)) +
                    (manifest.product == "cuda" ? "" : " and CUDA " + cuda.truncated(2).text()) +
                    "; it has " + offered(manifest, component, facts));
}

model::PlannedArchive planned(const Manifest& manifest, const Component& component, const Fit& fit,
                              model::Role role, const std::string& base_url) {
    auto result = model::planned_archive(manifest, component, *fit.archive, base_url);
    result.lib_folder = fit.lib_folder;
    result.role = role;
    return result;
}

/// Whether neither the manifest nor the tables tie a GPU library of a sibling product to a CUDA.
bool says_no_cuda(const Manifest& manifest, const Component& component, const Fit& fit,
                  const Facts& facts) {
    return manifest.product != "cuda" && fit.archive->variant.empty() && fit.lib_folder.empty() &&
           contains(facts.components.libraries, component.key);
}

}  // namespace

Result<std::vector<model::PlannedArchive>> choose_archives(const std::vector<Selected>& selected,
                                                           const Manifest& manifest,
                                                           const ArchiveQuestion& question,
                                                           const std::string& base_url,
                                                           const Facts& facts,
                                                           std::vector<model::Note>& notes) {
    std::vector<model::PlannedArchive> archives;
    std::vector<std::string> skipped;
    std::vector<std::string> of_unknown_cuda;
    const Component* first_skipped = nullptr;
    model::Tag first_tag = question.tag;
    for (const auto& [component, required] : selected) {
        const bool on_host = runs_on_host(*component, facts);
        const model::Tag tag = on_host ? question.host_tag : question.tag;
        const Fit fit = Fitting(manifest, *component, question.cuda, facts).find(tag);
        if (fit.archive != nullptr) {
            archives.push_back(planned(manifest, *component, fit,
                                       on_host ? model::Role::host : model::Role::target,
                                       base_url));
            if (says_no_cuda(manifest, *component, fit, facts))
                of_unknown_cuda.push_back(component->key);
        } else if (required) {
            return component_not_for_tag(manifest, *component, tag, question.cuda, facts);
        } else {
            if (first_skipped == nullptr) {
                first_skipped = component;
                first_tag = tag;
            }
            skipped.push_back(component->key);
        }
    }
    if (archives.empty() && first_skipped != nullptr)
        return component_not_for_tag(manifest, *first_skipped, first_tag, question.cuda, facts);
    if (!skipped.empty())
        notes.push_back({"component_not_for_tag", "left out, as " +
                                                      std::string(model::to_text(question.tag)) +
                                                      " has none: " + join(skipped, ", ")});
    if (!of_unknown_cuda.empty())
        notes.push_back({"cuda_fit_unknown", "nothing says which CUDA releases " +
                                                 join(of_unknown_cuda, ", ") + " of " +
                                                 label(manifest) + " is for"});
    return archives;
}

}  // namespace cudafetch::resolve
