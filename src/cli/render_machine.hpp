// SPDX-License-Identifier: MIT
#pragma once

#include <ostream>

#include "cli/style.hpp"
#include "cudafetch/codec/machine.hpp"
#include "cudafetch/model/platform.hpp"

namespace cudafetch::cli {

/// A table of what is known of a machine, where from, and which probes were asked for the rest;
/// then notes, and in the last line what the rules would take from it.
void print_machine(std::ostream& out, const Style& style, const model::Machine& machine,
                   const codec::TakenFacts& taken);

}  // namespace cudafetch::cli
