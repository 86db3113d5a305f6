// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "cudafetch/model/plan.hpp"

namespace cudafetch::store {

/// Where paths of archives go in the prefix of a plan; see lay_out().
class Places {
  public:
    explicit Places(const model::Plan& plan);

    /// The place of what an archive of `role` has at `path`; "" is the top of either.
    [[nodiscard]] std::string place(model::Role role, std::string_view path) const;

    /// Whether a link of an archive at `path` gives way to the layout's own links.
    [[nodiscard]] bool is_given(model::Role role, std::string_view path) const;

    struct Link {
        std::string path;
        std::string target;
        std::string folder;  ///< What `target` means as a path of the prefix.
    };
    /// The layout's own links; each is made if its folder is there.
    [[nodiscard]] std::vector<Link> own_links() const;

  private:
    [[nodiscard]] std::string normalise(model::Role role, std::string_view path) const;

    bool cross_;
    std::string host_;    ///< "targets/x86_64-linux"
    std::string target_;  ///< "targets/sbsa-linux"
    std::string alias_;   ///< Another name of `target_`, or empty.
};

/// The text of a relative link at `link` that leads to `to`, both paths of one tree.
[[nodiscard]] std::string relative_target(std::string_view link, std::string_view to);

}  // namespace cudafetch::store
