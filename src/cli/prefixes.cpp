// SPDX-License-Identifier: MIT
#include "cli/prefixes.hpp"

#include "cudafetch/base/xdg.hpp"
#include "cudafetch/store/current_link.hpp"

namespace cudafetch::cli {

Result<fs::path> absolute_path(const std::string& option) {
    std::error_code error;
    fs::path path = fs::absolute(option, error).lexically_normal();
    if (error) return fail_errno("find", option, error.value());
    return path.has_filename() ? path : path.parent_path();
}

Result<fs::path> prefix_for(const std::string& option, const model::Plan& plan) {
    if (!option.empty()) return absolute_path(option);
    CUDAFETCH_TRY(const fs::path home, data_home());
    const model::PlannedProduct& first = plan.products.front();
    return home /
           (first.product + "-" + first.release + "-" + std::string(model::to_text(plan.tag)));
}

Result<fs::path> installed_prefix(const std::string& option) {
    if (!option.empty()) return absolute_path(option);
    CUDAFETCH_TRY(const fs::path home, data_home());
    if (auto current = store::current_prefix(home)) return *std::move(current);
    return fail(ExitCode::disk, "no_prefix", "nothing is installed yet",
                {"cudafetch install", "name another place with --prefix"});
}

}  // namespace cudafetch::cli
