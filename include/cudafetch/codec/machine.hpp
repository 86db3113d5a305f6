// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cudafetch/model/plan.hpp"
#include "cudafetch/model/platform.hpp"

namespace cudafetch::codec {

/// What the rules would take from a machine if a request names nothing but it.
struct TakenFacts {
    std::vector<model::Capability> capabilities;
    /// Absent if the rules refuse to guess.
    std::optional<model::CapabilitiesFrom> capabilities_from;
    std::optional<model::Version> l4t;
    std::string text;  ///< One sentence for a person.
    std::vector<model::Note> notes;
};

/// The document `cudafetch.detect/1`, indented, with a final newline. Every key is always there;
/// null stands for what no probe could tell.
[[nodiscard]] std::string to_json_text(const model::Machine& machine, const TakenFacts& taken);

/// The release of a toolkit by its version.json, from the entry "cuda", else nvcc's or the
/// runtime's. Absent if the text is not such a document.
[[nodiscard]] std::optional<model::Version> toolkit_release(std::string_view version_json);

}  // namespace cudafetch::codec
