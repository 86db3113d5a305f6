# SPDX-License-Identifier: MIT
# Everything comes from the distribution; scripts/install_dependencies names the packages.
find_package(Threads REQUIRED)
find_package(OpenSSL 3 REQUIRED COMPONENTS Crypto)
find_package(CURL 7.85 REQUIRED)
find_package(LibArchive REQUIRED)
find_package(LibLZMA REQUIRED)
find_package(nlohmann_json 3.10 REQUIRED)
find_package(CLI11 2 REQUIRED)
find_package(tl-expected REQUIRED)
find_package(Python3 3.9 REQUIRED COMPONENTS Interpreter)
