// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "cudafetch/base/error.hpp"
#include "cudafetch/model/plan.hpp"
#include "cudafetch/model/receipt.hpp"
#include "cudafetch/store/tree.hpp"

namespace cudafetch::store {

/// Something to be made in a prefix.
struct PrefixEntry {
    /// A file of an unpacked archive.
    struct Source {
        std::size_t archive;  ///< Index into the plan's archives.
        std::string path;     ///< Below that archive's tree.
    };

    model::InstalledFile file;     ///< Where it goes and what it is, as the receipt says.
    std::optional<Source> source;  ///< Absent for links and for texts of our own.
    std::string text;              ///< Content of a text of our own.
};

/// What a prefix for `plan` holds, sorted by path. `trees` are those of the plan's archives, in
/// the same order.
///
/// Native: what the archives hold, merged; `lib64` is a link to `lib`, and
/// `targets/<target>/{include,lib}` are links to `include` and `lib`.
///
/// Cross: `targets/<target>` holds what the archives of the target hold, merged; `include`, `lib`
/// and `lib64` are links into it. Archives of the host are merged at the top, but their `include`
/// goes to the target (headers of the compiler serve both) and their `lib` to
/// `targets/<host>/lib`. For linux-sbsa, `targets/aarch64-linux` is a link to `sbsa-linux`.
///
/// Both: an archive's LICENSE becomes `licenses/<component>.txt`, and `version.json` tells the
/// release. Other files at an archive's top stay there; the second of one name goes to
/// `share/doc/<component>`. What an archive holds in `lib64` counts as being in `lib`, and what it
/// holds in `targets/<target>` as being at its top; its own links of these names give way to ours.
/// Links are kept, rewritten where their two ends move apart. What lies in a `lib_folder` of the
/// plan, such as `lib/12`, gets links in `lib`.
///
/// Fails with exit code 5 and code `archive_conflict`, naming both components, if two archives
/// bring different things to one path, or an archive lacks the `lib_folder` that the plan names.
[[nodiscard]] Result<std::vector<PrefixEntry>> lay_out(const model::Plan& plan,
                                                       std::span<const Tree> trees);

}  // namespace cudafetch::store
