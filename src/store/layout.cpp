// SPDX-License-Identifier: MIT
#include "cudafetch/store/layout.hpp"

#include <map>
#include <set>
#include <stdexcept>

#include "codec/tree_path.hpp"
#include "cudafetch/codec/plan.hpp"
#include "store/places.hpp"
#include "store/receipt_file.hpp"

namespace cudafetch::store {

namespace {

using model::InstalledFile;
using model::PlannedArchive;

constexpr std::string_view ourselves = "cudafetch";

bool is_link(const InstalledFile& file) {
    return !file.link_target.empty();
}

bool same_content(const InstalledFile& a, const InstalledFile& b) {
    return a.link_target == b.link_target && (is_link(a) || a.sha256 == b.sha256);
}

std::string owner_of(const PlannedArchive& archive) {
    return archive.component + " (" + std::string(to_text(archive.tag)) + ")";
}

class Layout {
  public:
    Layout(const model::Plan& plan, std::span<const Tree> trees)
        : plan_(plan), trees_(trees), places_(plan) {}

    Result<std::vector<PrefixEntry>> build();

  private:
    struct Placed {
        PrefixEntry entry;
        std::string owner;
    };

    Result<void> add_version_json();
    Result<void> add_files(std::size_t archive);
    Result<void> add_links(std::size_t archive);
    Result<void> add_lib_folder(std::size_t archive);
    Result<void> add_own_links();
    Result<void> add(PrefixEntry entry, std::string owner);
    Result<void> check_parents() const;
    /// Where a file may go, best place first.
    std::vector<std::string> candidates(const PlannedArchive& archive,
                                        const std::string& path) const;
    std::string file_place(const PlannedArchive& archive, const InstalledFile& file) const;
    bool has_folder(const std::string& folder) const;

