// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>

#include "cli/context.hpp"
#include "cudafetch/fetch/curl_transport.hpp"
#include "cudafetch/fetch/downloader.hpp"
#include "cudafetch/fetch/file_transport.hpp"
#include "cudafetch/fetch/routing_transport.hpp"

namespace cudafetch::cli {

/// The transports of one run, put together as the options say, and where things are fetched from.
class Network {
  public:
    /// `mirror` is a URL or folder, or empty for NVIDIA's server. Fails with exit code 2 if it
    /// cannot be read.
    static Result<std::unique_ptr<Network>> make(const std::string& mirror, Context& context);

    /// What product folders lie below.
    [[nodiscard]] const fetch::Url& base() const { return base_; }
    [[nodiscard]] bool is_mirror() const { return is_mirror_; }

    /// A downloader whose progress counts towards `planned_bytes`.
    [[nodiscard]] fetch::Downloader downloader(std::uint64_t planned_bytes = 0);

    /// The text at `url`, 16 MiB at most.
    [[nodiscard]] Result<std::string> get_text(const fetch::Url& url);

  private:
    Network(fetch::Url base, bool is_mirror, Context& context);

    fetch::Url base_;
    bool is_mirror_;
    Context& context_;
    fetch::OfflineTransport offline_;
    fetch::FileTransport file_;
    std::unique_ptr<fetch::CurlTransport> curl_;
    fetch::RoutingTransport router_;
};

}  // namespace cudafetch::cli
