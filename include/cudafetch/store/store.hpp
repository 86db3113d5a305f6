// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <thread>

#include "cudafetch/base/arriving_file.hpp"
#include "cudafetch/base/cancellation.hpp"
#include "cudafetch/base/digest.hpp"
#include "cudafetch/base/file.hpp"
#include "cudafetch/base/reporter.hpp"
#include "cudafetch/store/tree.hpp"
#include "cudafetch/store/workshop.hpp"

namespace cudafetch::store {

class Staging;

/// How a store works.
struct StoreOptions {
    unsigned cores = std::max(1U, std::thread::hardware_concurrency());
    /// What all decoders together may use, in bytes; one that needs more works alone.
    std::uint64_t decoder_memory = std::uint64_t{112} << 20;
    /// Bytes of all archives that will be obtained; 0: unknown.
    std::uint64_t planned_bytes = 0;
    /// No archive may unpack to more bytes. Absent: max_unpacked_size().
    std::optional<std::uint64_t> max_unpacked;
    /// Whether trees are on disk before they count.
    Durability durability = Durability::synced;
};

/// What an archive of this size may unpack to, in bytes: 100 times as much, and 256 MiB in any
/// case; 64 GiB at most, and where the size is unknown. CUDA 13.0's compilers, headers and nvrtc
/// unpack to 3.7 times their size (docs/performance.md).
[[nodiscard]] std::uint64_t max_unpacked_size(std::optional<std::uint64_t> archive_size);

/// An archive that is wanted.
struct WantedArchive {
    Sha256Digest sha256;
    std::optional<std::uint64_t> size;  ///< Bytes; absent where unknown.
    std::string name;                   ///< For messages.
};

/// Unpacked archives, each under the SHA-256 of the archive, shared by all processes of a user:
///
///     tree/<sha256>/       the files, read-only; prefixes hold hard links to them
///     tree/<sha256>.json   their paths, digests and sizes
///     archive/<sha256>.*   an archive that is being downloaded, or the first part of one
///     lock/<sha256>        held by the process that brings this archive in
///     tmp/                 what is not whole yet
///
/// A tree is there, whole and on disk, or it is not. Calls for different archives may come from
/// different threads at once.
class Store {
  public:
    /// Opens or makes the store below `root` and removes what dead processes left half-made.
    /// `reporter` must outlive the store.
    static Result<Store> open(const fs::path& root, Reporter& reporter,
                              const StoreOptions& options = {});

    /// The store at `root` if a prefix at `prefix` can hold hard links to it. Otherwise one beside
    /// the prefix, that is removed with the object and that takes trees of the store at `root` as
    /// its own. Missing parents of the prefix are made, and removed again if they stay empty.
    static Result<Store> open_for_prefix(const fs::path& root, const fs::path& prefix,
                                         Reporter& reporter, const StoreOptions& options = {});

    Store(Store&&) noexcept;
    Store& operator=(Store&&) = delete;
    ~Store();

    /// Whether it is removed with the object.
    [[nodiscard]] bool is_temporary() const { return temporary_ != nullptr; }

    [[nodiscard]] const fs::path& root() const { return root_; }

    /// Whether there is a tree for an archive, judged by its name alone.
    [[nodiscard]] bool holds(const Sha256Digest& sha256) const;

    /// The tree of an archive, or absent. Absent also, with a warning, if a file of it was changed
    /// (size or time) since it was unpacked, as an edit in a prefix that is linked to it does; the
    /// next add or obtain makes the tree anew.
    [[nodiscard]] Result<std::optional<Tree>> find(const Sha256Digest& sha256) const;

    /// Brings the bytes of an archive into files whose names begin with `place`, tells `arriving`
    /// of them, and that they are complete once their digest is checked. Gives up when `stop` says
    /// so.
    using Fetch = std::function<Result<void>(const fs::path& place, ArrivingFile& arriving,
                                             const Cancellation& stop)>;

    /// The tree of an archive; `fetch` is asked for the bytes if the tree is not there, and they
    /// are unpacked while they arrive. Of several processes that want the same archive one fetches
    /// and unpacks it, the others wait. What was fetched is removed once it is unpacked or found
    /// bad; after other failures it stays, for a later call to go on with.
    [[nodiscard]] Result<Tree> obtain(const WantedArchive& archive, const Fetch& fetch,
                                      const Cancellation& cancellation);

  private:
    struct Temporary;
    Store(fs::path root, Reporter& reporter, const StoreOptions& options);
    [[nodiscard]] fs::path tree_path(const Sha256Digest& sha256) const;
    [[nodiscard]] fs::path index_path(const Sha256Digest& sha256) const;
    [[nodiscard]] Result<std::optional<Tree>> look_up(const Sha256Digest& sha256,
                                                      std::string& damage) const;
    Result<Tree> fetch_tree(const WantedArchive& archive, const Fetch& fetch,
                            const Cancellation& cancellation);
    Result<Tree> publish(const Sha256Digest& sha256, const Staging& staging,
                         std::vector<model::InstalledFile> files);
    void remove_fetched(const Sha256Digest& sha256) const;

    std::unique_ptr<Temporary> temporary_;
    fs::path root_;
    Reporter* reporter_;
    StoreOptions options_;
    std::unique_ptr<Workshop> workshop_;
};

}  // namespace cudafetch::store
