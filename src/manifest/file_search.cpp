// SPDX-License-Identifier: MIT
#include "cudafetch/manifest/file_search.hpp"

#include <algorithm>
#include <optional>

#include "cudafetch/base/nearest.hpp"
#include "cudafetch/base/text.hpp"
#include "manifest/embedded.hpp"

namespace cudafetch::manifest {

namespace {

using codec::FilePackage;
using codec::IndexedFile;

std::string_view without_slashes(std::string_view path) {
    while (path.starts_with('/'))
        path.remove_prefix(1);
    while (path.ends_with('/'))
        path.remove_suffix(1);
    return path;
}

std::string_view last_part(std::string_view path) {
    path = without_slashes(path);
    return path.substr(path.rfind('/') + 1);
}

/// Whether `path` is `end`, or ends with it behind a slash.
bool ends_with_path(std::string_view path, std::string_view end) {
    if (!path.ends_with(end)) return false;
    return path.size() == end.size() || path[path.size() - end.size() - 1] == '/';
}

bool is_folder(const IndexedFile& file) {
    return file.path.ends_with('/');
}

/// "libcublas.so" of "libcublas.so.13"; empty for what is no shared library.
std::string_view link_name(std::string_view library) {
    constexpr std::string_view suffix = ".so";
    const auto at = library.find(std::string(suffix) + ".");
    if (at != std::string_view::npos) return library.substr(0, at + suffix.size());
    return library.ends_with(suffix) ? library : std::string_view{};
}

std::string_view soname_of(const IndexedFile& file) {
    return file.soname.empty() ? last_part(file.path) : std::string_view(file.soname);
}

bool means_library(const IndexedFile& file, std::string_view name) {
    const std::string_view soname = soname_of(file);
    if (link_name(soname).empty()) return false;
    const bool longer = name.size() > soname.size() && name.starts_with(soname) &&
                        name[soname.size()] == '.' &&
                        name.find_first_not_of("0123456789.", soname.size()) == name.npos;
    return name == soname || name == link_name(soname) || (longer && soname != link_name(soname));
}

/// How many bytes of `name` lead into the folder: 4 of "cub/device/x.cuh" for "include/cub/".
std::size_t leads_into(const IndexedFile& folder, std::string_view name) {
    const std::string_view path = folder.path;
    for (auto slash = name.rfind('/'); slash != name.npos && slash > 0;
         slash = name.rfind('/', slash - 1))
        if (ends_with_path(path, name.substr(0, slash + 1))) return slash + 1;
    return 0;
}

std::optional<FileMatch> match_of(const IndexedFile& file, std::string_view name) {
    if (is_folder(file))
        return ends_with_path(without_slashes(file.path), name) ? std::optional(FileMatch::folder)
                                                                : std::nullopt;
    if (ends_with_path(file.path, name)) return FileMatch::file;
    return means_library(file, name) ? std::optional(FileMatch::soname) : std::nullopt;
}

template <typename Visit>
void for_each_file(const std::vector<FilePackage>& packages, Visit visit) {
    for (const FilePackage& package : packages)
        for (const IndexedFile& file : package.files)
            visit(package, file);
}

/// The innermost folders that a path leads into.
std::vector<FoundFile> find_inside(const std::vector<FilePackage>& packages,
                                   std::string_view name) {
    std::size_t longest = 1;
    std::vector<FoundFile> found;
    for_each_file(packages, [&](const FilePackage& package, const IndexedFile& file) {
        const std::size_t length = is_folder(file) ? leads_into(file, name) : 0;
        if (length < longest) return;
        if (length > longest) found.clear();
        longest = length;
        found.push_back({&package, &file, FileMatch::inside});
    });
    return found;
}

}  // namespace

Result<std::vector<FilePackage>> embedded_files() {
    return codec::read_files(embedded_text("files.json"));
}

std::string_view to_text(FileMatch match) {
    switch (match) {
        case FileMatch::file:
            return "file";
        case FileMatch::soname:
            return "soname";
        case FileMatch::folder:
            return "folder";
        case FileMatch::inside:
            return "inside";
    }
    return {};
}

std::vector<FoundFile> find_files(const std::vector<FilePackage>& packages, std::string_view name) {
    name = without_slashes(name);
    if (name.empty()) return {};
    std::vector<FoundFile> found;
    for_each_file(packages, [&](const FilePackage& package, const IndexedFile& file) {
        if (const auto match = match_of(file, name)) found.push_back({&package, &file, *match});
    });
    return found.empty() ? find_inside(packages, name) : found;
}

std::vector<FoundFile> find_other_numbers(const std::vector<FilePackage>& packages,
                                          std::string_view name) {
    const std::string_view link = link_name(last_part(name));
    std::vector<FoundFile> found;
    if (link.empty()) return found;
    for_each_file(packages, [&](const FilePackage& package, const IndexedFile& file) {
        if (!is_folder(file) && link_name(soname_of(file)) == link)
            found.push_back({&package, &file, FileMatch::soname});
    });
    return found;
}

std::vector<std::string> similar_files(const std::vector<FilePackage>& packages,
                                       std::string_view name) {
    std::vector<std::string> known;
    for_each_file(packages, [&](const FilePackage&, const IndexedFile& file) {
        known.emplace_back(last_part(file.path));
        const std::string_view link = link_name(soname_of(file));
        if (!link.empty()) known.emplace_back(link);
    });
    return nearest(last_part(name), known);
}

}  // namespace cudafetch::manifest
