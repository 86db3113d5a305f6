// SPDX-License-Identifier: MIT
#pragma once

#include "cudafetch/fetch/downloader.hpp"
#include "fetch/part_file.hpp"
#include "fetch/progress_meter.hpp"
#include "fetch/transfer.hpp"

namespace cudafetch::fetch {

/// Brings a part file to the wanted size and digest, going on where the last attempt ended.
class FileTransfer final : public Transfer, private BodySink {
  public:
    /// Keeps the references.
    FileTransfer(Transport& transport, const Download& wanted, PartFile& part,
                 ProgressMeter& meter);

    [[nodiscard]] Outcome<void> attempt(const Url& url, const Cancellation& cancellation) override;
    [[nodiscard]] bool advanced() override;

  private:
    [[nodiscard]] Result<void> begin(const Response& response) override;
    [[nodiscard]] Result<void> write(ByteSpan bytes) override;

    Outcome<void> receive(const Url& url, const Cancellation& cancellation);
    Outcome<void> check_whole();
    Result<void> restart_part();
    Failure mismatch(std::string code, std::string reason) const;
    Result<void> refuse(Failure failure);
    Failure interrupted_body(Failure cause) const;
    [[nodiscard]] std::optional<std::uint64_t> known_size() const;

    Transport& transport_;
    const Download& wanted_;
    PartFile& part_;
    ProgressMeter& meter_;
    std::uint64_t high_water_;  ///< Bytes when advanced() last said yes.
    bool restarted_ = false;    ///< Kept bytes turned out to be wrong and were dropped.

    // The attempt in progress.
    Get request_;
    std::optional<Response> response_;
    std::optional<Failure> refusal_;  ///< Why this sink stopped the transfer.
};

}  // namespace cudafetch::fetch
