// SPDX-License-Identifier: MIT
#pragma once

#include <string_view>

#include "cudafetch/base/bytes.hpp"

namespace cudafetch::platform {

/// The machine that an ELF file is for, named as `uname -m` does. Only the first 20 bytes are
/// looked at. Empty if it is no ELF file, or for a machine that is not told here.
[[nodiscard]] std::string_view elf_machine(ByteSpan file);

}  // namespace cudafetch::platform