    const model::Plan& plan_;
    std::span<const Tree> trees_;
    Places places_;
    std::map<std::string, Placed> placed_;
    /// Where the files of the archive at hand went, for links to them.
    std::map<std::string, std::string> moved_;
};

tl::unexpected<Error> conflict(const std::string& path, const std::string& a, const std::string& b,
                               const std::string& how) {
    return fail(ExitCode::integrity, "archive_conflict",
                a + " and " + b + " cannot share a prefix: " + path + " " + how,
                {"install them into prefixes of their own"});
}

std::vector<std::string> Layout::candidates(const PlannedArchive& archive,
                                            const std::string& path) const {
    const std::string place = places_.place(archive.role, path);
    if (path.find('/') != std::string::npos) return {place};
    if (path.starts_with("LICENSE"))
        return {
            "licenses/" + archive.component + ".txt", "licenses/" + archive.component + "-" + path,
            "licenses/" + archive.component + "-" + std::string(to_text(archive.tag)) + "-" + path};
    return {place, places_.place(archive.role, "share/doc/" + archive.component + "/" + path)};
}

std::string Layout::file_place(const PlannedArchive& archive, const InstalledFile& file) const {
    const auto places = candidates(archive, file.path);
    for (const std::string& place : places) {
        const auto taken = placed_.find(place);
        if (taken == placed_.end() || same_content(taken->second.entry.file, file)) return place;
    }
    return places.front();
}

Result<void> Layout::add(PrefixEntry entry, std::string owner) {
    const std::string path = entry.file.path;
    if (path == receipt_folder || path.starts_with(std::string(receipt_folder) + "/"))
        return conflict(path, owner, std::string(ourselves), "is where the receipt is kept");
    const auto taken = placed_.find(path);
    if (taken == placed_.end())
        placed_.emplace(path, Placed{std::move(entry), std::move(owner)});
    else if (!same_content(taken->second.entry.file, entry.file))
        return conflict(path, taken->second.owner, owner, "differs between them");
    return {};
}

Result<void> Layout::add_version_json() {
    PrefixEntry entry;
    entry.text = codec::version_json_text(plan_);
    if (entry.text.empty()) return {};
    entry.file.path = "version.json";
    entry.file.sha256 = sha256(as_bytes(entry.text));
    entry.file.size = entry.text.size();
    return add(std::move(entry), std::string(ourselves));
}

Result<void> Layout::add_files(std::size_t index) {
    const PlannedArchive& archive = plan_.archives[index];
    moved_.clear();
    for (const InstalledFile& file : trees_[index].files) {
        if (is_link(file)) continue;
        PrefixEntry entry{file, PrefixEntry::Source{index, file.path}, {}};
        entry.file.path = file_place(archive, file);
        moved_.emplace(file.path, entry.file.path);
        CUDAFETCH_CHECK(add(std::move(entry), owner_of(archive)));
    }
    return {};
}

Result<void> Layout::add_links(std::size_t index) {
    const PlannedArchive& archive = plan_.archives[index];
    for (const InstalledFile& file : trees_[index].files) {
        if (!is_link(file) || places_.is_given(archive.role, file.path)) continue;
        const auto target = codec::resolve_link(file.path, file.link_target);
        if (!target)
            return conflict(file.path, owner_of(archive), std::string(ourselves),
                            "is a link that leads out of the archive");
        const auto moved = moved_.find(*target);
        PrefixEntry entry;
        entry.file.path = places_.place(archive.role, file.path);
        entry.file.link_target = relative_target(
            entry.file.path,
            moved == moved_.end() ? places_.place(archive.role, *target) : moved->second);
        CUDAFETCH_CHECK(add(std::move(entry), owner_of(archive)));
    }
    return {};
}

/// What an archive keeps apart for a CUDA release becomes visible where loaders and linkers look.
Result<void> Layout::add_lib_folder(std::size_t index) {
    const PlannedArchive& archive = plan_.archives[index];
    const std::string folder = archive.lib_folder + "/";
    if (archive.lib_folder.empty()) return {};
    std::set<std::string> names;
    for (const InstalledFile& file : trees_[index].files)
        if (file.path.starts_with(folder))
            names.insert(file.path.substr(folder.size(),
                                          file.path.find('/', folder.size()) - folder.size()));
    if (names.empty())
        return fail(ExitCode::integrity, "archive_conflict",
                    owner_of(archive) + " has no " + archive.lib_folder +
                        " folder, which the plan counts on");
    for (const std::string& name : names) {
        PrefixEntry entry;
        entry.file.path = places_.place(archive.role, "lib/" + name);
        entry.file.link_target =
            relative_target(entry.file.path, places_.place(archive.role, folder + name));
        CUDAFETCH_CHECK(add(std::move(entry), owner_of(archive)));
    }
    return {};
}

bool Layout::has_folder(const std::string& folder) const {
    const auto first = placed_.lower_bound(folder + "/");
    return first != placed_.end() && first->first.starts_with(folder + "/");
}

Result<void> Layout::add_own_links() {
    for (const Places::Link& link : places_.own_links()) {
        if (!has_folder(link.folder)) continue;
        PrefixEntry entry;
        entry.file.path = link.path;
        entry.file.link_target = link.target;
        CUDAFETCH_CHECK(add(std::move(entry), std::string(ourselves)));
    }
    return {};
}

/// Nothing may be inside what is a file or a link.
Result<void> Layout::check_parents() const {
    for (const auto& [path, placed] : placed_) {
        for (auto slash = path.find('/'); slash != std::string::npos;
             slash = path.find('/', slash + 1)) {
            const auto parent = placed_.find(path.substr(0, slash));
            if (parent != placed_.end())
                return conflict(parent->first, parent->second.owner, placed.owner,
                                "is no folder for the one and a folder for the other");
        }
    }
    return {};
}

Result<std::vector<PrefixEntry>> Layout::build() {
    CUDAFETCH_CHECK(add_version_json());
    for (std::size_t index = 0; index < trees_.size(); ++index) {
        CUDAFETCH_CHECK(add_files(index));
        CUDAFETCH_CHECK(add_links(index));
        CUDAFETCH_CHECK(add_lib_folder(index));
    }
    CUDAFETCH_CHECK(add_own_links());
    CUDAFETCH_CHECK(check_parents());
    std::vector<PrefixEntry> entries;
    entries.reserve(placed_.size());
    for (auto& [path, placed] : placed_)
        entries.push_back(std::move(placed.entry));
    return entries;
}

}  // namespace

Result<std::vector<PrefixEntry>> lay_out(const model::Plan& plan, std::span<const Tree> trees) {
    if (trees.size() != plan.archives.size())
        throw std::invalid_argument("lay_out: one tree is needed for each archive of the plan");
    return Layout(plan, trees).build();
}

}  // namespace cudafetch::store
