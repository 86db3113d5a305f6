// SPDX-License-Identifier: MIT
#pragma once

#include "cudafetch/fetch/transport.hpp"

namespace cudafetch::fetch {

/// Hands each request to the transport for its scheme. Owns neither.
class RoutingTransport final : public Transport {
  public:
    RoutingTransport(Transport& http, Transport& file) : http_(http), file_(file) {}

    [[nodiscard]] Outcome<Response> get(const Get& request, BodySink& sink,
                                        const Cancellation& cancellation) override;

  private:
    Transport& http_;
    Transport& file_;
};

/// Refuses every request with code `offline` (exit 4): what stands for the network when the user
/// wants none of it.
class OfflineTransport final : public Transport {
  public:
    [[nodiscard]] Outcome<Response> get(const Get& request, BodySink& sink,
                                        const Cancellation& cancellation) override;
};

}  // namespace cudafetch::fetch
