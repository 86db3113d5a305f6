// SPDX-License-Identifier: MIT
#include "cudafetch/store/unpack.hpp"

#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <map>

#include "codec/tree_path.hpp"
#include "cudafetch/base/text.hpp"
#include "store/archive_reader.hpp"
#include "store/files.hpp"
#include "store/tree_names.hpp"
#include "store/tree_writer.hpp"

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
    Unpacker(ArchiveReader& reader, const TreeWriter& writer, Workshop& workshop,
             const Cancellation& cancellation, const UnpackOptions& options)
        : reader_(reader),
          writer_(writer),
          workshop_(workshop),
          cancellation_(cancellation),
          names_(options.max_entries),
          max_bytes_(options.max_bytes) {}

    Result<void> unpack_entries();
    /// Links come last, so that nothing can be written through one.
    Result<void> make_links() const;
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
    Result<void> write_bytes(int fd, ByteSpan bytes, const fs::path& path, Sha256& hash,
                             InstalledFile& file);
    Result<void> write_zeros(int fd, std::uint64_t count, const fs::path& path, Sha256& hash,
                             InstalledFile& file);
    Result<void> check_room(const ArchiveEntry& entry, std::uint64_t size) const;

    ArchiveReader& reader_;
    const TreeWriter& writer_;
    Workshop& workshop_;
    const Cancellation& cancellation_;
    TreeNames names_;
    std::uint64_t max_bytes_;
    std::uint64_t written_ = 0;
    std::map<std::string, InstalledFile> files_;
    bool has_file_ = false;
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
        CUDAFETCH_CHECK(writer_.make_folder(folder));
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
        CUDAFETCH_CHECK(writer_.make_hard_link(twin, path));
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
    // A header that promises too much is believed, so that a full disk is not the first to say so.
    CUDAFETCH_CHECK(check_room(entry, entry.size));
    const fs::path place = writer_.full(path);
    CUDAFETCH_TRY(FileDescriptor fd, writer_.create_file(path));
    InstalledFile file;
    file.executable = entry.executable;
    CUDAFETCH_CHECK(write_content(fd.get(), entry, place, file));
    CUDAFETCH_CHECK(finish_file(fd.get(), file.executable, model::installed_mtime, place));
    // Some file systems say only now that the disk is full.
    if (::close(fd.release()) != 0) return fail_errno("write", place.native(), errno);
    has_file_ = true;
    return file;
}

Result<void> Unpacker::check_room(const ArchiveEntry& entry, std::uint64_t size) const {
    if (size <= max_bytes_ - written_) return {};
    return fail(ExitCode::integrity, "archive_too_large",
                "entry \"" + printable(entry.name) + "\" makes the archive unpack to more than " +
                    human_size(max_bytes_),
                {"if that is as it should be, allow more with --max-unpacked"});
}

Result<void> Unpacker::write_content(int fd, const ArchiveEntry& entry, const fs::path& path,
                                     InstalledFile& file) {
    Sha256 hash;
    for (;;) {
        CUDAFETCH_CHECK(cancellation_.check());
        CUDAFETCH_TRY(const auto block, reader_.read());
        if (!block) break;
        const std::uint64_t gap = block->offset - std::min(block->offset, file.size);
        CUDAFETCH_CHECK(check_room(entry, gap));
        CUDAFETCH_CHECK(check_room(entry, gap + block->bytes.size()));
        CUDAFETCH_CHECK(write_zeros(fd, gap, path, hash, file));
        CUDAFETCH_CHECK(write_bytes(fd, block->bytes, path, hash, file));
    }
    // A sparse file may end with a hole.
    const std::uint64_t rest = entry.size - std::min(entry.size, file.size);
    CUDAFETCH_CHECK(check_room(entry, rest));
    CUDAFETCH_CHECK(write_zeros(fd, rest, path, hash, file));
    file.sha256 = hash.finish();
    return {};
}

Result<void> Unpacker::write_bytes(int fd, ByteSpan bytes, const fs::path& path, Sha256& hash,
                                   InstalledFile& file) {
    // Before any decoder, as what is decoded takes memory until it is written.
    const auto turn = workshop_.take_turn(~std::uint64_t{0});
    CUDAFETCH_CHECK(write_all(fd, bytes, path));
    hash.update(bytes);
    file.size += bytes.size();
    written_ += bytes.size();
    return {};
}

Result<void> Unpacker::write_zeros(int fd, std::uint64_t count, const fs::path& path, Sha256& hash,
                                   InstalledFile& file) {
    static constexpr std::array<std::byte, 64 * 1024> zeros{};
    while (count > 0) {
        CUDAFETCH_CHECK(cancellation_.check());
        const auto size = std::min<std::uint64_t>(count, zeros.size());
        CUDAFETCH_CHECK(write_bytes(fd, ByteSpan(zeros).first(static_cast<std::size_t>(size)), path,
                                    hash, file));
        count -= size;
    }
    return {};
}

Result<void> Unpacker::make_links() const {
    for (const auto& [path, file] : files_)
        if (!file.link_target.empty())
            CUDAFETCH_CHECK(writer_.make_symlink(file.link_target, path));
    return {};
}

std::vector<InstalledFile> Unpacker::files() && {
    std::vector<InstalledFile> result;
    result.reserve(files_.size());
    for (auto& [path, file] : files_)
        result.push_back(std::move(file));
    return result;
}

Result<std::vector<InstalledFile>> unpack_into(const PackedArchive& archive,
                                               const TreeWriter& writer, Workshop& workshop,
                                               const Cancellation& cancellation,
                                               const UnpackOptions& options) {
    ArchiveReader reader(archive.bytes, workshop, archive.size, printable(archive.name));
    Unpacker unpacker(reader, writer, workshop, cancellation, options);
    CUDAFETCH_CHECK(unpacker.unpack_entries());
    CUDAFETCH_CHECK(unpacker.make_links());
    CUDAFETCH_CHECK(reader.finish());
    if (!unpacker.has_file())
        return fail(ExitCode::integrity, "corrupt_archive",
                    printable(archive.name) + " holds no file");
    return std::move(unpacker).files();
}

/// TreeNames refuses an entry without knowing of which archive it is.
Error name_archive(Error error, const std::string& archive) {
    if (error.code == "unsafe_archive") error.message = printable(archive) + ": " + error.message;
    return error;
}

}  // namespace

Result<std::vector<InstalledFile>> unpack(const PackedArchive& archive, const fs::path& destination,
                                          Workshop& workshop, const Cancellation& cancellation,
                                          const UnpackOptions& options) {
    CUDAFETCH_TRY(const TreeWriter writer, TreeWriter::create(destination));
    auto files = unpack_into(archive, writer, workshop, cancellation, options);
    if (files) return files;
    (void)remove_tree(destination);
    return tl::unexpected(name_archive(std::move(files).error(), archive.name));
}

}  // namespace cudafetch::store
