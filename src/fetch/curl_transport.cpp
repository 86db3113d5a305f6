// SPDX-License-Identifier: MIT
#include "cudafetch/fetch/curl_transport.hpp"

#include <curl/curl.h>

#include <mutex>
#include <new>
#include <stdexcept>
#include <vector>

#include "fetch/curl_exchange.hpp"

namespace cudafetch::fetch {

namespace {

struct CloseEasy {
    void operator()(CURL* easy) const { curl_easy_cleanup(easy); }
};
using EasyHandle = std::unique_ptr<CURL, CloseEasy>;

void start_libcurl() {
    static const CURLcode code = curl_global_init(CURL_GLOBAL_DEFAULT);
    if (code != CURLE_OK)
        throw std::runtime_error(std::string("libcurl does not start: ") +
                                 curl_easy_strerror(code));
}

void apply(const CurlOptions& options, Url::Scheme scheme, CURL* easy) {
    const char* redirects = scheme == Url::Scheme::https ? "https" : "http,https";
    curl_easy_setopt(easy, CURLOPT_PROTOCOLS_STR, "http,https");
    curl_easy_setopt(easy, CURLOPT_REDIR_PROTOCOLS_STR, redirects);
    curl_easy_setopt(easy, CURLOPT_FOLLOWLOCATION, 1L);
    curl_easy_setopt(easy, CURLOPT_MAXREDIRS, 10L);
    curl_easy_setopt(easy, CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_2TLS));
    curl_easy_setopt(easy, CURLOPT_SSL_VERIFYPEER, 1L);
    curl_easy_setopt(easy, CURLOPT_SSL_VERIFYHOST, 2L);
    if (!options.ca_file.empty()) curl_easy_setopt(easy, CURLOPT_CAINFO, options.ca_file.c_str());
    curl_easy_setopt(easy, CURLOPT_USERAGENT, "cudafetch/" CUDAFETCH_VERSION);
    curl_easy_setopt(easy, CURLOPT_NOSIGNAL, 1L);
    curl_easy_setopt(easy, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
    curl_easy_setopt(easy, CURLOPT_CONNECTTIMEOUT,
                     static_cast<long>(options.connect_timeout.count()));
    curl_easy_setopt(easy, CURLOPT_LOW_SPEED_LIMIT, 1000L);
    curl_easy_setopt(easy, CURLOPT_LOW_SPEED_TIME,
                     static_cast<long>(options.stall_timeout.count()));
}

}  // namespace

/// Idle handles with their open connections, so that a later request can go on with one.
class CurlTransport::HandlePool {
  public:
    EasyHandle take() {
        const std::lock_guard lock(mutex_);
        if (idle_.empty()) {
            EasyHandle fresh(curl_easy_init());
            if (!fresh) throw std::bad_alloc();
            return fresh;
        }
        EasyHandle handle = std::move(idle_.back());
        idle_.pop_back();
        return handle;
    }

    void give_back(EasyHandle handle) {
        curl_easy_reset(handle.get());
        const std::lock_guard lock(mutex_);
        idle_.push_back(std::move(handle));
    }

  private:
    std::mutex mutex_;
    std::vector<EasyHandle> idle_;
};

CurlTransport::CurlTransport(CurlOptions options)
    : options_(std::move(options)), handles_(std::make_unique<HandlePool>()) {}

CurlTransport::~CurlTransport() = default;

Outcome<Response> CurlTransport::get(const Get& request, BodySink& sink,
                                     const Cancellation& cancellation) {
    start_libcurl();
    EasyHandle easy = handles_->take();
    apply(options_, request.url.scheme(), easy.get());
    auto outcome = CurlExchange(easy.get(), request, sink, cancellation).perform();
    handles_->give_back(std::move(easy));
    return outcome;
}

}  // namespace cudafetch::fetch
