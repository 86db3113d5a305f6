// SPDX-License-Identifier: MIT
#include "exit_code.hpp"

#include "support/catch.hpp"

TEST_CASE("errors of a machine without a usable device are told from errors of the program") {
    for (const int code : {3, 34, 35, 36, 46, 100, 102, 304, 801, 802, 803, 804, 999}) {
        INFO(code);
        CHECK(kernels::means_no_device(code));
    }
    // No error, out of memory, no such device index, no kernel image, PTX too new, launch failure.
    for (const int code : {0, 2, 101, 209, 222, 719}) {
        INFO(code);
        CHECK_FALSE(kernels::means_no_device(code));
    }
}
