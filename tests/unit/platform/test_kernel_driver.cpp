// SPDX-License-Identifier: MIT
#include "cudafetch/platform/kernel_driver.hpp"

#include "support/catch.hpp"
#include "support/fake_root.hpp"

namespace cudafetch::platform {

namespace {

using test::FakeRoot;

const std::string proprietary =
    "NVRM version: NVIDIA UNIX x86_64 Kernel Module  535.104.05  Sat Aug 19 01:15:15 UTC 2023\n"
    "GCC version:  gcc version 12.2.0 (Debian 12.2.0-14)\n";
const std::string open_module =
    "NVRM version: NVIDIA UNIX Open Kernel Module for aarch64  580.95.05  Release Build  (me@here) "
    " "
    "Tue Sep 23 2025\nGCC version:  gcc version 13.3.0\n";

}  // namespace

TEST_CASE("the NVRM line of either kernel module states its version") {
    struct Row {
        std::string text;
        std::string version;  ///< Empty: none.
    };
    const auto row = GENERATE(values<Row>({
        {proprietary, "535.104.05"},
        {open_module, "580.95.05"},
        {"NVRM version: NVIDIA UNIX x86_64 Kernel Module  390.157  Wed Oct 12\n", "390.157"},
        {"GCC version: 12.2.0\nNVRM version: Kernel Module 550.54.15", "550.54.15"},
        {"GCC version:  gcc version 12.2.0\n", ""},
        {"NVRM version: NVIDIA UNIX x86_64 Kernel Module  12\n", ""},
        {"NVRM version:", ""},
        {"", ""},
    }));
    CAPTURE(row.text);
    const auto version = parse_nvrm_version(row.text);
    CHECK((version ? version->text() : "") == row.version);
}

TEST_CASE("the kernel's driver is known by its files") {
    struct Row {
        const char* name;
        FakeRoot::Files files;
        std::string version;  ///< Empty: none.
        std::string source;
    };
    const std::string x86 = "Linux pc 6.1.0 #1 SMP x86_64 GNU/Linux";
    const FakeRoot::Files igx_gpu{{"sys/bus/pci/devices/0005:09:00.0/vendor", "0x10de\n"},
                                  {"sys/bus/pci/devices/0005:09:00.0/class", "0x030000\n"}};
    auto igx = igx_gpu;
    igx.insert({{"proc/device-tree/compatible", FakeRoot::with_nul("nvidia,tegra234|")},
                {"sys/module/nvidia/version", "535.183.01\n"},
                {"uname", "aarch64"}});
    const auto row = GENERATE_COPY(values<Row>({
        {"module",
         {{"sys/module/nvidia/version", "580.95.05\n"}, {"uname", x86}},
         "580.95.05",
         "/sys/module/nvidia/version"},
        {"module before NVRM",
         {{"sys/module/nvidia/version", "580.95.05\n"},
          {"proc/driver/nvidia/version", proprietary},
          {"uname", x86}},
         "580.95.05",
         "/sys/module/nvidia/version"},
        {"NVRM line",
         {{"proc/driver/nvidia/version", proprietary}, {"uname", x86}},
         "535.104.05",
         "/proc/driver/nvidia/version"},
        {"NVRM in place of a module without one",
         {{"sys/module/nvidia/version", "(none)\n"},
          {"proc/driver/nvidia/version", open_module},
          {"uname", x86}},
         "580.95.05",
         "/proc/driver/nvidia/version"},
        {"Thor",
         {{"proc/device-tree/compatible", FakeRoot::with_nul("nvidia,tegra264|")},
          {"proc/driver/nvidia/version", open_module}},
         "580.95.05",
         "/proc/driver/nvidia/version"},
        {"Orin: the module serves the display",
         {{"proc/device-tree/compatible", FakeRoot::with_nul("nvidia,tegra234|")},
          {"sys/module/nvidia/version", "540.4.0\n"}},
         "",
         ""},
        {"a Tegra that is not known, with nvgpu",
         {{"proc/device-tree/compatible", FakeRoot::with_nul("nvidia,tegra238|")},
          {"sys/module/nvgpu/initstate", "live\n"},
          {"sys/module/nvidia/version", "540.4.0\n"}},
         "",
         ""},
        {"IGX: there is a discrete GPU too", igx, "535.183.01", "/sys/module/nvidia/version"},
        {"nothing", {{"uname", x86}}, "", ""},
    }));
    CAPTURE(row.name);
    const auto machine = FakeRoot(row.files).probe();
    CHECK((machine.driver_version ? machine.driver_version->text() : "") == row.version);
    CHECK(test::source_of(machine, "driver_version") == row.source);
}

TEST_CASE("a module that only serves the display is told apart") {
    const auto machine =
        FakeRoot({{"proc/device-tree/compatible", FakeRoot::with_nul("nvidia,tegra234|")},
                  {"sys/module/nvidia/version", "540.4.0\n"}})
            .probe();
    CHECK_FALSE(machine.driver_version);
    CHECK(test::source_of(machine, "display_driver") == "/sys/module/nvidia/version");
}

}  // namespace cudafetch::platform
