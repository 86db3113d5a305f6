// SPDX-License-Identifier: MIT
#include "cudafetch/platform/elf_machine.hpp"

#include <elf.h>

namespace cudafetch::platform {

std::string_view elf_machine(ByteSpan file) {
    constexpr std::size_t machine_offset = 18;
    const std::string_view text = as_text(file);
    if (text.substr(0, SELFMAG) != ELFMAG || text.size() < machine_offset + 2) return {};
    const bool big_endian = text[EI_DATA] == ELFDATA2MSB;
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[i]); };
    const int first = byte(machine_offset);
    const int second = byte(machine_offset + 1);
    switch (big_endian ? first << 8 | second : second << 8 | first) {
        case EM_X86_64:
            return "x86_64";
        case EM_AARCH64:
            return "aarch64";
        case EM_ARM:
            return "armv7l";
        case EM_386:
            return "i686";
        case EM_PPC64:
            return big_endian ? "ppc64" : "ppc64le";
        case EM_RISCV:
            return "riscv64";
        default:
            return {};
    }
}

}  // namespace cudafetch::platform
