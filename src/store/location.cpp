// SPDX-License-Identifier: MIT
#include "store/location.hpp"

#include <sys/stat.h>

#include <optional>

#include "cudafetch/base/text.hpp"

namespace cudafetch::store {

namespace {

/// As many as the kernel follows.
constexpr int max_links = 40;

std::optional<dev_t> device_of(const fs::path& path) {
    struct stat status {};
    if (::stat(path.c_str(), &status) != 0) return std::nullopt;
    return status.st_dev;
}

std::optional<dev_t> nearest_device(const fs::path& start) {
    for (fs::path path = start;; path = path.parent_path()) {
        if (const auto device = device_of(path)) return device;
        if (!path.has_relative_path()) return std::nullopt;
    }
}

fs::path without_final_slash(const fs::path& path) {
    return path.has_filename() ? path : path.parent_path();
}

bool is_octal(std::string_view text) {
    return text.find_first_not_of("01234567") == std::string_view::npos;
}

/// mountinfo writes white space and backslashes as \040 and the like.
std::string unescape(std::string_view text) {
    std::string result;
    while (!text.empty()) {
        std::size_t length = 1;
        char character = text.front();
        if (character == '\\' && text.size() >= 4 && is_octal(text.substr(1, 3))) {
            character =
                static_cast<char>((text[1] - '0') * 64 + (text[2] - '0') * 8 + (text[3] - '0'));
            length = 4;
        }
        result += character;
        text.remove_prefix(length);
    }
    return result;
}

}  // namespace

Result<fs::path> resolve_prefix(const fs::path& prefix) {
    std::error_code error;
    // With the slash a link would be seen as what it leads to.
    fs::path path = without_final_slash(fs::absolute(prefix, error));
    if (error) return fail_errno("find", prefix.native(), error.value());
    // weakly_canonical takes a link that leads nowhere for the last name of the path.
    for (int links = 0; links < max_links && fs::is_symlink(path, error); ++links)
        path = without_final_slash(path.parent_path() / fs::read_symlink(path, error));
    path = fs::weakly_canonical(path, error);
    if (error) return fail_errno("find", prefix.native(), error.value());
    return without_final_slash(path);
}

bool is_dangling_link(const fs::path& prefix) {
    std::error_code error;
    const fs::path link = without_final_slash(prefix);
    return fs::is_symlink(link, error) && !fs::exists(link, error);
}

std::string staging_stem(const fs::path& prefix) {
    return "." + prefix.filename().native() + ".cudafetch-";
}

bool on_same_file_system(const fs::path& a, const fs::path& b) {
    const auto device = nearest_device(a);
    return device && device == nearest_device(b);
}

bool is_mount_point(const fs::path& folder) {
    if (device_of(folder) != device_of(folder.parent_path())) return true;
    const auto mountinfo = read_if_present("/proc/self/mountinfo");
    return mountinfo && lists_mount_point(*mountinfo, folder.native());
}

bool lists_mount_point(std::string_view mountinfo, std::string_view folder) {
    constexpr std::size_t mount_point_field = 4;
    for (const std::string_view line : split(mountinfo, "\n")) {
        const auto fields = split(line, " ");
        if (fields.size() > mount_point_field && unescape(fields[mount_point_field]) == folder)
            return true;
    }
    return false;
}

}  // namespace cudafetch::store
