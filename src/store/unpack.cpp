// SPDX-License-Identifier: MIT
#include "cudafetch/store/unpack.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <map>

#include "codec/tree_path.hpp"
#include "cudafetch/base/text.hpp"
#include "store/archive_reader.hpp"
#include "store/files.hpp"
#include "store/tree_names.hpp"

namespace cudafetch::store {

namespace {

using model::InstalledFile;

EntryKind kind_of(ArchiveEntry::Type type) {
    if (type == ArchiveEntry::Type::folder) return EntryKind::folder;
    if (type == ArchiveEntry::Type::symbolic_link) return EntryKind::link;
    return EntryKind::file;
}

/// One archive on its way to one folder.
class Unpacker {
  public:
    Unpacker(ArchiveReader reader, const fs::path& destination, const Cancellation& cancellation,
             const UnpackOptions& options)
        : reader_(std::move(reader)),
          destination_(destination),
          cancellation_(cancellation),
          names_(options.max_entries),
          bytes_left_(options.max_bytes) {}

    Result<void> unpack_entries();
    /// Links come last, so that nothing can be written through one.
    Result<void> make_links() const;
    Result<Sha256Digest> finish() { return reader_.finish(); }
    [[nodiscard]] bool has_file() const { return has_file_; }
    std::vector<InstalledFile> files() &&;

  private:
    Result<void> unpack_entry(const ArchiveEntry& entry);
    /// `twin` is what a hard link is another name of.
    Result<InstalledFile> make_file(const ArchiveEntry& entry, const std::string& path,
                                    const std::string& twin);
    Result<InstalledFile> write_file(const ArchiveEntry& entry, const std::string& path);
    Result<void> write_content(int fd, const ArchiveEntry& entry, const fs::path& path,
                               InstalledFile& file);

