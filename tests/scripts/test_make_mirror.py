# SPDX-License-Identifier: MIT
"""make_mirror.py on small packages made here: synthetic wheels, and toolkits unpacked from them."""

import fcntl
import hashlib
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import unittest
import zipfile
from pathlib import Path

SCRIPTS = Path(__file__).resolve().parents[2] / "scripts"
sys.path.insert(0, str(SCRIPTS))

from mirror.errors import UsageError  # noqa: E402
from mirror.redist import check_label  # noqa: E402
from wheels import PROGRAM, make_wheel, record_row, unpack_toolkit  # noqa: E402

NVCC = {
    "bin/nvcc": PROGRAM,
    "bin/nvcc.profile": b"TOP = $(_HERE_)/..\n",
    "include/fatbinary_section.h": b"#define FATBIN\n",
    "__init__.py": b"",
    ".metadata/provenance.txt": b"build\n",
}
RUNTIME = {
    "lib/libcudart.so.13": PROGRAM,
    "lib/libcudart_static.a": b"!<arch>\n",
    "include/cuda_runtime.h": b"#pragma once\n",
}
HAVE_PIP = importlib.util.find_spec("pip") is not None


class MirrorTest(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        self.wheels, self.toolkit, self.out = (self.root / n for n in ("wheels", "toolkit", "out"))
        self.wheels.mkdir()
        self.redist = self.out / "cuda" / "redist"

    def add(self, project, version, files, **details):
        wheel = make_wheel(self.wheels, project, version, files, **details)
        unpack_toolkit(wheel, self.toolkit)
        return wheel

    def add_nvcc(self, **details):
        return self.add("nvidia-cuda-nvcc", "13.0.88", NVCC, **details)

    def add_runtime(self, **details):
        return self.add("nvidia-cuda-runtime", "13.0.96", RUNTIME, **details)

    def make(self, *options, source="toolkit", components="cuda_nvcc", out=None, **environment):
        command = [sys.executable, SCRIPTS / "make_mirror.py", "--out", out or self.out]
        command += ["--from", source, "--components", components, "--arch", "x86_64", *options]
        command += [] if source == "pip" else ["--toolkit", self.toolkit]
        offline = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(self.wheels)}
        environment = {**os.environ, **offline, **environment}
        return subprocess.run(command, capture_output=True, text=True, env=environment, check=False)

    def make_well(self, *options, **details):
        done = self.make(*options, **details)
        self.assertEqual(done.returncode, 0, done.stderr)
        return done

    def assert_refused(self, done, status, *words):
        self.assertEqual(done.returncode, status, done.stdout + done.stderr)
        for word in words:
            self.assertIn(word, done.stderr)
        self.assertNotIn("Traceback", done.stderr)
        self.assertEqual([path.name for path in self.redist.rglob("*")], [])
        self.assertFalse((self.out / ".staging").exists())

    def manifest(self, label="13.0.88"):
        return json.loads((self.redist / f"redistrib_{label}.json").read_bytes())

    def archive(self, component, tag="linux-x86_64"):
        return self.redist / self.manifest()[component][tag]["relative_path"]


