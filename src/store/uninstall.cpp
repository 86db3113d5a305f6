// SPDX-License-Identifier: MIT
#include "cudafetch/store/uninstall.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <set>

#include "cudafetch/store/installed_prefix.hpp"
#include "store/location.hpp"
#include "store/receipt_file.hpp"

namespace cudafetch::store {

namespace {

using model::InstalledFile;

/// Whether no folder on the way to `path` was replaced by a link, behind which lies somebody
/// else's.
bool is_inside(const fs::path& prefix, const std::string& path) {
    for (auto slash = path.find('/'); slash != std::string::npos;
         slash = path.find('/', slash + 1)) {
        std::error_code error;
        if (fs::is_symlink(prefix / path.substr(0, slash), error)) return false;
    }
    return true;
}

bool is_there(const fs::path& path) {
    std::error_code error;
    return fs::exists(fs::symlink_status(path, error));
}

bool is_link_as_listed(const fs::path& path, const InstalledFile& file) {
    std::error_code error;
    return fs::read_symlink(path, error).native() == file.link_target && !error;
}

bool is_file_as_listed(const fs::path& path, const InstalledFile& file) {
    struct stat status {};
    if (::lstat(path.c_str(), &status) != 0 || !S_ISREG(status.st_mode) ||
        static_cast<std::uint64_t>(status.st_size) != file.size)
        return false;
    const auto digest = sha256_file(path);
    return digest && *digest == file.sha256;
}

Result<void> remove_file(const fs::path& path) {
    if (::unlink(path.c_str()) == 0 || errno == ENOENT) return {};
    return fail_errno("remove", path.native(), errno);
}

/// Every folder that a listed path is in, innermost first.
std::set<std::string, std::greater<>> folders_of(const std::vector<InstalledFile>& files) {
    std::set<std::string, std::greater<>> folders;
    for (const InstalledFile& file : files)
        for (auto slash = file.path.rfind('/'); slash != std::string::npos && slash > 0;
             slash = file.path.rfind('/', slash - 1))
            folders.insert(file.path.substr(0, slash));
    return folders;
}

}  // namespace

Result<Uninstallation> uninstall(const fs::path& prefix, ChangedFiles changed, Mode mode,
                                 const Cancellation& cancellation) {
    CUDAFETCH_TRY(const fs::path place, resolve_prefix(prefix));
    CUDAFETCH_TRY(const model::Receipt receipt, read_receipt(place));
    Uninstallation result;
    for (const InstalledFile& file : receipt.files) {
        CUDAFETCH_CHECK(cancellation.check());
        const fs::path path = place / file.path;
        if (!is_there(path) || !is_inside(place, file.path)) continue;
        const bool is_link = !file.link_target.empty();
        const bool as_listed =
            is_link ? is_link_as_listed(path, file) : is_file_as_listed(path, file);
        if (!as_listed && changed == ChangedFiles::keep) {
            result.changed.push_back(file.path);
            continue;
        }
        if (mode == Mode::remove) CUDAFETCH_CHECK(remove_file(path));
        ++result.removed;
        if (!is_link) result.bytes += file.size;
    }
    if (mode == Mode::dry_run) return result;
    for (const std::string& folder : folders_of(receipt.files))
        ::rmdir((place / folder).c_str());
    CUDAFETCH_CHECK(remove_file(place / receipt_folder / receipt_name));
    ::rmdir((place / receipt_folder).c_str());
    result.prefix_is_gone = ::rmdir(place.c_str()) == 0;
    return result;
}

}  // namespace cudafetch::store
