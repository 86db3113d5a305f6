# SPDX-License-Identifier: MIT
"""The benchmark runs on the GPU of this machine, and its numbers are possible ones."""

import os
import statistics
import tempfile
import unittest

import bench_build

MOST_FP32_LANES = 128  # fused multiply-adds per multiprocessor and clock, on any GPU so far


class Bench(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.capability = bench_build.require_gpu()
        usable = [
            nvcc
            for nvcc in bench_build.require_nvccs()
            if cls.capability in bench_build.architectures(nvcc)
        ]
        if not usable:
            raise unittest.SkipTest(f"no nvcc here compiles for sm_{cls.capability}")
        cls.nvcc = usable[0]
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.program = os.path.join(cls.folder.name, "bench")
        bench_build.compile_bench(cls.nvcc, cls.capability, cls.program)

    def check_result(self, result):
        self.assertTrue(result["check"]["passed"], result["check"])
        self.assertEqual(result["check"]["checked"], result["elements"])
        self.assertEqual(result["check"]["mismatched"], 0)
        self.assertGreaterEqual(len(result["samples"]), 9)
        self.assertGreater(result["min"], 0)
        self.assertAlmostEqual(
            result["median"] / statistics.median(result["samples"]), 1.0, places=6
        )
        self.assertEqual(result["min"], min(result["samples"]))
        self.assertEqual(result["max"], max(result["samples"]))

    def test_quick_run(self):
        status, report = bench_build.run_bench(self.program, "--quick", "--seed", "7")
        self.assertEqual(status, 0)
        self.assertIsNone(report["error"])
        self.assertEqual(report["seed"], 7)
        self.assertEqual(report["device"]["capability"].replace(".", ""), self.capability)
        self.assertEqual([r["name"] for r in report["results"]], ["copy", "triad", "fma"])
        for result in report["results"]:
            self.check_result(result)

    def test_whole_run_stays_below_the_peaks_of_the_device(self):
        status, report = bench_build.run_bench(self.program)
        self.assertEqual(status, 0)
        results = {result["name"]: result for result in report["results"]}
        for result in results.values():
            self.check_result(result)
        device = report["device"]
        if device["clock_khz"]:
            lanes = device["multiprocessors"] * MOST_FP32_LANES
            peak = 2 * lanes * device["clock_khz"] / 1e6  # GFLOP/s
            self.assertLess(results["fma"]["median"], 1.5 * peak)
        if device["memory_clock_khz"] and device["memory_bus_bits"]:
            # Two transfers per clock; caches may serve a part.
            peak = 2 * device["memory_clock_khz"] * device["memory_bus_bits"] / 8e6  # GB/s
            self.assertLess(results["copy"]["median"], 1.5 * peak)
            self.assertLess(results["triad"]["median"], 1.5 * peak)

    def test_a_device_that_is_not_there(self):
        status, report = bench_build.run_bench(self.program, "--device", "1000")
        self.assertEqual(status, 1)
        self.assertEqual(report["error"]["name"], "cudaErrorInvalidDevice")

    def test_code_for_another_device_is_reported_as_such(self):
        others = [
            architecture
            for architecture in bench_build.architectures(self.nvcc)
            if architecture.isdigit() and architecture[:-1] != self.capability[:-1]
        ]
        if not others:
            self.skipTest("this nvcc knows no architecture that this GPU cannot run")
        program = os.path.join(self.folder.name, "other")
        bench_build.compile_bench(self.nvcc, others[0], program)
        status, report = bench_build.run_bench(program)
        self.assertEqual(status, 1)
        self.assertEqual(report["error"]["name"], "cudaErrorNoKernelImageForDevice")
        self.assertEqual(report["results"], [])


if __name__ == "__main__":
    bench_build.main()
