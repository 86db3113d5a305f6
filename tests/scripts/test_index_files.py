# SPDX-License-Identifier: MIT
"""index_files.py on small packages made here, and a catalogue of three releases."""

import json
import os
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"
sys.path.insert(0, str(SCRIPTS))

from file_index.selection import indexed  # noqa: E402
from wheels import PROGRAM, make_wheel, unpack_toolkit  # noqa: E402


def library(soname=None):
    """A shared library that is nothing but its headers and, with a soname, its dynamic section."""
    names = b"\0" + (soname or "").encode() + b"\0"
    entries = [(5, 0x1000 + 200), (10, len(names))] + ([(14, 1)] if soname else []) + [(0, 0)]
    dynamic = b"".join(struct.pack("<QQ", *entry) for entry in entries)
    segments = [(1, 0, 0x1000, 4096), (2, 300, 0x1000 + 300, len(dynamic))]
    header = b"\x7fELF\x02\x01\x01".ljust(16, b"\0") + struct.pack(
        "<HHIQQQIHHHHHH", 3, 62, 1, 0, 64, 0, 0, 64, 56, len(segments), 0, 0, 0)
    table = b"".join(struct.pack("<IIQQQQQQ", kind, 4, offset, address, address, size, size, 8)
                     for kind, offset, address, size in segments)
    whole = (header + table).ljust(200, b"\0") + names.ljust(100, b"\0") + dynamic
    return whole.ljust(4096, b"\0")


def require_readelf(test):
    if not shutil.which("readelf"):
        reason = "no readelf here (package binutils)"
        print(f"SKIP {test.id()}: {reason}")
        test.skipTest(reason)


class Selection(unittest.TestCase):
    def test_what_gets_a_row(self):
        rows = {
            "bin/nvcc": ["bin/nvcc"],
            "bin/crt/link.stub": [],
            "nvvm/bin/cicc": ["nvvm/bin/cicc"],
            "nvvm/libdevice/libdevice.10.bc": ["nvvm/libdevice/libdevice.10.bc"],
            "lib/libcudart.so.13": ["lib/libcudart.so.13"],
            "lib/libcudart_static.a": ["lib/libcudart_static.a"],
            "lib/data.bin": [],
            "lib/plugins/libx.so": [],
            "lib/cmake/cub/cub-config.cmake": ["lib/cmake/cub/cub-config.cmake"],
            "pkg-config/cuda-13.0.pc": ["pkg-config/cuda-13.0.pc"],
            "include/cuda.h": ["include/cuda.h"],
            "include/nv/target": ["include/nv/", "include/nv/target"],
            "include/nv/detail/__target_macros": ["include/nv/"],
            "include/cccl/cuda/std/atomic": ["include/cccl/cuda/", "include/cccl/cuda/std/"],
            "share/doc/readme": [],
        }
        for path, expected in rows.items():
            with self.subTest(path):
                self.assertEqual(indexed([path]), expected)


