// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "cudafetch/base/cancellation.hpp"
#include "cudafetch/base/digest.hpp"
#include "cudafetch/base/file.hpp"
#include "cudafetch/base/reporter.hpp"
#include "cudafetch/store/tree.hpp"

namespace cudafetch::store {

/// Unpacked archives, each under the SHA-256 of the archive, shared by all processes of a user:
///
///     tree/<sha256>/       the files, read-only; prefixes hold hard links to them
///     tree/<sha256>.json   their paths, digests and sizes
///     archive/<sha256>     an archive between its download and its unpacking
///     lock/<sha256>        held by the process that brings this archive in
///     tmp/                 what is not whole yet
///
/// A tree is there, whole and on disk, or it is not. Calls for different archives may come from
/// different threads at once.
class Store {
  public:
    /// Opens or makes the store below `root` and removes what dead processes left half-made.
    /// `reporter` must outlive the store.
    static Result<Store> open(const fs::path& root, Reporter& reporter);

    /// The store at `root` if a prefix at `prefix` can hold hard links to it. Otherwise one beside
    /// the prefix, that is removed with the object and that takes trees of the store at `root` as
    /// its own. Missing parents of the prefix are made, and removed again if they stay empty.
    static Result<Store> open_for_prefix(const fs::path& root, const fs::path& prefix,
                                         Reporter& reporter);

    Store(Store&&) noexcept;
    Store& operator=(Store&&) = delete;
    ~Store();

    /// Whether it is removed with the object.
    [[nodiscard]] bool is_temporary() const { return temporary_ != nullptr; }

    /// The tree of an archive, or absent. Absent also, with a warning, if a file of it was changed
    /// (size or time) since it was unpacked, as an edit in a prefix that is linked to it does; the
    /// next add or obtain makes the tree anew.
    [[nodiscard]] Result<std::optional<Tree>> find(const Sha256Digest& sha256) const;

    /// Unpacks the archive at `archive`, which must hash to `sha256`, unless its tree is there.
    /// Fails as unpack() does.
    [[nodiscard]] Result<Tree> add(const Sha256Digest& sha256, const fs::path& archive,
                                   const Cancellation& cancellation);

    /// Puts an archive at `destination`.
    using Fetch = std::function<Result<void>(const fs::path& destination)>;

    /// The tree of an archive that `fetch` is asked for if the tree is not there. Of several
    /// processes that want the same archive one fetches and unpacks it, the others wait.
    /// The fetched archive is removed once it is unpacked or found bad.
    [[nodiscard]] Result<Tree> obtain(const Sha256Digest& sha256, const Fetch& fetch,
                                      const Cancellation& cancellation);

  private:
    struct Temporary;
    Store(fs::path root, Reporter& reporter);
    [[nodiscard]] fs::path tree_path(const Sha256Digest& sha256) const;
    [[nodiscard]] fs::path index_path(const Sha256Digest& sha256) const;
    [[nodiscard]] Result<std::optional<Tree>> look_up(const Sha256Digest& sha256,
                                                      std::string& damage) const;
    Result<Tree> provide(const Sha256Digest& sha256, const std::function<Result<Tree>()>& make,
                         const Cancellation& cancellation);
    Result<Tree> make_tree(const Sha256Digest& sha256, const fs::path& archive,
                           const Cancellation& cancellation);

    std::unique_ptr<Temporary> temporary_;
    fs::path root_;
    Reporter* reporter_;
};

}  // namespace cudafetch::store
