# SPDX-License-Identifier: MIT
"""Finds CUDA compilers and a GPU, and builds and runs the bundled benchmark with them."""

import ctypes
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import unittest

KERNELS = os.path.join(
    os.path.dirname(os.path.abspath(__file__)), "..", "..", "src", "verify", "kernels"
)
SKIPPED = 77  # what CTest is told to read as "skipped"


def find_nvccs():
    """Every nvcc of CUDAFETCH_NVCC (one or several, as in PATH), else of PATH and /usr/local."""
    named = os.environ.get("CUDAFETCH_NVCC")
    if named:
        return named.split(os.pathsep)
    found = [shutil.which("nvcc"), *sorted(glob.glob("/usr/local/cuda*/bin/nvcc"), reverse=True)]
    return list({os.path.realpath(path): path for path in found if path}.values())


def require_nvccs():
    """find_nvccs(), or a skip with the reason."""
    nvccs = find_nvccs()
    if not nvccs:
        raise unittest.SkipTest("no nvcc: set CUDAFETCH_NVCC, or put one on PATH")
    return nvccs


def version(nvcc):
    """(major, minor) of the toolkit."""
    text = subprocess.run([nvcc, "--version"], check=True, capture_output=True, text=True).stdout
    return tuple(int(part) for part in re.search(r"release (\d+)\.(\d+)", text).groups())


def architectures(nvcc):
    """The real architectures that this nvcc lists, such as ["75", "80"], and 90a if it has it."""
    listing = subprocess.run(
        [nvcc, "--list-gpu-code"], check=True, capture_output=True, text=True
    ).stdout
    found = re.findall(r"sm_(\w+)", listing)
    if "90" in found and "90a" not in found and version(nvcc) >= (12, 0):
        found.append("90a")
    return found


def compile_bench(nvcc, architecture, output, *options):
    """Compiles the benchmark for exactly one architecture, with every warning an error."""
    command = [
        nvcc,
        "-std=c++14",
        "-O2",
        *("-gencode", f"arch=compute_{architecture},code=sm_{architecture}"),
        *("-Werror", "all-warnings", "-Xcompiler", "-Wall,-Wextra"),
        *("-o", output),
        *options,
        os.path.join(KERNELS, "bench.cu"),
    ]
    done = subprocess.run(command, capture_output=True, text=True)
    if done.returncode != 0 or done.stderr.strip():
        raise AssertionError(f"{' '.join(command)}\n{done.stdout}{done.stderr}")


def run_bench(program, *options, **environment):
    """Runs the program: its exit status and its report, None where it prints nothing."""
    done = subprocess.run(
        [program, *options],
        capture_output=True,
        text=True,
        timeout=120,
        env={**os.environ, **environment},
    )
    sys.stderr.write(done.stderr)
    return done.returncode, json.loads(done.stdout) if done.stdout else None


def require_gpu():
    """The capability of the first GPU, such as "87", or a skip with the reason."""
    try:
        driver = ctypes.CDLL("libcuda.so.1")
    except OSError as error:
        raise unittest.SkipTest(f"no GPU driver: {error}") from error
    device = ctypes.c_int()
    status = driver.cuInit(0) or driver.cuDeviceGet(ctypes.byref(device), 0)
    if status != 0:
        raise unittest.SkipTest(f"no usable GPU: the driver answers with error {status}")
    digits = ""
    for attribute in (75, 76):  # CU_DEVICE_ATTRIBUTE_COMPUTE_CAPABILITY_MAJOR, _MINOR
        value = ctypes.c_int()
        driver.cuDeviceGetAttribute(ctypes.byref(value), attribute, device)
        digits += str(value.value)
    return digits


def main():
    """unittest.main, but exits with SKIPPED, and the reasons, when no test could run."""
    program = unittest.main(module="__main__", exit=False, verbosity=2)
    result = program.result
    if not result.wasSuccessful():
        sys.exit(1)
    if result.skipped and len(result.skipped) >= result.testsRun:
        for _, reason in result.skipped:
            print(f"skipped: {reason}")
        sys.exit(SKIPPED)
