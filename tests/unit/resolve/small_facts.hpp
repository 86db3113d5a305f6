// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>
#include <vector>

#include "cudafetch/model/capability.hpp"
#include "cudafetch/model/facts.hpp"
#include "cudafetch/model/plan.hpp"

namespace cudafetch::test {

/// Fact tables that are small enough to keep in mind; each row is there for some rule.
[[nodiscard]] const model::Facts& small_facts();

[[nodiscard]] model::Version version(std::string_view text);

/// "8.7,9.0a"; none for an empty text.
[[nodiscard]] std::vector<model::Capability> capabilities(std::string_view text);

/// The codes of notes, in order.
[[nodiscard]] std::vector<std::string> codes_of(const std::vector<model::Note>& notes);

[[nodiscard]] bool has_note(const std::vector<model::Note>& notes, std::string_view code);

}  // namespace cudafetch::test
