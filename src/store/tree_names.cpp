// SPDX-License-Identifier: MIT
#include "store/tree_names.hpp"

#include <algorithm>

#include "codec/tree_path.hpp"
#include "cudafetch/base/text.hpp"

namespace cudafetch::store {

tl::unexpected<Error> TreeNames::refuse(std::string_view name, std::string_view reason) {
    return fail(ExitCode::integrity, "unsafe_archive",
                "entry \"" + printable(name) + "\" " + std::string(reason));
}

Result<TreeNames::Split> TreeNames::split_name(std::string_view name) {
    if (name.empty()) return refuse(name, "has no name");
    if (name.front() == '/') return refuse(name, "has an absolute path");
    if (!is_printable_utf8(name)) return refuse(name, "has a name that is not printable UTF-8");
    Split result;
    for (const std::string_view part : split(name, "/")) {
        if (part == ".") continue;
        if (part == "..") return refuse(name, "has \"..\" in its path");
        if (result.top.empty())
            result.top = part;
        else
            result.rest += (result.rest.empty() ? "" : "/") + std::string(part);
    }
    if (!result.rest.empty() && !codec::is_tree_path(result.rest))
        return refuse(name, "has a name that is too long");
    return result;
}

Result<TreeNames::Admitted> TreeNames::admit(std::string_view name, EntryKind kind) {
    CUDAFETCH_TRY(Split split, split_name(name));
    if (split.top.empty()) {
        if (kind != EntryKind::folder) return refuse(name, "has no name");
        return Admitted{};
    }
    if (top_.empty()) top_ = split.top;
    if (split.top != top_)
        return refuse(name, "is outside \"" + top_ + "\", the archive's top-level folder");
    if (split.rest.empty()) {
        if (kind != EntryKind::folder) return refuse(name, "is not inside a top-level folder");
        return Admitted{};
    }
    Admitted admitted;
    admitted.path = std::move(split.rest);
    CUDAFETCH_CHECK(admit_parents(name, admitted));
    const auto known = kinds_.find(admitted.path);
    if (known == kinds_.end()) {
        CUDAFETCH_CHECK(insert(name, admitted.path, kind));
        if (kind == EntryKind::folder) admitted.new_folders.push_back(admitted.path);
    } else if (kind != EntryKind::folder || known->second != EntryKind::folder) {
        return refuse(name, "comes twice");
    }
    return admitted;
}

Result<void> TreeNames::admit_parents(std::string_view name, Admitted& admitted) {
    const std::string& path = admitted.path;
    for (auto slash = path.find('/'); slash != std::string::npos;
         slash = path.find('/', slash + 1)) {
        const std::string parent = path.substr(0, slash);
        const auto known = kinds_.find(parent);
        if (known == kinds_.end()) {
            CUDAFETCH_CHECK(insert(name, parent, EntryKind::folder));
            admitted.new_folders.push_back(parent);
        } else if (known->second == EntryKind::link) {
            return refuse(name, "would be written through the link \"" + parent + "\"");
        } else if (known->second == EntryKind::file) {
            return refuse(name, "is inside \"" + parent + "\", which is a file");
        }
    }
    return {};
}

Result<void> TreeNames::insert(std::string_view name, const std::string& path, EntryKind kind) {
    if (kinds_.size() >= max_entries_)
        return refuse(name, "is one more than the " + std::to_string(max_entries_) +
                                " entries that an archive may have");
    kinds_.emplace(path, kind);
    return {};
}

Result<std::string> TreeNames::file_before(std::string_view name, std::string_view target) const {
    const auto split = split_name(target);
    const auto known = split && split->top == top_ ? kinds_.find(split->rest) : kinds_.end();
    if (known == kinds_.end() || known->second != EntryKind::file)
        return refuse(name, "is a hard link to \"" + printable(target) +
                                "\", which is no file that came before it");
    return known->first;
}

}  // namespace cudafetch::store
