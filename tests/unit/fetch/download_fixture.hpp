// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <mutex>
#include <string>
#include <vector>

#include "cudafetch/fetch/downloader.hpp"
#include "support/fake_clock.hpp"
#include "support/fake_transport.hpp"
#include "support/temp_dir.hpp"

namespace cudafetch::test {

class RecordingReporter final : public Reporter {
  public:
    void status(std::string_view line) override { add(statuses_, line); }
    void warning(std::string_view line) override { add(warnings_, line); }
    void progress(const Progress& progress) override {
        const std::lock_guard lock(mutex_);
        last_ = progress;
        most_done_ = std::max(most_done_, progress.done_bytes);
    }

    [[nodiscard]] const std::vector<std::string>& statuses() const { return statuses_; }
    [[nodiscard]] const std::vector<std::string>& warnings() const { return warnings_; }
    [[nodiscard]] const Progress& last() const { return last_; }
    [[nodiscard]] std::uint64_t most_done() const { return most_done_; }

  private:
    void add(std::vector<std::string>& lines, std::string_view line) {
        const std::lock_guard lock(mutex_);
        lines.emplace_back(line);
    }

    std::mutex mutex_;
    std::vector<std::string> statuses_;
    std::vector<std::string> warnings_;
    Progress last_;
    std::uint64_t most_done_ = 0;
};

/// A downloader between fakes, a folder for its files, and one wanted file of 1000 bytes.
struct DownloadFixture {
    DownloadFixture() {
        for (std::size_t i = 0; i < 1000; ++i)
            content += static_cast<char>('a' + i * 7 % 26);
        wanted.urls = {a};
        wanted.sha256 = sha256(as_bytes(content));
        wanted.size = content.size();
        wanted.name = "file.tar.xz";
    }

    Result<void> download() {
        // Each call with an object of its own, as if by a new process.
        fetch::Downloader downloader(transport, clock, reporter, options);
        return downloader.download(wanted, destination(), cancellation);
    }

    [[nodiscard]] fs::path destination() const { return folder / "cache/file"; }
    [[nodiscard]] fs::path part() const { return folder / "cache/file.part"; }
    [[nodiscard]] std::string stored() const {
        return read_file(destination(), 1 << 20).value_or("");
    }
    /// Nothing but the destination, if that, is in its folder.
    [[nodiscard]] bool clean() const {
        for (const auto& entry : fs::directory_iterator(destination().parent_path()))
            if (entry.path() != destination()) return false;
        return true;
    }
    [[nodiscard]] std::vector<std::uint64_t> offsets() const {
        std::vector<std::uint64_t> result;
        for (const auto& request : transport.requests())
            result.push_back(request.offset);
        return result;
    }
    [[nodiscard]] Answer whole() const { return {.body = content, .validator = "\"v1\""}; }
    [[nodiscard]] Answer dropping(std::size_t after) const {
        Answer answer = whole();
        answer.drop_after = after;
        return answer;
    }
    [[nodiscard]] Answer flipped() const {
        Answer answer = whole();
        answer.body[500] = static_cast<char>(answer.body[500] ^ 1);
        return answer;
    }

    const fetch::Url a = fetch::Url::parse("https://a.example/x/file.tar.xz").value();
    const fetch::Url b = fetch::Url::parse("https://b.example/x/file.tar.xz").value();
    const fetch::Url c = fetch::Url::parse("https://c.example/x/file.tar.xz").value();
    std::string content;
    fetch::Download wanted;
    fetch::DownloaderOptions options{.retry = {}, .planned_bytes = 0, .seed = 1};
    TempDir folder;
    FakeTransport transport;
    FakeClock clock;
    RecordingReporter reporter;
    Cancellation cancellation;
};

[[nodiscard]] inline bool contains(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

}  // namespace cudafetch::test
