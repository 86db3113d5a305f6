// SPDX-License-Identifier: MIT
#pragma once

#include <initializer_list>
#include <string>

#include "cudafetch/base/text.hpp"
#include "cudafetch/model/facts.hpp"
#include "cudafetch/model/platform.hpp"
#include "cudafetch/platform/sysroot.hpp"

namespace cudafetch::platform {

/// The files of a machine, and what they have told of it so far.
struct Findings {
    const Sysroot& files;
    const model::Facts& facts;
    model::Machine& machine;

    /// Notes which probe said what.
    void note(std::string fact, std::string_view value, std::string_view source) const {
        machine.evidence.push_back({std::move(fact), printable(value), printable(source)});
    }

    /// Notes that a source was asked for facts, so that "undecided" can say so.
    void asked(std::initializer_list<const char*> asked_facts, const std::string& source) const {
        for (const char* fact : asked_facts)
            machine.attempts.push_back({fact, printable(source)});
    }
};

/// Whether it is a Tegra, which one, on which board, under which L4T; or a server.
void probe_tegra(const Findings& findings);

/// The version of NVIDIA's kernel module, where it drives a GPU. Looks at what was found of the
/// board and of discrete GPUs.
void read_kernel_driver(const Findings& findings);

}  // namespace cudafetch::platform
