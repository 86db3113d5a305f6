// SPDX-License-Identifier: MIT
#include "cudafetch/platform/toolkit.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <set>

#include "cudafetch/base/subprocess.hpp"
#include "platform/survey_steps.hpp"

namespace cudafetch::platform {

namespace {

/// The version that begins `text`.
std::optional<model::Version> leading_version(std::string_view text) {
    return model::Version::parse(
        text.substr(0, std::min(text.find_first_not_of("0123456789."), text.size())));
}

/// What follows `word`; empty if it does not occur.
std::string_view after(std::string_view text, std::string_view word) {
    const auto found = text.find(word);
    return found == std::string_view::npos ? std::string_view() : text.substr(found + word.size());
}

/// A release, and which file told.
struct Told {
    model::Version release;
    std::string source;
};

std::optional<Told> from_version_files(const Survey& survey, const fs::path& folder) {
    const Sysroot& files = survey.findings.files;
    const fs::path json = folder / "version.json";
    const auto content = files.read(json, Sysroot::megabyte);
    auto release = content && survey.options.read_version_json
                       ? survey.options.read_version_json(*content)
                       : std::nullopt;
    if (release) return Told{*release, json.native()};
    const fs::path text = folder / "version.txt";
    release = parse_version_txt(files.read(text).value_or(""));
    if (release) return Told{*release, text.native()};
    return std::nullopt;
}

/// Component versions begin with the two numbers of the release.
Told from_component(const model::Version& version, const std::string& source) {
    return {version.truncated(2), source + " (" + version.text() + ")"};
}

std::optional<Told> from_cudart(const Sysroot& files, const fs::path& folder) {
    for (const char* name :
         {"lib64", "lib", "targets/x86_64-linux/lib", "targets/sbsa-linux/lib",
          "targets/aarch64-linux/lib", "lib/x86_64-linux-gnu", "lib/aarch64-linux-gnu"}) {
        std::optional<Told> told;
        for (const std::string& file : files.list(folder / name)) {
            const auto version = parse_cudart_name(file);
            // The name with the most numbers says the most.
            if (version && version->size() >= 2)
                told = from_component(*version, (folder / name / file).native());
        }
        if (told) return told;
    }
    return std::nullopt;
}

Result<std::optional<Told>> read_release(const Survey& survey, const fs::path& folder) {
    if (auto told = from_version_files(survey, folder)) return told;
    const Sysroot& files = survey.findings.files;
    const fs::path nvcc = folder / "bin/nvcc";
    if (files.resolve(nvcc)) {
        CUDAFETCH_TRY(const auto answer, survey.output_of({nvcc.string(), "--version"}));
        if (const auto version = parse_nvcc_version(answer.value_or("")))
            return std::optional(from_component(*version, nvcc.native() + " --version"));
    }
    return from_cudart(files, folder);
}

/// Those of the form cuda-X.Y, the newest first; those with something else for X.Y come last.
std::vector<std::string> versioned_names(const std::vector<std::string>& names) {
    constexpr std::string_view start = "cuda-";
    std::vector<std::pair<std::optional<model::Version>, std::string>> found;
    for (const std::string& name : names)
        if (name.compare(0, start.size(), start) == 0)
            found.emplace_back(model::Version::parse(name.substr(start.size())), name);
    std::sort(found.rbegin(), found.rend());
    std::vector<std::string> sorted;
    for (auto& [version, name] : found)
        sorted.push_back(std::move(name));
    return sorted;
}

/// Folders that may hold a toolkit, the one in use first.
std::vector<fs::path> candidates(const Sysroot& files) {
    std::vector<fs::path> folders;
    if (files.is_this_machine())
        if (const auto nvcc = find_on_path("nvcc"))
            if (const auto file = files.follow(*nvcc))
                folders.push_back(file->parent_path().parent_path());
    folders.emplace_back("/usr/local/cuda");
    for (const std::string& name : versioned_names(files.list("/usr/local")))
        folders.push_back(fs::path("/usr/local") / name);
    folders.emplace_back("/opt/cuda");
    if (files.resolve("/usr/bin/nvcc")) folders.emplace_back("/usr");
    return folders;
}

void add(const Findings& findings, const fs::path& folder, const std::optional<Told>& told) {
    model::InstalledToolkit toolkit{printable(folder.native()), std::nullopt};
    if (told) toolkit.release = told->release;
    findings.note("toolkit", told ? "CUDA " + told->release.text() : "CUDA",
                  told ? told->source : folder.native());
    findings.machine.toolkits.push_back(std::move(toolkit));
}

/// That there is none can only be said of folders that can be looked into.
void note_none(const Findings& findings) {
    if (findings.files.resolve("/usr")) findings.note("toolkit", "none", "/usr/local");
}

}  // namespace

std::optional<model::Version> parse_nvcc_version(std::string_view text) {
    const auto release = after(text, "release ");
    const auto full = after(release.substr(0, release.find('\n')), ", V");
    return leading_version(full.empty() ? release : full);
}

std::optional<model::Version> parse_version_txt(std::string_view text) {
    return leading_version(trim(after(text, "CUDA Version ")));
}

std::optional<model::Version> parse_cudart_name(std::string_view name) {
    constexpr std::string_view start = "libcudart.so.";
    if (name.substr(0, start.size()) != start) return std::nullopt;
    return model::Version::parse(name.substr(start.size()));
}

Result<void> list_toolkits(const Survey& survey) {
    const Findings& findings = survey.findings;
    std::set<fs::path> seen;
    for (const fs::path& candidate : candidates(findings.files)) {
        findings.asked({"toolkit"}, candidate.native());
        const auto folder = findings.files.follow(candidate);
        if (!folder || !seen.insert(*folder).second) continue;
        CUDAFETCH_TRY(const auto told, read_release(survey, *folder));
        if (told || findings.files.resolve(*folder / "bin/nvcc")) add(findings, *folder, told);
    }
    constexpr const char* variable = "CUDA_VERSION";
    if (!findings.machine.toolkits.empty()) return {};
    if (!findings.files.is_this_machine()) {
        note_none(findings);
        return {};
    }
    findings.asked({"toolkit"}, variable);
    const char* value = std::getenv(variable);
    if (const auto release = leading_version(value != nullptr ? value : ""))
        add(findings, {}, Told{*release, std::string("$") + variable});
    else
        note_none(findings);
    return {};
}

}  // namespace cudafetch::platform
