// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "cudafetch/fetch/transport.hpp"

namespace cudafetch::fetch {

struct CurlOptions {
    std::chrono::seconds connect_timeout{15};
    /// How long a transfer may stay below 1 kB/s.
    std::chrono::seconds stall_timeout{30};
    /// PEM file with the certificate authorities to trust; empty: the system's.
    std::string ca_file;
};

/// http and https by libcurl. Certificates are always verified. At most 10 redirects are
/// followed, never from https to http. Proxies come from the usual environment variables.
/// Connections are kept for later requests.
class CurlTransport final : public Transport {
  public:
    explicit CurlTransport(CurlOptions options = {});
    ~CurlTransport() override;

    [[nodiscard]] Outcome<Response> get(const Get& request, BodySink& sink,
                                        const Cancellation& cancellation) override;

  private:
    class HandlePool;
    CurlOptions options_;
    std::unique_ptr<HandlePool> handles_;
};

}  // namespace cudafetch::fetch
