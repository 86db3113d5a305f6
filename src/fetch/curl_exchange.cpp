// SPDX-License-Identifier: MIT
#include "fetch/curl_exchange.hpp"

#include <charconv>

#include "cudafetch/base/text.hpp"
#include "fetch/curl_failure.hpp"

namespace cudafetch::fetch {

namespace {

struct ContentRange {
    std::uint64_t first = 0;
    std::optional<std::uint64_t> total;
};

std::optional<std::uint64_t> parse_number(std::string_view text) {
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return number;
}

/// Reads "bytes 600-999/1000" and "bytes 600-999/*".
std::optional<ContentRange> parse_content_range(std::string_view text) {
    if (!text.starts_with("bytes ")) return std::nullopt;
    text.remove_prefix(6);
    const auto dash = text.find('-');
    const auto slash = text.find('/');
    if (dash == std::string_view::npos || slash == std::string_view::npos) return std::nullopt;
    const auto first = parse_number(text.substr(0, dash));
    if (!first) return std::nullopt;
    return ContentRange{*first, parse_number(text.substr(slash + 1))};
}

/// If-Range takes no weak ETag, as equal weak tags do not promise equal bytes.
bool is_strong(std::string_view etag) {
    return etag.starts_with('"');
}

}  // namespace

CurlExchange::CurlExchange(CURL* easy, const Get& request, BodySink& sink,
                           const Cancellation& cancellation)
    : easy_(easy), request_(request), sink_(sink), cancellation_(cancellation) {
    set_request();
}

CurlExchange::~CurlExchange() {
    curl_slist_free_all(headers_);
}

void CurlExchange::set_request() {
    curl_easy_setopt(easy_, CURLOPT_URL, request_.url.secret().c_str());
    curl_easy_setopt(easy_, CURLOPT_WRITEFUNCTION, &CurlExchange::on_body);
    curl_easy_setopt(easy_, CURLOPT_WRITEDATA, this);
    curl_easy_setopt(easy_, CURLOPT_NOPROGRESS, 0L);
    curl_easy_setopt(easy_, CURLOPT_XFERINFOFUNCTION, &CurlExchange::on_progress);
    curl_easy_setopt(easy_, CURLOPT_XFERINFODATA, this);
    curl_easy_setopt(easy_, CURLOPT_ERRORBUFFER, error_text_.data());
    if (request_.offset == 0) return;
    // Not CURLOPT_RESUME_FROM: it fails where a server rightly answers with the whole file.
    curl_easy_setopt(easy_, CURLOPT_RANGE, (std::to_string(request_.offset) + "-").c_str());
    if (request_.validator.empty()) return;
    headers_ = curl_slist_append(nullptr, ("If-Range: " + request_.validator).c_str());
    curl_easy_setopt(easy_, CURLOPT_HTTPHEADER, headers_);
}

Outcome<Response> CurlExchange::perform() {
    const CURLcode code = curl_easy_perform(easy_);
    if (bug_) std::rethrow_exception(bug_);
    if (cancellation_.requested()) return tl::unexpected(cancelled_failure());
    if (!failure_ && code != CURLE_OK)
        failure_ = failure_of_curl(easy_, code, error_text_.data(), request_.url);
    // An answer without a body has called nobody yet.
    if (!failure_ && !response_) begin();
    if (!failure_) return *response_;
    failure_->final_url = final_url();
    return tl::unexpected(*std::move(failure_));
}

std::size_t CurlExchange::on_body(char* data, std::size_t, std::size_t size, void* self) noexcept {
    auto& exchange = *static_cast<CurlExchange*>(self);
    const auto bytes = as_bytes(std::string_view(data, size));
    try {
        if (exchange.take(bytes)) return size;
    } catch (...) {
        exchange.bug_ = std::current_exception();
    }
    return size == 0 ? 1 : 0;
}

int CurlExchange::on_progress(void* self, curl_off_t, curl_off_t, curl_off_t, curl_off_t) noexcept {
    return static_cast<CurlExchange*>(self)->cancellation_.requested() ? 1 : 0;
}

bool CurlExchange::take(ByteSpan bytes) {
    if (cancellation_.requested()) return false;
    if (!response_ && !begin()) return false;
    const auto written = sink_.write(bytes);
    if (!written) failure_ = local_failure(written.error());
    return written.has_value();
}

bool CurlExchange::begin() {
    auto response = read_response();
    if (!response) {
        failure_ = std::move(response).error();
        return false;
    }
    response_ = *std::move(response);
    const auto begun = sink_.begin(*response_);
    if (!begun) failure_ = local_failure(begun.error());
    return begun.has_value();
}

Outcome<Response> CurlExchange::read_response() {
    long status = 0;
    curl_easy_getinfo(easy_, CURLINFO_RESPONSE_CODE, &status);
    if (status != 200 && status != 206) {
        Failure failure = failure_of_status(status);
        curl_off_t wait = 0;
        curl_easy_getinfo(easy_, CURLINFO_RETRY_AFTER, &wait);
        if (wait > 0) failure.retry_after = std::chrono::seconds(wait);
        return tl::unexpected(std::move(failure));
    }
    Response response{final_url(), 0, std::nullopt, header("ETag"), header("Content-Type")};
    if (!is_strong(response.validator)) response.validator = header("Last-Modified");
    if (status == 206) {
        const std::string text = header("Content-Range");
        const auto range = parse_content_range(text);
        if (!range)
            return tl::unexpected(
                network_failure(FailureClass::permanent, "bad_response",
                                "the server sent a part without saying which (Content-Range: \"" +
                                    printable(text) + "\")"));
        response.first_byte = range->first;
        response.total_size = range->total;
    } else {
        curl_off_t length = -1;
        curl_easy_getinfo(easy_, CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, &length);
        if (length >= 0) response.total_size = static_cast<std::uint64_t>(length);
    }
    return response;
}

std::string CurlExchange::header(const char* name) const {
    curl_header* found = nullptr;
    // -1: of the last answer, whatever redirects came before.
    if (curl_easy_header(easy_, name, 0, CURLH_HEADER, -1, &found) != CURLHE_OK) return {};
    return std::string(trim(found->value));
}

Url CurlExchange::final_url() const {
    long redirects = 0;
    char* text = nullptr;
    curl_easy_getinfo(easy_, CURLINFO_REDIRECT_COUNT, &redirects);
    curl_easy_getinfo(easy_, CURLINFO_EFFECTIVE_URL, &text);
    if (redirects == 0 || text == nullptr) return request_.url;
    return Url::parse(text).value_or(request_.url);
}

}  // namespace cudafetch::fetch
