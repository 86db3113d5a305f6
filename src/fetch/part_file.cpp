// SPDX-License-Identifier: MIT
#include "fetch/part_file.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "cudafetch/base/text.hpp"
#include "fetch/file_blocks.hpp"

namespace cudafetch::fetch {

namespace {

constexpr std::uint64_t max_origin_bytes = 4096;

fs::path with_suffix(fs::path path, const char* suffix) {
    path += suffix;
    return path;
}

fs::path folder_of(const fs::path& path) {
    return path.has_parent_path() ? path.parent_path() : fs::path(".");
}

Result<void> remove_file(const fs::path& path) {
    if (::unlink(path.c_str()) == 0 || errno == ENOENT) return {};
    return fail_errno("remove", path.native(), errno);
}

/// Whether the name still means the open file: its last holder may have renamed or removed it.
bool still_named(int fd, const fs::path& path) {
    struct stat open_file_facts {};
    struct stat named_facts {};
    return ::fstat(fd, &open_file_facts) == 0 && ::lstat(path.c_str(), &named_facts) == 0 &&
           open_file_facts.st_ino == named_facts.st_ino &&
           open_file_facts.st_dev == named_facts.st_dev;
}

Result<FileDescriptor> open_locked(const fs::path& path, Clock& clock,
                                   const Cancellation& cancellation,
                                   const std::function<void()>& on_wait) {
    for (bool waited = false;;) {
        CUDAFETCH_CHECK(cancellation.check());
        CUDAFETCH_TRY(FileDescriptor fd, open_file(path, O_RDWR | O_CREAT | O_NOFOLLOW, 0666));
        if (::flock(fd.get(), LOCK_EX | LOCK_NB) == 0) {
            if (still_named(fd.get(), path)) return fd;
        } else if (errno == EWOULDBLOCK) {
            if (!waited) on_wait();
            waited = true;
            clock.sleep_for(std::chrono::milliseconds(100), cancellation);
        } else if (errno != EINTR) {
            return fail_errno("lock", path.native(), errno);
        }
    }
}

std::string to_text(const PartOrigin& origin) {
    return origin.wanted.hex() + "\n" + origin.url.hex() + "\n" + origin.validator + "\n";
}

/// Absent for anything that to_text() did not write, or that does not fit into a header line.
std::optional<PartOrigin> parse_origin(const std::string& text) {
    const auto lines = split(text, "\n");
    if (lines.size() < 2 || lines.size() > 3) return std::nullopt;
    const auto wanted = Sha256Digest::parse(lines[0]);
    const auto url = Sha256Digest::parse(lines[1]);
    if (!wanted || !url) return std::nullopt;
    const std::string_view validator = lines.size() == 3 ? lines[2] : std::string_view();
    if (!is_printable_utf8(validator)) return std::nullopt;
    return PartOrigin{*wanted, *url, std::string(validator)};
}

}  // namespace

PartFile::PartFile(FileDescriptor fd, const fs::path& destination, ArrivingFile* arriving)
    : fd_(std::move(fd)),
      destination_(destination),
      path_(with_suffix(destination, ".part")),
      arriving_(arriving) {}

fs::path PartFile::origin_path() const {
    return with_suffix(path_, ".origin");
}

Result<PartFile> PartFile::open(const fs::path& destination, const Sha256Digest& wanted,
                                ArrivingFile* arriving, Clock& clock,
                                const Cancellation& cancellation,
                                const std::function<void()>& on_wait) {
    CUDAFETCH_CHECK(make_directories(folder_of(destination)));
    CUDAFETCH_TRY(FileDescriptor fd,
                  open_locked(with_suffix(destination, ".part"), clock, cancellation, on_wait));
    if (arriving != nullptr) {
        CUDAFETCH_TRY(auto readable, open_file(with_suffix(destination, ".part"), O_RDONLY));
        arriving->open(std::move(readable));
    }
    PartFile part(std::move(fd), destination, arriving);
    CUDAFETCH_CHECK(part.load(wanted, cancellation));
    return part;
}

Result<void> PartFile::load(const Sha256Digest& wanted, const Cancellation& cancellation) {
    const auto text = read_file(origin_path(), max_origin_bytes);
    if (const auto origin = text ? parse_origin(*text) : std::nullopt) origin_ = *origin;
    if (origin_.wanted != wanted) return restart();
    return read_blocks(fd_.get(), path_, cancellation, [this](ByteSpan bytes) -> Result<void> {
        grew_by(bytes);
        return {};
    });
}

void PartFile::grew_by(ByteSpan bytes) {
    hash_.update(bytes);
    size_ += bytes.size();
    if (arriving_ != nullptr) arriving_->grew_to(size_);
}

Result<void> PartFile::set_origin(const PartOrigin& origin) {
    if (origin == origin_) return {};
    // After a power cut it may not fit the bytes, which their digest tells.
    CUDAFETCH_CHECK(write_file_atomically(origin_path(), to_text(origin), Durability::unsynced));
    origin_ = origin;
    return {};
}

Result<void> PartFile::append(ByteSpan bytes) {
    CUDAFETCH_CHECK(write_all(fd_.get(), bytes, path_));
    grew_by(bytes);
    return {};
}

Result<void> PartFile::restart() {
    if (::ftruncate(fd_.get(), 0) != 0 || ::lseek(fd_.get(), 0, SEEK_SET) != 0)
        return fail_errno("empty", path_.native(), errno);
    size_ = 0;
    hash_ = Sha256();
    if (arriving_ != nullptr) arriving_->restart();
    return {};
}

Result<void> PartFile::publish() {
    if (::fsync(fd_.get()) != 0) return fail_errno("sync", path_.native(), errno);
    CUDAFETCH_CHECK(remove_file(origin_path()));
    if (::rename(path_.c_str(), destination_.c_str()) != 0)
        return fail_errno("create", destination_.native(), errno);
    return sync_path(folder_of(destination_));
}

Result<void> PartFile::remove() {
    CUDAFETCH_CHECK(remove_file(origin_path()));
    return remove_file(path_);
}

}  // namespace cudafetch::fetch
