// SPDX-License-Identifier: MIT
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "cudafetch/codec/json.hpp"
#include "cudafetch/model/plan.hpp"

namespace cudafetch::codec {

/// One plan as it stands in the documents that hold plans.
nlohmann::ordered_json to_json(const model::Plan& plan);
Result<model::Plan> read_plan(const Node& node);

/// The text of a document of ours: indented, with a final newline, always valid UTF-8.
std::string document_text(const nlohmann::ordered_json& json);

}  // namespace cudafetch::codec
