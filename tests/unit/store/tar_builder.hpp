// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "cudafetch/base/file.hpp"

namespace cudafetch::test {

/// Writes tar archives block by block, so that they can be as wrong as a test needs.
class TarBuilder {
  public:
    TarBuilder& folder(const std::string& name);
    TarBuilder& file(const std::string& name, const std::string& content, unsigned mode = 0644);
    TarBuilder& symlink(const std::string& name, const std::string& target);
    TarBuilder& hard_link(const std::string& name, const std::string& target);
    /// A device, fifo and the like, by its ustar type flag.
    TarBuilder& special(const std::string& name, char type);
    /// pax records about the next entry.
    TarBuilder& pax(const std::vector<std::pair<std::string, std::string>>& records);
    /// A header that promises `size` bytes, and nothing after it.
    TarBuilder& header_only(const std::string& name, std::size_t size);

    /// The archive without the blocks that end it.
    [[nodiscard]] const std::string& blocks() const { return blocks_; }
    /// The whole archive, uncompressed.
    [[nodiscard]] std::string tar() const { return blocks_ + std::string(1024, '\0'); }
    /// The whole archive as a .tar.xz.
    [[nodiscard]] std::string tar_xz() const;

  private:
    void header(const std::string& name, char type, std::size_t size, unsigned mode,
                const std::string& target = {});
    void content(const std::string& bytes);
    std::string blocks_;
};

/// `bytes` as an xz stream.
[[nodiscard]] std::string compress_xz(const std::string& bytes);

/// Makes `path` hold exactly `bytes`.
void write_bytes(const fs::path& path, const std::string& bytes);

}  // namespace cudafetch::test
