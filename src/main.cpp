// SPDX-License-Identifier: MIT
#include "cli/run.hpp"

int main(int argc, char** argv) {
    return cudafetch::cli::run(argc, argv);
}
