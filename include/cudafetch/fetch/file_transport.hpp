// SPDX-License-Identifier: MIT
#pragma once

#include "cudafetch/fetch/transport.hpp"

namespace cudafetch::fetch {

/// Files of a mirror that is a local folder. Opens no socket, and refuses paths with "..".
class FileTransport final : public Transport {
  public:
    [[nodiscard]] Outcome<Response> get(const Get& request, BodySink& sink,
                                        const Cancellation& cancellation) override;
};

}  // namespace cudafetch::fetch
