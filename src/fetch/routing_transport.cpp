// SPDX-License-Identifier: MIT
#include "cudafetch/fetch/routing_transport.hpp"

namespace cudafetch::fetch {

Outcome<Response> RoutingTransport::get(const Get& request, BodySink& sink,
                                        const Cancellation& cancellation) {
    Transport& transport = request.url.scheme() == Url::Scheme::file ? file_ : http_;
    return transport.get(request, sink, cancellation);
}

Outcome<Response> OfflineTransport::get(const Get&, BodySink&, const Cancellation&) {
    return tl::unexpected(network_failure(
        FailureClass::permanent, "offline", "the network is not to be used (--offline)",
        {"leave out --offline, or give a local folder with --mirror"}));
}

}  // namespace cudafetch::fetch
