// SPDX-License-Identifier: MIT
#pragma once

#include <curl/curl.h>

#include <string_view>

#include "cudafetch/fetch/transport.hpp"

namespace cudafetch::fetch {

/// What an error code of libcurl means. `detail` is its own text about it; may be empty.
[[nodiscard]] Failure failure_of_curl(CURL* easy, CURLcode code, std::string_view detail,
                                      const Url& url);

}  // namespace cudafetch::fetch
