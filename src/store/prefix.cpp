// SPDX-License-Identifier: MIT
#include "cudafetch/store/prefix.hpp"

#include <set>
#include <utility>

#include "cudafetch/codec/receipt.hpp"
#include "cudafetch/store/layout.hpp"
#include "store/files.hpp"
#include "store/location.hpp"
#include "store/publish.hpp"
#include "store/receipt_file.hpp"
#include "store/staging.hpp"

namespace cudafetch::store {

namespace {

/// Fills a folder that is not visible yet.
class Builder {
  public:
    Builder(fs::path folder, std::span<const Tree> trees, Durability durability,
            const Cancellation& cancellation)
        : folder_(std::move(folder)),
          trees_(trees),
          durability_(durability),
          cancellation_(cancellation) {}

    Result<void> build(const model::Plan& plan, const std::vector<PrefixEntry>& entries);

  private:
    Result<void> make_parents(const std::string& path);
    Result<void> make_entry(const PrefixEntry& entry);
    Result<void> write_receipt(const model::Plan& plan, const std::vector<PrefixEntry>& entries);

    fs::path folder_;
    std::span<const Tree> trees_;
    Durability durability_;
    const Cancellation& cancellation_;
    std::set<std::string> made_;
};

Result<void> Builder::build(const model::Plan& plan, const std::vector<PrefixEntry>& entries) {
    CUDAFETCH_CHECK(make_folder(folder_));
    for (const PrefixEntry& entry : entries) {
        CUDAFETCH_CHECK(cancellation_.check());
        CUDAFETCH_CHECK(make_parents(entry.file.path));
        CUDAFETCH_CHECK(make_entry(entry));
    }
    CUDAFETCH_CHECK(write_receipt(plan, entries));
    if (durability_ == Durability::synced) CUDAFETCH_CHECK(sync_file_system(folder_));
    return cancellation_.check();
}

Result<void> Builder::make_parents(const std::string& path) {
    for (auto slash = path.find('/'); slash != std::string::npos;
         slash = path.find('/', slash + 1)) {
        const auto [parent, is_new] = made_.insert(path.substr(0, slash));
        if (is_new) CUDAFETCH_CHECK(make_folder(folder_ / *parent));
    }
    return {};
}

Result<void> Builder::make_entry(const PrefixEntry& entry) {
    const fs::path place = folder_ / entry.file.path;
    if (!entry.file.link_target.empty()) return make_symlink(entry.file.link_target, place);
    if (!entry.source) return write_new_file(place, entry.text);
    return link_or_copy(trees_[entry.source->archive].folder / entry.source->path, place);
}

Result<void> Builder::write_receipt(const model::Plan& plan,
                                    const std::vector<PrefixEntry>& entries) {
    model::Receipt receipt{plan, {}};
    receipt.files.reserve(entries.size());
    for (const PrefixEntry& entry : entries)
        receipt.files.push_back(entry.file);
    CUDAFETCH_CHECK(make_folder(folder_ / receipt_folder));
    return write_new_file(folder_ / receipt_folder / receipt_name, codec::to_json_text(receipt));
}

std::set<std::string> components_of(const model::Plan& plan) {
    std::set<std::string> components;
    for (const model::PlannedArchive& archive : plan.archives)
        components.insert(archive.component);
    return components;
}

std::vector<std::string> dropped_components(const model::Plan& before, const model::Plan& after) {
    const auto kept = components_of(after);
    std::vector<std::string> dropped;
    for (const std::string& component : components_of(before))
        if (kept.find(component) == kept.end()) dropped.push_back(component);
    return dropped;
}

/// Puts the new folder in place of what is there, as long as nobody else changes that meanwhile.
Result<Installation> publish(const model::Plan& plan, const fs::path& staging,
                             const fs::path& prefix, Renamer& renamer, Durability durability) {
    constexpr int max_attempts = 3;
    for (int attempt = 1;; ++attempt) {
        CUDAFETCH_TRY(const auto former, examine_prefix(prefix));
        const auto published =
            former ? publish_over(staging, prefix, renamer) : publish_new(staging, prefix, renamer);
        if (published) {
            if (durability == Durability::synced) CUDAFETCH_CHECK(sync_moves(staging, prefix));
            Installation done{prefix, former.has_value(), {}};
            if (former) done.dropped = dropped_components(former->plan, plan);
            return done;
        }
        std::error_code error;
        const bool changed = fs::exists(prefix, error) != former.has_value();
        if (!changed || attempt == max_attempts) return tl::unexpected(published.error());
    }
}

}  // namespace

void recover_prefix(const fs::path& prefix) {
    const auto place = resolve_prefix(prefix);
    if (!place) return;
    sweep_stale(place->parent_path(), staging_stem(*place),
                [&](const fs::path& staging) { rescue_old(staging, *place); });
}

Result<Installation> install_prefix(const model::Plan& plan, std::span<const Tree> trees,
                                    const fs::path& prefix, const Cancellation& cancellation,
                                    Renamer& renamer, Durability durability) {
    recover_prefix(prefix);
    CUDAFETCH_TRY(const fs::path place, resolve_prefix(prefix));
    CUDAFETCH_CHECK(examine_prefix(prefix));
    CUDAFETCH_TRY(const auto entries, lay_out(plan, trees));
    CUDAFETCH_TRY(const auto parents, CreatedFolders::make(place.parent_path()));
    CUDAFETCH_TRY(const auto staging, Staging::create(place.parent_path(), staging_stem(place)));
    CUDAFETCH_CHECK(
        Builder(staging / new_name, trees, durability, cancellation).build(plan, entries));
    return publish(plan, staging.path(), place, renamer, durability);
}

}  // namespace cudafetch::store
