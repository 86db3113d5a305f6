// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace cudafetch {

/// The names that somebody who wrote `wanted` may have meant: closest first, `most` at most, none
/// if no name is plausible. A name is plausible if at most a third of it had to be written
/// otherwise (letters added, dropped, replaced, or two neighbours exchanged, upper and lower case
/// alike), or if `wanted` is a part of it. Equally close names come in the order of the alphabet.
[[nodiscard]] std::vector<std::string> nearest(std::string_view wanted,
                                               const std::vector<std::string>& known,
                                               std::size_t most = 3);

/// "; did you mean cuda_nvcc or cuda_nvrtc?" to put behind a refusal, of names such as nearest()
/// yields; empty if there is none.
[[nodiscard]] std::string did_you_mean(const std::vector<std::string>& names);

}  // namespace cudafetch
