// SPDX-License-Identifier: MIT
#include "cudafetch/platform/sysroot.hpp"

#include <algorithm>
#include <deque>

namespace cudafetch::platform {

namespace {

constexpr int max_links = 40;  // Linux's own limit.

}  // namespace

bool Sysroot::is_this_machine() const {
    std::error_code error;
    return fs::equivalent(root_, "/", error);
}

std::optional<fs::path> Sysroot::resolve(const fs::path& path) const {
    const auto inside = follow(path);
    if (!inside) return std::nullopt;
    return root_ / inside->relative_path();
}

std::optional<fs::path> Sysroot::follow(const fs::path& path) const {
    std::error_code error;
    std::deque<fs::path> left(path.begin(), path.end());
    fs::path inside;  // Relative to the root, free of links.
    int links = 0;
    while (!left.empty()) {
        const fs::path name = left.front();
        left.pop_front();
        if (name.empty() || name == "." || name == "/") continue;
        if (name == "..") {
            inside = inside.parent_path();
            continue;
        }
        const fs::path here = root_ / inside / name;
        if (!fs::is_symlink(here, error)) {
            inside /= name;
            continue;
        }
        const fs::path target = fs::read_symlink(here, error);
        if (error || ++links > max_links) return std::nullopt;
        if (target.is_absolute()) inside.clear();
        left.insert(left.begin(), target.begin(), target.end());
    }
    if (!fs::exists(root_ / inside, error)) return std::nullopt;
    return "/" / inside;
}

std::optional<std::string> Sysroot::read(const fs::path& path, std::uint64_t max_bytes) const {
    const auto file = resolve(path);
    std::error_code error;
    // A FIFO below a root of unknown origin would keep us waiting.
    if (!file || !fs::is_regular_file(*file, error)) return std::nullopt;
    // What /proc and /sys make up has no size, so this only saves reading.
    if (fs::file_size(*file, error) > max_bytes) return std::nullopt;
    auto content = read_file(*file, max_bytes);
    if (!content) return std::nullopt;
    return *std::move(content);
}

std::vector<std::string> Sysroot::list(const fs::path& path) const {
    std::vector<std::string> names;
    const auto folder = resolve(path);
    if (!folder) return names;
    std::error_code error;
    for (auto entry = fs::directory_iterator(*folder, error);
         !error && entry != fs::directory_iterator(); entry.increment(error))
        names.push_back(entry->path().filename().string());
    std::sort(names.begin(), names.end());
    return names;
}

}  // namespace cudafetch::platform
