// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cudafetch/base/arriving_file.hpp"
#include "cudafetch/base/clock.hpp"
#include "cudafetch/base/digest.hpp"
#include "cudafetch/base/file.hpp"
#include "cudafetch/base/reporter.hpp"
#include "cudafetch/fetch/retry_policy.hpp"
#include "cudafetch/fetch/transport.hpp"

namespace cudafetch::fetch {

class PartFile;
class ProgressMeter;
class Transfer;

/// A file to fetch, and how to tell that it is the right one.
struct Download {
    std::vector<Url> urls;  ///< Tried in this order; at least one.
    Sha256Digest sha256;
    std::optional<std::uint64_t> size;  ///< Bytes; absent if not known.
    std::string name;                   ///< For messages: "cuda_nvcc-linux-x86_64-...tar.xz".
};

struct DownloaderOptions {
    RetryLimits retry;
    /// Bytes that all downloads together will bring, for the progress report.
    /// 0: the total grows as downloads start.
    std::uint64_t planned_bytes = 0;
    std::uint64_t seed = 0;  ///< Of the random part of delays; 0: a fresh one.
};

/// Fetches files and short texts, with retries and mirrors. Every call may come from any thread;
/// progress is reported for all of them together.
class Downloader {
  public:
    /// Keeps the references for as long as it lives.
    Downloader(Transport& transport, Clock& clock, Reporter& reporter,
               DownloaderOptions options = {});
    ~Downloader();

    /// Makes `destination` hold exactly the wanted bytes, or leaves it as it was. A file that is
    /// there already is checked, and fetched again if it is wrong.
    ///
    /// Bytes go to `<destination>.part`, which one process at a time writes and which a later call
    /// continues after a network failure or an interrupt; wrong bytes are removed at once.
    ///
    /// Fails with exit 4 (`not_found`, `truncated`, `timed_out`, `offline`, ...), with exit 5
    /// (`digest_mismatch`, `size_mismatch`), with exit 6 naming the path, or as cancelled. If
    /// several mirrors failed, the error is that of the last one, or the first mismatch; its hints
    /// tell what the others said.
    [[nodiscard]] Result<void> download(const Download& wanted, const fs::path& destination,
                                        const Cancellation& cancellation);

    /// Fetches as download() does, but for a reader that goes along: `arriving` is told of every
    /// byte, and that all are there once their digest is right. They stay in `<place>.part`, beside
    /// which lies `<place>.part.origin`; whoever is done with them removes both.
    [[nodiscard]] Result<void> stream(const Download& wanted, const fs::path& place,
                                      ArrivingFile& arriving, const Cancellation& cancellation);

    /// The whole of a short file, which `urls` offer in this order, by the same rules. Fails with
    /// `text_too_large` (exit 5) past `max_bytes`.
    [[nodiscard]] Result<std::string> get_text(const std::vector<Url>& urls,
                                               std::uint64_t max_bytes,
                                               const Cancellation& cancellation);

  private:
    Result<PartFile> open_part(const Download& wanted, const fs::path& destination,
                               ArrivingFile* arriving, const Cancellation& cancellation);
    Result<void> fill(PartFile& part, const Download& wanted, const Cancellation& cancellation);
    Result<void> run(Transfer& transfer, const std::vector<Url>& urls, const std::string& name,
                     const Cancellation& cancellation);

    Transport& transport_;
    Clock& clock_;
    Reporter& reporter_;
    DownloaderOptions options_;
    std::unique_ptr<ProgressMeter> meter_;
    std::atomic<std::uint64_t> runs_{0};  ///< Gives every download random delays of its own.
};

}  // namespace cudafetch::fetch
