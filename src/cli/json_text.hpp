// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json.hpp>
#include <string>

namespace cudafetch::cli {

/// A document as it is printed. Paths and quoted input may hold any bytes; what is no UTF-8 must
/// not end the program.
[[nodiscard]] inline std::string json_text(const nlohmann::ordered_json& document) {
    return document.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

}  // namespace cudafetch::cli
