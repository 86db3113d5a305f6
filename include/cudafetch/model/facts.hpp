// SPDX-License-Identifier: MIT
#pragma once

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cudafetch/model/capability.hpp"
#include "cudafetch/model/tag.hpp"
#include "cudafetch/model/version.hpp"

namespace cudafetch::model {

/// How sure the sources of a fact are.
enum class Certainty { high, medium, low };

/// What a compute capability is, and which CUDA releases compile for it. Releases are major.minor.
struct CapabilityFact {
    Capability capability;
    std::string architecture;                ///< "Ampere"
    bool jetson = false;                     ///< Only Jetson and DRIVE boards have it.
    Version cuda_min;                        ///< First release whose nvcc knows it.
    std::optional<Version> cuda_max;         ///< Last one, inclusive; absent: all newer ones.
    std::optional<Version> device_cuda_max;  ///< Last release that its boards can run.
    /// First release whose linux-sbsa archives are known to serve a board of it.
    std::optional<Version> sbsa_proven_from;
    std::optional<Capability> renamed_to;  ///< Its name in the releases after `cuda_max`.
    std::string disputed;                  ///< How the sources disagree; empty if they do not.
    Certainty certainty = Certainty::high;
};

/// A Tegra system on chip.
struct SocFact {
    std::string soc;                      ///< "tegra234"
    std::vector<std::string> compatible;  ///< Device-tree strings that mean it.
    std::optional<int> chip_id;           ///< As the fuse driver prints it.
    Capability capability;
    bool jetson = false;  ///< Whether any L4T serves it.
    struct Board {
        std::string name;
        std::vector<std::string> modules;     ///< "p3701-0005"
        std::vector<std::string> compatible;  ///< Device-tree strings that mean this board.
        std::string disputed;                 ///< How the sources disagree; empty if they do not.
    };
    std::vector<Board> boards;
};

/// A release of NVIDIA's Linux for Tegra.
struct L4tFact {
    Version l4t;  ///< 36.4.3
    std::string jetpack;
    std::optional<Version> default_cuda;  ///< What its driver runs by itself, and all older ones.
    std::vector<Version> compat_cuda;     ///< Newer releases that it runs with a compat component.
    std::vector<std::string> socs;
    std::string disputed;  ///< How the sources disagree; empty if they do not.
    Certainty certainty = Certainty::high;
};

/// The component that brings a newer user-mode driver to a board.
struct CompatFact {
    std::string component;
    Tag tag{};
    Version cuda_from;
    std::optional<Version> cuda_to;  ///< Inclusive; absent: all newer ones.
    std::vector<std::string> socs;
};

/// A pair of L4T and CUDA that NVIDIA does not list but that is known to work for some.
struct OverrideFact {
    unsigned l4t_major = 0;
    Version cuda_min;
    std::string component;
};

/// The oldest Linux driver, other than Jetson's, that runs programs of a CUDA major at all.
struct DriverMinimumFact {
    unsigned cuda_major = 0;
    Version driver;  ///< 525.60.13
};

/// The Linux driver that has all that a CUDA release can use. Older ones of its major run it too,
/// without what needs the newer driver.
struct DriverFact {
    Version cuda;                   ///< 12.6.3
    std::optional<Version> driver;  ///< Absent where no source tells.
    std::string disputed;           ///< How the sources disagree; empty if they do not.
    Certainty certainty = Certainty::high;
};

/// Which compilers a release's nvcc takes as host compiler, outside Jetson. Major numbers.
struct HostCompilerFact {
    struct Range {
        unsigned min = 0;             ///< A matter of documentation; nvcc does not check it.
        std::optional<unsigned> max;  ///< Absent where no source tells.
    };
    Version cuda;  ///< 12.6
    Range gcc;
    Range clang;
    std::string disputed;  ///< How the sources disagree; empty if they do not.
    Certainty certainty = Certainty::high;
};

/// Which L4T a Tegra kernel belongs to, by the first two numbers of its release.
struct KernelFact {
    Version kernel;
    unsigned l4t_major = 0;  ///< The oldest, if several have this kernel.
    unsigned jetpack_major = 0;
};

/// A component of a profile, or a need of a component, from `from_cuda` to `to_cuda` inclusive.
struct ComponentRange {
    std::string component;
    std::optional<Version> from_cuda;
    std::optional<Version> to_cuda;
    bool optional = false;  ///< Of a need: it comes along where the release has it.

    [[nodiscard]] bool covers(const Version& cuda) const;
};

/// A component whose archives, though they are one for all CUDA releases, hold the libraries of
/// each CUDA major in a folder of its own.
struct LibFolderFact {
    std::string component;
    Version from;        ///< First release of the product that is so.
    Version to;          ///< Last one, inclusive.
    std::string folder;  ///< "lib/<major>"
    std::vector<unsigned> majors;
};

/// What the manifests do not say about components.
struct ComponentFacts {
    std::vector<std::vector<std::string>> aliases;  ///< Names of one component over the releases.
    std::vector<std::string> host;                  ///< Run on the machine that compiles.
    std::vector<std::string> both;                  ///< Headers that both sides read.
    std::vector<std::string> driver_side;           ///< Belong to the driver; only by name.
    std::map<std::string, std::vector<ComponentRange>, std::less<>> profiles;
    std::map<std::string, std::vector<ComponentRange>, std::less<>> needs;
    std::vector<std::string> coverage_never_rejects;
    std::vector<std::string> coverage_needs_two;  ///< A single architecture there says nothing.
    std::vector<std::string> libraries;           ///< Hold GPU code that must suit the device.
    std::vector<LibFolderFact> lib_folders;
};

/// Releases that were announced or skipped but never published for general use.
struct UnpublishedFact {
    Version match;  ///< 12.7 means all of 12.7.x.
    std::string reason;
};

/// The real architectures found in the libraries of an archive.
struct CoverageFact {
    std::string product;
    std::string release;
    std::string component;
    Tag tag{};
    std::string variant;
    std::vector<Capability> real;
};

/// All tables that the rules read.
struct Facts {
    std::vector<CapabilityFact> capabilities;
    std::vector<SocFact> socs;
    std::vector<L4tFact> l4t;  ///< Oldest first.
    std::vector<CompatFact> compat;
    std::vector<OverrideFact> overrides;
    std::vector<KernelFact> kernels;
    std::vector<DriverMinimumFact> driver_minimums;
    std::vector<DriverFact> drivers;
    std::vector<HostCompilerFact> host_compilers;
    ComponentFacts components;
    std::vector<UnpublishedFact> unpublished;
    std::vector<CoverageFact> coverage;

    [[nodiscard]] const CapabilityFact* find(const Capability& capability) const;
    [[nodiscard]] const SocFact* find_soc(std::string_view soc) const;
};

}  // namespace cudafetch::model
