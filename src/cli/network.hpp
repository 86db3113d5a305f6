// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/context.hpp"
#include "cudafetch/fetch/curl_transport.hpp"
#include "cudafetch/fetch/downloader.hpp"
#include "cudafetch/fetch/file_transport.hpp"
#include "cudafetch/fetch/routing_transport.hpp"

namespace cudafetch::cli {

/// The transports of one run, put together as the options say, and where things are fetched from.
class Network {
  public:
    /// `mirrors` are URLs or folders in the order in which they are asked; none of them: NVIDIA's
    /// server. With --offline those that need a socket are passed over if a folder is among them.
    /// Fails with exit code 2 if one cannot be read.
    static Result<std::unique_ptr<Network>> make(const std::vector<std::string>& mirrors,
                                                 Context& context);

    /// What product folders lie below: the first mirror's address, by which plans name archives.
    [[nodiscard]] const fetch::Url& base() const { return bases_.front(); }
    /// All mirrors, or NVIDIA's server.
    [[nodiscard]] const std::vector<fetch::Url>& bases() const { return bases_; }
    /// Where each of them has, or would have, a file.
    [[nodiscard]] Result<std::vector<fetch::Url>> urls_of(std::string_view relative_path) const;
    [[nodiscard]] bool is_mirror() const { return is_mirror_; }

    /// A downloader whose progress counts towards `planned_bytes`.
    [[nodiscard]] fetch::Downloader downloader(std::uint64_t planned_bytes = 0);

    /// The text at the first of `urls` that has it, 16 MiB at most.
    [[nodiscard]] Result<std::string> get_text(const std::vector<fetch::Url>& urls);

  private:
    Network(std::vector<fetch::Url> bases, bool is_mirror, Context& context);

    std::vector<fetch::Url> bases_;
    bool is_mirror_;
    Context& context_;
    fetch::OfflineTransport offline_;
    fetch::FileTransport file_;
    std::unique_ptr<fetch::CurlTransport> curl_;
    fetch::RoutingTransport router_;
};

}  // namespace cudafetch::cli