class ToolkitTest(MirrorTest):
    def test_manifest_describes_the_archives(self):
        self.add_nvcc(), self.add_runtime()
        self.make_well(components="cuda_nvcc,cuda_cudart", SOURCE_DATE_EPOCH="86400")
        manifest = self.manifest()
        self.assertEqual(list(manifest)[:3], ["release_date", "release_label", "release_product"])
        self.assertEqual(manifest["release_date"], "1970-01-02")
        self.assertEqual(manifest["release_label"], "13.0.88")
        self.assertEqual(manifest["cuda_cudart"]["version"], "13.0.96")
        self.assertEqual(manifest["cuda_cudart"]["license_path"], "cuda_cudart/LICENSE.txt")
        self.assertEqual((self.redist / "cuda_cudart/LICENSE.txt").read_bytes(), b"Terms.\n")
        for component in ("cuda_nvcc", "cuda_cudart"):
            entry = manifest[component]["linux-x86_64"]
            name = f"{component}-linux-x86_64-{manifest[component]['version']}-archive.tar.xz"
            self.assertEqual(entry["relative_path"], f"{component}/linux-x86_64/{name}")
            data = (self.redist / entry["relative_path"]).read_bytes()
            self.assertEqual(entry["sha256"], hashlib.sha256(data).hexdigest())
            self.assertEqual(entry["md5"], hashlib.md5(data).hexdigest())
            self.assertEqual(entry["size"], str(len(data)))
        index = json.loads((self.redist / "index.json").read_bytes())
        expected = {"schema": "cudafetch.mirror/1", "product": "cuda", "releases": ["13.0.88"]}
        self.assertEqual(index, expected)

    def test_archive_has_the_redist_layout(self):
        self.add_nvcc()
        self.make_well()
        with tarfile.open(self.archive("cuda_nvcc")) as tar:
            members = tar.getmembers()
            top = "cuda_nvcc-linux-x86_64-13.0.88-archive"
            modes = {member.name[len(top) + 1 :]: member.mode for member in members}
            self.assertEqual(tar.extractfile(f"{top}/bin/nvcc").read(), PROGRAM)
            self.assertEqual(tar.extractfile(f"{top}/LICENSE").read(), b"Terms.\n")
        expected = {
            "": 0o755, "LICENSE": 0o444, "bin": 0o755, "bin/nvcc": 0o755, "bin/nvcc.profile": 0o644,
            "include": 0o755, "include/fatbinary_section.h": 0o644,
        }
        self.assertEqual(modes, expected)
        self.assertEqual([m.name for m in members], sorted(m.name for m in members))
        self.assertEqual({(m.uid, m.gid, m.uname, m.gname) for m in members}, {(0, 0, "", "")})
        self.assertEqual(len({m.mtime for m in members}), 1)

    def test_development_links_are_added_and_announced(self):
        self.add_nvcc()
        whole = {"lib/libwhole.so": b"", "lib/libwhole.so.1": b""}
        self.add("nvidia-cuda-runtime", "13.0.96", {**RUNTIME, **whole})
        done = self.make_well(components="cuda_nvcc,cuda_cudart")
        with tarfile.open(self.archive("cuda_cudart")) as tar:
            links = {Path(m.name).name: m.linkname for m in tar.getmembers() if m.issym()}
        self.assertEqual(links, {"libcudart.so": "libcudart.so.13"})
        self.assertIn("lib/libcudart.so -> libcudart.so.13", done.stdout)
        self.assertIn("stub libraries", done.stdout)

    def test_equal_input_gives_equal_bytes(self):
        self.add_nvcc()
        self.make_well("--threads", "1")
        first = self.archive("cuda_nvcc").read_bytes()
        os.utime(self.toolkit / "bin/nvcc", (5, 5))
        (self.toolkit / "bin/nvcc").chmod(0o600)
        self.make_well("--threads", "3", XZ_DEFAULTS="--check=sha256")
        self.assertEqual(first, self.archive("cuda_nvcc").read_bytes())

    @unittest.skipUnless(shutil.which("xz"), "there is no xz program")
    def test_block_size_sets_the_number_of_blocks(self):
        self.add_nvcc()
        for size, blocks in (("65536", 3), ("0", 1)):
            self.make_well("--block-size", size)
            command = ["xz", "--list", "--robot", self.archive("cuda_nvcc")]
            listing = subprocess.check_output(command, text=True)
            self.assertEqual(re.search(r"^file\t\d+\t(\d+)", listing, re.M)[1], str(blocks))

    def test_without_xz_python_compresses(self):
        self.add_nvcc()
        done = self.make_well(PATH=str(self.root))
        self.assertIn("no xz program", done.stdout)
        with tarfile.open(self.archive("cuda_nvcc")) as tar:
            self.assertIn("cuda_nvcc-linux-x86_64-13.0.88-archive/bin/nvcc", tar.getnames())

    def test_a_failing_xz_is_reported(self):
        self.add_nvcc()
        xz = self.root / "xz"
        xz.write_text("#!/bin/sh\necho 'no room' >&2\nexit 1\n")
        xz.chmod(0o755)
        self.assert_refused(self.make(PATH=f"{self.root}:/bin:/usr/bin"), 1, "xz failed", "no room")

    def test_changed_files_are_refused_by_name(self):
        for change in (PROGRAM[:-1] + b"!", PROGRAM[:-1], PROGRAM + b"!"):
            self.add_nvcc(changed={"bin/nvcc": change})
            self.assert_refused(self.make(), 1, "bin/nvcc", "RECORD says")

    def test_a_wrong_size_is_refused_by_name(self):
        row = record_row("nvidia/cu13/bin/extra", b"extra").replace(",5\n", ",4\n")
        self.add_nvcc(rows=row, changed={"bin/extra": b"extra"})
        self.assert_refused(self.make(), 1, "bin/extra", "RECORD says 4 bytes")

    def test_a_missing_file_is_refused_by_name(self):
        self.add_nvcc()
        (self.toolkit / "bin/nvcc").unlink()
        self.assert_refused(self.make(), 1, "bin/nvcc", "cannot be opened")

    def test_hostile_records_are_refused(self):
        rows = {
            "nvidia/cu13/../../bin/sh,sha256=,1\n": "unsafe path",
            "nvidia/cu13//etc/passwd,sha256=,1\n": "unsafe path",
            "nvidia/cu13/bin/nvcc,sha256=,1\n": "twice",
            "nvidia/cu13/bin/extra,md5=00,1\n": "no SHA-256",
            "nvidia/cu13/bin/extra,,\n": "no SHA-256",
            "nvidia/cu13/bin/extra\n": "three fields",
        }
        for row, words in rows.items():
            with self.subTest(row):
                self.add_nvcc(rows=row)
                self.assert_refused(self.make(), 1, words)

    def test_packages_that_are_not_there_are_named(self):
        self.add_nvcc()
        done = self.make(components="cuda_nvcc,libnvvm")
        self.assert_refused(done, 1, "nvidia-nvvm", str(self.toolkit))
        self.assert_refused(self.make(components="cuda_nvc"), 2, "cuda_nvc", "cuda_nvcc")
        self.assert_refused(self.make("--arch", "aarch64"), 1, "not for aarch64")

    def test_mixed_compilers_are_refused(self):
        self.add_nvcc()
        self.add("nvidia-nvvm", "13.0.77", {"nvvm/bin/cicc": PROGRAM})
        done = self.make(components="cuda_nvcc,libnvvm")
        self.assert_refused(done, 1, "cuda_nvcc 13.0.88", "libnvvm 13.0.77")

    def test_labels_of_published_releases_are_refused(self):
        self.add_nvcc()
        self.assert_refused(self.make("--label", "13.0.2"), 2, "13.0.2", "NVIDIA")
        self.assert_refused(self.make("--label", "12.9.88"), 2, "does not fit nvcc 13.0.88")
        self.assert_refused(self.make("--label", "../x"), 2, "not a release label")
        (self.root / "13.0.55.json").write_text("{}")
        with self.assertRaises(UsageError):
            check_label("13.0.55", self.root)
        check_label("13.0.56", self.root)

    def test_a_label_is_needed_without_nvcc(self):
        self.add_runtime()
        self.assert_refused(self.make(components="cuda_cudart"), 2, "--label")
        self.make_well("--label", "13.0.96", components="cuda_cudart")
        self.assertEqual(self.manifest("13.0.96")["release_label"], "13.0.96")

    def test_cuda_release_must_be_the_toolkits(self):
        self.add_nvcc()
        self.assert_refused(self.make("--cuda", "13.1"), 2, "--cuda 13.1", "nvcc 13.0.88")
        self.assert_refused(self.make("--cuda", "12.9"), 2, "CUDA 13 or newer")

    def test_cccl_takes_its_later_name(self):
        self.add("nvidia-cuda-cccl", "13.3.3.3.1", {"include/cccl/nv/target": b"//\n"})
        self.make_well("--label", "13.3.40", components="cuda_cccl")
        self.assertIn("cccl", self.manifest("13.3.40"))

    def test_site_packages_are_a_toolkit_too(self):
        wheel = self.add_nvcc()
        self.toolkit = self.root / "site-packages" / "nvidia" / "cu13"
        with zipfile.ZipFile(wheel) as archive:
            archive.extractall(self.root / "site-packages")
        self.make_well()
        self.assertIn("cuda_nvcc", self.manifest())

    def test_a_second_machine_type_joins_the_release(self):
        self.add_nvcc()
        self.make_well()
        before = self.manifest()
        self.add_nvcc(arch="aarch64")
        self.make_well("--arch", "aarch64")
        after = self.manifest()
        sbsa = after["cuda_nvcc"].pop("linux-sbsa")
        self.assertEqual(before, after)
        self.assertTrue((self.redist / sbsa["relative_path"]).is_file())

    def test_another_version_does_not_join_the_release(self):
        self.add_nvcc(), self.add_runtime()
        self.make_well(components="cuda_nvcc,cuda_cudart")
        before = {p: p.read_bytes() for p in self.redist.rglob("*") if p.is_file()}
        shutil.rmtree(self.toolkit / "dist-info/nvidia_cuda_runtime-13.0.96.dist-info")
        self.add("nvidia-cuda-runtime", "13.0.97", RUNTIME)
        done = self.make("--label", "13.0.88", components="cuda_cudart")
        self.assertEqual(done.returncode, 1)
        self.assertIn("cuda_cudart 13.0.96, not 13.0.97", done.stderr)
        self.assertEqual(before, {p: p.read_bytes() for p in self.redist.rglob("*") if p.is_file()})

    def test_a_second_release_joins_the_index(self):
        self.add_nvcc()
        for label in ("13.0.100", "13.0.88"):
            self.make_well("--label", label)
        index = json.loads((self.redist / "index.json").read_bytes())
        self.assertEqual(index["releases"], ["13.0.88", "13.0.100"])

    def test_one_run_at_a_time_and_leftovers_are_cleared(self):
        self.add_nvcc()
        (self.out / ".staging").mkdir(parents=True)
        (self.out / ".staging" / "half.tar.xz").write_bytes(b"x")
        lock = os.open(self.out, os.O_RDONLY)
        fcntl.flock(lock, fcntl.LOCK_SH)
        done = self.make()
        os.close(lock)
        self.assertEqual(done.returncode, 1)
        self.assertIn("another run", done.stderr)
        self.make_well()
        self.assertEqual([path.name for path in self.out.iterdir()], ["cuda"])


