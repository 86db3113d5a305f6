#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The install target: another CMake project finds the library and links it."""
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BINARY = pathlib.Path(os.environ.get("CUDAFETCH", ROOT / "build/test/cudafetch"))

CMAKE_LISTS = """\
cmake_minimum_required(VERSION 3.24)
project(consumer LANGUAGES CXX)
find_package(cudafetch REQUIRED)
add_executable(consumer main.cpp)
target_link_libraries(consumer PRIVATE cudafetch::cudafetch)
"""
MAIN = """\
#include <iostream>
#include "cudafetch/manifest/catalogue.hpp"

int main() {
    const cudafetch::manifest::EmbeddedCatalogue catalogue;
    std::cout << catalogue.releases("cuda").size() << " releases\\n";
    return catalogue.releases("cuda").size() > 40 ? 0 : 1;
}
"""


def run(*command, **options):
    return subprocess.run([str(word) for word in command], text=True, capture_output=True,
                          check=False, **options)


class Package(unittest.TestCase):
    def test_a_project_links_the_installed_library(self):
        with tempfile.TemporaryDirectory() as folder:
            prefix, source, build = (pathlib.Path(folder, name) for name in ("out", "src", "build"))
            installed = run("cmake", "--install", BINARY.parent, "--prefix", prefix)
            self.assertEqual(installed.returncode, 0, installed.stdout + installed.stderr)
            source.mkdir()
            (source / "CMakeLists.txt").write_text(CMAKE_LISTS)
            (source / "main.cpp").write_text(MAIN)
            configured = run("cmake", "-S", source, "-B", build, f"-DCMAKE_PREFIX_PATH={prefix}")
            self.assertEqual(configured.returncode, 0, configured.stdout + configured.stderr)
            built = run("cmake", "--build", build)
            self.assertEqual(built.returncode, 0, built.stdout + built.stderr)
            self.assertEqual(run(build / "consumer").returncode, 0)
            version = run(prefix / "bin/cudafetch", "--version")
            self.assertRegex(version.stdout, r"^cudafetch \d+\.\d+\.\d+$")


if __name__ == "__main__":
    if not (BINARY.parent / "cmake_install.cmake").exists():
        print(f"SKIP: {BINARY.parent} is no build folder")
        sys.exit(77)
    unittest.main()
