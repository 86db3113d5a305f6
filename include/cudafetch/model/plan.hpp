// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cudafetch/base/digest.hpp"
#include "cudafetch/base/error.hpp"
#include "cudafetch/model/capability.hpp"
#include "cudafetch/model/tag.hpp"

namespace cudafetch::model {

/// Where an archive's programs run: on the machine that compiles, or on the one compiled for.
/// Both are the same machine in a native plan, whose archives are all `target` but for compilers.
enum class Role { host, target };

/// Who named the capabilities of a plan.
enum class CapabilitiesFrom { request, gpu, board, default_ };

/// One archive to fetch.
struct PlannedArchive {
    std::string product;
    std::string release;
    std::string component;
    std::string version;
    Tag tag{};
    std::string variant;  ///< Empty where there is none.
    Role role{};
    std::string relative_path;
    std::string url;
    Sha256Digest sha256;
    std::optional<std::uint64_t> size;  ///< Bytes; absent where the manifest does not say.
    std::string license;
    std::string license_path;
    /// Where the archive keeps the libraries for the plan's CUDA release, "lib/12", if it holds
    /// those of several; empty otherwise.
    std::string lib_folder;

    bool operator==(const PlannedArchive&) const = default;
};

/// Something the user should know about a plan, with a stable code.
struct Note {
    std::string code;
    std::string text;

    bool operator==(const Note&) const = default;
};

struct PlannedProduct {
    std::string product;
    std::string release;
    /// Digest of the manifest file the archives were read from, where known.
    std::optional<Sha256Digest> manifest_sha256;

    bool operator==(const PlannedProduct&) const = default;
};

/// A decision: everything needed to fetch one prefix for one target.
struct Plan {
    Arch target{};
    Tag host_tag{};  ///< Of the compilers.
    Tag tag{};       ///< Of the libraries.
    std::vector<Capability> capabilities;
    CapabilitiesFrom capabilities_from{};
    std::vector<PlannedProduct> products;
    std::vector<PlannedArchive> archives;  ///< In the order of the products, then by component.
    std::vector<Note> notes;
    std::vector<Rejection> rejected;  ///< Releases that were tried before, newest first.

    /// Sum of the known sizes, in bytes.
    [[nodiscard]] std::uint64_t download_size() const;
    /// The release of `product`, or empty.
    [[nodiscard]] std::string_view release_of(std::string_view product) const;
    /// Whether compilers and libraries are for different machines.
    [[nodiscard]] bool cross() const { return arch_of(host_tag) != arch_of(tag); }
};

/// Whether two plans install the same bytes in the same layout, whatever led to them.
[[nodiscard]] bool installs_the_same(const Plan& a, const Plan& b);

[[nodiscard]] std::string_view to_text(Role role);
[[nodiscard]] std::string_view to_text(CapabilitiesFrom from);
[[nodiscard]] std::optional<Role> parse_role(std::string_view text);
[[nodiscard]] std::optional<CapabilitiesFrom> parse_capabilities_from(std::string_view text);

}  // namespace cudafetch::model
