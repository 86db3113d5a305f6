# SPDX-License-Identifier: MIT
"""The benchmark's sources keep to what every supported toolkit and board can do."""

import glob
import os
import re
import shutil
import subprocess
import unittest

import bench_build

WARNINGS = ["-Wall", "-Wextra", "-Wpedantic", "-Wconversion", "-Wshadow", "-Werror"]


def sources(pattern="*"):
    return sorted(glob.glob(os.path.join(bench_build.KERNELS, pattern)))


class Sources(unittest.TestCase):
    def test_no_managed_memory(self):
        # Boards without concurrent access to managed memory fault on it.
        forbidden = re.compile(r"cudaMallocManaged|MemPrefetch|MemAdvise|__managed__")
        self.assertTrue(sources("*.cu"))
        for path in sources():
            with open(path, encoding="utf-8") as file:
                self.assertIsNone(forbidden.search(file.read()), path)

    def test_includes_stay_in_the_folder(self):
        # The files are written to one folder on the user's machine and compiled there.
        names = {os.path.basename(path) for path in sources()}
        for path in sources():
            with open(path, encoding="utf-8") as file:
                for included in re.findall(r'^#include "(.*)"', file.read(), re.MULTILINE):
                    self.assertIn(included, names, path)

    def test_host_headers_are_cxx14(self):
        compiler = os.environ.get("CXX") or shutil.which("c++")
        if not compiler:
            self.skipTest("no C++ compiler: set CXX, or put c++ on PATH")
        for path in sources("*.hpp"):
            with self.subTest(os.path.basename(path)):
                subprocess.run(
                    [*compiler.split(), "-std=c++14", *WARNINGS, "-fsyntax-only", "-include", path]
                    + ["-x", "c++", os.devnull],
                    check=True,
                )


if __name__ == "__main__":
    bench_build.main()
