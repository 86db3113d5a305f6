// SPDX-License-Identifier: MIT
#include "cudafetch/platform/probe.hpp"

#include <algorithm>

#include "cudafetch/platform/elf_machine.hpp"
#include "cudafetch/platform/uname.hpp"
#include "platform/findings.hpp"

namespace cudafetch::platform {

namespace {

bool starts_with_any(std::string_view text, std::initializer_list<std::string_view> prefixes) {
    return std::any_of(prefixes.begin(), prefixes.end(), [&](std::string_view prefix) {
        return text.substr(0, prefix.size()) == prefix;
    });
}

void set_uname(const Findings& findings, const Uname& uname, const std::string& source) {
    model::Machine& machine = findings.machine;
    if (!uname.os.empty()) machine.os = uname.os;
    machine.arch = uname.machine;
    machine.kernel_release = uname.kernel_release;
    findings.note("arch", machine.arch, source);
    if (!machine.kernel_release.empty())
        findings.note("kernel_release", machine.kernel_release, source);
}

/// The machine of the first dynamic loader that is there.
void read_loader(const Findings& findings) {
    constexpr std::uint64_t max_loader_bytes = 64 << 20;
    for (const char* path :
         {"/lib/ld-linux-aarch64.so.1", "/lib64/ld-linux-x86-64.so.2",
          "/usr/lib/ld-linux-aarch64.so.1", "/usr/lib64/ld-linux-x86-64.so.2",
          "/usr/lib/aarch64-linux-gnu/ld-linux-aarch64.so.1",
          "/usr/lib/x86_64-linux-gnu/ld-linux-x86-64.so.2", "/lib/ld-musl-aarch64.so.1",
          "/lib/ld-musl-x86_64.so.1", "/lib/ld-linux-armhf.so.3"}) {
        findings.asked({"arch"}, path);
        const auto content = findings.files.read(path, max_loader_bytes);
        const auto machine = elf_machine(as_bytes(content.value_or("")));
        if (machine.empty()) continue;
        findings.machine.arch = machine;
        return findings.note("arch", machine, path);
    }
}

void identify(const Findings& findings) {
    findings.machine.os = "linux";
    if (findings.files.is_this_machine()) return set_uname(findings, this_uname(), "uname");
    findings.asked({"arch", "kernel_release"}, "/uname");
    const auto uname = parse_uname_text(findings.files.read("/uname").value_or(""));
    if (uname)
        set_uname(findings, *uname, "/uname");
    else
        read_loader(findings);
}

void find_discrete_gpu(const Findings& findings) {
    // From Thor on the integrated GPU is a PCI device as well.
    int integrated = findings.machine.soc == "tegra264" ? 1 : 0;
    for (const auto& device : findings.files.list("/sys/bus/pci/devices")) {
        const std::string folder = "/sys/bus/pci/devices/" + device;
        const auto vendor = findings.files.read(folder + "/vendor");
        const auto display_class = findings.files.read(folder + "/class");
        if (trim(vendor.value_or("")) != "0x10de" ||
            display_class.value_or("").compare(0, 4, "0x03") != 0 || integrated-- > 0)
            continue;
        findings.machine.discrete_gpu = true;
        return findings.note("discrete_gpu", device, folder);
    }
}

/// Whether the loader only says that there is no such file, and not that the library lacks another.
bool is_absence(const std::string& message, const DriverQuery& query) {
    return starts_with_any(message, {query.libraries.front()}) &&
           message.find("No such file") != std::string::npos;
}

/// How asking the driver ended, for a person.
std::string describe(const DriverFacts& driver, const DriverQuery& query) {
    // Opening a library may hang or crash already.
    const std::string& library = driver.library.empty() ? query.libraries.front() : driver.library;
    switch (driver.outcome) {
        case DriverOutcome::ok:
        case DriverOutcome::no_device:
            return library;
        case DriverOutcome::no_library:
            // Which ones were looked for is told with the fact "libcuda".
            return is_absence(driver.message, query) ? "libcuda: none found" : driver.message;
        case DriverOutcome::stub_library:
            return library + " (a stub for linking)";
        case DriverOutcome::init_failed:
            return library + " (" + driver.failed_call + " fails with " +
                   std::to_string(driver.error_code) + ")";
        case DriverOutcome::timed_out:
            return library + " (no answer in time)";
        case DriverOutcome::crashed:
            return library + " (it crashes)";
    }
    return library;
}

void ask_driver(const Findings& findings, const ProbeOptions& options) {
    const DriverQuery& query = *options.driver;
    const Cancellation cancellation(options.cancellation);
    const auto driver = query_driver(query, cancellation);
    if (!driver) return findings.asked({"libcuda", "driver_cuda", "gpu"}, driver.error().message);
    findings.asked({"driver_cuda", "gpu"}, describe(*driver, query));
    if (driver->library.empty())
        for (const std::string& library : query.libraries)
            findings.asked({"libcuda"}, library);
    if (driver->outcome == DriverOutcome::stub_library)
        findings.asked({"libcuda"}, describe(*driver, query));
    if (driver->library.empty() || driver->outcome == DriverOutcome::stub_library) return;
    findings.machine.libcuda = driver->library;
    findings.note("libcuda", driver->library, "dlopen");
    findings.machine.driver_cuda = driver->cuda;
    findings.machine.gpus = driver->gpus;
    if (driver->outcome == DriverOutcome::no_device) findings.note("gpu", "none", driver->library);
    if (driver->cuda) findings.note("driver_cuda", driver->cuda->text(), driver->library);
    for (const auto& gpu : driver->gpus)
        findings.note(
            "gpu", gpu.name + " " + gpu.capability.text() + (gpu.integrated ? " integrated" : ""),
            driver->library);
}

}  // namespace

model::Machine probe_machine(const fs::path& root, const model::Facts& facts,
                             const ProbeOptions& options) {
    const Sysroot files(root);
    model::Machine machine;
    const Findings findings{files, facts, machine};
    identify(findings);
    if (machine.arch.empty() || starts_with_any(machine.arch, {"aarch64", "arm"}))
        probe_tegra(findings);
    if (machine.arch.empty() && machine.tegra) {
        machine.arch = "aarch64";
        findings.note("arch", machine.arch, "every Tegra that runs L4T");
    }
    find_discrete_gpu(findings);
    read_kernel_driver(findings);
    if (options.driver && files.is_this_machine()) ask_driver(findings, options);
    return machine;
}

std::vector<std::string> gpu_device_nodes(const fs::path& device_folder) {
    std::vector<std::string> nodes;
    std::error_code error;
    for (auto entry = fs::directory_iterator(device_folder, error);
         !error && entry != fs::directory_iterator(); entry.increment(error)) {
        const std::string name = entry->path().filename().string();
        // dxg is the GPU of the Windows below WSL.
        if (starts_with_any(name, {"nvidia", "nvgpu", "nvhost", "dxg"})) nodes.push_back(name);
    }
    std::sort(nodes.begin(), nodes.end());
    return nodes;
}

}  // namespace cudafetch::platform
