// SPDX-License-Identifier: MIT
#if CUDAFETCH_CATCH < 3
#define CATCH_CONFIG_MAIN
#include <catch2/catch.hpp>
#endif
