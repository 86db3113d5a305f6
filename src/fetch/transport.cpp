// SPDX-License-Identifier: MIT
#include "cudafetch/fetch/transport.hpp"

namespace cudafetch::fetch {

namespace {

struct StatusMeaning {
    FailureClass kind;
    const char* code;
    const char* reason;  ///< Follows "the server answered <status>".
    const char* hint;    ///< May be empty.
};

StatusMeaning meaning_of(long status) {
    switch (status) {
        case 404:
        case 410:
            return {FailureClass::absent, "not_found", ", it does not have this file",
                    "check that the mirror holds this release, or use another --mirror"};
        case 401:
        case 403:
            return {FailureClass::permanent, "forbidden", ", it does not allow this",
                    "check the credentials in the mirror's URL, or use another --mirror"};
        case 407:
            return {FailureClass::permanent, "proxy_refused",
                    ": the proxy wants a user name and password",
                    "put them into the proxy's URL (https_proxy, http_proxy), or name hosts that "
                    "need no proxy in no_proxy"};
        case 416:
            return {FailureClass::stale, "range_refused", ", its file ends before the part we have",
                    ""};
        case 408:
        case 429:
        case 500:
        case 502:
        case 503:
        case 504:
            return {FailureClass::retry, "server_busy", "",
                    "try again later, or use another --mirror"};
        default:
            return {FailureClass::permanent, "http_error", "", "use another --mirror"};
    }
}

}  // namespace

Failure network_failure(FailureClass kind, std::string code, std::string reason,
                        std::vector<std::string> hints) {
    Failure failure;
    failure.kind = kind;
    failure.error = {ExitCode::network, std::move(code), std::move(reason), std::move(hints), {}};
    return failure;
}

Failure local_failure(Error error) {
    Failure failure;
    failure.kind = FailureClass::local;
    failure.error = std::move(error);
    return failure;
}

Failure failure_of_status(long status) {
    const StatusMeaning meaning = meaning_of(status);
    std::vector<std::string> hints;
    if (*meaning.hint != '\0') hints.emplace_back(meaning.hint);
    return network_failure(meaning.kind, meaning.code,
                           "the server answered " + std::to_string(status) + meaning.reason,
                           std::move(hints));
}

Failure cancelled_failure() {
    Failure failure;
    failure.kind = FailureClass::cancelled;
    failure.error = {ExitCode::interrupted, "interrupted", "interrupted", {}, {}};
    return failure;
}

}  // namespace cudafetch::fetch
