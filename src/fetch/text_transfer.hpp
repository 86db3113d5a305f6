// SPDX-License-Identifier: MIT
#pragma once

#include <string>

#include "fetch/transfer.hpp"

namespace cudafetch::fetch {

/// Fetches a short file into memory.
class TextTransfer final : public Transfer {
  public:
    TextTransfer(Transport& transport, std::uint64_t max_bytes)
        : transport_(transport), max_bytes_(max_bytes) {}

    [[nodiscard]] Outcome<void> attempt(const Url& url, const Cancellation& cancellation) override;

    [[nodiscard]] std::string take_text() { return std::move(text_); }

  private:
    Transport& transport_;
    std::uint64_t max_bytes_;
    std::string text_;
};

}  // namespace cudafetch::fetch