@unittest.skipUnless(HAVE_PIP, "this Python has no pip")
class PipTest(MirrorTest):
    def add_meta(self, *pins):
        requires = [f"{pin}.*; extra == 'all'" for pin in pins]
        make_wheel(self.wheels, "cuda-toolkit", "13.0.2", {}, arch="any", requires=requires)

    def test_wheels_give_the_same_bytes_as_a_toolkit(self):
        self.add_meta()
        self.add_nvcc(), self.add_runtime()
        done = self.make_well(source="pip", components="cuda_nvcc,cuda_cudart")
        self.assertIn("pip: the wheels of CUDA 13.0.2", done.stdout)
        first = self.manifest()
        shutil.rmtree(self.out)
        self.make_well(source="toolkit", components="cuda_nvcc,cuda_cudart")
        self.assertEqual(first, self.manifest())

    def test_all_wheels_are_of_one_release(self):
        self.add_meta("nvidia-cuda-nvcc==13.0.88")
        self.add_nvcc()
        make_wheel(self.wheels, "nvidia-cuda-nvcc", "13.0.99", NVCC)
        self.make_well(source="pip")
        self.assertEqual(self.manifest()["cuda_nvcc"]["version"], "13.0.88")

    def test_auto_falls_back_to_the_toolkit_and_says_so(self):
        self.add_nvcc()
        done = self.make_well(source="auto")
        self.assertIn(f"toolkit: {self.toolkit}", done.stdout)
        self.assertEqual(len(done.stderr.splitlines()), 1)
        self.assertIn("No matching distribution", done.stderr)
        shutil.rmtree(self.out)
        self.assert_refused(self.make(source="pip"), 1, "No matching distribution")

    def test_a_tampered_wheel_is_refused_even_if_a_toolkit_would_do(self):
        self.add_meta()
        self.add_nvcc()
        make_wheel(self.wheels, "nvidia-cuda-nvcc", "13.0.88", NVCC, changed={"bin/nvcc": b"evil"})
        self.assert_refused(self.make(source="auto"), 1, "bin/nvcc", "RECORD says")

    def test_wheels_for_another_machine_are_not_taken(self):
        self.add_meta()
        self.add_nvcc()
        self.assert_refused(self.make("--arch", "aarch64", source="pip"), 1, "aarch64")


if __name__ == "__main__":
    unittest.main()
