// SPDX-License-Identifier: MIT
#pragma once

#include <optional>

#include "cli/context.hpp"
#include "cli/network.hpp"
#include "cli/selection.hpp"
#include "cudafetch/manifest/catalogue.hpp"
#include "cudafetch/model/facts.hpp"
#include "cudafetch/model/plan.hpp"
#include "cudafetch/model/platform.hpp"

namespace cudafetch::cli {

/// A decision, and what was known when it was made.
struct Planning {
    model::Plan plan;
    model::Platform platform;
    std::vector<std::string> rules;  ///< What made the plan what it is, for --explain.
};

/// Whether a release that the catalogue lacks is looked up by its label.
enum class Lookup { catalogue_only, server_too };

/// Fails (exit 2) unless the folder given with --sysroot is one.
[[nodiscard]] Result<void> check_sysroot(const std::string& sysroot);

/// From options to a plan: reads the machine, the catalogue, a given manifest and a mirror's index,
/// and asks the rules.
[[nodiscard]] Result<Planning> make_plan(const SelectionOptions& options, Lookup lookup,
                                         Network& network, Context& context);

/// Reads the manifest of a release from the mirror or NVIDIA's server into the catalogue.
[[nodiscard]] Result<void> add_from_server(const std::string& product,
                                           const model::Version& release, Network& network,
                                           manifest::EmbeddedCatalogue& catalogue);

/// Mirrors that list what they hold limit the choice to that, and bring what is not known yet. One
/// that does not answer counts for nothing as long as another one does; one without a list may hold
/// anything.
[[nodiscard]] Result<void> use_mirror_indexes(const std::string& product, Network& network,
                                              manifest::EmbeddedCatalogue& catalogue,
                                              Reporter& reporter);

/// The machines that a request is about; the driver is asked for GPUs only where they matter.
/// Fails only with `interrupted`.
[[nodiscard]] Result<model::Platform> read_platform(const model::Request& request,
                                                    const model::Facts& facts,
                                                    const Cancellation& cancellation);

}  // namespace cudafetch::cli
