// SPDX-License-Identifier: MIT
#include "cudafetch/codec/files.hpp"

#include <algorithm>

#include "codec/fields.hpp"
#include "codec/tree_path.hpp"

namespace cudafetch::codec {

namespace {

/// The files of one folder: names, or with a slash behind, folders.
Result<void> read_folder(const Node& names, const std::string& folder, FilePackage& package) {
    CUDAFETCH_TRY(const auto list, names.strings());
    for (const std::string& name : list) {
        std::string path = folder + "/" + name;
        const bool is_folder = path.ends_with('/');
        if (name.empty() ||
            !is_tree_path(std::string_view(path).substr(0, path.size() - (is_folder ? 1 : 0))))
            return names.expected("names of files below a folder");
        package.files.push_back({std::move(path), {}});
    }
    return {};
}

Result<void> read_sonames(const Node& row, FilePackage& package) {
    const auto node = row.find("sonames");
    if (!node) return {};
    CUDAFETCH_TRY(const auto members, node->members());
    for (const Node::Member& member : members) {
        const auto file =
            std::find_if(package.files.begin(), package.files.end(),
                         [&](const IndexedFile& one) { return one.path == member.key; });
        if (file == package.files.end())
            return member.value.expected("a path among the files as the key");
        CUDAFETCH_TRY(file->soname, name_at(*node, member.key));
    }
    return {};
}

Result<void> read_sources(const Node& row, const Node& known, FilePackage& package) {
    CUDAFETCH_TRY(const auto names, row.strings_or_none("sources"));
    for (const std::string& name : names) {
        CUDAFETCH_TRY(std::string text, printable_at(known, name));
        package.sources.push_back(std::move(text));
    }
    return {};
}

Result<FilePackage> read_package(const Node& row, const Node& sources) {
    FilePackage package;
    CUDAFETCH_TRY(package.product, name_at(row, "product"));
    CUDAFETCH_TRY(package.component, name_at(row, "component"));
    CUDAFETCH_TRY(package.version, printable_at(row, "version"));
    CUDAFETCH_TRY(package.tag, tag_at(row, "tag"));
    CUDAFETCH_TRY(package.releases, versions_at(row, "releases"));
    CUDAFETCH_CHECK(read_sources(row, sources, package));
    CUDAFETCH_TRY(const Node files, row.at("files"));
    CUDAFETCH_TRY(const auto folders, files.members());
    for (const auto& [folder, names] : folders)
        CUDAFETCH_CHECK(read_folder(names, folder, package));
    CUDAFETCH_CHECK(read_sonames(row, package));
    return package;
}

}  // namespace

Result<std::vector<FilePackage>> read_files(std::string_view text) {
    CUDAFETCH_TRY(const Document document, Document::parse(text, "files.json", "malformed_facts"));
    const Node root = document.root();
    CUDAFETCH_CHECK(check_schema(root, "cudafetch.files/1"));
    CUDAFETCH_TRY(const Node sources, root.at("sources"));
    std::vector<FilePackage> packages;
    CUDAFETCH_CHECK(for_each(root, "packages", [&](const Node& row) -> Result<void> {
        CUDAFETCH_TRY(auto package, read_package(row, sources));
        packages.push_back(std::move(package));
        return {};
    }));
    return packages;
}

}  // namespace cudafetch::codec
