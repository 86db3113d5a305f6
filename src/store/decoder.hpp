// SPDX-License-Identifier: MIT
#pragma once

#include <memory>
#include <string>

#include "cudafetch/base/source.hpp"
#include "cudafetch/store/workshop.hpp"

namespace cudafetch::store {

/// What a decoder works with. Keeps the references.
struct DecoderSettings {
    Workshop& workshop;
    Workshop::Worker& worker;           ///< The thread that decodes.
    std::uint64_t compressed_size = 0;  ///< Of the archive, in bytes; 0 where unknown.
    std::string name;                   ///< Of the archive, for messages.
};

/// The bytes that `compressed` stands for: an xz stream, several of them, or zstd frames, told
/// apart by how it begins. Waits for bytes and for memory, and computes in turns of the worker.
///
/// Reads `compressed` to its end before it ends itself. Failures of its own have code
/// `corrupt_archive` (exit 5).
[[nodiscard]] Result<std::unique_ptr<Source>> open_decoder(Source& compressed,
                                                           const DecoderSettings& settings);

/// The failure "<name> is damaged: <how>".
[[nodiscard]] tl::unexpected<Error> damaged(const std::string& name, std::string_view how);

}  // namespace cudafetch::store
