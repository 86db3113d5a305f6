# SPDX-License-Identifier: MIT
"""A real toolkit, from a mirror made on this machine, installed over HTTP and put to work.

CUDAFETCH_TEST_MIRROR names a mirror that scripts/make_mirror.py made before, to save the time.
"""

import json
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

from harness import BINARY, ROOT, CommandTest, main, private_environment
from http_server import MirrorServer

CAPABILITY = "9.0"  # Has no Jetson, so both architectures take the tag that make_mirror.py makes.
MACHINE = ("--host", platform.machine(), "--caps", CAPABILITY)
CXX = shutil.which("g++")
CMAKE = shutil.which("cmake")
SYSTEM_FOLDERS = ("/usr/include/", "/usr/lib/")

KERNEL = """\
#include <cuda_runtime.h>
#include <thrust/version.h>
__global__ void add(int *x) { ++*x; }
int main() { int v = 0; add<<<1, 1>>>(nullptr); return cudaRuntimeGetVersion(&v) != cudaSuccess; }
"""
RUNTIME_CALLER = """\
#include <cuda_runtime.h>
int main() { int v = 0; return cudaRuntimeGetVersion(&v) != cudaSuccess || v != CUDART_VERSION; }
"""
CUDA_PROJECT = """\
cmake_minimum_required(VERSION 3.24)
project(kernel LANGUAGES CXX CUDA)
add_executable(app app.cu)
"""
CXX_PROJECT = """\
cmake_minimum_required(VERSION 3.24)
project(caller LANGUAGES CXX)
find_package(CUDAToolkit REQUIRED)
add_executable(app app.cpp)
target_link_libraries(app PRIVATE CUDA::cudart)
get_target_property(cudart CUDA::cudart IMPORTED_LOCATION)
message(STATUS "found ${CUDAToolkit_VERSION} | ${CUDAToolkit_ROOT} | ${cudart}")
"""


def make_mirror(folder):
    """A mirror with this machine's compiler set; from the network only if no toolkit is here."""
    reasons = []
    for source in ("toolkit", "pip"):
        command = [sys.executable, str(ROOT / "scripts" / "make_mirror.py"), "--from", source,
                   "--out", str(folder)]
        process = subprocess.run(command, capture_output=True, text=True)
        if process.returncode == 0:
            return folder
        reasons.append(process.stderr.strip())
    raise unittest.SkipTest("no mirror can be made here: " + "; ".join(reasons))


def setUpModule():
    """One mirror and one prefix for all tests."""
    global PREFIX, RELEASE
    if CXX is None:
        raise unittest.SkipTest("needs g++, which is not installed")
    folder = pathlib.Path(tempfile.mkdtemp(prefix="cudafetch-e2e-toolkit-")).resolve()
    unittest.addModuleCleanup(shutil.rmtree, folder, ignore_errors=True)
    given = os.environ.get("CUDAFETCH_TEST_MIRROR")
    mirror = pathlib.Path(given) if given else make_mirror(folder / "mirror")
    RELEASE = json.loads((mirror / "cuda/redist/index.json").read_text())["releases"][-1]
    PREFIX = folder / "cuda"
    with MirrorServer(mirror) as server:
        subprocess.run([str(BINARY), "install", "--cuda", RELEASE, "--mirror", server.url,
                        "--prefix", str(PREFIX), *MACHINE],
                       env=private_environment(folder), check=True, stdout=subprocess.DEVNULL)


class RealToolkit(CommandTest):
    """A test with another nvcc first on PATH, which must never run."""

    scratch_parent = None  # Builds may be too large for memory.

    def setUp(self):
        super().setUp()
        self.prefix = PREFIX
        elsewhere = self.folder / "elsewhere"
        elsewhere.mkdir()
        (elsewhere / "nvcc").write_text("#!/bin/sh\necho the wrong nvcc >&2\nexit 1\n")
        (elsewhere / "nvcc").chmod(0o755)
        self.environment["PATH"] = f"{elsewhere}:{self.environment['PATH']}"

    def run_checked(self, *command):
        """Runs another program in the test's folder, and returns what it printed."""
        process = subprocess.run(
            [str(word) for word in command], cwd=self.folder, stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT, text=True, env=self.environment)
        self.assertEqual(process.returncode, 0, process.stdout)
        return process.stdout

    def configure_and_build(self, project, source, text, *options):
        """Builds `source` with CMake in build/, and returns what CMake printed."""
        if CMAKE is None:
            self.skipTest("needs cmake, which is not installed")
        (self.folder / "CMakeLists.txt").write_text(project)
        (self.folder / source).write_text(text)
        shown = self.run_checked(CMAKE, "-S", ".", "-B", "build", "-G", "Unix Makefiles", *options)
        return shown + self.run_checked(CMAKE, "--build", "build", "--verbose")

    def assert_from_prefix(self, paths):
        """What is neither the system's nor of this build must come from the prefix."""
        own = (str(self.prefix), str(self.folder))
        strangers = [path for path in paths
                     if not os.path.realpath(path).startswith((*own, *SYSTEM_FOLDERS))]
        self.assertEqual(strangers, [])
        self.assertTrue(any(path.startswith(own[0]) for path in paths), paths)