    ArchiveReader reader_;
    const fs::path& destination_;
    const Cancellation& cancellation_;
    TreeNames names_;
    std::uint64_t bytes_left_;
    std::map<std::string, InstalledFile> files_;
    bool has_file_ = false;
    std::vector<std::byte> buffer_ = std::vector<std::byte>(256 * 1024);
};

Result<void> Unpacker::unpack_entries() {
    for (;;) {
        CUDAFETCH_CHECK(cancellation_.check());
        CUDAFETCH_TRY(const auto entry, reader_.next());
        if (!entry) return {};
        CUDAFETCH_CHECK(unpack_entry(*entry));
    }
}

Result<void> Unpacker::unpack_entry(const ArchiveEntry& entry) {
    if (entry.type == ArchiveEntry::Type::other)
        return TreeNames::refuse(entry.name, "is neither a file, a folder nor a link");
    // Looked up before the entry's own name is known, or it could link to itself.
    std::string twin;
    if (entry.type == ArchiveEntry::Type::hard_link) {
        CUDAFETCH_TRY(twin, names_.file_before(entry.name, entry.target));
    }
    CUDAFETCH_TRY(const auto admitted, names_.admit(entry.name, kind_of(entry.type)));
    for (const std::string& folder : admitted.new_folders)
        CUDAFETCH_CHECK(make_folder(destination_ / folder));
    if (entry.type == ArchiveEntry::Type::folder) return {};
    CUDAFETCH_TRY(InstalledFile file, make_file(entry, admitted.path, twin));
    file.path = admitted.path;
    files_.emplace(admitted.path, std::move(file));
    return {};
}

Result<InstalledFile> Unpacker::make_file(const ArchiveEntry& entry, const std::string& path,
                                          const std::string& twin) {
    if (entry.type == ArchiveEntry::Type::file) return write_file(entry, path);
    if (entry.type == ArchiveEntry::Type::hard_link) {
        CUDAFETCH_CHECK(link_or_copy(destination_ / twin, destination_ / path));
        return files_.at(twin);
    }
    if (!codec::resolve_link(path, entry.target))
        return TreeNames::refuse(entry.name, "is a link to \"" + printable(entry.target) +
                                                 "\", which leads out of the archive");
    InstalledFile link;
    link.link_target = entry.target;
    return link;
}

Result<InstalledFile> Unpacker::write_file(const ArchiveEntry& entry, const std::string& path) {
    const fs::path place = destination_ / path;
    CUDAFETCH_TRY(FileDescriptor fd,
                  open_file(place, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0600));
    InstalledFile file;
    file.executable = entry.executable;
    CUDAFETCH_CHECK(write_content(fd.get(), entry, place, file));
    CUDAFETCH_CHECK(finish_file(fd.get(), file.executable, unpacked_mtime, place));
    // Some file systems say only now that the disk is full.
    if (::close(fd.release()) != 0) return fail_errno("write", place.native(), errno);
    has_file_ = true;
    return file;
}

Result<void> Unpacker::write_content(int fd, const ArchiveEntry& entry, const fs::path& path,
                                     InstalledFile& file) {
    Sha256 hash;
    for (;;) {
        CUDAFETCH_CHECK(cancellation_.check());
        CUDAFETCH_TRY(const std::size_t count, reader_.read(buffer_));
        if (count == 0) break;
        if (count > bytes_left_)
            return TreeNames::refuse(entry.name, "makes the archive larger than any may be");
        bytes_left_ -= count;
        const ByteSpan bytes = ByteSpan(buffer_).first(count);
        hash.update(bytes);
        CUDAFETCH_CHECK(write_all(fd, bytes, path));
        file.size += count;
    }
    file.sha256 = hash.finish();
    return {};
}

Result<void> Unpacker::make_links() const {
    for (const auto& [path, file] : files_)
        if (!file.link_target.empty())
            CUDAFETCH_CHECK(make_symlink(file.link_target, destination_ / path));
    return {};
}

std::vector<InstalledFile> Unpacker::files() && {
    std::vector<InstalledFile> result;
    result.reserve(files_.size());
    for (auto& [path, file] : files_)
        result.push_back(std::move(file));
    return result;
}

Result<void> check_digest(const fs::path& archive, const Sha256Digest& expected,
                          const Sha256Digest& found) {
    if (found == expected) return {};
    return fail(ExitCode::integrity, "digest_mismatch",
                printable(archive.native()) + " has SHA-256 " + found.hex() + ", expected " +
                    expected.hex(),
                {"fetch it again"});
}

Result<std::vector<InstalledFile>> unpack_into(const fs::path& archive, const fs::path& destination,
                                               const Cancellation& cancellation,
                                               const UnpackOptions& options) {
    CUDAFETCH_TRY(auto reader, ArchiveReader::open(archive));
    Unpacker unpacker(std::move(reader), destination, cancellation, options);
    CUDAFETCH_CHECK(unpacker.unpack_entries());
    CUDAFETCH_CHECK(unpacker.make_links());
    CUDAFETCH_TRY(const Sha256Digest digest, unpacker.finish());
    if (options.archive_sha256)
        CUDAFETCH_CHECK(check_digest(archive, *options.archive_sha256, digest));
    if (!unpacker.has_file())
        return fail(ExitCode::integrity, "corrupt_archive",
                    printable(archive.native()) + " holds no file");
    return std::move(unpacker).files();
}

/// TreeNames refuses an entry without knowing of which archive it is.
Error name_archive(Error error, const fs::path& archive) {
    if (error.code == "unsafe_archive")
        error.message = printable(archive.native()) + ": " + error.message;
    return error;
}

}  // namespace

Result<std::vector<InstalledFile>> unpack(const fs::path& archive, const fs::path& destination,
                                          const Cancellation& cancellation,
                                          const UnpackOptions& options) {
    CUDAFETCH_CHECK(make_folder(destination));
    auto files = unpack_into(archive, destination, cancellation, options);
    if (files) return files;
    (void)remove_tree(destination);
    return tl::unexpected(name_archive(std::move(files).error(), archive));
}

}  // namespace cudafetch::store
