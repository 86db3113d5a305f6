// SPDX-License-Identifier: MIT
#include "fetch/text_transfer.hpp"

namespace cudafetch::fetch {

namespace {

class TextSink final : public BodySink {
  public:
    TextSink(std::string& text, std::uint64_t max_bytes) : text_(text), max_bytes_(max_bytes) {}

    Result<void> begin(const Response& response) override {
        text_.clear();
        return check(response.total_size.value_or(0));
    }

    Result<void> write(ByteSpan bytes) override {
        CUDAFETCH_CHECK(check(text_.size() + bytes.size()));
        text_ += as_text(bytes);
        return {};
    }

  private:
    Result<void> check(std::uint64_t bytes) const {
        if (bytes <= max_bytes_) return {};
        return fail(ExitCode::integrity, "text_too_large",
                    "it is larger than " + std::to_string(max_bytes_) +
                        " bytes, which such a file never is",
                    {"check that the mirror's URL leads to a redist folder"});
    }

    std::string& text_;
    std::uint64_t max_bytes_;
};

}  // namespace

Outcome<void> TextTransfer::attempt(const Url& url, const Cancellation& cancellation) {
    TextSink sink(text_, max_bytes_);
    auto response = transport_.get({url, 0, {}}, sink, cancellation);
    if (!response) return tl::unexpected(std::move(response).error());
    return {};
}

}  // namespace cudafetch::fetch
