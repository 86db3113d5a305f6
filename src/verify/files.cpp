// SPDX-License-Identifier: MIT
#include <sys/stat.h>

#include <algorithm>
#include <atomic>
#include <numeric>
#include <thread>
#include <unordered_set>

#include "cudafetch/base/text.hpp"
#include "verify/steps.hpp"

namespace cudafetch::verify {

namespace {

using model::InstalledFile;

/// How a file differs from the receipt; empty if it does not.
struct Difference {
    std::string text;
    bool missing = false;
};

Difference compare_link(const fs::path& path, const InstalledFile& expected) {
    std::error_code error;
    const fs::path target = fs::read_symlink(path, error);
    if (error) return {"is no longer a link", false};
    if (target == expected.link_target) return {};
    return {"links to " + printable(target.native()) + ", not " + printable(expected.link_target),
            false};
}

Difference compare(const fs::path& prefix, const InstalledFile& expected, FileCheck check) {
    const fs::path path = prefix / expected.path;
    struct stat status {};
    if (::lstat(path.c_str(), &status) != 0) {
        if (errno == ENOENT || errno == ENOTDIR) return {"missing", true};
        return {fail_errno("look at", path.native(), errno).value().message, false};
    }
    if (!expected.link_target.empty()) return compare_link(path, expected);
    if (!S_ISREG(status.st_mode)) return {"is no longer a file", false};
    if (const auto size = static_cast<std::uint64_t>(status.st_size); size != expected.size)
        return {"has " + std::to_string(size) + " bytes, not " + std::to_string(expected.size),
                false};
    if (expected.executable && (status.st_mode & S_IXUSR) == 0)
        return {"can no longer be executed", false};
    if (check == FileCheck::size_and_time) {
        if (status.st_mtim.tv_sec == model::installed_mtime) return {};
        return {"was changed since it was installed, by its time", false};
    }
    const auto digest = sha256_file(path);
    if (!digest) return {digest.error().message, false};
    if (*digest != expected.sha256)
        return {"has SHA-256 " + digest->hex() + ", not " + expected.sha256.hex(), false};
    return {};
}

/// Compares all files with the receipt on all cores, the largest first so that none is left alone
/// at the end.
class Comparison {
  public:
    explicit Comparison(const Context& context)
        : context_(context),
          files_(context.request.receipt.files),
          order_(files_.size()),
          differences_(files_.size()) {
        for (const InstalledFile& file : files_)
            total_bytes_ += file.size;
        std::iota(order_.begin(), order_.end(), std::size_t{0});
        std::stable_sort(order_.begin(), order_.end(), [&](std::size_t a, std::size_t b) {
            return files_[a].size > files_[b].size;
        });
    }

    /// One for each file of the receipt.
    std::vector<Difference> run() {
        const std::size_t count = std::max(1U, std::thread::hardware_concurrency());
        std::vector<std::thread> workers;
        for (std::size_t i = 1; i < std::min(count, files_.size()); ++i)
            workers.emplace_back([this] { work(); });
        work();
        for (std::thread& worker : workers)
            worker.join();
        return std::move(differences_);
    }

    [[nodiscard]] std::uint64_t total_bytes() const { return total_bytes_; }

  private:
    void work() {
        for (std::size_t i = next_++; i < order_.size(); i = next_++) {
            if (context_.cancellation.requested()) return;
            const InstalledFile& file = files_[order_[i]];
            differences_[order_[i]] =
                compare(context_.request.prefix, file, context_.request.file_check);
            const std::uint64_t done = done_bytes_ += file.size;
            context_.services.reporter.progress({"checking files", done, total_bytes_});
        }
    }

    const Context& context_;
    const std::vector<InstalledFile>& files_;
    std::vector<std::size_t> order_;
    std::vector<Difference> differences_;
    std::uint64_t total_bytes_ = 0;
    std::atomic<std::size_t> next_ = 0;
    std::atomic<std::uint64_t> done_bytes_ = 0;
};

/// How many files and links lie in the prefix that the receipt does not know.
std::size_t count_extra(const Context& context) {
    std::unordered_set<std::string> known;
    for (const InstalledFile& file : context.request.receipt.files)
        known.insert(file.path);
    std::size_t extra = 0;
    std::error_code error;
    const fs::path& prefix = context.request.prefix;
    for (auto entry = fs::recursive_directory_iterator(prefix, error);
         !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
        const fs::path relative = entry->path().lexically_relative(prefix);
        if (relative == ".cudafetch") {
            entry.disable_recursion_pending();
        } else if (entry->is_symlink(error) || !entry->is_directory(error)) {
            extra += known.count(relative.string()) == 0 ? 1 : 0;
        }
    }
    return extra;
}

std::string counted(std::size_t count, const char* noun) {
    return std::to_string(count) + " " + noun + (count == 1 ? "" : "s");
}

/// The first few differences, and how many more there are.
std::string list(const std::vector<InstalledFile>& files,
                 const std::vector<Difference>& differences, std::size_t count) {
    constexpr std::size_t shown = 3;
    std::vector<std::string> parts;
    for (std::size_t i = 0; i < files.size() && parts.size() < shown; ++i)
        if (!differences[i].text.empty())
            parts.push_back(printable(files[i].path) + " (" + differences[i].text + ")");
    if (count > shown) parts.push_back("and " + std::to_string(count - shown) + " more");
    return join(parts, ", ");
}

}  // namespace

Result<model::Step> check_files(Context& context) {
    const auto& files = context.request.receipt.files;
    Comparison comparison(context);
    const auto differences = comparison.run();
    CUDAFETCH_CHECK(context.cancellation.check());

    const auto differing = static_cast<std::size_t>(
        std::count_if(differences.begin(), differences.end(),
                      [](const Difference& difference) { return !difference.text.empty(); }));
    if (differing == 0) {
        std::string detail = counted(files.size(), "file") + ", " +
                             human_size(comparison.total_bytes()) + ", as installed";
        if (context.request.file_check == FileCheck::size_and_time)
            detail += " by size and time; contents were not read";
        if (const std::size_t extra = count_extra(context); extra > 0)
            detail += "; " + counted(extra, "file") + " there that cudafetch did not install";
        return passed(std::move(detail));
    }
    const bool all_missing = std::all_of(
        differences.begin(), differences.end(),
        [](const Difference& difference) { return difference.text.empty() || difference.missing; });
    return failed(all_missing ? "files_missing" : "files_changed",
                  std::to_string(differing) + " of " + counted(files.size(), "file") +
                      " differ: " + list(files, differences, differing),
                  {"remove " + printable(context.request.prefix.native()) +
                   " and the store (by default ~/.cache/cudafetch/store), whose files these are, "
                   "and install again"});
}

}  // namespace cudafetch::verify
