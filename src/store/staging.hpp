// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string_view>

#include "cudafetch/base/file.hpp"
#include "cudafetch/base/file_lock.hpp"

namespace cudafetch::store {

/// A private folder in which something is made before it is moved to its place. Its name is
/// `<stem><16 random hexadecimal digits>`. It is removed with the object, and by a later
/// sweep_stale if the process dies before that: a lock within tells the living from the dead.
class Staging {
  public:
    static Result<Staging> create(const fs::path& parent, std::string_view stem);

    Staging(Staging&& other) noexcept;
    Staging& operator=(Staging&&) = delete;
    ~Staging();

    [[nodiscard]] const fs::path& path() const { return path_; }
    [[nodiscard]] fs::path operator/(std::string_view name) const { return path_ / name; }

  private:
    Staging(fs::path path, FileLock lock) : path_(std::move(path)), lock_(std::move(lock)) {}
    fs::path path_;  ///< Empty once moved from.
    FileLock lock_;
};

/// Removes the staging folders in `parent` that no living process owns. `rescue` is called for each
/// before, while nobody else can touch it. What cannot be removed stays for another time.
void sweep_stale(const fs::path& parent, std::string_view stem,
                 const std::function<void(const fs::path&)>& rescue = {});

}  // namespace cudafetch::store
