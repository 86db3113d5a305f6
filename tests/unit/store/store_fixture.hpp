// SPDX-License-Identifier: MIT
#pragma once

#include <mutex>
#include <string>
#include <vector>

#include "cudafetch/base/cancellation.hpp"
#include "cudafetch/base/reporter.hpp"
#include "cudafetch/model/plan.hpp"
#include "cudafetch/store/store.hpp"
#include "support/temp_dir.hpp"

namespace cudafetch::test {

/// Keeps the warnings.
class WarningLog final : public Reporter {
  public:
    void status(std::string_view) override {}
    void warning(std::string_view line) override {
        const std::lock_guard lock(mutex_);
        lines_.emplace_back(line);
    }
    void progress(const Progress&) override {}
    [[nodiscard]] const std::vector<std::string>& lines() const { return lines_; }

  private:
    std::mutex mutex_;
    std::vector<std::string> lines_;
};

/// A file or, with a target, a link of a toy archive.
struct ToyFile {
    std::string path;
    std::string content;
    bool executable = false;
    std::string link_target = {};
};

/// A plan without archives for these tags.
[[nodiscard]] model::Plan empty_plan(model::Tag tag, model::Tag host_tag,
                                     const std::string& release = "12.6.3");

/// The bytes of a .tar.xz as NVIDIA lays them out: everything inside one folder.
[[nodiscard]] std::string toy_archive(const std::string& component,
                                      const std::vector<ToyFile>& files);

[[nodiscard]] model::PlannedArchive planned_archive(const std::string& component, model::Tag tag,
                                                    model::Role role, const Sha256Digest& sha256);

/// A Store::Fetch that brings these bytes if their digest is `wanted`, and fails otherwise.
[[nodiscard]] store::Store::Fetch bring(std::string bytes, const Sha256Digest& wanted);

/// Bytes in memory, as a source.
class ByteSource final : public Source {
  public:
    explicit ByteSource(std::string bytes) : bytes_(std::move(bytes)) {}
    Result<std::size_t> read(std::span<std::byte> buffer) override;

  private:
    std::string bytes_;
    std::size_t position_ = 0;
};

/// A temporary folder with a store, and a plan with trees of toy archives in it.
struct ToyToolkit {
    explicit ToyToolkit(model::Plan start = empty_plan(model::Tag::linux_x86_64,
                                                       model::Tag::linux_x86_64));

    /// Adds an archive to the plan and its tree to the store.
    void add(const std::string& component, const std::vector<ToyFile>& files,
             model::Role role = model::Role::target);

    TempDir dir;
    WarningLog reporter;
    Cancellation cancellation;
    store::Store store;
    model::Plan plan;
    std::vector<store::Tree> trees;
};

/// Names in a folder, hidden ones included, sorted.
[[nodiscard]] std::vector<std::string> names_in(const fs::path& folder);

/// The content of a file that must be there.
[[nodiscard]] std::string content_of(const fs::path& path);

}  // namespace cudafetch::test
