// SPDX-License-Identifier: MIT
#include "cudafetch/model/report.hpp"

#include <algorithm>

namespace cudafetch::model {

const Step* Report::decisive() const {
    for (const Outcome outcome : {Outcome::failed, Outcome::unavailable}) {
        const auto found = std::find_if(steps.begin(), steps.end(),
                                        [&](const Step& step) { return step.outcome == outcome; });
        if (found != steps.end()) return &*found;
    }
    return nullptr;
}

ExitCode Report::verdict() const {
    const Step* step = decisive();
    if (step == nullptr) return ExitCode::done;
    return step->outcome == Outcome::failed ? ExitCode::verification_failed
                                            : ExitCode::no_usable_gpu;
}

std::string_view to_text(Outcome outcome) {
    switch (outcome) {
        case Outcome::passed:
            return "passed";
        case Outcome::failed:
            return "failed";
        case Outcome::skipped:
            return "skipped";
        case Outcome::unavailable:
            return "unavailable";
    }
    return {};
}

}  // namespace cudafetch::model
