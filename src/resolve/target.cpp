// SPDX-License-Identifier: MIT
#include "cudafetch/resolve/target.hpp"

#include <algorithm>

#include "cudafetch/base/text.hpp"
#include "resolve/board_name.hpp"
#include "resolve/l4t_rule.hpp"

namespace cudafetch::resolve {

namespace {

using model::Arch;
using model::CapabilitiesFrom;
using model::Capability;
using model::Facts;
using model::Machine;
using model::Platform;
using model::Request;

enum class Side { host, target };

Result<Arch> supported_arch(std::string_view arch, std::string_view os, Side side) {
    const std::string whose = side == Side::host ? "host" : "target";
    if (!os.empty() && os != "linux")
        return fail(ExitCode::no_resolution, "unsupported_os",
                    "the " + whose + " runs " + printable(os) +
                        "; NVIDIA's archives of these releases are for Linux");
    if (const auto known = model::parse_arch(arch)) return *known;
    return fail(ExitCode::no_resolution,
                side == Side::host ? "unsupported_host_arch" : "unsupported_target_arch",
                "there are no archives for the " + whose + " machine \"" + printable(arch) +
                    "\"; cudafetch serves x86_64 and aarch64");
}

bool names_a_jetson(const Request& request, const Facts& facts) {
    return all_jetson(request.capabilities, facts) || (request.capabilities.empty() && request.l4t);
}

/// The architecture of the machine below --sysroot, as far as anything there tells.
Result<Arch> arch_of_sysroot(const Machine& machine, const Request& request, const Facts& facts) {
    if (!machine.arch.empty() || machine.os == "darwin")
        return supported_arch(machine.arch, machine.os, Side::target);
    if (machine.tegra || machine.l4t || names_a_jetson(request, facts)) return Arch::aarch64;
    return fail(ExitCode::no_resolution, "unsupported_target_arch",
                "nothing below " + printable(request.sysroot.value_or("the sysroot")) +
                    " says what machine it is of");
}

Result<Arch> choose_host(const Request& request, const Platform& platform) {
    if (!request.host) return supported_arch(platform.host.arch, platform.host.os, Side::host);
    const auto [arch, os] = parse_machine_name(*request.host);
    return supported_arch(arch, os, Side::host);
}

/// The architecture that runs; may add the note that it was inferred.
Result<Arch> choose_target_arch(const Request& request, const Platform& platform,
                                const Facts& facts, Target& target) {
    if (request.target) {
        const auto [arch, os] = parse_machine_name(*request.target);
        return supported_arch(arch, os, Side::target);
    }
    if (target.forced_tag) return *model::arch_of(*target.forced_tag);
    if (!request.board && platform.sysroot)
        return arch_of_sysroot(*platform.sysroot, request, facts);
    const bool for_a_board = request.board || (!request.host && names_a_jetson(request, facts));
    if (target.host == Arch::x86_64 && for_a_board)
        target.notes.push_back(
            {"cross_inferred",
             "this machine is x86_64 and the request is for a Jetson: compilers for x86_64, "
             "libraries for the board"});
    return for_a_board ? Arch::aarch64 : target.host;
}

Result<std::optional<model::Tag>> parse_forced_tag(const Request& request) {
    if (!request.tag) return std::optional<model::Tag>{};
    const auto tag = model::parse_tag(*request.tag);
    if (!tag || !model::arch_of(*tag))
        return fail(ExitCode::no_resolution, "tag_not_served",
                    "the tag \"" + printable(*request.tag) +
                        "\" is not served by cudafetch, whether or not a release has it; served "
                        "are linux-x86_64, linux-sbsa and linux-aarch64");
    return tag;
}

/// The machine whose facts describe the target; null where the target is some other machine.
const Machine* describing_machine(const Request& request, const Platform& platform,
                                  const Target& target) {
    if (platform.sysroot) {
        const auto arch = model::parse_arch(platform.sysroot->arch);
        return !arch || *arch == target.target ? &*platform.sysroot : nullptr;
    }
    const auto here = model::parse_arch(platform.host.arch);
    const bool is_here = here && *here == target.host && *here == target.target;
    // What is given by hand is about a board; this machine is that board only if it is a Tegra.
    return is_here && ((!request.l4t && !request.board) || platform.host.tegra) ? &platform.host
                                                                                : nullptr;
}

/// The SoC of the board that was named, else of the machine that runs.
Result<const model::SocFact*> choose_soc(const Request& request, const Target& target,
                                         const Facts& facts) {
    if (request.board) return find_board(*request.board, facts);
    return target.machine != nullptr ? facts.find_soc(target.machine->soc) : nullptr;
}

/// What bounds CUDA on a machine with an ordinary driver; Jetson's is part of L4T.
void choose_driver(const Request& request, Target& target) {
    const bool is_board = target.l4t || target.soc != nullptr;
    if (is_board && request.driver)
        target.notes.push_back(
            {"driver_ignored", "a board's driver is part of its L4T, so --driver says nothing"});
    if (is_board) return;
    if (request.driver) {
        target.driver = request.driver;
    } else if (target.machine != nullptr && !target.machine->tegra) {
        target.driver = target.machine->driver_version;
        target.driver_cuda = target.machine->driver_cuda;
    }
}

/// The L4T release that binds: as given, as detected, or else as the kernel tells.
Result<std::optional<model::Version>> choose_l4t(const Request& request, Target& target,
                                                 const Facts& facts) {
    if (request.l4t && !l4t_row(*request.l4t, facts)) return no_such_l4t(*request.l4t, facts);
    if (request.l4t) return request.l4t;
    if (target.machine == nullptr) return std::optional<model::Version>{};
    if (target.machine->l4t || !target.machine->tegra) return target.machine->l4t;
    if (auto line = l4t_of_kernel(target.machine->kernel_release, target.soc, facts)) {
        target.notes.push_back({"l4t_from_kernel",
                                "the release file does not tell the L4T; the "
                                "kernel " +
                                    target.machine->kernel_release + " is that of L4T " +
                                    line->text()});
        return std::optional(std::move(*line));
    }
    if (!target.machine->l4t_unreadable) return std::optional<model::Version>{};
    return fail(ExitCode::no_resolution, "l4t_unreadable",
                "this is a Tegra board, but /etc/nv_tegra_release says nothing usable and the "
                "kernel \"" +
                    printable(target.machine->kernel_release) + "\" does not tell the L4T release");
}

std::vector<Capability> sorted_unique(std::vector<Capability> capabilities) {
    std::sort(capabilities.begin(), capabilities.end());
    capabilities.erase(std::unique(capabilities.begin(), capabilities.end()), capabilities.end());
    return capabilities;
}

/// Capabilities of all the boards that an L4T release runs on.
std::vector<Capability> capabilities_of_l4t(const model::Version& l4t, const Facts& facts) {
    std::vector<Capability> capabilities;
    if (const auto row = l4t_row(l4t, facts))
        for (const std::string& name : row->fact->socs)
            if (const auto* soc = facts.find_soc(name)) capabilities.push_back(soc->capability);
    return sorted_unique(std::move(capabilities));
}

tl::unexpected<Error> no_capability_given(const Machine* machine) {
    std::vector<std::string> probes;
    if (machine != nullptr)
        for (const model::Evidence& evidence : machine->evidence)
            probes.push_back(evidence.source + " (" + evidence.fact + ": " + evidence.value + ")");
    return fail(ExitCode::no_resolution, "no_capability_given",
                "64-bit Arm is either a Jetson or a server, and nothing here says which: no device "
                "tree of a Tegra, no L4T release, no GPU driver, no ACPI or DMI tables" +
                    (probes.empty() ? std::string() : "; seen: " + join(probes, ", ")));
}

/// GPUs that the driver lists; on a board with an integrated one, that one counts.
std::vector<Capability> capabilities_of_gpus(const Machine& machine) {
    const bool integrated = std::any_of(machine.gpus.begin(), machine.gpus.end(),
                                        [](const model::Gpu& gpu) { return gpu.integrated; });
    std::vector<Capability> capabilities;
    for (const model::Gpu& gpu : machine.gpus)
        if (!machine.tegra || gpu.integrated == integrated) capabilities.push_back(gpu.capability);
    return sorted_unique(std::move(capabilities));
}

void note_discrete_gpu(Target& target) {
    if (target.machine != nullptr && target.machine->discrete_gpu)
        target.notes.push_back(
            {"discrete_gpu_present",
             "this board also has a discrete NVIDIA GPU, which was left out of account: name its "
             "capability with --caps to build for it"});
}

/// Fills in the capabilities of a request that names none.
Result<void> detect_capabilities(Target& target, const Facts& facts) {
    const Machine* machine = target.machine;
    const model::SocFact* soc = target.soc;
    if (machine != nullptr && !machine->gpus.empty() && (soc == nullptr || !machine->tegra)) {
        target.capabilities = capabilities_of_gpus(*machine);
        target.capabilities_from = CapabilitiesFrom::gpu;
    } else if (soc != nullptr && soc->jetson) {
        target.capabilities = {soc->capability};
        target.capabilities_from = CapabilitiesFrom::board;
        note_discrete_gpu(target);
    } else if (target.target == Arch::aarch64 && target.l4t) {
        target.capabilities = capabilities_of_l4t(*target.l4t, facts);
        target.capabilities_from = CapabilitiesFrom::board;
    } else {
        target.capabilities_from = CapabilitiesFrom::default_;
    }
    const bool undecided = target.target == Arch::aarch64 && target.capabilities.empty() &&
                           !target.forced_tag && !target.l4t;
    const bool server =
        machine != nullptr && !machine->tegra && (machine->server || machine->discrete_gpu);
    if (undecided && !server) return no_capability_given(machine);
    return {};
}

/// Says so where the request is about another board than the one at hand.
void note_other_board(Target& target, const Facts& facts) {
    const model::SocFact* soc = target.soc;
    if (soc == nullptr || (target.machine != nullptr && target.machine->discrete_gpu)) return;
    std::vector<Capability> others;
    for (const Capability& capability : target.capabilities)
        if (!same_device(capability, soc->capability, facts)) others.push_back(capability);
    if (!others.empty())
        target.notes.push_back({"not_this_board", "this board is " + soc->capability.text() + " (" +
                                                      soc->soc + "), not " +
                                                      model::to_text(others)});
}

}  // namespace

MachineName parse_machine_name(std::string_view text) {
    constexpr std::string_view spelt_with_dash = "x86-64";
    if (text == spelt_with_dash) return {"x86_64", "linux"};
    const auto dash = text.find('-');
    if (dash == std::string_view::npos) return {text, "linux"};
    return {text.substr(0, dash), text.substr(dash + 1)};
}

bool all_jetson(const std::vector<Capability>& capabilities, const Facts& facts) {
    return !capabilities.empty() &&
           std::all_of(capabilities.begin(), capabilities.end(), [&](const Capability& capability) {
               const auto* fact = facts.find(capability);
               return fact != nullptr && fact->jetson;
           });
}

Result<Target> choose_target(const Request& request, const Platform& platform, const Facts& facts) {
    Target target;
    CUDAFETCH_TRY(target.forced_tag, parse_forced_tag(request));
    CUDAFETCH_TRY(target.host, choose_host(request, platform));
    CUDAFETCH_TRY(target.target, choose_target_arch(request, platform, facts, target));
    if (target.forced_tag && *model::arch_of(*target.forced_tag) != target.target)
        return fail(ExitCode::no_resolution, "unsupported_target_arch",
                    "the tag " + *request.tag + " is not for the target " +
                        std::string(model::to_text(target.target)));
    target.machine = describing_machine(request, platform, target);
    CUDAFETCH_TRY(target.soc, choose_soc(request, target, facts));
    if (target.target == Arch::aarch64) {
        CUDAFETCH_TRY(target.l4t, choose_l4t(request, target, facts));
    } else if (request.l4t) {
        target.notes.push_back({"l4t_ignored", "L4T runs on Jetsons alone, and the target is " +
                                                   std::string(model::to_text(target.target))});
    }
    choose_driver(request, target);
    if (request.capabilities.empty()) {
        CUDAFETCH_CHECK(detect_capabilities(target, facts));
    } else {
        target.capabilities = request.capabilities;
        target.capabilities_from = CapabilitiesFrom::request;
        note_other_board(target, facts);
    }
    if (target.forced_tag)
        target.notes.push_back({"tag_overridden", "the tag " + *request.tag +
                                                      " was given, so the tag rule was not asked"});
    return target;
}

}  // namespace cudafetch::resolve