class Installed(RealToolkit):
    def test_parts_of_the_compiler_are_in_their_places(self):
        for path in ("bin/nvcc", "bin/ptxas", "nvvm/bin/cicc", "nvvm/libdevice/libdevice.10.bc",
                     "include/crt/host_defines.h", "include/cuda_runtime.h", "lib64/libcudart.so"):
            self.assertTrue((self.prefix / path).is_file(), path)
        self.assertTrue(list(self.prefix.glob("include/**/nv/target")))

    def test_nvcc_compiles_the_benchmark(self):
        report = self.run_tool("verify", "--no-run", "--json", "--prefix", self.prefix).json()
        steps = {step["name"]: step for step in report["steps"]}
        for name in ("files", "compiler", "host_compiler", "compile"):
            self.assertEqual(steps[name]["outcome"], "passed", steps[name])
        self.assertIn(str(self.prefix / "bin/nvcc"), steps["compile"]["detail"])

    def test_verify_ends_with_0_or_8(self):
        has_gpu = bool(list(pathlib.Path("/dev").glob("nvidia[0-9]*")))
        outcome = self.run_tool("verify", "--prefix", self.prefix, status=0 if has_gpu else 8)
        self.assertIn(str(self.prefix), outcome.stdout)


class Cmake(RealToolkit):
    def test_find_package(self):
        shown = self.configure_and_build(CXX_PROJECT, "app.cpp", RUNTIME_CALLER,
                                         f"-DCUDAToolkit_ROOT={self.prefix}")
        version, root, cudart = re.search(r"found (\S+) \| (\S*) \| (\S+)", shown).groups()
        self.assertEqual(version, RELEASE)
        self.assertEqual(root, str(self.prefix))
        self.assert_from_prefix([cudart])
        self.run_checked(self.folder / "build/app")

    def test_language_cuda(self):
        nvcc = self.prefix / "bin/nvcc"
        shown = self.configure_and_build(
            CUDA_PROJECT, "app.cu", KERNEL, f"-DCMAKE_CUDA_COMPILER={nvcc}",
            f"-DCMAKE_CUDA_ARCHITECTURES={CAPABILITY.replace('.', '')}")
        cache = (self.folder / "build/CMakeCache.txt").read_text()
        self.assertRegex(cache, rf"(?m)^CMAKE_CUDA_COMPILER:\w+={re.escape(str(nvcc))}$")
        found, = self.folder.glob("build/CMakeFiles/*/CMakeCUDACompiler.cmake")
        settings = dict(re.findall(r'(?m)^set\((\w+) "(.*)"\)$', found.read_text()))
        self.assertEqual(settings["CMAKE_CUDA_COMPILER"], str(nvcc))
        self.assertEqual(settings["CMAKE_CUDA_COMPILER_TOOLKIT_ROOT"], str(self.prefix))
        self.assert_from_prefix(settings["CMAKE_CUDA_TOOLKIT_INCLUDE_DIRECTORIES"].split(";"))
        self.assert_from_prefix(re.findall(r'-L"?(/[^" ]+)', shown))
        headers = (self.folder / "build/CMakeFiles/app.dir/app.cu.o.d").read_text()
        self.assert_from_prefix(re.findall(r"/[^ \n]+", headers.split(":", 1)[1]))


class Environment(RealToolkit):
    def test_host_compiler_finds_thrust(self):
        (self.folder / "app.cpp").write_text(
            "#include <thrust/version.h>\nint x = THRUST_VERSION;\n")
        script = 'eval "$("$1" env --prefix "$2")" && exec g++ -M app.cpp'
        listed = self.run_checked("sh", "-c", script, "sh", BINARY, self.prefix)
        self.assert_from_prefix(re.findall(r"/\S+", listed))
        self.assertIn("thrust/version.h", listed)

    def test_compilers_run_by_their_names_alone(self):
        (self.folder / "app.cu").write_text(KERNEL)
        script = ('eval "$("$1" env --prefix "$2")" && command -v nvcc && nvcc -o app app.cu')
        shown = self.run_checked("sh", "-c", script, "sh", BINARY, self.prefix)
        self.assertEqual(shown.splitlines()[0], str(self.prefix / "bin/nvcc"))


if __name__ == "__main__":
    main()