class Table(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        self.environment = dict(os.environ)
        self.toolkit, self.out = self.root / "toolkit", self.root / "files.json"
        versions = {"12.9.1": "12.9.9", "13.0.10": "13.0.7", "13.0.2": "13.0.7"}
        for release, nvcc in versions.items():
            path = self.root / "manifests" / "cuda" / f"{release}.json"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(json.dumps({"cuda_nvcc": {"version": nvcc}}))

    def wheel(self, project="nvidia-cuda-nvcc", version="13.0.7", files=None, **details):
        files = files or {"bin/nvcc": PROGRAM, "include/a.h": b"//\n"}
        return make_wheel(self.root, project, version, files, **details)

    def run_script(self, *arguments, status=0):
        done = subprocess.run(
            [sys.executable, SCRIPTS / "index_files.py", "--manifests", self.root / "manifests",
             "--out", self.out, *arguments], capture_output=True, text=True, check=False,
            env=self.environment)
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        self.assertNotIn("Traceback", done.stderr)
        return done

    def packages(self):
        table = json.loads(self.out.read_text())
        self.assertEqual(table["schema"], "cudafetch.files/1")
        cited = [source for row in table["packages"] for source in row["sources"]]
        self.assertEqual(sorted(cited), list(table["sources"]))
        return table["packages"]

    def test_a_wheel_becomes_a_row(self):
        self.run_script(self.wheel())
        self.assertEqual(self.packages(), [{
            "product": "cuda", "component": "cuda_nvcc", "version": "13.0.7",
            "tag": "linux-x86_64", "releases": ["13.0.2", "13.0.10"], "certainty": "high",
            "sources": ["nvidia-cuda-nvcc-13.0.7-x86_64"],
            "files": {"bin": ["nvcc"], "include": ["a.h"]}}])

    def test_older_wheels_have_a_folder_of_their_own(self):
        self.run_script(self.wheel("nvidia-cuda-nvcc-cu12", "12.9.9", arch="aarch64",
                                   below="nvidia/cuda_nvcc"))
        row, = self.packages()
        self.assertEqual((row["component"], row["tag"], row["releases"]),
                         ("cuda_nvcc", "linux-sbsa", ["12.9.1"]))

    def test_a_soname_is_noted_where_the_file_is_called_otherwise(self):
        require_readelf(self)
        self.run_script(self.wheel(files={"nvvm/lib64/libnvvm.so": library("libnvvm.so.4"),
                                          "lib/libb.so.1": library("libb.so.1"),
                                          "lib/libc.so": library(),
                                          "lib/libd.so": b"INPUT(libb.so.1)\n",
                                          "lib/libe.a": b"!<arch>\n"}))
        self.assertEqual(self.packages()[0]["sonames"], {"nvvm/lib64/libnvvm.so": "libnvvm.so.4"})

    def test_a_library_that_nobody_can_read(self):
        require_readelf(self)
        done = self.run_script(self.wheel(files={"lib/libx.so": b"\x7fELF"}), status=1)
        self.assertIn("libx.so cannot be read", done.stderr)

    def test_without_readelf(self):
        self.environment = {"PATH": str(self.root)}
        self.run_script(self.wheel())
        done = self.run_script(self.wheel(files={"lib/libx.so": library()}), status=1)
        self.assertIn("binutils", done.stderr)

    def test_files_that_are_no_libraries_are_compared_too(self):
        for path in ("include/a.h", "lib/libx.a", "bin/nvcc"):
            with self.subTest(path):
                wheel = self.wheel(files={path: b"as packed"}, changed={path: b"not that"})
                self.assertIn(path, self.run_script(wheel, status=1).stderr)

    def test_the_table_is_replaced_and_not_written_into(self):
        self.run_script(self.wheel())
        before = self.root / "before.json"
        os.link(self.out, before)
        text = before.read_text()
        self.run_script(self.wheel(files={"bin/ptxas": PROGRAM}))
        self.assertEqual(before.read_text(), text)
        self.assertNotEqual(self.out.read_text(), text)
        self.assertEqual([path for path in self.root.iterdir() if path.name[0] == "."], [])

    def test_a_toolkit_gives_the_same_rows_as_its_wheels(self):
        wheel = self.wheel()
        other = self.wheel("nvidia-nccl-cu13", "2.1.0", {"include/nccl.h": b"//\n"})
        self.run_script(wheel)
        from_wheel = self.out.read_text()
        self.out.unlink()
        for path in (wheel, other):
            unpack_toolkit(path, self.toolkit)
        done = self.run_script("--toolkit", self.toolkit)
        self.assertIn("left out: nvidia-nccl-cu13", done.stdout)
        self.assertEqual(self.out.read_text(), from_wheel)

    def test_rows_stay_until_their_package_is_read_again(self):
        self.run_script(self.wheel())
        self.run_script(self.wheel("nvidia-nvvm", "13.0.7", {"nvvm/bin/cicc": PROGRAM}))
        self.run_script(self.wheel(files={"bin/ptxas": PROGRAM}))
        self.assertEqual([row["files"] for row in self.packages()],
                         [{"bin": ["ptxas"]}, {"nvvm/bin": ["cicc"]}])

    def test_what_is_not_as_recorded_is_refused(self):
        wheel = self.wheel(changed={"include/a.h": b"/*"})
        done = self.run_script(wheel, status=1)
        self.assertIn("include/a.h", done.stderr)
        self.assertFalse(self.out.exists())

    def test_what_cannot_be_indexed_is_refused(self):
        cases = (((self.wheel("nvidia-nccl-cu13", "2.1.0"),), 2, "nvidia-nccl-cu13"),
                 ((self.wheel(files={"doc/readme": b"x"}),), 1, "no file"),
                 (("--toolkit", self.root), 2, "RECORD"), ((), 2, "--toolkit"),
                 ((self.root / "nosuch.whl",), 1, "nosuch.whl"))
        for arguments, status, words in cases:
            with self.subTest(words):
                self.assertIn(words, self.run_script(*arguments, status=status).stderr)
        self.out.write_text('{"schema": "other/1"}')
        self.assertIn("files.json", self.run_script(self.wheel(), status=2).stderr)


if __name__ == "__main__":
    unittest.main()
