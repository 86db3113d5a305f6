// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "cudafetch/base/digest.hpp"
#include "cudafetch/base/error.hpp"
#include "cudafetch/model/receipt.hpp"

namespace cudafetch::codec {

/// The document `cudafetch.receipt/1`. Equal receipts give equal bytes; ends with a newline.
[[nodiscard]] std::string to_json_text(const model::Receipt& receipt);

/// Reads such a document; `where` names it in errors. Fails with exit code 5 and code
/// `malformed_receipt`, naming the place. Paths and link targets of what it yields stay inside the
/// folder they are joined to; files are sorted by path, without repeats.
[[nodiscard]] Result<model::Receipt> read_receipt(std::string_view text, const std::string& where);

/// What the store knows of one unpacked archive.
struct TreeIndex {
    Sha256Digest archive;     ///< Digest of the archive that was unpacked.
    std::uint64_t mtime = 0;  ///< Modification time of every file, in seconds since 1970.
    std::vector<model::InstalledFile> files;  ///< Sorted by path.
};

/// The document `cudafetch.tree/1`, by the same rules; its code is `malformed_tree_index`.
[[nodiscard]] std::string to_json_text(const TreeIndex& index);
[[nodiscard]] Result<TreeIndex> read_tree_index(std::string_view text, const std::string& where);

}  // namespace cudafetch::codec
