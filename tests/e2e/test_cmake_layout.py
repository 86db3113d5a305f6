# SPDX-License-Identifier: MIT
"""CMake's find_package(CUDAToolkit) in prefixes of all three tags, which hold fake libraries."""

import re
import shutil
import subprocess

from harness import main
from installs import NEW, OLD, InstallTest

CMAKE = shutil.which("cmake")
COMPILER = shutil.which("cc")
PROJECT = """\
cmake_minimum_required(VERSION 3.24)
project(finder LANGUAGES C)
find_package(CUDAToolkit REQUIRED)
foreach(name cudart cublas)
    get_target_property(library CUDA::${name} IMPORTED_LOCATION)
    message(STATUS "found ${name} ${library}")
endforeach()
message(STATUS "found version ${CUDAToolkit_VERSION}")
message(STATUS "found include ${CUDAToolkit_INCLUDE_DIRS}")
"""
# Without a compiler for that machine; what CMake looks up does not need one.
ARM_TOOLCHAIN = """\
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(CMAKE_C_COMPILER_WORKS TRUE)
"""


class CmakeLayout(InstallTest):
    def setUp(self):
        super().setUp()
        if CMAKE is None or COMPILER is None:
            self.skipTest("needs cmake and a C compiler, which are not both installed")
        cublas = {"include/cublas_v2.h": b"", "lib/libcublas.so": b"\x7fELF"}
        for tag, release in (("linux-x86_64", NEW), ("linux-sbsa", NEW), ("linux-x86_64", OLD),
                             ("linux-aarch64", OLD)):
            self.mirror.add_toolkit(release, tag, libcublas=cublas)

    def find(self, release, caps, *options):
        """What CMake finds in a prefix for a target, by name."""
        self.run_tool("install", "--cuda", release, "--caps", caps, "--host", "x86_64", *options,
                      "--profile", "compile", "--components", "libcublas", "--mirror",
                      self.mirror.root, "--prefix", self.prefix)
        (self.folder / "CMakeLists.txt").write_text(PROJECT)
        (self.folder / "arm.cmake").write_text(ARM_TOOLCHAIN)
        toolchain = ["--toolchain", "arm.cmake"] if options else []
        process = subprocess.run(
            [CMAKE, "-S", ".", "-B", "build", "-G", "Unix Makefiles",
             f"-DCUDAToolkit_ROOT={self.prefix}", *toolchain],
            cwd=self.folder, env=self.environment, capture_output=True, text=True)
        self.assertEqual(process.returncode, 0, process.stdout + process.stderr)
        return dict(re.findall(r"found (\S+) (.*)", process.stdout))

    def test_finds_version_and_libraries_for_all_tags(self):
        for release, caps, options in ((NEW, "8.9", ()), (NEW, "9.0", ("--target", "aarch64")),
                                       (OLD, "8.7", ("--target", "aarch64"))):
            with self.subTest(release, caps=caps):
                found = self.find(release, caps, *options)
                self.assertEqual(found["version"], release)
                for name in ("cudart", "cublas"):
                    self.assertTrue(found[name].startswith(f"{self.prefix}/"), found)
                    self.assertTrue(found[name].endswith(f"lib{name}.so"), found)
                self.assertTrue(found["include"].startswith(f"{self.prefix}/"), found)
                shutil.rmtree(self.folder / "build")


if __name__ == "__main__":
    main()
