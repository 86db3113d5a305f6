// SPDX-License-Identifier: MIT
#include <algorithm>
#include <set>

#include "cudafetch/platform/compilers.hpp"
#include "platform/survey_steps.hpp"

namespace cudafetch::platform {

namespace {

/// The compiler's own file behind links. Wrappers such as ccache are one file for many compilers,
/// so they stand for themselves.
fs::path own_file(const Sysroot& files, const fs::path& path) {
    auto target = files.follow(path);
    return target && parse_compiler_name(target->filename().native()) ? *std::move(target) : path;
}

std::optional<model::Version> version_in_name(const fs::path& file) {
    const auto name = parse_compiler_name(file.filename().native());
    if (!name || !name->major) return std::nullopt;
    return model::Version::parse(std::to_string(*name->major));
}

/// Adds the compiler, unless a C++ compiler of the same version is there for this C compiler.
void add(const Findings& findings, const CompilerFile& file,
         const std::optional<model::Version>& version, const std::string& source) {
    auto& compilers = findings.machine.compilers;
    const auto same = [&](const model::InstalledCompiler& other) {
        return !other.clang && other.version == version;
    };
    if (!file.name.cxx && std::any_of(compilers.begin(), compilers.end(), same)) return;
    compilers.push_back({printable(file.path.native()), file.name.clang, version});
    std::string text = file.path.filename();
    if (version) text += " " + version->text();
    findings.note("host_compiler", text, source);
}

}  // namespace

Result<void> list_compilers(const Survey& survey) {
    const Sysroot& files = survey.findings.files;
    auto folders = files.is_this_machine() ? folders_on_path() : std::vector<fs::path>();
    folders.insert(folders.end(), {"/usr/local/bin", "/usr/bin"});
    for (const fs::path& folder : folders)
        survey.findings.asked({"host_compiler"}, folder.native());
    std::set<fs::path> seen;
    for (const CompilerFile& file : find_compilers(files, folders, "")) {
        const fs::path own = own_file(files, file.path);
        if (!seen.insert(own).second) continue;
        std::string source = printable(file.path.native());
        CUDAFETCH_TRY(const auto answer,
                      survey.output_of({file.path.string(), "-dumpfullversion", "-dumpversion"}));
        auto version = model::Version::parse(trim(answer.value_or("")));
        if (!version) {
            version = version_in_name(own);
            if (own != file.path) source += " -> " + printable(own.native());
        }
        add(survey.findings, file, version, source);
    }
    const auto readable = std::find_if(folders.begin(), folders.end(), [&](const fs::path& folder) {
        return files.resolve(folder).has_value();
    });
    if (seen.empty() && readable != folders.end())
        survey.findings.note("host_compiler", "none", readable->native());
    return {};
}

}  // namespace cudafetch::platform
