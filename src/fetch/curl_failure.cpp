// SPDX-License-Identifier: MIT
#include "fetch/curl_failure.hpp"

#include <array>
#include <cstdlib>
#include <span>

#include "cudafetch/base/text.hpp"

namespace cudafetch::fetch {

namespace {

struct CodeMeaning {
    FailureClass kind;
    const char* code;
    const char* hint;
};

CodeMeaning meaning_of(CURLcode code) {
    switch (code) {
        case CURLE_COULDNT_RESOLVE_HOST:
            return {FailureClass::retry, "unreachable",
                    "check the host name and this machine's name resolution, or use --mirror"};
        case CURLE_COULDNT_CONNECT:
        case CURLE_SSL_CONNECT_ERROR:
            return {FailureClass::retry, "unreachable",
                    "check the network and the proxy variables (https_proxy, no_proxy), or use "
                    "--mirror"};
        case CURLE_COULDNT_RESOLVE_PROXY:
        case CURLE_PROXY:
            return {FailureClass::retry, "proxy_refused",
                    "check the proxy variables (https_proxy, http_proxy, all_proxy, no_proxy)"};
        case CURLE_OPERATION_TIMEDOUT:
            return {FailureClass::retry, "timed_out", "try again later, or use another --mirror"};
        case CURLE_PARTIAL_FILE:
        case CURLE_RECV_ERROR:
        case CURLE_SEND_ERROR:
        case CURLE_GOT_NOTHING:
        case CURLE_HTTP2:
        case CURLE_HTTP2_STREAM:
            return {FailureClass::retry, "connection_lost",
                    "try again: what has arrived is kept and continued"};
        case CURLE_WEIRD_SERVER_REPLY:
            return {FailureClass::retry, "bad_response",
                    "try again; if it stays so, this is no HTTP server"};
        case CURLE_PEER_FAILED_VERIFICATION:
        case CURLE_SSL_CACERT_BADFILE:
        case CURLE_SSL_CERTPROBLEM:
        case CURLE_SSL_ISSUER_ERROR:
            return {FailureClass::permanent, "tls_failed",
                    "check this machine's date and its CA certificates (package ca-certificates)"};
        case CURLE_TOO_MANY_REDIRECTS:
            return {FailureClass::permanent, "too_many_redirects", "use another --mirror"};
        case CURLE_UNSUPPORTED_PROTOCOL:
            return {FailureClass::permanent, "redirect_refused",
                    "redirects are followed to http and https only, and from https to https only"};
        default:
            return {FailureClass::permanent, "request_failed", "use another --mirror"};
    }
}

struct ProxySetting {
    std::string variable;
    std::string host;
    std::string port;  ///< Empty: libcurl's default.
};

std::string part_of(CURLU* url, CURLUPart part) {
    char* text = nullptr;
    if (curl_url_get(url, part, &text, 0) != CURLUE_OK) return {};
    std::string copy(text);
    curl_free(text);
    return copy;
}

/// The proxy that the environment names for this scheme, whether or not no_proxy exempts a host.
std::optional<ProxySetting> proxy_setting(Url::Scheme scheme) {
    // HTTP_PROXY is left out, as libcurl does: CGI programs receive it from their clients.
    static constexpr std::array<const char*, 3> for_http{"http_proxy", "all_proxy", "ALL_PROXY"};
    static constexpr std::array<const char*, 4> for_https{"https_proxy", "HTTPS_PROXY", "all_proxy",
                                                          "ALL_PROXY"};
    const std::span<const char* const> names =
        scheme == Url::Scheme::http ? std::span<const char* const>(for_http) : for_https;
    for (const char* name : names) {
        const char* value = std::getenv(name);
        if (value == nullptr || *value == '\0') continue;
        CURLU* parsed = curl_url();
        curl_url_set(parsed, CURLUPART_URL, value, CURLU_NON_SUPPORT_SCHEME | CURLU_GUESS_SCHEME);
        ProxySetting setting{name, part_of(parsed, CURLUPART_HOST),
                             part_of(parsed, CURLUPART_PORT)};
        curl_url_cleanup(parsed);
        return setting;
    }
    return std::nullopt;
}

/// libcurl says which host did not take the connection, not that it was the proxy.
std::optional<ProxySetting> refusing_proxy(CURLcode code, std::string_view detail, const Url& url) {
    if (code != CURLE_COULDNT_CONNECT && code != CURLE_OPERATION_TIMEDOUT) return std::nullopt;
    auto proxy = proxy_setting(url.scheme());
    if (!proxy || proxy->host.empty()) return std::nullopt;
    const bool named =
        detail.find(proxy->host + " port " + proxy->port) != std::string_view::npos ||
        detail.find("via " + proxy->host) != std::string_view::npos;
    return named ? proxy : std::nullopt;
}

/// The status with which a proxy refused to open a tunnel; 0 if none did.
long refused_tunnel(CURL* easy) {
    long status = 0;
    curl_easy_getinfo(easy, CURLINFO_HTTP_CONNECTCODE, &status);
    return status >= 300 ? status : 0;
}

}  // namespace

Failure failure_of_curl(CURL* easy, CURLcode code, std::string_view detail, const Url& url) {
    if (const long status = refused_tunnel(easy); status != 0) {
        Failure failure = failure_of_status(status);
        failure.error.code = "proxy_refused";
        failure.error.message =
            "the proxy refused the connection with status " + std::to_string(status);
        if (failure.kind == FailureClass::absent || failure.kind == FailureClass::stale)
            failure.kind = FailureClass::permanent;
        return failure;
    }
    // A body that was longer than announced garbles the next answer on its connection.
    const bool garbled =
        code == CURLE_UNSUPPORTED_PROTOCOL && detail.find("HTTP/0.9") != std::string_view::npos;
    const CodeMeaning meaning = meaning_of(garbled ? CURLE_WEIRD_SERVER_REPLY : code);
    const std::string reason = printable(trim(detail.empty() ? curl_easy_strerror(code) : detail));
    Failure failure = network_failure(meaning.kind, meaning.code, reason, {meaning.hint});
    if (const auto proxy = refusing_proxy(code, detail, url)) {
        failure.error.code = "proxy_refused";
        const std::string port = proxy->port.empty() ? "" : ":" + proxy->port;
        failure.error.message = "the proxy refused the connection (" + proxy->variable + " names " +
                                proxy->host + port + "): " + reason;
        failure.error.hints = {"check " + proxy->variable +
                               ", or name hosts that need no proxy in no_proxy"};
    }
    return failure;
}

}  // namespace cudafetch::fetch
