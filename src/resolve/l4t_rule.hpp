// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "cudafetch/base/error.hpp"
#include "cudafetch/model/facts.hpp"
#include "cudafetch/model/manifest.hpp"
#include "cudafetch/model/plan.hpp"

namespace cudafetch::resolve {

/// The row of the tables that stands for an L4T release.
struct L4tRow {
    const model::L4tFact* fact;
    bool newer_than_tables;  ///< The release is newer than all rows; the newest stands for it.
};

/// The newest row that is not newer than `l4t` and has its major number: patch levels that the
/// tables do not know are normal. 36 and 36.4 mean the newest that begins so.
/// Absent for a major number that never was (such as 37).
[[nodiscard]] std::optional<L4tRow> l4t_row(const model::Version& l4t, const model::Facts& facts);

/// "L4T 36.4 (taken as 36.4.7, JetPack 6.2.1) runs CUDA up to 12.6, and 12.8, 12.9 with a compat
/// component", of a release that l4t_row knows.
[[nodiscard]] std::string what_l4t_runs(const model::Version& l4t, const L4tRow& row);

/// The error for an L4T that l4t_row does not know.
[[nodiscard]] tl::unexpected<Error> no_such_l4t(const model::Version& l4t,
                                                const model::Facts& facts);

/// The L4T major that a Tegra kernel release such as "5.15.148-tegra" belongs to, on a board with
/// this SoC if it is known: of several majors with one kernel the oldest that serves it.
[[nodiscard]] std::optional<model::Version> l4t_of_kernel(const std::string& kernel_release,
                                                          const model::SocFact* soc,
                                                          const model::Facts& facts);

/// Whether two names mean the same GPU: suffixes aside, and 10.1 being 11.0.
[[nodiscard]] bool same_device(const model::Capability& a, const model::Capability& b,
                               const model::Facts& facts);

/// What step 9 asks.
struct L4tQuestion {
    const model::Version& l4t;
    const std::vector<model::Capability>& capabilities;
    const model::Version& release;
    const model::Manifest* manifest;  ///< Of the release; null if only its label is known.
    model::Tag tag{};
    bool named = false;        ///< The user named this very release.
    bool with_compat = false;  ///< The user takes pairs that NVIDIA does not list.
};

/// What step 9 adds to a plan.
struct L4tAnswer {
    std::vector<std::string> compat_components;
    std::vector<model::Note> notes;
};

/// Step 9: whether the board's driver runs the release, and with which compat component.
/// Fails with l4t_device_mismatch, l4t_cannot_run_release or compat_missing.
[[nodiscard]] Result<L4tAnswer> check_l4t(const L4tQuestion& question, const model::Facts& facts);

}  // namespace cudafetch::resolve
