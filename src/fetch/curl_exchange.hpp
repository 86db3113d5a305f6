// SPDX-License-Identifier: MIT
#pragma once

#include <curl/curl.h>

#include <array>
#include <exception>
#include <optional>

#include "cudafetch/fetch/transport.hpp"

namespace cudafetch::fetch {

/// One request on an easy handle: what libcurl calls back, and what came of it.
class CurlExchange {
  public:
    CurlExchange(CURL* easy, const Get& request, BodySink& sink, const Cancellation& cancellation);
    ~CurlExchange();
    CurlExchange(const CurlExchange&) = delete;
    CurlExchange& operator=(const CurlExchange&) = delete;

    [[nodiscard]] Outcome<Response> perform();

  private:
    static std::size_t on_body(char* data, std::size_t, std::size_t size, void* self) noexcept;
    static int on_progress(void* self, curl_off_t, curl_off_t, curl_off_t, curl_off_t) noexcept;

    void set_request();
    bool take(ByteSpan bytes);
    bool begin();
    Outcome<Response> read_response();
    [[nodiscard]] std::string header(const char* name) const;
    [[nodiscard]] Url final_url() const;

    CURL* easy_;
    const Get& request_;
    BodySink& sink_;
    const Cancellation& cancellation_;
    curl_slist* headers_ = nullptr;
    std::optional<Response> response_;
    std::optional<Failure> failure_;  ///< Why we ended the transfer, if it was us.
    std::exception_ptr bug_;          ///< Must not travel through libcurl's frames.
    std::array<char, CURL_ERROR_SIZE> error_text_{};
};

}  // namespace cudafetch::fetch
