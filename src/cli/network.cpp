// SPDX-License-Identifier: MIT
#include "cli/network.hpp"

#include <algorithm>
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

Result<fetch::Url> parse_mirror(const std::string& mirror) {
    CUDAFETCH_TRY(auto base, fetch::Url::parse(mirror));
    std::error_code error;
    if (base.scheme() != fetch::Url::Scheme::file || fs::is_directory(base.secret(), error))
        return base;
    return fail(ExitCode::usage, "usage", "--mirror: " + base.shown() + " is not a folder",
                {"a mirror is a URL, or a folder with <product>/redist/ below it"});
}

bool is_folder(const fetch::Url& url) {
    return url.scheme() == fetch::Url::Scheme::file;
}

/// Without a socket the folders must do. Where there is none, the failure of the others is told.
void leave_out_sockets(std::vector<fetch::Url>& bases, Reporter& reporter) {
    if (std::none_of(bases.begin(), bases.end(), is_folder)) return;
    for (const fetch::Url& base : bases)
        if (!is_folder(base)) reporter.status("--offline: not asking " + base.shown());
    std::erase_if(bases, [](const fetch::Url& base) { return !is_folder(base); });
}

}  // namespace

Result<std::unique_ptr<Network>> Network::make(const std::vector<std::string>& mirrors,
                                               Context& context) {
    std::vector<fetch::Url> bases;
    for (const std::string& mirror : mirrors) {
        CUDAFETCH_TRY(auto base, parse_mirror(mirror));
        bases.push_back(std::move(base));
    }
    if (mirrors.empty()) {
        CUDAFETCH_TRY(auto base, fetch::Url::parse(manifest::nvidia_origin));
        bases.push_back(std::move(base));
    }
    if (context.options.offline) leave_out_sockets(bases, context.reporter);
    return std::unique_ptr<Network>(new Network(std::move(bases), !mirrors.empty(), context));
}

Network::Network(std::vector<fetch::Url> bases, bool is_mirror, Context& context)
    : bases_(std::move(bases)),
      is_mirror_(is_mirror),
      context_(context),
      curl_(context.options.offline ? nullptr
                                    : std::make_unique<fetch::CurlTransport>(curl_options())),
      router_(curl_ ? static_cast<fetch::Transport&>(*curl_) : offline_, file_) {}

Result<std::vector<fetch::Url>> Network::urls_of(std::string_view relative_path) const {
    std::vector<fetch::Url> urls;
    for (const fetch::Url& base : bases_) {
        CUDAFETCH_TRY(auto url, base.join(relative_path));
        urls.push_back(std::move(url));
    }
    return urls;
}

fetch::Downloader Network::downloader(std::uint64_t planned_bytes) {
    fetch::DownloaderOptions options;
    options.planned_bytes = planned_bytes;
    return {router_, context_.clock, context_.reporter, options};
}

Result<std::string> Network::get_text(const std::vector<fetch::Url>& urls) {
    return downloader().get_text(urls, max_text, context_.cancellation);
}

}  // namespace cudafetch::cli
