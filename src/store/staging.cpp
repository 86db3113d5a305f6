// SPDX-License-Identifier: MIT
#include "store/staging.hpp"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <random>
#include <vector>

#include "store/files.hpp"

namespace cudafetch::store {

namespace {

constexpr std::size_t random_digits = 16;
constexpr std::string_view digits = "0123456789abcdef";
constexpr std::string_view lock_name = "lock";

fs::path random_path(const fs::path& parent, std::string_view stem) {
    std::random_device random;
    std::string name(stem);
    for (std::size_t i = 0; i < random_digits; ++i)
        name += digits[random() % digits.size()];
    return parent / name;
}

bool is_staging_name(std::string_view name, std::string_view stem) {
    return name.size() == stem.size() + random_digits && name.starts_with(stem) &&
           name.find_first_not_of(digits, stem.size()) == std::string_view::npos;
}

std::vector<fs::path> staging_folders(const fs::path& parent, std::string_view stem) {
    std::vector<fs::path> folders;
    std::error_code error;
    for (auto entry = fs::directory_iterator(parent, error);
         !error && entry != fs::directory_iterator(); entry.increment(error)) {
        std::error_code ignored;
        if (is_staging_name(entry->path().filename().native(), stem) &&
            fs::is_directory(entry->symlink_status(ignored)))
            folders.push_back(entry->path());
    }
    return folders;
}

}  // namespace

Result<Staging> Staging::create(const fs::path& parent, std::string_view stem) {
    for (;;) {
        fs::path path = random_path(parent, stem);
        if (::mkdir(path.c_str(), 0700) != 0) {
            if (errno == EEXIST) continue;
            return fail_errno("create folder", path.native(), errno);
        }
        auto lock = FileLock::try_acquire(path / lock_name);
        // Until the lock is held, a sweep takes the folder for a dead one's. It moves what it
        // removes, so a lock file that is still there after it was locked is ours for good.
        std::error_code ignored;
        if (lock && *lock && fs::exists(path / lock_name, ignored))
            return Staging(std::move(path), *std::move(*lock));
        if (!lock && fs::exists(path, ignored)) {
            (void)remove_tree(path);
            return tl::unexpected(std::move(lock).error());
        }
    }
}

Staging::Staging(Staging&& other) noexcept
    : path_(std::exchange(other.path_, {})), lock_(std::move(other.lock_)) {}

Staging::~Staging() {
    if (!path_.empty()) (void)remove_tree(path_);
}

void sweep_stale(const fs::path& parent, std::string_view stem,
                 const std::function<void(const fs::path&)>& rescue) {
    for (const fs::path& folder : staging_folders(parent, stem)) {
        const auto lock = FileLock::try_acquire(folder / lock_name);
        if (!lock || !*lock) continue;
        if (rescue) rescue(folder);
        // See Staging::create. The new name is one that another sweep finds if this one dies.
        const fs::path doomed = random_path(parent, stem);
        if (move_path(folder, doomed)) (void)remove_tree(doomed);
    }
}

}  // namespace cudafetch::store
