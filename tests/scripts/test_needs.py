# SPDX-License-Identifier: MIT
"""components.json says what real libraries need; and scripts/check_needs.py sees what it should."""

import contextlib
import io
import json
import shutil
import subprocess
import sys
import tempfile
import unittest
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TOOLKIT = Path("/usr/local/cuda")
sys.path.insert(0, str(ROOT / "scripts"))
import check_needs  # noqa: E402

# What stands in the made-up toolkit: wheel, version, and (library, sonames that it links, text).
WHEELS = (
    ("nvidia_cuda_runtime", "13.0.96", ("libcudart.so.13", (), "")),
    ("nvidia_cublas", "13.1.0.3", ("libcublas.so.13", (), "libnvrtc.so.13")),
    ("nvidia_cuda_nvrtc", "13.0.88", ("libnvrtc.so.13", (), "")),
    ("nvidia_nvjitlink", "13.0.88", ("libnvJitLink.so.13", (), "")),
    ("nvidia_cusparse", "12.6.3.3", ("libcusparse.so.12", ("libnvJitLink.so.13",), "")),
    ("nvidia_cusolver", "12.0.4.66",
     ("libcusolver.so.12", ("libcusparse.so.12", "libcublas.so.13", "libnvJitLink.so.13"), "")),
    ("nvidia_cudnn_cu13", "9.19.0.56",
     ("libcudnn.so.9", (), "libcublasLt.so.13 libcublas.so.13 libnvrtc.so.13")),
    ("nvidia_nccl_cu13", "2.28.9", ("libnccl.so.2", (), "")),
)


def skip(test, reason):
    print(f"SKIP {test.id()}: {reason}")
    test.skipTest(reason)


def run(*arguments):
    """(exit status or message, stdout, stderr) of the script."""
    with contextlib.redirect_stdout(io.StringIO()) as stdout, \
            contextlib.redirect_stderr(io.StringIO()) as stderr:
        try:
            status = check_needs.main([str(argument) for argument in arguments])
        except SystemExit as exit_:
            status = exit_.code
    return status, stdout.getvalue(), stderr.getvalue()


class RealToolkit(unittest.TestCase):
    def setUp(self):
        if not any(TOOLKIT.glob("dist-info/*/RECORD")):
            skip(self, f"no toolkit made from wheels in {TOOLKIT}")
        if not shutil.which("readelf"):
            skip(self, "no readelf here (package binutils)")

    def test_needs_are_what_its_libraries_need(self):
        status, stdout, stderr = run("--toolkit", TOOLKIT)
        self.assertEqual((status, stderr), (0, ""))
        for component in ("libcublas", "libcufft", "libcusolver", "libcusparse"):
            self.assertRegex(stdout, rf"(?m)^{component} .* [1-9][0-9]* libraries$")


