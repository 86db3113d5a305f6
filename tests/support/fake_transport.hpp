// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <deque>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "cudafetch/fetch/transport.hpp"

namespace cudafetch::test {

/// How a fake server answers one request.
struct Answer {
    std::string body = {};       ///< The whole file.
    std::string validator = {};  ///< Of this version of the file.
    std::string content_type = "application/octet-stream";
    bool ranges = true;                                ///< Serves parts.
    bool announces_size = true;                        ///< Tells the size at all.
    std::optional<std::uint64_t> announced_size = {};  ///< What it tells instead of the truth.
    std::optional<std::size_t> drop_after = {};        ///< Hangs up after that many bytes.
    std::optional<fetch::Failure> failure = {};        ///< Fails with this before any byte.
    std::optional<fetch::Url> redirected_to = {};
    std::function<void()> on_chunk = {};  ///< Called before each chunk.
};

/// A transport that plays a script and records what it was asked for.
class FakeTransport final : public fetch::Transport {
  public:
    /// Adds the answer to one more request for `url`; the last one serves all that follow.
    void add(const fetch::Url& url, Answer answer) {
        const std::lock_guard lock(mutex_);
        script_[url.secret()].push_back(std::move(answer));
    }

    [[nodiscard]] std::vector<fetch::Get> requests() const {
        const std::lock_guard lock(mutex_);
        return requests_;
    }

    [[nodiscard]] fetch::Outcome<fetch::Response> get(const fetch::Get& request,
                                                      fetch::BodySink& sink,
                                                      const Cancellation& cancellation) override {
        const Answer answer = next_answer(request);
        if (answer.failure) return tl::unexpected(*answer.failure);
        const bool same = request.validator.empty() || request.validator == answer.validator;
        const std::uint64_t first = answer.ranges && same ? request.offset : 0;
        if (first > 0 && first >= answer.body.size())
            return tl::unexpected(fetch::failure_of_status(416));
        fetch::Response response{answer.redirected_to.value_or(request.url), first,
                                 answer.announced_size.value_or(answer.body.size()),
                                 answer.validator, answer.content_type};
        if (!answer.announces_size) response.total_size.reset();
        if (auto begun = sink.begin(response); !begun)
            return tl::unexpected(fetch::local_failure(begun.error()));
        return send(answer, response, sink, cancellation);
    }

  private:
    static constexpr std::size_t chunk_size = 100;

    Answer next_answer(const fetch::Get& request) {
        const std::lock_guard lock(mutex_);
        requests_.push_back(request);
        auto& answers = script_[request.url.secret()];
        if (answers.empty()) {
            Answer missing;
            missing.failure = fetch::failure_of_status(404);
            return missing;
        }
        Answer answer = answers.front();
        if (answers.size() > 1) answers.pop_front();
        return answer;
    }

    static fetch::Outcome<fetch::Response> send(const Answer& answer,
                                                const fetch::Response& response,
                                                fetch::BodySink& sink,
                                                const Cancellation& cancellation) {
        std::string_view rest = std::string_view(answer.body).substr(response.first_byte);
        if (answer.drop_after) rest = rest.substr(0, *answer.drop_after);
        while (!rest.empty()) {
            if (answer.on_chunk) answer.on_chunk();
            if (cancellation.requested()) return tl::unexpected(fetch::cancelled_failure());
            const std::string_view chunk = rest.substr(0, chunk_size);
            if (auto written = sink.write(as_bytes(chunk)); !written)
                return tl::unexpected(fetch::local_failure(written.error()));
            rest.remove_prefix(chunk.size());
        }
        if (!answer.drop_after) return response;
        return tl::unexpected(fetch::network_failure(fetch::FailureClass::retry, "connection_lost",
                                                     "the connection was reset"));
    }

    mutable std::mutex mutex_;
    std::map<std::string, std::deque<Answer>> script_;
    std::vector<fetch::Get> requests_;
};

}  // namespace cudafetch::test
