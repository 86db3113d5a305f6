// SPDX-License-Identifier: MIT
#pragma once

#include <CLI/CLI.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cli/context.hpp"
#include "cudafetch/fetch/curl_transport.hpp"
#include "cudafetch/fetch/downloader.hpp"
#include "cudafetch/fetch/file_transport.hpp"
#include "cudafetch/fetch/routing_transport.hpp"
#include "cudafetch/model/plan.hpp"

namespace cudafetch::cli {

/// The options that say where things are fetched from, and how patiently.
struct NetworkFlags {
    std::vector<std::string> mirrors;  ///< In the order in which they are asked.
    std::string ca_cert;
    double retry_delay = 0.5;  ///< Seconds.
    int stall_timeout = 30;    ///< Seconds.
};

void add_network_flags(CLI::App& app, NetworkFlags& flags);

/// The transports of one run, put together as the options say, and where things are fetched from.
class Network {
  public:
    /// Without a mirror NVIDIA's server is asked. With --offline those that need a socket are
    /// passed over if a folder is among them. Fails with exit code 2 if one cannot be read.
    static Result<std::unique_ptr<Network>> make(const NetworkFlags& flags, Context& context);

    /// What product folders lie below: the first mirror's address, by which plans name archives.
    [[nodiscard]] const fetch::Url& base() const { return bases_.front(); }
    /// All mirrors, or NVIDIA's server.
    [[nodiscard]] const std::vector<fetch::Url>& bases() const { return bases_; }
    /// Where an archive is fetched from: the mirrors if any are named, else where the plan says.
    [[nodiscard]] Result<std::vector<fetch::Url>> urls_of(
        const model::PlannedArchive& archive) const;
    /// Where each of them has, or would have, a file.
    [[nodiscard]] Result<std::vector<fetch::Url>> urls_of(std::string_view relative_path) const;
    [[nodiscard]] bool is_mirror() const { return is_mirror_; }

    /// A downloader whose progress counts towards `planned_bytes`.
    [[nodiscard]] fetch::Downloader downloader(std::uint64_t planned_bytes = 0);

    /// The text at the first of `urls` that has it, 16 MiB at most.
    [[nodiscard]] Result<std::string> get_text(const std::vector<fetch::Url>& urls);

  private:
    Network(std::vector<fetch::Url> bases, const NetworkFlags& flags, Context& context);

    std::vector<fetch::Url> bases_;
    bool is_mirror_;
    fetch::RetryLimits retry_;
    Context& context_;
    fetch::OfflineTransport offline_;
    fetch::FileTransport file_;
    std::unique_ptr<fetch::CurlTransport> curl_;
    fetch::RoutingTransport router_;
};

}  // namespace cudafetch::cli