class MadeUpToolkit(unittest.TestCase):
    def setUp(self):
        for tool in ("readelf", "g++"):
            if not shutil.which(tool):
                skip(self, f"no {tool} here")
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)
        self.toolkit = self.folder / "toolkit"
        (self.toolkit / "lib").mkdir(parents=True)
        for project, version, library in WHEELS:
            self.add(project, version, *library)

    def add(self, project, version, name, links, text):
        path = self.toolkit / "lib" / name
        others = [str(self.toolkit / "lib" / other) for other in links]
        subprocess.run(["g++", "-shared", "-nostdlib", "-Wl,--no-as-needed", f"-Wl,-soname,{name}",
                        "-x", "c++", "-", "-x", "none", *others, "-o", str(path)],
                       input=f'extern const char text[]; const char text[] = "{text}";',
                       text=True, check=True)
        info = self.toolkit / "dist-info" / f"{project}-{version}.dist-info"
        info.mkdir(parents=True, exist_ok=True)
        (info / "RECORD").write_text(f"nvidia/cu13/lib/{name},sha256=x,1\n"
                                     f"nvidia/cu13/include/a.h,sha256=x,1\n")

    def with_needs(self, change):
        """A folder of tables in which change(rows) has altered the needs."""
        manifests = self.folder / "manifests"
        manifests.mkdir()
        (manifests / "cuda").symlink_to(ROOT / "manifests" / "cuda")
        table = json.loads((ROOT / "manifests" / "components.json").read_text(encoding="ascii"))
        table["needs"] = change(table["needs"])
        (manifests / "components.json").write_text(json.dumps(table))
        return manifests

    def assert_found(self, *parts, arguments=()):
        status, _, stderr = run("--toolkit", self.toolkit, *arguments)
        self.assertEqual(status, 1)
        self.assertEqual(len(stderr.splitlines()), 1, stderr)
        for part in parts:
            self.assertIn(part, stderr)

    def test_all_is_well(self):
        status, stdout, stderr = run("--toolkit", self.toolkit)
        self.assertEqual((status, stderr), (0, ""))
        self.assertIn("libcusolver 12.0.4.66 (CUDA 13.0.2): 1 libraries", stdout)
        self.assertIn("cudnn 9.19.0.56 (CUDA 13.0.2)", stdout)
        self.assertIn("not a component: nvidia_nccl_cu13", stdout)

    def test_a_need_that_no_row_states(self):
        manifests = self.with_needs(
            lambda rows: [row for row in rows if row["component"] != "libcusparse"])
        self.assert_found("libcusparse.so.12", "libnvJitLink.so.13", "libnvjitlink",
                          arguments=("--manifests", manifests))

    def test_a_need_through_another_component_is_enough(self):
        manifests = self.with_needs(
            lambda rows: [row for row in rows
                          if (row["component"], row["needs"]) != ("libcusolver", ["libnvjitlink"])])
        self.assertEqual(run("--toolkit", self.toolkit, "--manifests", manifests)[0], 0)

    def test_a_need_of_other_releases_only(self):
        manifests = self.with_needs(
            lambda rows: [{**row, "to_cuda": "12.9"} if row["component"] == "libcusparse" else row
                          for row in rows])
        self.assert_found("libcusparse.so.12", arguments=("--manifests", manifests))

    def test_a_need_that_no_library_shows(self):
        row = {"component": "cuda_nvrtc", "needs": ["libnvjitlink"], "certainty": "high",
               "sources": ["manifests"]}
        manifests = self.with_needs(lambda rows: [*rows, row])
        self.assert_found("cuda_nvrtc 13.0.88", "libnvjitlink", "DT_NEEDED",
                          arguments=("--manifests", manifests))

    def test_a_library_that_is_loaded_by_name(self):
        self.add("nvidia_cublas", "13.1.0.3", "libcublas.so.13", (), "nothing")
        self.assert_found("libcublas 13.1.0.3", "cuda_nvrtc", "name")

    def test_a_library_that_nobody_has(self):
        self.add("nvidia_npp", "13.0.1.2", "libnppc.so.13", (), "")
        self.add("nvidia_cuda_nvrtc", "13.0.88", "libnvrtc.so.13", ("libnppc.so.13",), "")
        shutil.rmtree(self.toolkit / "dist-info" / "nvidia_npp-13.0.1.2.dist-info")
        self.assert_found("libnvrtc.so.13 needs libnppc.so.13", "nothing that was read")

    def test_wheels_are_read_too(self):
        self.add("nvidia_nvjpeg", "13.0.1.86", "libnvjpeg.so.13", ("libcudart.so.13",), "")
        shutil.rmtree(self.toolkit / "dist-info" / "nvidia_nvjpeg-13.0.1.86.dist-info")
        wheel = self.folder / "nvidia_nvjpeg-13.0.1.86-py3-none-any.whl"
        with zipfile.ZipFile(wheel, "w") as archive:
            archive.write(self.toolkit / "lib" / "libnvjpeg.so.13",
                          "nvidia/cu13/lib/libnvjpeg.so.13")
        self.assert_found("libnvjpeg 13.0.1.86", "libcudart.so.13 of cuda_cudart",
                          arguments=(wheel,))

    def test_what_cannot_be_told(self):
        empty = self.folder / "empty"
        empty.mkdir()
        self.assertIn("no shared library", run("--toolkit", empty)[0])
        unknown = self.folder / "numpy-2.0.0-py3-none-any.whl"
        self.assertIn("numpy", run(unknown)[0])
        (self.toolkit / "lib" / "libcublas.so.13").unlink()
        self.assertRegex(run("--toolkit", self.toolkit)[0], "libcublas.so.13 cannot be read")
        (self.toolkit / "lib" / "libcublas.so.13").write_text("not ELF")
        self.assertRegex(run("--toolkit", self.toolkit)[0], "libcublas.so.13 cannot be read")


if __name__ == "__main__":
    unittest.main()
