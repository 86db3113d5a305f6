// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>

#include "cudafetch/base/error.hpp"

namespace cudafetch {

/// A wish to stop, set from a signal handler or another thread and polled by long work.
class Cancellation {
  public:
    Cancellation() = default;
    /// Also requested whenever `outer` is, which must live longer.
    explicit Cancellation(const Cancellation* outer) : outer_(outer) {}
    Cancellation(const Cancellation&) = delete;
    Cancellation& operator=(const Cancellation&) = delete;

    /// Safe in a signal handler.
    void request() noexcept { requested_.store(true, std::memory_order_relaxed); }

    [[nodiscard]] bool requested() const noexcept {
        return requested_.load(std::memory_order_relaxed) ||
               (outer_ != nullptr && outer_->requested());
    }

    /// Fails with exit code 130 once the wish was expressed.
    [[nodiscard]] Result<void> check() const {
        if (requested()) return fail(ExitCode::interrupted, "interrupted", "interrupted");
        return {};
    }

  private:
    std::atomic<bool> requested_{false};
    const Cancellation* outer_ = nullptr;
    static_assert(std::atomic<bool>::is_always_lock_free);
};

}  // namespace cudafetch
