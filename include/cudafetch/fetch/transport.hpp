// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "cudafetch/base/cancellation.hpp"
#include "cudafetch/base/sink.hpp"
#include "cudafetch/fetch/url.hpp"

namespace cudafetch::fetch {

/// What a failed request means for the next one.
enum class FailureClass {
    retry,      ///< May work when tried again: a time-out, a reset, a 503, a short body.
    stale,      ///< What was kept from before does not fit: start again from the first byte.
    permanent,  ///< This URL will not deliver; another mirror might.
    absent,     ///< The server does not have the file; another mirror might.
    corrupt,    ///< Bytes arrived, and they are not the expected ones.
    local,      ///< This machine's fault, such as a full disk: no mirror can help.
    cancelled,  ///< The user wants to stop.
};

/// Why a request failed.
struct Failure {
    FailureClass kind = FailureClass::permanent;
    Error error;  ///< Its message is the bare reason, without the URL.
    std::optional<std::chrono::seconds> retry_after;  ///< What the server asked to wait.
    std::optional<Url> final_url;                     ///< Who gave the answer, after redirects.
};

template <typename T>
using Outcome = tl::expected<T, Failure>;

/// One request for a file or the rest of it.
struct Get {
    Url url;
    std::uint64_t offset = 0;  ///< First byte wanted. A server may ignore it and send everything.
    /// The `Response::validator` of the bytes before `offset`: the server is to send everything
    /// if its file is another one by now. Empty: whatever it has.
    std::string validator;
};

/// What is known about a file before its first byte arrives.
struct Response {
    Url final_url;                            ///< After redirects.
    std::uint64_t first_byte = 0;             ///< Position of the first byte that will arrive.
    std::optional<std::uint64_t> total_size;  ///< Of the whole file, if the server says.
    std::string validator;                    ///< A strong ETag, else Last-Modified, else empty.
    std::string content_type;                 ///< As the server wrote it; may be empty.
};

/// Takes the body of a response.
class BodySink : public Sink {
  public:
    /// Called once, before the first byte, and only for an answer that brings the file.
    /// A failure stops the transfer.
    [[nodiscard]] virtual Result<void> begin(const Response& response) = 0;
};

/// Fetches over one protocol, or one family of them. Every call may come from any thread.
class Transport {
  public:
    virtual ~Transport() = default;

    /// Makes one attempt and streams the body into `sink`; waits for its end. If the sink fails,
    /// the answer is `FailureClass::local` with the sink's error.
    [[nodiscard]] virtual Outcome<Response> get(const Get& request, BodySink& sink,
                                                const Cancellation& cancellation) = 0;
};

/// A failure of exit code 4.
[[nodiscard]] Failure network_failure(FailureClass kind, std::string code, std::string reason,
                                      std::vector<std::string> hints = {});

/// The failure that an error of a sink, or of this machine's disk, stands for.
[[nodiscard]] Failure local_failure(Error error);

/// The failure that an HTTP status other than 200 and 206 stands for.
[[nodiscard]] Failure failure_of_status(long status);

/// The failure that a requested cancellation stands for.
[[nodiscard]] Failure cancelled_failure();

}  // namespace cudafetch::fetch
