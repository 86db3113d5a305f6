// SPDX-License-Identifier: MIT
#include <array>

#include "cudafetch/platform/dpkg_status.hpp"
#include "cudafetch/platform/elf_machine.hpp"
#include "cudafetch/platform/tegra_release.hpp"
#include "cudafetch/platform/uname.hpp"
#include "support/catch.hpp"

namespace cudafetch::platform {

TEST_CASE("the first line of nv_tegra_release states the L4T release") {
    struct Row {
        std::string_view text;
        std::string_view l4t;  ///< Empty: not readable.
    };
    const auto row = GENERATE(values<Row>({
        {"# R36 (release), REVISION: 4.7, GCID: 42132812, BOARD: generic, EABI: aarch64, DATE: "
         "Thu Sep 18 22:54:44 UTC 2025\n# KERNEL_VARIANT: oot\n",
         "36.4.7"},
        {"# R32 (release), REVISION: 7.6, GCID: 1, BOARD: t210ref, EABI: aarch64, DATE: x",
         "32.7.6"},
        {"# R39 (release), REVISION: 2.0, GCID: 1, DATE: Mon Jun  1 09:00:00 PM UTC 2026\n",
         "39.2.0"},
        {"# R32(release), REVISION: 7.6, EABI:aarch64", "32.7.6"},
        {"# R38 (release), REVISION: 2.0", "38.2.0"},
        {"# R35 (release), REVISION: 6", "35.6.0"},
        {"#R36 (release),REVISION:9.9", "36.9.9"},
        {"R36, REVISION: 9.9", "36.9.9"},
        {"# R36 (release), REVISION: 4.7\r\n", "36.4.7"},
        {"", ""},
        {"\n", ""},
        {"# R (release), REVISION: 4.7", ""},
        {"# R36 (release)", ""},
        {"# R36 (release), REVISION: ", ""},
        {"# R36 (release), REVISION: 4.", ""},
        {"# R99999999999 (release), REVISION: 4.7", ""},
        {"KERNEL_VARIANT: oot", ""},
    }));
    CAPTURE(row.text);
    const auto version = parse_tegra_release(row.text);
    CHECK((version ? version->text() : "") == row.l4t);
}

TEST_CASE("uname text is read in every form") {
    struct Row {
        std::string_view text;
        std::optional<Uname> expected;
    };
    const auto row = GENERATE(values<Row>({
        {"Linux tegra-ubuntu 5.15.148-tegra #1 SMP PREEMPT Thu Sep 18 15:08:33 PDT 2025 aarch64 "
         "aarch64 aarch64 GNU/Linux\n",
         Uname{"linux", "aarch64", "5.15.148-tegra"}},
        {"Linux 10.0.0.7 6.8.12 #1 SMP x86_64 GNU/Linux", Uname{"linux", "x86_64", "6.8.12"}},
        {"Linux 5.10.104-tegra #2 SMP aarch64 GNU/Linux",
         Uname{"linux", "aarch64", "5.10.104-tegra"}},
        {"Linux 5.15.148-tegra aarch64\n", Uname{"linux", "aarch64", "5.15.148-tegra"}},
        {"Darwin mac 23.1.0 Darwin Kernel Version 23.1.0 RELEASE_ARM64_T6000 arm64",
         Uname{"darwin", "arm64", "23.1.0"}},
        {"Linux aarch64", Uname{"linux", "aarch64", ""}},
        {"Linux 6.1.0 loongarch64", Uname{"linux", "loongarch64", "6.1.0"}},
        {"aarch64\n", Uname{"", "aarch64", ""}},
        {"armv7l", Uname{"", "armv7l", ""}},
        {"", std::nullopt},
        {" \n", std::nullopt},
    }));
    CAPTURE(row.text);
    CHECK(parse_uname_text(row.text) == row.expected);
}

TEST_CASE("this machine has a name") {
    CHECK(this_uname().os == "linux");
    CHECK_FALSE(this_uname().machine.empty());
}

TEST_CASE("the header of an ELF file names its machine") {
    const auto header = [](int data, int first, int second) {
        std::string bytes =
            "\x7f"
            "ELF";
        bytes += '\2';
        bytes += static_cast<char>(data);
        bytes.resize(18, '\0');
        bytes += static_cast<char>(first);
        bytes += static_cast<char>(second);
        return bytes;
    };
    CHECK(elf_machine(as_bytes(header(1, 62, 0))) == "x86_64");
    CHECK(elf_machine(as_bytes(header(1, 183, 0))) == "aarch64");
    CHECK(elf_machine(as_bytes(header(2, 0, 183))) == "aarch64");
    CHECK(elf_machine(as_bytes(header(1, 40, 0))) == "armv7l");
    CHECK(elf_machine(as_bytes(header(1, 21, 0))) == "ppc64le");
    CHECK(elf_machine(as_bytes(header(1, 99, 0))).empty());
    CHECK(elf_machine(as_bytes(header(1, 183, 0).substr(0, 19))).empty());
    CHECK(elf_machine(as_bytes("#!/bin/sh: longer than 20")).empty());
    CHECK(elf_machine({}).empty());
}

TEST_CASE("dpkg's status tells the version of a package that is installed") {
    constexpr std::string_view status =
        "Package: nvidia-l4t-core-extra\nStatus: install ok installed\nVersion: 1\n\n"
        "Package: removed\nStatus: deinstall ok config-files\nVersion: 2\n\n"
        "Package: nvidia-l4t-core\nStatus: install ok installed\nPriority: standard\n"
        "Version: 36.4.3-20250107174145\nDescription: x\n Version: 9\n\n"
        "Package: held\nStatus: hold ok installed\nVersion: 3";
    CHECK(installed_version(status, "nvidia-l4t-core") == "36.4.3-20250107174145");
    CHECK(installed_version(status, "held") == "3");
    CHECK_FALSE(installed_version(status, "removed"));
    CHECK_FALSE(installed_version(status, "nvidia-l4t"));
    CHECK_FALSE(installed_version("", "nvidia-l4t-core"));
    CHECK_FALSE(installed_version("Package: a\n\nVersion: 3\n", "a"));
}

}  // namespace cudafetch::platform
