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
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
TOOLKIT = Path("/usr/local/cuda")
sys.path.insert(0, str(ROOT / "scripts"))
import check_needs  # noqa: E402
from common.versions import version_key  # noqa: E402
from facts.tables import Facts  # noqa: E402
from wheels import make_wheel, unpack_toolkit  # noqa: E402

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
    """(exit status, stdout, stderr) of the script."""
    with contextlib.redirect_stdout(io.StringIO()) as stdout, \
            contextlib.redirect_stderr(io.StringIO()) as stderr:
        status = check_needs.main([str(argument) for argument in arguments])
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
        """Puts a wheel with one library into the toolkit, and returns the wheel."""
        path = self.toolkit / "lib" / name
        others = [str(self.toolkit / "lib" / other) for other in links]
        subprocess.run(["g++", "-shared", "-nostdlib", "-Wl,--no-as-needed", f"-Wl,-soname,{name}",
                        "-x", "c++", "-", "-x", "none", *others, "-o", str(path)],
                       input=f'extern const char text[]; const char text[] = "{text}";',
                       text=True, check=True)
        wheel = make_wheel(self.folder, project.replace("_", "-"), version,
                           {f"lib/{name}": path.read_bytes(), "include/a.h": b"//\n"})
        unpack_toolkit(wheel, self.toolkit)
        return wheel

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
        self.assertIn("not a component: nvidia-nccl-cu13", stdout)

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
        wheel = self.add("nvidia_nvjpeg", "13.0.1.86", "libnvjpeg.so.13", ("libcudart.so.13",), "")
        shutil.rmtree(self.toolkit / "dist-info" / "nvidia_nvjpeg-13.0.1.86.dist-info")
        self.assert_found("libnvjpeg 13.0.1.86", "libcudart.so.13 of cuda_cudart",
                          arguments=(wheel,))

    def test_what_cannot_be_told(self):
        empty = self.folder / "empty"
        empty.mkdir()
        self.assert_one_line("no shared library", "--toolkit", empty)
        self.assert_one_line("numpy", make_wheel(self.folder, "numpy", "2.0.0", {"a": b"a"}))
        unknown = make_wheel(self.folder, "nvidia-cublas", "0.1",
                             {"lib/libx.so": (self.toolkit / "lib/libcudart.so.13").read_bytes()})
        self.assert_one_line("no manifest has libcublas 0.1", unknown)
        text = make_wheel(self.folder, "nvidia-cufft", "12.0", {"lib/libx.so": b"not ELF"})
        self.assert_one_line("libx.so cannot be read", text)

    def test_versions_that_are_no_numbers(self):
        wheel = make_wheel(self.folder, "nvidia-cublas", "13.1.0.3rc1", {"lib/libx.so": b"x"})
        self.assert_one_line("13.1.0.3rc1", wheel)
        shutil.rmtree(self.toolkit / "dist-info" / "nvidia_cublas-13.1.0.3.dist-info")
        unpack_toolkit(wheel, self.toolkit)
        self.assert_one_line("13.1.0.3rc1", "--toolkit", self.toolkit)

    def test_wheels_that_cannot_be_read(self):
        self.assert_one_line("nosuch.whl", self.folder / "nosuch.whl")
        wheel = self.add("nvidia_nvjpeg", "13.0.1.86", "libnvjpeg.so.13", (), "")
        whole = wheel.read_bytes()
        wheel.write_bytes(whole[:len(whole) // 2])
        self.assert_one_line(wheel.name, wheel)
        wheel.write_bytes(whole[:200] + b"damaged" + whole[207:])
        self.assert_one_line(wheel.name, wheel)
        self.assert_one_line("Is a directory", self.folder)

    def test_libraries_that_are_not_as_recorded(self):
        library = self.toolkit / "lib" / "libcublas.so.13"
        library.write_bytes(library.read_bytes() + b"more")
        self.assert_one_line("libcublas.so.13", "--toolkit", self.toolkit)
        library.unlink()
        self.assert_one_line("libcublas.so.13", "--toolkit", self.toolkit)

    def test_tables_that_cannot_be_read(self):
        (self.folder / "components.json").write_text("{")
        self.assert_one_line("not JSON", "--toolkit", self.toolkit, "--manifests", self.folder)

    def assert_one_line(self, words, *arguments):
        status, _, stderr = run(*arguments)
        self.assertEqual((status, stderr.count("\n")), (1, 1), stderr)
        self.assertRegex(stderr, "^check_needs: ")
        self.assertIn(words, stderr)


class Releases(unittest.TestCase):
    def test_a_component_is_found_under_each_of_its_names(self):
        facts = Facts(ROOT / "manifests")
        releases = sorted(facts.manifests["cuda"], key=version_key)
        for row in facts.tables["components"]["aliases"]:
            for release in releases:
                manifest = facts.manifests["cuda"][release]
                for name in set(row["names"]) & set(manifest):
                    version = manifest[name]["version"]
                    oldest = next(other for other in releases
                                  for its in set(row["names"]) & set(facts.manifests["cuda"][other])
                                  if facts.manifests["cuda"][other][its]["version"] == version)
                    for asked in row["names"]:
                        with self.subTest(asked=asked, version=version):
                            piece = check_needs.Piece(asked, version, [])
                            self.assertEqual(check_needs.release_of(facts, piece), oldest)


if __name__ == "__main__":
    unittest.main()
