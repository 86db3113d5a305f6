// SPDX-License-Identifier: MIT
#include "cli/network.hpp"

#include <cstdlib>

#include "cudafetch/manifest/catalogue.hpp"

namespace cudafetch::cli {

namespace {

constexpr std::uint64_t max_text = std::uint64_t{16} << 20;

/// The variable by which sites with an authority of their own name it to OpenSSL's programs.
fetch::CurlOptions curl_options() {
    fetch::CurlOptions options;
    if (const char* file = std::getenv("SSL_CERT_FILE")) options.ca_file = file;
    return options;
}

}  // namespace

Result<std::unique_ptr<Network>> Network::make(const std::string& mirror, Context& context) {
    CUDAFETCH_TRY(auto base,
                  fetch::Url::parse(mirror.empty() ? std::string_view(manifest::nvidia_origin)
                                                   : std::string_view(mirror)));
    std::error_code error;
    if (base.scheme() == fetch::Url::Scheme::file && !fs::is_directory(base.secret(), error))
        return fail(ExitCode::usage, "usage", "--mirror: " + base.shown() + " is not a folder",
                    {"a mirror is a URL, or a folder with <product>/redist/ below it"});
    return std::unique_ptr<Network>(new Network(std::move(base), !mirror.empty(), context));
}

Network::Network(fetch::Url base, bool is_mirror, Context& context)
    : base_(std::move(base)),
      is_mirror_(is_mirror),
      context_(context),
      curl_(context.options.offline ? nullptr
                                    : std::make_unique<fetch::CurlTransport>(curl_options())),
      router_(curl_ ? static_cast<fetch::Transport&>(*curl_) : offline_, file_) {}

fetch::Downloader Network::downloader(std::uint64_t planned_bytes) {
    fetch::DownloaderOptions options;
    options.planned_bytes = planned_bytes;
    return {router_, context_.clock, context_.reporter, options};
}

Result<std::string> Network::get_text(const fetch::Url& url) {
    return downloader().get_text(url, max_text, context_.cancellation);
}

}  // namespace cudafetch::cli
