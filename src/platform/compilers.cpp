// SPDX-License-Identifier: MIT
#include "cudafetch/platform/compilers.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdlib>
#include <limits>
#include <set>
#include <tuple>

#include "cudafetch/base/text.hpp"

namespace cudafetch::platform {

namespace {

bool is_executable(const Sysroot& files, const fs::path& path) {
    constexpr auto any_execute =
        fs::perms::owner_exec | fs::perms::group_exec | fs::perms::others_exec;
    const auto file = files.resolve(path);
    std::error_code error;
    if (!file || !fs::is_regular_file(*file, error)) return false;
    return (fs::status(*file, error).permissions() & any_execute) != fs::perms::none;
}

/// C++ before C, GCC before Clang, the plain name before those with a number, new before old.
auto rank(const CompilerFile& file) {
    const CompilerName& name = file.name;
    constexpr unsigned newest = std::numeric_limits<unsigned>::max();
    return std::tuple(!name.cxx, name.clang, newest - name.major.value_or(newest));
}

}  // namespace

std::optional<CompilerName> parse_compiler_name(std::string_view name) {
    struct Driver {
        std::string_view word;
        bool clang;
        bool cxx;
    };
    constexpr std::array drivers{Driver{"clang++", true, true}, Driver{"g++", false, true},
                                 Driver{"gcc", false, false}};
    for (const auto& [word, clang, cxx] : drivers) {
        const auto begin = name.rfind(word);
        if (begin == std::string_view::npos || (begin > 0 && name[begin - 1] != '-')) continue;
        CompilerName result{std::string(name.substr(0, begin)), clang, cxx, std::nullopt};
        std::string_view number = name.substr(begin + word.size());
        if (number.empty()) return result;
        if (number.front() != '-') return std::nullopt;
        number.remove_prefix(1);
        unsigned major = 0;
        const auto* end = number.data() + number.size();
        const auto [stop, error] = std::from_chars(number.data(), end, major);
        if (error != std::errc() || stop != end) return std::nullopt;
        result.major = major;
        return result;
    }
    return std::nullopt;
}

std::vector<CompilerFile> find_compilers(const Sysroot& files, const std::vector<fs::path>& folders,
                                         std::string_view triple) {
    std::vector<CompilerFile> found;
    std::set<std::string> seen;
    for (const fs::path& folder : folders) {
        for (const std::string& entry : files.list(folder)) {
            const auto name = parse_compiler_name(entry);
            if (!name || name->triple != triple || seen.count(entry) != 0 ||
                !is_executable(files, folder / entry))
                continue;
            seen.insert(entry);
            found.push_back({folder / entry, *name});
        }
    }
    std::stable_sort(found.begin(), found.end(),
                     [](const auto& left, const auto& right) { return rank(left) < rank(right); });
    return found;
}

std::vector<fs::path> folders_on_path() {
    std::vector<fs::path> folders;
    const char* path = std::getenv("PATH");
    for (const std::string_view folder : split(path != nullptr ? path : "/usr/bin:/bin", ":")) {
        std::error_code error;
        folders.push_back(fs::absolute(folder, error));
    }
    return folders;
}

}  // namespace cudafetch::platform
