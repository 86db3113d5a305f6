// SPDX-License-Identifier: MIT
#pragma once

#include <ostream>

#include "cli/planning.hpp"
#include "cli/style.hpp"
#include "cudafetch/model/plan.hpp"

namespace cudafetch::cli {

/// A plan for a person: what was decided, the archives, the notes.
void print_plan(std::ostream& out, const Style& style, const model::Plan& plan);

/// How it came about: what was found on the machine, the rules that decided, and which releases
/// were refused and why.
void print_explanation(std::ostream& out, const Style& style, const Planning& planning);

/// The releases that were refused, one line each.
void print_rejected(std::ostream& out, const Style& style, const std::vector<Rejection>& rejected);

/// "CUDA 12.6.3", "cudnn 9.6.0".
[[nodiscard]] std::string display_name(std::string_view product, std::string_view release);

}  // namespace cudafetch::cli
