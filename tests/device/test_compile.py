# SPDX-License-Identifier: MIT
"""The benchmark compiles for every architecture of every nvcc at hand, as real code alone."""

import concurrent.futures
import os
import re
import tempfile
import unittest

import bench_build
import fatbin

# CUDAFETCH_JOBS compilations run at a time.
JOBS = int(os.environ.get("CUDAFETCH_JOBS", "2"))


class Compile(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.nvccs = bench_build.require_nvccs()

    def test_every_architecture(self):
        with tempfile.TemporaryDirectory() as folder:
            with concurrent.futures.ThreadPoolExecutor(JOBS) as pool:
                pending = {}
                for number, nvcc in enumerate(self.nvccs):
                    for architecture in bench_build.architectures(nvcc):
                        output = os.path.join(folder, f"{number}.{architecture}.cubin")
                        pending[nvcc, architecture] = pool.submit(
                            bench_build.compile_bench, nvcc, architecture, output, "-cubin"
                        )
            self.assertTrue(pending)
            for (nvcc, architecture), compilation in pending.items():
                with self.subTest(nvcc=nvcc, architecture=architecture):
                    compilation.result()

    def test_program_holds_one_architecture_and_reports_a_missing_device(self):
        for nvcc in self.nvccs:
            for architecture in {bench_build.architectures(nvcc)[i] for i in (0, -1)}:
                with self.subTest(nvcc=nvcc, architecture=architecture):
                    self.check_program(nvcc, architecture)

    def check_program(self, nvcc, architecture):
        with tempfile.TemporaryDirectory() as folder:
            program = os.path.join(folder, "bench")
            bench_build.compile_bench(nvcc, architecture, program)
            number = int(re.match(r"\d+", architecture).group())
            self.assertEqual(fatbin.images(program), {("elf", number)})

            status, report = bench_build.run_bench(program, CUDA_VISIBLE_DEVICES="-1")
            self.assertEqual(status, 3)
            self.assertEqual(report["schema"], "cudafetch.bench/1")
            self.assertEqual(report["results"], [])
            self.assertIsNone(report["device"])
            self.assertTrue(report["error"]["call"])
            self.assertGreater(report["error"]["code"], 0)
            self.assertRegex(report["error"]["name"], "^cudaError")
            major, minor = bench_build.version(nvcc)
            self.assertEqual(report["runtime_version"], 1000 * major + 10 * minor)

            self.assertEqual(bench_build.run_bench(program, "--device"), (2, None))
            self.assertEqual(bench_build.run_bench(program, "--fast"), (2, None))


if __name__ == "__main__":
    bench_build.main()
