// SPDX-License-Identifier: MIT
#include "cudafetch/store/installed_prefix.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>

#include "cudafetch/base/subprocess.hpp"
#include "cudafetch/base/text.hpp"
#include "cudafetch/codec/receipt.hpp"
#include "store/files.hpp"
#include "store/location.hpp"
#include "store/receipt_file.hpp"

namespace cudafetch::store {

namespace {

constexpr std::uint64_t max_receipt_bytes = std::uint64_t{256} << 20;
constexpr std::size_t max_named_files = 3;

tl::unexpected<Error> refuse(std::string code, const fs::path& prefix, const std::string& why,
                             std::vector<std::string> hints) {
    hints.push_back("name another folder with --prefix");
    return fail(ExitCode::disk, std::move(code),
                "cannot install to " + printable(prefix.native()) + ": " + why, std::move(hints));
}

tl::unexpected<Error> refuse_unknown_folder(const fs::path& prefix) {
    std::error_code error;
    if (fs::is_empty(prefix, error))
        return refuse("prefix_not_ours", prefix, "it is a folder that cudafetch did not make",
                      {"rmdir " + shell_quote(prefix.native())});
    return refuse("prefix_not_ours", prefix,
                  "it is a folder with files in it that cudafetch did not make",
                  {"move it away, or remove it if nothing in it is needed"});
}

bool is_listed(const model::Receipt& receipt, const std::string& path) {
    const auto found =
        std::lower_bound(receipt.files.begin(), receipt.files.end(), path,
                         [](const auto& file, const auto& wanted) { return file.path < wanted; });
    return found != receipt.files.end() && found->path == path;
}

/// Paths in the prefix that the receipt does not list. What Python caches beside its files is left
/// out: it is made again when it is missed.
Result<std::vector<std::string>> foreign_files(const fs::path& prefix,
                                               const model::Receipt& receipt) {
    std::vector<std::string> foreign;
    std::error_code error;
    for (auto entry = fs::recursive_directory_iterator(prefix, error);
         !error && entry != fs::recursive_directory_iterator(); entry.increment(error)) {
        std::error_code ignored;
        const std::string name = entry->path().filename().native();
        const std::string path = entry->path().lexically_relative(prefix).native();
        if (fs::is_directory(entry->symlink_status(ignored))) {
            if (name == "__pycache__" || path == receipt_folder) entry.disable_recursion_pending();
        } else if (!is_listed(receipt, path)) {
            foreign.push_back(path);
        }
    }
    if (error) return fail_errno("list", prefix.native(), error.value());
    std::sort(foreign.begin(), foreign.end());
    return foreign;
}

Result<void> check_foreign_files(const fs::path& prefix, const model::Receipt& receipt) {
    CUDAFETCH_TRY(auto foreign, foreign_files(prefix, receipt));
    if (foreign.empty()) return {};
    const std::size_t count = foreign.size();
    foreign.resize(std::min(count, max_named_files));
    return refuse("prefix_has_foreign_files", prefix,
                  "it holds files that cudafetch did not put there (" + std::to_string(count) +
                      ") and that would be lost: " + printable(join(foreign, ", ")),
                  {"move them out of the folder"});
}

}  // namespace

Result<model::Receipt> read_receipt(const fs::path& prefix) {
    const fs::path path = prefix / receipt_folder / receipt_name;
    std::error_code error;
    if (!fs::exists(path, error))
        return fail(ExitCode::disk, "no_receipt",
                    printable(prefix.native()) + " holds no installation of cudafetch",
                    {"name the folder of one with --prefix"});
    CUDAFETCH_TRY(const std::string text, read_file(path, max_receipt_bytes));
    return codec::read_receipt(text, printable(path.native()));
}

bool is_installed(const model::Plan& plan, const fs::path& prefix) {
    const auto receipt = read_receipt(prefix);
    return receipt && installs_the_same(receipt->plan, plan) &&
           std::all_of(receipt->files.begin(), receipt->files.end(),
                       [&](const auto& file) { return looks_unchanged(prefix, file, {}); });
}

Result<std::optional<model::Receipt>> examine_prefix(const fs::path& prefix) {
    CUDAFETCH_TRY(const fs::path place, resolve_prefix(prefix));
    if (is_dangling_link(prefix))
        return refuse("prefix_is_link", prefix, "it is a symbolic link that leads nowhere",
                      {"remove the link"});
    struct stat status {};
    if (::lstat(place.c_str(), &status) != 0) {
        if (errno == ENOENT) return std::optional<model::Receipt>{};
        return fail_errno("look at", place.native(), errno);
    }
    if (!S_ISDIR(status.st_mode))
        return refuse("prefix_is_file", place, "it is a file", {"remove the file"});
    if (is_mount_point(place))
        return refuse(
            "prefix_is_mount_point", place,
            "it is a mount point, which cannot be put in place at one instant",
            {"name a folder within it: --prefix " + shell_quote((place / "cuda").native())});
    auto receipt = read_receipt(place);
    if (!receipt && receipt.error().code == "no_receipt") return refuse_unknown_folder(place);
    if (!receipt) return tl::unexpected(std::move(receipt).error());
    CUDAFETCH_CHECK(check_foreign_files(place, *receipt));
    return std::optional(*std::move(receipt));
}

}  // namespace cudafetch::store
