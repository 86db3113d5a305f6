// SPDX-License-Identifier: MIT
#include "fetch/file_transfer.hpp"

namespace cudafetch::fetch {

namespace {

/// A server that brings this much before it hangs up is slow, not broken.
constexpr std::uint64_t notable_progress = 1024 * 1024;

std::string count_of(std::uint64_t bytes) {
    return std::to_string(bytes) + " bytes";
}

Sha256Digest digest_of(const Url& url) {
    return sha256(as_bytes(url.secret()));
}

}  // namespace

FileTransfer::FileTransfer(Transport& transport, const Download& wanted, PartFile& part,
                           ProgressMeter& meter)
    : transport_(transport),
      wanted_(wanted),
      part_(part),
      meter_(meter),
      high_water_(part.size()),
      request_{wanted.urls.front(), 0, {}} {
    meter_.expect(wanted_.size.value_or(0));
    meter_.moved(0, part_.size());
}

bool FileTransfer::advanced() {
    if (part_.size() < high_water_ + notable_progress) return false;
    high_water_ = part_.size();
    return true;
}

Outcome<void> FileTransfer::attempt(const Url& url, const Cancellation& cancellation) {
    auto outcome = receive(url, cancellation);
    if (outcome) outcome = check_whole();
    if (outcome) return {};
    const FailureClass kind = outcome.error().kind;
    if (kind != FailureClass::corrupt && kind != FailureClass::stale) return outcome;
    if (kind == FailureClass::stale) restarted_ = true;
    if (auto restarted = restart_part(); !restarted)
        return tl::unexpected(local_failure(std::move(restarted).error()));
    return outcome;
}

Outcome<void> FileTransfer::receive(const Url& url, const Cancellation& cancellation) {
    response_.reset();
    refusal_.reset();
    if (wanted_.size && part_.size() > *wanted_.size) {
        if (auto restarted = restart_part(); !restarted)
            return tl::unexpected(local_failure(std::move(restarted).error()));
    }
    request_ = {url, part_.size(), {}};
    // An earlier run may have ended between the last byte and the final name.
    if (wanted_.size && part_.size() == *wanted_.size && part_.size() > 0) return {};
    // Another server's validator would only make this one start from the beginning.
    if (part_.origin().url == digest_of(url)) request_.validator = part_.origin().validator;

    auto response = transport_.get(request_, *this, cancellation);
    if (response) return {};
    if (refusal_) {
        refusal_->final_url = response_->final_url;
        return tl::unexpected(*std::move(refusal_));
    }
    return tl::unexpected(interrupted_body(std::move(response).error()));
}

Result<void> FileTransfer::begin(const Response& response) {
    response_ = response;
    if (wanted_.size && response.total_size && *response.total_size != *wanted_.size)
        return refuse(mismatch("size_mismatch", "wrong size: expected " + count_of(*wanted_.size) +
                                                    ", the server has " +
                                                    count_of(*response.total_size)));
    if (response.first_byte == 0) {
        CUDAFETCH_CHECK(restart_part());
    } else if (response.first_byte != part_.size()) {
        return refuse(network_failure(FailureClass::stale, "bad_response",
                                      "the server went on at byte " +
                                          std::to_string(response.first_byte) + ", asked for " +
                                          std::to_string(part_.size())));
    }
    return part_.set_origin({wanted_.sha256, digest_of(request_.url), response.validator});
}

Result<void> FileTransfer::write(ByteSpan bytes) {
    const std::uint64_t before = part_.size();
    if (wanted_.size && before + bytes.size() > *wanted_.size)
        return refuse(mismatch("size_mismatch", "wrong size: expected " + count_of(*wanted_.size) +
                                                    ", the server sends more"));
    CUDAFETCH_CHECK(part_.append(bytes));
    meter_.moved(before, part_.size());
    return {};
}

Outcome<void> FileTransfer::check_whole() {
    const std::uint64_t got = part_.size();
    if (const auto size = known_size(); size && got < *size)
        return tl::unexpected(interrupted_body(
            network_failure(FailureClass::retry, "truncated", "the server ended the transfer early",
                            {"try again: what has arrived is kept and continued"})));
    const Sha256Digest digest = part_.digest();
    if (digest == wanted_.sha256) return {};
    std::string reason = "wrong content: expected SHA-256 " + wanted_.sha256.hex();
    if (wanted_.size) reason += " (" + count_of(*wanted_.size) + ")";
    reason += ", got " + digest.hex() + " (" + count_of(got) + ")";
    return tl::unexpected(mismatch("digest_mismatch", std::move(reason)));
}

Result<void> FileTransfer::restart_part() {
    meter_.moved(part_.size(), 0);
    return part_.restart();
}

Failure FileTransfer::mismatch(std::string code, std::string reason) const {
    Failure failure;
    // Bytes kept from before may be what is wrong; they are given up once, and not blamed twice.
    const bool kept_bytes = request_.offset > 0 && (!response_ || response_->first_byte > 0);
    failure.kind = kept_bytes && !restarted_ ? FailureClass::stale : FailureClass::corrupt;
    failure.error = {ExitCode::integrity, std::move(code), std::move(reason), {}, {}};
    if (response_) failure.final_url = response_->final_url;
    if (response_ && response_->content_type.starts_with("text/html"))
        failure.error.hints.emplace_back(
            "the server sent a web page (text/html), such as an error or a login page, not the "
            "file");
    failure.error.hints.emplace_back(
        "try again; if it stays so, this server does not hold the original file: use another "
        "--mirror");
    return failure;
}

Result<void> FileTransfer::refuse(Failure failure) {
    refusal_ = std::move(failure);
    return tl::unexpected(refusal_->error);
}

/// Adds how far the body came to a failure that cut it off.
Failure FileTransfer::interrupted_body(Failure cause) const {
    if (cause.kind != FailureClass::retry || !response_) return cause;
    std::string got = "got " + std::to_string(part_.size());
    if (const auto size = known_size()) got += " of " + std::to_string(*size);
    cause.error.code = "truncated";
    cause.error.message = got + " bytes: " + cause.error.message;
    return cause;
}

std::optional<std::uint64_t> FileTransfer::known_size() const {
    if (wanted_.size) return wanted_.size;
    return response_ ? response_->total_size : std::nullopt;
}

}  // namespace cudafetch::fetch
