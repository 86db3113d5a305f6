// SPDX-License-Identifier: MIT
#include "cli/render_machine.hpp"

#include <sstream>

#include "support/catch.hpp"
#include "support/platforms.hpp"

namespace cudafetch::cli {
namespace {

using Catch::Matchers::ContainsSubstring;

std::string printed(const model::Machine& machine, const codec::TakenFacts& taken = {}) {
    std::ostringstream out;
    print_machine(out, Style(false), machine, taken);
    return out.str();
}

TEST_CASE("a machine is a table of facts, values and sources") {
    model::Machine machine = test::jetson("tegra234", "36.4.7");
    machine.kernel_release = "5.15.148-tegra";
    machine.jetson = true;
    machine.evidence = {{"arch", "aarch64", "uname"},
                        {"kernel_release", "5.15.148-tegra", "uname"},
                        {"jetson", "yes", "uname (5.15.148-tegra)"},
                        {"soc", "tegra234", "/proc/device-tree/compatible"},
                        {"l4t", "36.4.7", "/etc/nv_tegra_release"},
                        {"gpu", "Orin 8.7 integrated", "/lib/libcuda.so.1"},
                        {"gpu", "NVIDIA RTX 9.9", "/lib/libcuda.so.1"}};
    for (int number = 15; number > 9; --number)
        machine.evidence.push_back({"host_compiler", "g++ " + std::to_string(number), "/bin/g++"});
    machine.attempts = {{"board", "/a"}, {"board", "/b"}, {"board", "/c"}, {"wsl", "/dev/dxg"}};
    codec::TakenFacts taken;
    taken.text = "resolve takes from it capability 8.7";
    taken.notes = {{"code", "something to know"}};
    CHECK(printed(machine, taken) ==
          "  arch       aarch64              uname\n"
          "  kernel     5.15.148-tegra       uname\n"
          "  Jetson     yes                  uname (5.15.148-tegra)\n"
          "  SoC        tegra234             /proc/device-tree/compatible\n"
          "  board      undecided            tried /a, /b and 1 more\n"
          "  module     undecided            no probe tells\n"
          "  carrier    undecided            no probe tells\n"
          "  L4T        36.4.7               /etc/nv_tegra_release\n"
          "  JetPack    undecided            no probe tells\n"
          "  driver     undecided            no probe tells\n"
          "  libcuda    undecided            no probe tells\n"
          "  runs CUDA  undecided            no probe tells\n"
          "  GPU        Orin 8.7 integrated  /lib/libcuda.so.1\n"
          "             NVIDIA RTX 9.9       /lib/libcuda.so.1\n"
          "  PCI GPU    undecided            no probe tells\n"
          "  compiler   g++ 15               /bin/g++\n"
          "             g++ 14               /bin/g++\n"
          "             g++ 13               /bin/g++\n"
          "             g++ 12               /bin/g++\n"
          "             and 2 more           see --json\n"
          "  toolkit    undecided            no probe tells\n"
          "  container  undecided            no probe tells\n"
          "  WSL        undecided            tried /dev/dxg\n"
          "\n"
          "note: something to know\n"
          "resolve takes from it capability 8.7\n");
}

TEST_CASE("what only boards have is not asked of other machines") {
    model::Machine machine = test::x86_machine();
    machine.jetson = false;
    CHECK_THAT(printed(machine), !ContainsSubstring("L4T"));
    machine.server = true;
    machine.evidence = {{"server", "ACPI tables", "/sys/firmware/acpi/tables"}};
    CHECK_THAT(printed(machine), ContainsSubstring("server     ACPI tables  /sys/firmware"));
}

}  // namespace
}  // namespace cudafetch::cli
