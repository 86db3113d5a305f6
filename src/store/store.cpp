// SPDX-License-Identifier: MIT
#include "cudafetch/store/store.hpp"

#include <unistd.h>

#include <future>

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

/// Tells the reader at the end of its life that no more will come.
struct AbandonAtEnd {
    ArrivingFile& arriving;
    ~AbandonAtEnd() { arriving.abandon(); }
};

Result<void> run_fetch(const Store::Fetch& fetch, const fs::path& place, ArrivingFile& arriving,
                       const Cancellation& stop) {
    const AbandonAtEnd guard{arriving};
    return fetch(place, arriving, stop);
}

/// Unpacks what arrives, from the start whenever the bytes so far turn out to be wrong. What is
/// wrong with an archive counts only if its bytes are the wanted ones.
Result<std::vector<model::InstalledFile>> unpack_arriving(
    const PackedArchive& archive, ArrivingFile& arriving, const fs::path& destination,
    Workshop& workshop, const Cancellation& stop, const UnpackOptions& limits) {
    for (;;) {
        arriving.rewind();
        auto files = unpack(archive, destination, workshop, stop, limits);
        if (files || files.error().exit == ExitCode::disk) return files;
        if (arriving.wait_for_fate() != ArrivingFile::Fate::restarted) return files;
    }
}

}  // namespace

/// Members are destroyed from last to first: the staging folder before the parents it stands in.
struct Store::Temporary {
    CreatedFolders parents;
    Staging staging;
    Store shared;
};

std::uint64_t max_unpacked_size(std::optional<std::uint64_t> archive_size) {
    constexpr std::uint64_t factor = 100;
    constexpr std::uint64_t least = std::uint64_t{256} << 20;
    constexpr std::uint64_t most = std::uint64_t{64} << 30;
    if (!archive_size || *archive_size > most / factor) return most;
    return std::max(least, *archive_size * factor);
}

Store::Store(fs::path root, Reporter& reporter, const StoreOptions& options)
    : root_(std::move(root)),
      reporter_(&reporter),
      options_(options),
      workshop_(std::make_unique<Workshop>(options.cores, options.decoder_memory,
                                           options.planned_bytes)) {}
Store::Store(Store&&) noexcept = default;
Store::~Store() = default;

Result<Store> Store::open(const fs::path& root, Reporter& reporter, const StoreOptions& options) {
    for (const char* folder : {"tree", "archive", "lock", "tmp"})
        CUDAFETCH_CHECK(make_directories(root / folder));
    sweep_stale(root / "tmp", "");
    return Store(root, reporter, options);
}

Result<Store> Store::open_for_prefix(const fs::path& root, const fs::path& prefix,
                                     Reporter& reporter, const StoreOptions& options) {
    CUDAFETCH_TRY(const fs::path place, resolve_prefix(prefix));
    CUDAFETCH_TRY(Store shared, open(root, reporter, options));
    if (on_same_file_system(root, place.parent_path())) return shared;
    CUDAFETCH_TRY(auto parents, CreatedFolders::make(place.parent_path()));
    CUDAFETCH_TRY(auto staging, Staging::create(place.parent_path(), staging_stem(place)));
    CUDAFETCH_TRY(Store store, open(staging / "store", reporter, options));
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

bool Store::holds(const Sha256Digest& sha256) const {
    std::error_code error;
    return fs::exists(index_path(sha256), error) ||
           (temporary_ && temporary_->shared.holds(sha256));
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

Result<Tree> Store::obtain(const WantedArchive& archive, const Fetch& fetch,
                           const Cancellation& cancellation) {
    CUDAFETCH_TRY(auto found, find(archive.sha256));
    if (found) return *std::move(found);
    CUDAFETCH_TRY(const FileLock lock,
                  FileLock::acquire(root_ / "lock" / archive.sha256.hex(), cancellation, [&] {
                      reporter_->status("waiting for another process that fetches " + archive.name);
                  }));
    std::string known_damage;
    CUDAFETCH_TRY(found, look_up(archive.sha256, known_damage));
    if (found) return *std::move(found);
    return fetch_tree(archive, fetch, cancellation);
}

Result<Tree> Store::fetch_tree(const WantedArchive& archive, const Fetch& fetch,
                               const Cancellation& cancellation) {
    CUDAFETCH_TRY(const Staging staging, Staging::create(root_ / "tmp", ""));
    UnpackOptions limits;
    limits.max_bytes = options_.max_unpacked.value_or(max_unpacked_size(archive.size));
    ArrivingFile arriving;
    Cancellation stop(&cancellation);
    auto unpacking = std::async(std::launch::async, [&] {
        const PackedArchive packed{arriving, archive.name, archive.size.value_or(0)};
        auto files = unpack_arriving(packed, arriving, staging / "tree", *workshop_, stop, limits);
        // Without a disk there is no use for more bytes.
        if (!files && files.error().exit == ExitCode::disk) stop.request();
        return files;
    });
    const auto fetched = run_fetch(fetch, root_ / "archive" / archive.sha256.hex(), arriving, stop);
    auto files = unpacking.get();
    CUDAFETCH_CHECK(cancellation.check());
    if (!files && files.error().exit == ExitCode::disk) return tl::unexpected(files.error());
    CUDAFETCH_CHECK(fetched);
    auto tree = files ? publish(archive.sha256, staging, *std::move(files))
                      : Result<Tree>(tl::unexpected(files.error()));
    if (tree || tree.error().exit == ExitCode::integrity) remove_fetched(archive.sha256);
    return tree;
}

Result<Tree> Store::publish(const Sha256Digest& sha256, const Staging& staging,
                            std::vector<model::InstalledFile> files) {
    codec::TreeIndex index{sha256, static_cast<std::uint64_t>(model::installed_mtime),
                           std::move(files)};
    CUDAFETCH_CHECK(write_new_file(staging / "index.json", codec::to_json_text(index)));
    if (options_.durability == Durability::synced)
        CUDAFETCH_CHECK(sync_file_system(staging.path()));

    // A tree counts only with its index and the index only with its tree, so between these moves
    // there is none. What is replaced goes away with the staging folder.
    const fs::path tree = tree_path(sha256);
    std::error_code error;
    if (fs::exists(tree, error)) CUDAFETCH_CHECK(move_path(tree, staging / "replaced"));
    CUDAFETCH_CHECK(move_path(staging / "index.json", index_path(sha256)));
    CUDAFETCH_CHECK(move_path(staging / "tree", tree));
    if (options_.durability == Durability::synced) CUDAFETCH_CHECK(sync_path(root_ / "tree"));
    return Tree{tree, std::move(index.files)};
}

void Store::remove_fetched(const Sha256Digest& sha256) const {
    const std::string stem = sha256.hex();
    std::error_code error;
    for (auto entry = fs::directory_iterator(root_ / "archive", error);
         !error && entry != fs::directory_iterator(); entry.increment(error))
        if (entry->path().filename().native().starts_with(stem)) ::unlink(entry->path().c_str());
}

}  // namespace cudafetch::store
