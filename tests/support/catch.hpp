// SPDX-License-Identifier: MIT
#pragma once

#if CUDAFETCH_CATCH >= 3
#include <catch2/catch_all.hpp>
#else
#include <catch2/catch.hpp>
namespace Catch::Matchers {
inline auto ContainsSubstring(const std::string& text) {
    return Contains(text);
}
}  // namespace Catch::Matchers
#endif
