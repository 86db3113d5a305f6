// SPDX-License-Identifier: MIT
#include "cudafetch/platform/probe.hpp"

#include "cudafetch/base/text.hpp"
#include "support/catch.hpp"
#include "support/fake_root.hpp"
#include "support/temp_dir.hpp"

namespace cudafetch::platform {

namespace {

using test::source_of;
using Files = test::FakeRoot::Files;

const std::string uname_arm = "Linux board 5.15.148-tegra #1 SMP PREEMPT aarch64 GNU/Linux\n";
const std::string uname_server = "Linux server 6.8.0-1020-nvidia-64k #1 SMP aarch64 GNU/Linux\n";
const std::string release_36 = "# R36 (release), REVISION: 4.7, GCID: 1, BOARD: generic\n";
const std::string orin("nvidia,p3701-0005\0nvidia,tegra234\0", 35);

std::string with_nul(const std::string& text) {
    return test::FakeRoot::with_nul(text);
}

model::Machine probe(const Files& files) {
    return test::FakeRoot(files).probe();
}

/// What a machine comes to, on one line.
std::string summary(const model::Machine& machine) {
    std::string text = machine.os + " " + machine.arch;
    if (machine.tegra) text += " tegra";
    if (!machine.soc.empty()) text += " soc=" + machine.soc;
    if (!machine.board.empty()) text += " board=" + machine.board;
    if (machine.l4t) text += " l4t=" + machine.l4t->text();
    if (machine.l4t_unreadable) text += " l4t_unreadable";
    if (machine.server) text += " server";
    if (machine.discrete_gpu) text += " discrete_gpu";
    return text;
}

std::string elf(char machine) {
    std::string bytes(
        "\x7f"
        "ELF\2\1",
        6);
    bytes.resize(64, '\0');
    bytes[18] = machine;
    return bytes;
}

struct Row {
    const char* name;
    Files files;
    std::string expected;
};

}  // namespace

TEST_CASE("a root folder tells what machine it is of") {
    const auto row = GENERATE(values<Row>({
        {"r32",
         {{"etc/nv_tegra_release", "# R32 (release), REVISION: 7.6, GCID: 1, BOARD: t210ref"},
          {"uname", "Linux nano 4.9.337-tegra #1 SMP aarch64"}},
         "linux aarch64 tegra l4t=32.7.6"},
        {"r36, nothing but the release file",
         {{"etc/nv_tegra_release", release_36}},
         "linux aarch64 tegra l4t=36.4.7"},
        {"nixos",
         {{"proc/device-tree/compatible", orin}, {"uname", "Linux nixos 6.6.1 #1 aarch64"}},
         "linux aarch64 tegra soc=tegra234 board=Jetson AGX Orin"},
        {"container: an empty release file and no device tree",
         {{"etc/nv_tegra_release", ""}, {"uname", "aarch64"}},
         "linux aarch64"},
        {"container on a Tegra kernel",
         {{"etc/nv_tegra_release", ""}, {"uname", uname_arm}},
         "linux aarch64 tegra l4t_unreadable"},
        {"spark: ACPI only",
         {{"sys/firmware/acpi/tables/DSDT", "x"}, {"uname", uname_server}},
         "linux aarch64 server"},
        {"grace: DMI",
         {{"sys/devices/virtual/dmi/id/product_name", "Grace CPU\n"}, {"uname", uname_server}},
         "linux aarch64 server"},
        {"igx",
         {{"proc/device-tree/compatible",
           with_nul("nvidia,p3740-0002+p3701-0008|nvidia,p3701-0008|nvidia,tegra234|")},
          {"sys/bus/pci/devices/0005:01:00.0/vendor", "0x10de\n"},
          {"sys/bus/pci/devices/0005:01:00.0/class", "0x030000\n"},
          {"uname", uname_arm}},
         "linux aarch64 tegra soc=tegra234 board=IGX Orin discrete_gpu"},
        {"thor: its own GPU is a PCI device",
         {{"proc/device-tree/compatible", with_nul("nvidia,p3834-0008|nvidia,tegra264|")},
          {"sys/bus/pci/devices/0000:01:00.0/vendor", "0x10de\n"},
          {"sys/bus/pci/devices/0000:01:00.0/class", "0x030000\n"},
          {"sys/firmware/acpi/tables/DSDT", "x"},
          {"uname", uname_arm}},
         "linux aarch64 tegra soc=tegra264 board=Jetson AGX Thor Developer Kit (T5000)"},
        {"device tree hidden, DMI names the board",
         {{"sys/devices/virtual/dmi/id/product_name", "NVIDIA Jetson AGX Orin Developer Kit\n"},
          {"uname", "aarch64"}},
         "linux aarch64 tegra soc=tegra234 board=Jetson AGX Orin"},
        {"device tree hidden, soc0 tells",
         {{"sys/devices/soc0/family", "Tegra\n"},
          {"sys/devices/soc0/soc_id", "35\n"},
          {"uname", "aarch64"}},
         "linux aarch64 tegra soc=tegra234"},
        {"container with the GPU passed in",
         {{"dev/nvhost-gpu", ""}, {"uname", "aarch64"}},
         "linux aarch64 tegra"},
        {"soc0 of another vendor",
         {{"sys/devices/soc0/family", "Snapdragon\n"},
          {"sys/devices/soc0/soc_id", "35\n"},
          {"uname", "aarch64"}},
         "linux aarch64"},
        {"fuse driver",
         {{"sys/module/tegra_fuse/parameters/tegra_chip_id", "25\n"}, {"uname", "aarch64"}},
         "linux aarch64 tegra soc=tegra194"},
        {"fuse driver with something else",
         {{"sys/module/tegra_fuse/parameters/tegra_chip_id", "25x"}, {"uname", "aarch64"}},
         "linux aarch64"},
        {"devfreq node of Orin",
         {{"sys/class/devfreq/17000000.ga10b/name", ""}, {"uname", "aarch64"}},
         "linux aarch64 tegra soc=tegra234"},
        {"devfreq node of Thor",
         {{"sys/class/devfreq/gpu-gpc-0/name", ""}, {"uname", "aarch64"}},
         "linux aarch64 tegra soc=tegra264"},
        {"devfreq node of Thor on a server",
         {{"sys/class/devfreq/gpu-gpc-0/name", ""},
          {"sys/devices/virtual/dmi/id/product_name", "NVIDIA_DGX_Spark\n"},
          {"uname", "aarch64"}},
         "linux aarch64 server"},
        {"the chip id beats a devfreq node",
         {{"sys/module/tegra_fuse/parameters/tegra_chip_id", "25\n"},
          {"sys/class/devfreq/17000000.gpu/name", ""},
          {"uname", "aarch64"}},
         "linux aarch64 tegra soc=tegra194"},
        {"sysfs device tree",
         {{"sys/firmware/devicetree/base/compatible", orin}, {"uname", "aarch64"}},
         "linux aarch64 tegra soc=tegra234 board=Jetson AGX Orin"},
        {"release file beats dpkg",
         {{"etc/nv_tegra_release", release_36},
          {"var/lib/dpkg/status",
           "Package: nvidia-l4t-core\nStatus: install ok installed\nVersion: 35.6.0-2025\n"}},
         "linux aarch64 tegra l4t=36.4.7"},
        {"dpkg in place of an empty release file",
         {{"etc/nv_tegra_release", ""},
          {"var/lib/dpkg/status",
           "Package: nvidia-l4t-core\nStatus: install ok installed\nVersion: 36.4.3-2025\n"}},
         "linux aarch64 tegra l4t=36.4.3"},
        {"Shield TV",
         {{"proc/device-tree/compatible", with_nul("nvidia,darcy|nvidia,tegra210|")},
          {"uname", "aarch64"}},
         "linux aarch64 tegra"},
        {"Nano",
         {{"proc/device-tree/compatible", with_nul("nvidia,jetson-nano|nvidia,tegra210|")},
          {"uname", "aarch64"}},
         "linux aarch64 tegra soc=tegra210 board=Jetson Nano (4 GB)"},
        {"a carrier that is not in the tables",
         {{"proc/device-tree/compatible", with_nul("vendor,x|nvidia,tegra234|")},
          {"proc/device-tree/model", with_nul("Vendor X with a Jetson|")},
          {"uname", "aarch64"}},
         "linux aarch64 tegra soc=tegra234 board=Vendor X with a Jetson"},
        {"a model that names another SoC's board",
         {{"proc/device-tree/compatible", with_nul("vendor,x|nvidia,tegra234|")},
          {"proc/device-tree/model", with_nul("NVIDIA Jetson AGX Xavier Developer Kit|")},
          {"uname", "aarch64"}},
         "linux aarch64 tegra soc=tegra234"},
        {"a Tegra that is not in the tables",
         {{"proc/device-tree/compatible", with_nul("nvidia,tegra238|")}, {"uname", "aarch64"}},
         "linux aarch64 tegra"},
        {"a device tree of another vendor, with a release file from an image",
         {{"proc/device-tree/compatible", with_nul("raspberrypi,4-model-b|brcm,bcm2711|")},
          {"etc/nv_tegra_release", release_36},
          {"uname", "aarch64"}},
         "linux aarch64 server"},
        {"x86_64 never is a Tegra",
         {{"etc/nv_tegra_release", release_36},
          {"sys/firmware/acpi/tables/DSDT", "x"},
          {"uname", "Linux pc 6.1.0-13-amd64 #1 SMP x86_64 GNU/Linux"}},
         "linux x86_64"},
        {"an audio function is no display",
         {{"sys/bus/pci/devices/0000:01:00.1/vendor", "0x10de\n"},
          {"sys/bus/pci/devices/0000:01:00.1/class", "0x040300\n"},
          {"uname", "x86_64"}},
         "linux x86_64"},
        {"a discrete GPU",
         {{"sys/bus/pci/devices/0000:01:00.0/vendor", "0x10de\n"},
          {"sys/bus/pci/devices/0000:01:00.0/class", "0x030200\n"},
          {"uname", "x86_64"}},
         "linux x86_64 discrete_gpu"},
        {"loader, aarch64", {{"lib/ld-linux-aarch64.so.1", elf('\xb7')}}, "linux aarch64"},
        {"loader, x86_64", {{"lib64/ld-linux-x86-64.so.2", elf('\x3e')}}, "linux x86_64"},
        {"loader, merged usr",
         {{"usr/lib/aarch64-linux-gnu/ld-linux-aarch64.so.1", elf('\xb7')}},
         "linux aarch64"},
        {"loader that is none", {{"lib64/ld-linux-x86-64.so.2", "text"}}, "linux "},
        {"uname beats the loader",
         {{"lib64/ld-linux-x86-64.so.2", elf('\x3e')}, {"uname", "aarch64"}},
         "linux aarch64"},
        {"macOS", {{"uname", "Darwin mac 23.1.0 Darwin Kernel arm64"}}, "darwin arm64"},
        {"nothing", {}, "linux "},
    }));
    CAPTURE(row.name);
    CHECK(summary(probe(row.files)) == row.expected);
}

TEST_CASE("every fact has a source") {
    const auto machine = probe({{"proc/device-tree/compatible", orin},
                                {"etc/nv_tegra_release", release_36},
                                {"uname", uname_arm}});
    CHECK(machine.kernel_release == "5.15.148-tegra");
    CHECK(source_of(machine, "arch") == "/uname");
    CHECK(source_of(machine, "kernel_release") == "/uname");
    CHECK(source_of(machine, "tegra") == "/proc/device-tree/compatible");
    CHECK(source_of(machine, "soc") == "/proc/device-tree/compatible");
    CHECK(source_of(machine, "board") == "/proc/device-tree/compatible");
    CHECK(source_of(machine, "l4t") == "/etc/nv_tegra_release");
    CHECK(source_of(machine, "gpu").empty());
}

TEST_CASE("a board that only its own text names has that text as its source") {
    const auto machine =
        probe({{"proc/device-tree/compatible", with_nul("vendor,x|nvidia,tegra234|")},
               {"proc/device-tree/model", with_nul("Vendor X with a Jetson|")}});
    CHECK(machine.board == "Vendor X with a Jetson");
    CHECK(source_of(machine, "board") == "/proc/device-tree/model");
}

TEST_CASE("hostile text is made printable") {
    const auto machine = probe({{"proc/device-tree/compatible", orin},
                                {"proc/device-tree/model", "Jetson \x1b[31m"},
                                {"uname", "Linux \x1b[31m 5.15\x07 aarch64"}});
    for (const auto& evidence : machine.evidence)
        CHECK(is_printable_utf8(evidence.value));
    const auto pc = probe({{"sys/bus/pci/devices/\x1b[31m/vendor", "0x10de\n"},
                           {"sys/bus/pci/devices/\x1b[31m/class", "0x030200\n"}});
    CHECK(source_of(pc, "discrete_gpu") == R"(/sys/bus/pci/devices/\x1b[31m)");
}

TEST_CASE("device nodes of a GPU are found") {
    const test::TempDir folder;
    CHECK(gpu_device_nodes(folder.path()).empty());
    CHECK(gpu_device_nodes(folder / "nothing").empty());
    for (const char* name : {"null", "nvme0", "nvram", "nvidia0", "nvhost-gpu"})
        test::put(folder / name, "");
    CHECK(gpu_device_nodes(folder.path()) == std::vector<std::string>{"nvhost-gpu", "nvidia0"});
}

}  // namespace cudafetch::platform
