// SPDX-License-Identifier: MIT
#include "cli/network.hpp"

#include <algorithm>
#include <cstdlib>

#include "cudafetch/manifest/catalogue.hpp"

namespace cudafetch::cli {

namespace {

constexpr std::uint64_t max_text = std::uint64_t{16} << 20;

/// The variable by which sites with an authority of their own name it to OpenSSL's programs.
fetch::CurlOptions curl_options(const NetworkFlags& flags) {
    fetch::CurlOptions options;
    options.stall_timeout = std::chrono::seconds(flags.stall_timeout);
    options.ca_file = flags.ca_cert;
    const char* file = std::getenv("SSL_CERT_FILE");
    if (options.ca_file.empty() && file != nullptr) options.ca_file = file;
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

void add_network_flags(CLI::App& app, NetworkFlags& flags) {
    app.add_option("--mirror", flags.mirrors,
                   "stands in for NVIDIA's server; several are asked in turn")
        ->type_name("URL|DIR")
        ->allow_extra_args(false);
    app.add_option("--ca-cert", flags.ca_cert,
                   "certificate authorities to trust, in place of the "
                   "system's")
        ->type_name("FILE")
        ->check(CLI::ExistingFile);
    app.add_option("--retry-delay", flags.retry_delay,
                   "how long to wait before a second attempt; doubles with each more (0.5)")
        ->type_name("SECONDS")
        ->check(CLI::Range(0.0, 60.0));
    app.add_option("--stall-timeout", flags.stall_timeout,
                   "give up a transfer that stays below 1 kB/s for so long (30)")
        ->type_name("SECONDS")
        ->check(CLI::Range(1, 3600));
}

Result<std::unique_ptr<Network>> Network::make(const NetworkFlags& flags, Context& context) {
    std::vector<fetch::Url> bases;
    for (const std::string& mirror : flags.mirrors) {
        CUDAFETCH_TRY(auto base, parse_mirror(mirror));
        bases.push_back(std::move(base));
    }
    if (flags.mirrors.empty()) {
        CUDAFETCH_TRY(auto base, fetch::Url::parse(manifest::nvidia_origin));
        bases.push_back(std::move(base));
    }
    if (context.options.offline) leave_out_sockets(bases, context.reporter);
    return std::unique_ptr<Network>(new Network(std::move(bases), flags, context));
}

Network::Network(std::vector<fetch::Url> bases, const NetworkFlags& flags, Context& context)
    : bases_(std::move(bases)),
      is_mirror_(!flags.mirrors.empty()),
      context_(context),
      curl_(context.options.offline ? nullptr
                                    : std::make_unique<fetch::CurlTransport>(curl_options(flags))),
      router_(curl_ ? static_cast<fetch::Transport&>(*curl_) : offline_, file_) {
    retry_.first_delay = std::chrono::duration_cast<std::chrono::milliseconds>(
        std::chrono::duration<double>(flags.retry_delay));
}

Result<std::vector<fetch::Url>> Network::urls_of(const model::PlannedArchive& archive) const {
    if (is_mirror()) return urls_of(archive.product + "/redist/" + archive.relative_path);
    CUDAFETCH_TRY(auto url, fetch::Url::parse(archive.url));
    return std::vector<fetch::Url>{std::move(url)};
}

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
    options.retry = retry_;
    options.planned_bytes = planned_bytes;
    return {router_, context_.clock, context_.reporter, options};
}

Result<std::string> Network::get_text(const std::vector<fetch::Url>& urls) {
    return downloader().get_text(urls, max_text, context_.cancellation);
}

}  // namespace cudafetch::cli
