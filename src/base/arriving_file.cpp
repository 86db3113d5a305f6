// SPDX-License-Identifier: MIT
#include "cudafetch/base/arriving_file.hpp"

#include <unistd.h>

#include <algorithm>
#include <cerrno>

namespace cudafetch {

namespace {

tl::unexpected<Error> ended(std::string code) {
    return fail(ExitCode::interrupted, std::move(code), "the bytes that were read were given up");
}

}  // namespace

void ArrivingFile::open(FileDescriptor file) {
    const std::lock_guard lock(mutex_);
    file_ = std::move(file);
}

void ArrivingFile::grew_to(std::uint64_t size) {
    {
        const std::lock_guard lock(mutex_);
        size_ = size;
    }
    changed_.notify_all();
}

void ArrivingFile::restart() {
    {
        const std::lock_guard lock(mutex_);
        if (size_ == 0) return;
        size_ = 0;
        ++version_;
    }
    changed_.notify_all();
}

void ArrivingFile::complete() {
    {
        const std::lock_guard lock(mutex_);
        state_ = State::complete;
    }
    changed_.notify_all();
}

void ArrivingFile::abandon() {
    {
        const std::lock_guard lock(mutex_);
        if (state_ == State::arriving) state_ = State::abandoned;
    }
    changed_.notify_all();
}

Result<std::size_t> ArrivingFile::read(std::span<std::byte> buffer) {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return has_news(); });
    if (stopped_) return ended("reading_stopped");
    if (version_ != read_version_) return ended("arrival_restarted");
    if (state_ == State::abandoned) return ended("arrival_abandoned");
    const std::size_t wanted =
        static_cast<std::size_t>(std::min<std::uint64_t>(buffer.size(), size_ - position_));
    if (wanted == 0) return std::size_t{0};
    const auto offset = static_cast<off_t>(position_);
    lock.unlock();
    for (;;) {
        const ssize_t count = ::pread(file_.get(), buffer.data(), wanted, offset);
        if (count < 0 && errno == EINTR) continue;
        if (count < 0) return fail_errno("read", "what was downloaded", errno);
        // A writer that starts anew may have emptied the file meanwhile; the next call tells.
        if (count == 0) return ended("arrival_restarted");
        lock.lock();
        if (version_ != read_version_) return ended("arrival_restarted");
        position_ += static_cast<std::uint64_t>(count);
        return static_cast<std::size_t>(count);
    }
}

bool ArrivingFile::would_wait() {
    const std::lock_guard lock(mutex_);
    return !has_news();
}

void ArrivingFile::stop_reading() {
    {
        const std::lock_guard lock(mutex_);
        stopped_ = true;
    }
    changed_.notify_all();
}

void ArrivingFile::rewind() {
    const std::lock_guard lock(mutex_);
    position_ = 0;
    read_version_ = version_;
    stopped_ = false;
}

ArrivingFile::Fate ArrivingFile::wait_for_fate() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return version_ != read_version_ || state_ != State::arriving; });
    if (version_ != read_version_) return Fate::restarted;
    return state_ == State::complete ? Fate::complete : Fate::abandoned;
}

}  // namespace cudafetch
