// SPDX-License-Identifier: MIT
#include <algorithm>

#include "cudafetch/platform/compilers.hpp"
#include "platform/survey_steps.hpp"

namespace cudafetch::platform {

namespace {

/// A compiler that was found, and may be another one by another name.
struct Found {
    CompilerFile file;
    fs::path target;  ///< The file behind links.
    std::optional<model::Version> version;
    std::string source;
};

/// Whether both names mean one compiler. Links to one file need not, as that file may be ccache.
bool same_compiler(const Found& left, const Found& right) {
    if (left.file.name.clang != right.file.name.clang) return false;
    const bool same_version = left.version == right.version;
    // gcc says nothing new beside g++ of its version.
    if (!left.file.name.cxx || !right.file.name.cxx) return same_version;
    return left.target == right.target && (same_version || !left.version || !right.version);
}

std::optional<model::Version> version_in_name(const fs::path& file) {
    const auto name = parse_compiler_name(file.filename().native());
    if (!name || !name->major) return std::nullopt;
    return model::Version::parse(std::to_string(*name->major));
}

Result<Found> examine(const Survey& survey, const CompilerFile& file) {
    Found found{file, survey.findings.files.follow(file.path).value_or(file.path), std::nullopt,
                file.path.native()};
    CUDAFETCH_TRY(const auto answer,
                  survey.output_of({file.path.string(), "-dumpfullversion", "-dumpversion"}));
    found.version = model::Version::parse(trim(answer.value_or("")));
    if (found.version) return found;
    found.version = version_in_name(found.target);
    if (!found.version)
        found.version = version_in_name(file.path);
    else if (found.target != file.path)
        found.source += " -> " + found.target.native();
    return found;
}

/// The compilers, each once, under its first name.
Result<std::vector<Found>> examine_all(const Survey& survey, const std::vector<fs::path>& folders) {
    std::vector<Found> list;
    for (const CompilerFile& file : find_compilers(survey.findings.files, folders, "")) {
        CUDAFETCH_TRY(auto found, examine(survey, file));
        const auto known = std::find_if(list.begin(), list.end(), [&](const Found& other) {
            return same_compiler(found, other);
        });
        if (known == list.end())
            list.push_back(std::move(found));
        else if (!known->version)
            known->version = found.version;
    }
    return list;
}

}  // namespace

Result<void> list_compilers(const Survey& survey) {
    const Findings& findings = survey.findings;
    const bool is_here = findings.files.is_this_machine();
    auto folders = is_here ? folders_on_path() : std::vector<fs::path>();
    folders.insert(folders.end(), {"/usr/local/bin", "/usr/bin"});
    bool readable = false;
    for (const fs::path& folder : folders) {
        findings.asked({"host_compiler"}, folder.native());
        readable = readable || findings.files.resolve(folder);
    }
    CUDAFETCH_TRY(const auto list, examine_all(survey, folders));
    for (const auto& [file, target, version, source] : list) {
        findings.machine.compilers.push_back(
            {printable(file.path.native()), file.name.clang, version});
        const std::string name = file.path.filename();
        findings.note("host_compiler", version ? name + " " + version->text() : name, source);
    }
    if (list.empty() && readable) findings.note("host_compiler", "none", "/usr/bin");
    return {};
}

}  // namespace cudafetch::platform
