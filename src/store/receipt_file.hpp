// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

namespace cudafetch::store {

/// Where a prefix keeps what is ours: `.cudafetch/receipt.json`.
inline constexpr std::string_view receipt_folder = ".cudafetch";
inline constexpr std::string_view receipt_name = "receipt.json";

}  // namespace cudafetch::store
