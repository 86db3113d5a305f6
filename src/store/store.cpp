// SPDX-License-Identifier: MIT
#include "cudafetch/store/store.hpp"

#include <unistd.h>

#include "cudafetch/base/file_lock.hpp"
#include "cudafetch/base/text.hpp"
#include "cudafetch/codec/receipt.hpp"
#include "cudafetch/store/unpack.hpp"
#include "store/files.hpp"
#include "store/location.hpp"
#include "store/staging.hpp"

namespace cudafetch::store {

namespace {

constexpr std::uint64_t max_index_bytes = std::uint64_t{256} << 20;

/// The first file that is not as the index says, or empty.
std::string first_changed(const fs::path& folder, const codec::TreeIndex& index) {
    for (const model::InstalledFile& file : index.files)
        if (!looks_unchanged(folder, file, static_cast<std::time_t>(index.mtime)))
            return (folder / file.path).native();
    return {};
}

}  // namespace

/// Members are destroyed from last to first: the staging folder before the parents it stands in.
struct Store::Temporary {
    CreatedFolders parents;
    Staging staging;
    Store shared;
};

Store::Store(fs::path root, Reporter& reporter) : root_(std::move(root)), reporter_(&reporter) {}
Store::Store(Store&&) noexcept = default;
Store::~Store() = default;

Result<Store> Store::open(const fs::path& root, Reporter& reporter) {
    for (const char* folder : {"tree", "archive", "lock", "tmp"})
        CUDAFETCH_CHECK(make_directories(root / folder));
    sweep_stale(root / "tmp", "");
    return Store(root, reporter);
}

Result<Store> Store::open_for_prefix(const fs::path& root, const fs::path& prefix,
                                     Reporter& reporter) {
    CUDAFETCH_TRY(const fs::path place, resolve_prefix(prefix));
    CUDAFETCH_TRY(Store shared, open(root, reporter));
    if (on_same_file_system(root, place.parent_path())) return shared;
    CUDAFETCH_TRY(auto parents, CreatedFolders::make(place.parent_path()));
    CUDAFETCH_TRY(auto staging, Staging::create(place.parent_path(), staging_stem(place)));
    CUDAFETCH_TRY(Store store, open(staging / "store", reporter));
    store.temporary_ = std::make_unique<Temporary>(
        Temporary{std::move(parents), std::move(staging), std::move(shared)});
    return store;
}

fs::path Store::tree_path(const Sha256Digest& sha256) const {
    return root_ / "tree" / sha256.hex();
}

fs::path Store::index_path(const Sha256Digest& sha256) const {
    return root_ / "tree" / (sha256.hex() + ".json");
}

Result<std::optional<Tree>> Store::look_up(const Sha256Digest& sha256, std::string& damage) const {
    const fs::path folder = tree_path(sha256);
    const fs::path index_file = index_path(sha256);
    std::error_code error;
    if (!fs::is_directory(folder, error) || !fs::exists(index_file, error))
        return std::optional<Tree>{};
    CUDAFETCH_TRY(const std::string text, read_file(index_file, max_index_bytes));
    auto index = codec::read_tree_index(text, index_file.native());
    if (!index || index->archive != sha256) {
        damage = index_file.native();
        return std::optional<Tree>{};
    }
    damage = first_changed(folder, *index);
    if (!damage.empty()) return std::optional<Tree>{};
    return std::optional(Tree{folder, std::move(index->files)});
}

Result<std::optional<Tree>> Store::find(const Sha256Digest& sha256) const {
    std::string damage;
    CUDAFETCH_TRY(auto tree, look_up(sha256, damage));
    if (!damage.empty())
        reporter_->warning(printable(damage) +
                           " was changed since it was unpacked; its archive is unpacked again");
    if (!tree && temporary_) return temporary_->shared.find(sha256);
    return tree;
}

Result<Tree> Store::add(const Sha256Digest& sha256, const fs::path& archive,
                        const Cancellation& cancellation) {
    return provide(
        sha256, [&] { return make_tree(sha256, archive, cancellation); }, cancellation);
}

Result<Tree> Store::obtain(const Sha256Digest& sha256, const Fetch& fetch,
                           const Cancellation& cancellation) {
    const auto fetch_and_make = [&]() -> Result<Tree> {
        const fs::path archive = root_ / "archive" / sha256.hex();
        CUDAFETCH_CHECK(fetch(archive));
        auto tree = make_tree(sha256, archive, cancellation);
        if (tree || tree.error().exit == ExitCode::integrity) ::unlink(archive.c_str());
        return tree;
    };
    return provide(sha256, fetch_and_make, cancellation);
}

Result<Tree> Store::provide(const Sha256Digest& sha256, const std::function<Result<Tree>()>& make,
                            const Cancellation& cancellation) {
    CUDAFETCH_TRY(auto found, find(sha256));
    if (found) return *std::move(found);
    CUDAFETCH_TRY(const FileLock lock,
                  FileLock::acquire(root_ / "lock" / sha256.hex(), cancellation, [&] {
                      reporter_->status("waiting for another process to unpack " + sha256.hex());
                  }));
    std::string known_damage;
    CUDAFETCH_TRY(found, look_up(sha256, known_damage));
    if (found) return *std::move(found);
    return make();
}

Result<Tree> Store::make_tree(const Sha256Digest& sha256, const fs::path& archive,
                              const Cancellation& cancellation) {
    CUDAFETCH_TRY(const Staging staging, Staging::create(root_ / "tmp", ""));
    UnpackOptions options;
    options.archive_sha256 = sha256;
    CUDAFETCH_TRY(auto files, unpack(archive, staging / "tree", cancellation, options));
    codec::TreeIndex index{sha256, static_cast<std::uint64_t>(unpacked_mtime), std::move(files)};
    CUDAFETCH_CHECK(write_new_file(staging / "index.json", codec::to_json_text(index)));
    CUDAFETCH_CHECK(cancellation.check());
    CUDAFETCH_CHECK(sync_file_system(staging.path()));

    // A tree counts only with its index and the index only with its tree, so between these moves
    // there is none. What is replaced goes away with the staging folder.
    const fs::path tree = tree_path(sha256);
    std::error_code error;
    if (fs::exists(tree, error)) CUDAFETCH_CHECK(move_path(tree, staging / "replaced"));
    CUDAFETCH_CHECK(move_path(staging / "index.json", index_path(sha256)));
    CUDAFETCH_CHECK(move_path(staging / "tree", tree));
    CUDAFETCH_CHECK(sync_path(root_ / "tree"));
    return Tree{tree, std::move(index.files)};
}

}  // namespace cudafetch::store
