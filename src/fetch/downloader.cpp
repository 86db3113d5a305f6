// SPDX-License-Identifier: MIT
#include "cudafetch/fetch/downloader.hpp"

#include <fcntl.h>
#include <sys/stat.h>

#include <random>
#include <stdexcept>

#include "fetch/file_blocks.hpp"
#include "fetch/file_transfer.hpp"
#include "fetch/part_file.hpp"
#include "fetch/progress_meter.hpp"
#include "fetch/retry_loop.hpp"
#include "fetch/text_transfer.hpp"

namespace cudafetch::fetch {

namespace {

std::uint64_t fresh_seed() {
    std::random_device device;
    return (std::uint64_t{device()} << 32) | device();
}

/// Whether the file is there and is the wanted one; a file that cannot be read is not.
Result<bool> holds(const fs::path& path, const Download& wanted, const Cancellation& cancellation) {
    const auto fd = open_file(path, O_RDONLY | O_NONBLOCK);
    struct stat facts {};
    if (!fd || ::fstat(fd->get(), &facts) != 0 || !S_ISREG(facts.st_mode)) return false;
    if (wanted.size && static_cast<std::uint64_t>(facts.st_size) != *wanted.size) return false;
    Sha256 hash;
    const auto read = read_blocks(fd->get(), path, cancellation, [&](ByteSpan bytes) {
        hash.update(bytes);
        return Result<void>();
    });
    CUDAFETCH_CHECK(cancellation.check());
    return read && hash.finish() == wanted.sha256;
}

}  // namespace

Downloader::Downloader(Transport& transport, Clock& clock, Reporter& reporter,
                       DownloaderOptions options)
    : transport_(transport),
      clock_(clock),
      reporter_(reporter),
      options_(options),
      meter_(std::make_unique<ProgressMeter>(reporter, options.planned_bytes)) {
    if (options_.seed == 0) options_.seed = fresh_seed();
}

Downloader::~Downloader() = default;

Result<void> Downloader::download(const Download& wanted, const fs::path& destination,
                                  const Cancellation& cancellation) {
    CUDAFETCH_TRY(const bool there, holds(destination, wanted, cancellation));
    if (there) {
        meter_->skipped(wanted.size.value_or(0));
        return {};
    }
    CUDAFETCH_TRY(PartFile part, open_part(wanted, destination, nullptr, cancellation));
    // Whoever held the part file until now may have finished.
    CUDAFETCH_TRY(const bool arrived, holds(destination, wanted, cancellation));
    if (arrived) {
        meter_->skipped(wanted.size.value_or(0));
        return part.remove();
    }

    CUDAFETCH_CHECK(fill(part, wanted, cancellation));
    return part.publish();
}

Result<void> Downloader::stream(const Download& wanted, const fs::path& place,
                                ArrivingFile& arriving, const Cancellation& cancellation) {
    CUDAFETCH_TRY(PartFile part, open_part(wanted, place, &arriving, cancellation));
    CUDAFETCH_CHECK(fill(part, wanted, cancellation));
    arriving.complete();
    return {};
}

Result<PartFile> Downloader::open_part(const Download& wanted, const fs::path& destination,
                                       ArrivingFile* arriving, const Cancellation& cancellation) {
    if (wanted.urls.empty()) throw std::invalid_argument("a download needs a URL");
    return PartFile::open(destination, wanted.sha256, arriving, clock_, cancellation, [&] {
        reporter_.status("waiting for another process that downloads " + wanted.name);
    });
}

Result<void> Downloader::fill(PartFile& part, const Download& wanted,
                              const Cancellation& cancellation) {
    FileTransfer transfer(transport_, wanted, part, *meter_);
    auto outcome = run(transfer, wanted.urls, wanted.name, cancellation);
    // The first error is the one to tell; an empty file left behind harms nobody.
    if (!outcome && part.size() == 0) (void)part.remove();
    return outcome;
}

Result<std::string> Downloader::get_text(const std::vector<Url>& urls, std::uint64_t max_bytes,
                                         const Cancellation& cancellation) {
    TextTransfer transfer(transport_, max_bytes);
    CUDAFETCH_CHECK(run(transfer, urls, {}, cancellation));
    return transfer.take_text();
}

Result<void> Downloader::run(Transfer& transfer, const std::vector<Url>& urls,
                             const std::string& name, const Cancellation& cancellation) {
    return RetryLoop(clock_, reporter_, options_.retry, options_.seed + runs_++, name)
        .run(transfer, urls, cancellation);
}

}  // namespace cudafetch::fetch
