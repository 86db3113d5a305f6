// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "cudafetch/model/report.hpp"

namespace cudafetch::codec {

/// The document `cudafetch.verify/1`, indented, with a final newline.
[[nodiscard]] std::string to_json_text(const model::Report& report);

}  // namespace cudafetch::codec
