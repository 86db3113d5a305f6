// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cudafetch/base/file.hpp"

namespace cudafetch::platform {

/// The files of a machine, below the folder that stands in for its root. Symbolic links are
/// followed as that machine would: an absolute target starts at the root, and no link leads out.
class Sysroot {
  public:
    explicit Sysroot(fs::path root) : root_(std::move(root)) {}

    /// Whether the root is that of the machine we run on.
    [[nodiscard]] bool is_this_machine() const;

    /// Where `path`, an absolute path of that machine, lies on ours. Absent if it is not there.
    [[nodiscard]] std::optional<fs::path> resolve(const fs::path& path) const;

    /// Where it lies on that machine, free of links.
    [[nodiscard]] std::optional<fs::path> follow(const fs::path& path) const;

    /// A file of /sys has no more, nor has any that states one thing.
    static constexpr std::uint64_t one_page = 4096;
    static constexpr std::uint64_t megabyte = 1 << 20;

    /// The content of a regular file of at most `max_bytes`; absent if it cannot be had.
    [[nodiscard]] std::optional<std::string> read(const fs::path& path,
                                                  std::uint64_t max_bytes = one_page) const;

    /// The names in a folder, sorted; none if it cannot be read.
    [[nodiscard]] std::vector<std::string> list(const fs::path& path) const;

  private:
    fs::path root_;
};

}  // namespace cudafetch::platform
