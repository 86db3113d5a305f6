// SPDX-License-Identifier: MIT
#pragma once

#include <ostream>

#include "cli/style.hpp"
#include "cudafetch/base/file.hpp"
#include "cudafetch/model/plan.hpp"
#include "cudafetch/model/report.hpp"

namespace cudafetch::cli {

/// What is about to be verified.
void print_report_head(std::ostream& out, const Style& style, const fs::path& prefix,
                       const model::Plan& plan);

/// One finished step: its result, what it was, and how long it took.
void print_step(std::ostream& out, const Style& style, const model::Step& step);

/// The figures of the benchmark, what to do about failures, and the verdict in one sentence.
void print_verdict(std::ostream& out, const Style& style, const model::Report& report);

}  // namespace cudafetch::cli
