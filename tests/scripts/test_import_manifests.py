# SPDX-License-Identifier: MIT
"""scripts/import_manifests.py: every shape NVIDIA's manifests have, and inputs it must refuse."""

import contextlib
import hashlib
import importlib.util
import io
import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "scripts" / "import_manifests.py"
CATALOGUE = ROOT / "manifests"
REAL_INPUT = ROOT.parent / "shared" / "redist"

spec = importlib.util.spec_from_file_location("import_manifests", SCRIPT)
import_manifests = importlib.util.module_from_spec(spec)
spec.loader.exec_module(import_manifests)


def archive(path="lib/linux/lib-1.0.tar.xz", **changes):
    """One well-formed archive; a change to None removes the field."""
    entry = {"relative_path": path, "sha256": "a" * 64, "md5": "b" * 32, "size": "12"}
    entry.update(changes)
    return {key: value for key, value in entry.items() if value is not None}


def component(**entries):
    """One well-formed component; tags use _ for - (linux_sbsa), None removes the key."""
    result = {"name": "Library", "license": "CUDA Toolkit", "version": "1.0.0"}
    result.update((key.replace("linux_", "linux-", 1), value) for key, value in entries.items())
    return {key: value for key, value in result.items() if value is not None}


def manifest(**components):
    """One well-formed manifest; without arguments it has one component with one archive."""
    components = components or {"lib": component(linux_sbsa=archive())}
    return {"release_date": "2024-01-31", **components}


def described(**changes):
    """That manifest, with other metadata of its component."""
    return manifest(lib=component(linux_sbsa=archive(), **changes))


def tagged(entry):
    """That manifest, with another value of its tag."""
    return manifest(lib=component(linux_sbsa=entry))


class ImportCase(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.source = Path(folder.name) / "source"
        self.out = Path(folder.name) / "out"
        self.source.mkdir()

    def put(self, document, product="cuda", release="12.0.0"):
        """Write one input manifest: text and bytes as they are, anything else as JSON."""
        path = self.source / product / f"redistrib_{release}.json"
        path.parent.mkdir(exist_ok=True)
        data = document if isinstance(document, (str, bytes)) else json.dumps(document)
        path.write_bytes(data if isinstance(data, bytes) else data.encode())
        return path

    def run_import(self, *flags):
        """Exit status, stdout and stderr of one run."""
        stdout, stderr = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(stdout), contextlib.redirect_stderr(stderr):
            status = import_manifests.main([str(self.source), "--out", str(self.out), *flags])
        return status, stdout.getvalue(), stderr.getvalue()

    def imported(self, document, product="cuda", release="12.0.0"):
        self.put(document, product, release)
        self.assertEqual(self.run_import()[::2], (0, ""))
        return json.loads((self.out / product / f"{release}.json").read_text())

    def assert_refused(self, *expected):
        status, stdout, stderr = self.run_import()
        self.assertEqual((status, stdout), (2, ""), stderr)
        for text in expected:
            self.assertIn(text, stderr)
        self.assertFalse(self.out.exists(), "a refused input left output behind")


class Shapes(ImportCase):
    def test_release_metadata_comes_from_the_path_where_it_is_absent(self):
        result = self.imported(manifest(), product="nvpl", release="24.7")
        self.assertEqual(list(result), ["release_date", "release_label", "release_product", "lib"])
        self.assertEqual((result["release_label"], result["release_product"]), ("24.7", "nvpl"))

    def test_release_metadata_is_kept_where_it_is_present(self):
        document = {"release_product": "cublasmp-v0-1", "release_label": "2.0.2.1", **manifest()}
        del document["release_date"]
        result = self.imported(document, product="cublasmp", release="2.0.2.1")
        self.assertEqual(list(result), ["release_label", "release_product", "lib"])
        self.assertEqual(result["release_product"], "cublasmp-v0-1")

    def test_only_the_served_tags_and_fields_are_kept_in_canonical_order(self):
        tags = ("windows-x86_64", "source", "linux-all", "linux-aarch64", "linux-ppc64le",
                "linux-sbsa", "windows-arm64", "linux-x86_64")
        names = ["mft", "imex", "cccl", "zlib", "a"]
        document = manifest(lib=component(), **{n: component(source=archive()) for n in names})
        document["lib"].update((tag, archive(f"lib/{tag}.tar.xz")) for tag in tags)
        result = self.imported(document)
        self.assertEqual(list(result)[3:], sorted([*names, "lib"]))
        self.assertEqual(list(result["lib"]),
                         ["name", "license", "version",
                          "linux-x86_64", "linux-sbsa", "linux-aarch64", "linux-all", "source"])
        self.assertEqual(list(result["lib"]["source"]), ["relative_path", "sha256", "size"])
        self.assertEqual(result["lib"]["source"]["relative_path"], "lib/source.tar.xz")

    def test_component_without_a_served_tag_stays_as_metadata(self):
        entry = {**component(license_path="vse/LICENSE.txt"), "windows-x86_64": archive()}
        result = self.imported(manifest(vse=entry))
        self.assertEqual(result["vse"], component(license_path="vse/LICENSE.txt"))

    def test_variants_with_cuda_variant_between_the_tags(self):
        variants = {"cuda13.2": archive("d"), "cuda9": archive("a"), "cuda13": archive("c"),
                    "cuda12": archive("b")}
        listed = ["9", "12", "13", "13.2"]
        entry = component(linux_x86_64=variants, cuda_variant=listed,
                          linux_aarch64={"cuda12": archive()})
        result = self.imported(manifest(lib=entry))["lib"]
        self.assertEqual(list(result)[3:], ["cuda_variant", "linux-x86_64", "linux-aarch64"])
        self.assertEqual(result["cuda_variant"], listed)
        paths = [(key, value["relative_path"]) for key, value in result["linux-x86_64"].items()]
        self.assertEqual(paths, [("cuda9", "a"), ("cuda12", "b"),
                                 ("cuda13", "c"), ("cuda13.2", "d")])
        self.assertEqual(list(result["linux-aarch64"]), ["cuda12"])

    def test_hybrid_entry_keeps_its_own_archive_and_its_variants(self):
        hybrid = {"cuda13": archive("v"), **archive("own")}
        result = self.imported(manifest(lib=component(linux_sbsa=hybrid)))["lib"]["linux-sbsa"]
        self.assertEqual(list(result), ["relative_path", "sha256", "size", "cuda13"])
        self.assertEqual((result["relative_path"], result["cuda13"]["relative_path"]), ("own", "v"))

    def test_hybrid_entry_of_a_dropped_tag_is_no_obstacle(self):
        hybrid = {"cuda13": archive(), **archive()}
        entry = {**component(linux_sbsa=archive()), "windows-arm64": hybrid}
        self.assertNotIn("windows-arm64", self.imported(manifest(cudnn=entry))["cudnn"])

    def test_flat_and_variant_components_coexist(self):
        result = self.imported(manifest(flat=component(linux_sbsa=archive()),
                                        split=component(linux_sbsa={"cuda12": archive()})))
        self.assertIn("sha256", result["flat"]["linux-sbsa"])
        self.assertIn("sha256", result["split"]["linux-sbsa"]["cuda12"])

    def test_versions_of_two_and_five_parts_and_sizes_beyond_32_bits(self):
        result = self.imported(manifest(
            cccl=component(version="13.3.3.3.1", linux_sbsa=archive(size="5000000000", md5=None)),
            nvtx=component(version="1.21018621", linux_sbsa=archive())))
        self.assertEqual(result["cccl"]["linux-sbsa"]["size"], "5000000000")
        self.assertEqual((result["cccl"]["version"], result["nvtx"]["version"]),
                         ("13.3.3.3.1", "1.21018621"))


class Output(ImportCase):
    def test_text_is_canonical(self):
        entry = component(cuda_variant=["12"], linux_sbsa={"cuda12": archive(), **archive("own")})
        document = manifest(vse={**component(), "windows-x86_64": archive()}, lib=entry)
        self.put(json.dumps(document, indent=7))
        self.run_import()
        digest = "a" * 64
        self.assertEqual((self.out / "cuda/12.0.0.json").read_text(), f"""{{
  "release_date": "2024-01-31",
  "release_label": "12.0.0",
  "release_product": "cuda",
  "lib": {{
    "name": "Library",
    "license": "CUDA Toolkit",
    "version": "1.0.0",
    "cuda_variant": ["12"],
    "linux-sbsa": {{
      "relative_path": "own",
      "sha256": "{digest}",
      "size": "12",
      "cuda12": {{"relative_path": "lib/linux/lib-1.0.tar.xz", "sha256": "{digest}", "size": "12"}}
    }}
  }},
  "vse": {{
    "name": "Library",
    "license": "CUDA Toolkit",
    "version": "1.0.0"
  }}
}}
""")

    def test_second_run_writes_nothing(self):
        self.put(manifest())
        self.assertIn("2 written", self.run_import()[1])
        before = (self.out / "cuda/12.0.0.json").stat().st_mtime_ns
        self.assertIn("0 written, 2 unchanged", self.run_import()[1])
        self.assertEqual((self.out / "cuda/12.0.0.json").stat().st_mtime_ns, before)

    def test_check_reports_what_differs_and_writes_nothing(self):
        self.put(manifest())
        self.put(manifest(), release="12.10.0")
        self.run_import()
        self.assertEqual(self.run_import("--check")[:2], (0, ""))
        (self.out / "cuda/12.0.0.json").write_text("{}\n")
        (self.out / "cuda/12.10.0.json").unlink()
        status, stdout, _ = self.run_import("--check")
        self.assertEqual((status, stdout.count("\n")), (1, 2))
        self.assertIn("12.0.0.json", stdout)
        self.assertIn("12.10.0.json", stdout)
        self.assertEqual((self.out / "cuda/12.0.0.json").read_text(), "{}\n")
        self.assertFalse((self.out / "cuda/12.10.0.json").exists())

    def test_files_the_source_does_not_name_are_left_alone(self):
        self.put(manifest())
        (self.out / "cuda").mkdir(parents=True)
        for name in ("boards.json", "cuda/11.0.0.json"):
            (self.out / name).write_text("ours")
        self.assertEqual(self.run_import()[0], 0)
        for name in ("boards.json", "cuda/11.0.0.json"):
            self.assertEqual((self.out / name).read_text(), "ours")

    def test_failed_write_leaves_nothing_behind(self):
        self.put(manifest(), product="alpha")
        self.put(manifest(), product="beta")
        self.out.mkdir()
        (self.out / "beta").write_text("in the way")
        status, _, stderr = self.run_import()
        self.assertEqual(status, 2)
        self.assertIn("beta", stderr)
        files = [path for path in self.out.rglob("*") if path.is_file()]
        self.assertEqual(files, [self.out / "beta"])


class Digests(ImportCase):
    def pin(self, digests):
        (self.source / "manifest_digests.json").write_text(json.dumps(digests))

    def test_all_pins_are_kept_in_numeric_order(self):
        digest = hashlib.sha256(self.put(manifest(), release="9.9.0").read_bytes()).hexdigest()
        self.pin({"nvshmem": {"3.2.5": "d" * 64}, "cuda": {"9.10.0": "c" * 64, "9.9.0": digest}})
        self.assertEqual(self.run_import()[0], 0)
        result = json.loads((self.out / "digests.json").read_text())
        self.assertEqual(result["schema"], "cudafetch.digests/1")
        self.assertEqual(list(result["digests"]), ["cuda", "nvshmem"])
        self.assertEqual(list(result["digests"]["cuda"].items()),
                         [("9.9.0", digest), ("9.10.0", "c" * 64)])

    def digests(self):
        return json.loads((self.out / "digests.json").read_text())

    def test_files_that_nobody_pins_are_kept_apart_from_those_that_are_pinned(self):
        pinned = hashlib.sha256(self.put(manifest(), release="9.9.0").read_bytes()).hexdigest()
        other = hashlib.sha256(self.put(manifest()).read_bytes()).hexdigest()
        self.pin({"cuda": {"9.9.0": pinned}})
        self.run_import()
        self.assertEqual(self.digests()["digests"], {"cuda": {"9.9.0": pinned}})
        self.assertEqual(self.digests()["imported"], {"cuda": {"12.0.0": other}})

    def test_what_was_known_before_stays(self):
        first = self.put(manifest(), release="9.9.0")
        digest = hashlib.sha256(first.read_bytes()).hexdigest()
        self.pin({"nvshmem": {"3.2.5": "d" * 64}})
        self.run_import()
        first.unlink()
        (self.source / "manifest_digests.json").unlink()
        self.put(manifest(), release="9.10.0")
        self.run_import()
        self.assertEqual(self.digests()["digests"], {"nvshmem": {"3.2.5": "d" * 64}})
        self.assertEqual(list(self.digests()["imported"]["cuda"]), ["9.9.0", "9.10.0"])
        self.assertEqual(self.digests()["imported"]["cuda"]["9.9.0"], digest)
        # A pin holds for later imports too.
        (self.out / "digests.json").write_text(json.dumps({
            "digests": {"cuda": {"9.10.0": "c" * 64}}}))
        status, _, stderr = self.run_import()
        self.assertEqual(status, 2)
        self.assertIn('$.cuda["9.10.0"]', stderr)
        self.assertEqual(self.digests(), {"digests": {"cuda": {"9.10.0": "c" * 64}}})

    def test_pin_that_the_file_does_not_match_is_refused(self):
        digest = hashlib.sha256(self.put(manifest()).read_bytes()).hexdigest()
        self.pin({"cuda": {"12.0.0": "c" * 64}})
        self.assert_refused("manifest_digests.json", '$.cuda["12.0.0"]', "c" * 64, digest)

    def test_malformed_pins_are_refused(self):
        self.put(manifest())
        for digests, where in (([], "$"), ({"cuda": {}}, "$.cuda"), ({"cuda": "x"}, "$.cuda"),
                               ({"a/b": {"1.0": "c" * 64}}, "$: key"),
                               ({"cuda": {"new": "c" * 64}}, "$.cuda: key"),
                               ({"cuda": {"1.0": "C" * 64}}, '$.cuda["1.0"]'),
                               ({"cuda": {"1.0": None}}, '$.cuda["1.0"]')):
            with self.subTest(digests=digests):
                self.pin(digests)
                self.assert_refused("manifest_digests.json: " + where)


SBSA = "$.lib.linux-sbsa"
MALFORMED = {
    "null": ("null", "$: expected an object"),
    "list": ("[]", "$: expected an object"),
    "string": ('"x"', "$: expected an object"),
    "empty file": ("", "$: not a JSON document"),
    "html": ("<html>not found</html>", "$: not a JSON document"),
    "truncated": (json.dumps(manifest())[:-2], "$: not a JSON document"),
    "byte order mark": (b"\xef\xbb\xbf" + json.dumps(manifest()).encode(), "$: not a JSON"),
    "not UTF-8": (json.dumps(manifest()).encode().replace(b"Library", b"\xe9"), "$: not a JSON"),
    "deep nesting": ("[" * 100_000, "$: not a JSON document"),
    "duplicate key": ('{"lib": {"name": "a", "name": "b"}}', '$: key "name" occurs twice'),
    "empty object": ({}, "$: the object is empty"),
    "no component": ({"release_date": "2024-01-31"}, "$: has no component"),
    "release_date number": ({**manifest(), "release_date": 2024}, "$.release_date"),
    "release_date form": ({**manifest(), "release_date": "today"}, "$.release_date"),
    "other label": ({**manifest(), "release_label": "12.0.1"}, "$.release_label"),
    "release_ object": ({**manifest(), "release_notes": component()}, "$.release_notes"),
    "component string": (manifest(lib="s"), "$.lib: expected an object"),
    "component list": (manifest(lib=[]), "$.lib: expected an object"),
    "component empty": (manifest(lib={}), "$.lib: the object is empty"),
    "component name": ({**manifest(), "../x": component(linux_sbsa=archive())}, "$: key"),
    "component without tags": (manifest(lib=component()), "$.lib: has no archive"),
    "no version": (described(version=None), "$.lib: has no version"),
    "version": (described(version="new"), "$.lib.version"),
    "name": (described(name={}), "$.lib.name"),
    "license": (described(license="a\nb"), "$.lib.license"),
    "license_path": (described(license_path="../x"), "$.lib.license_path"),
    "cuda_variant string": (described(cuda_variant="12"), "$.lib.cuda_variant"),
    "cuda_variant number": (described(cuda_variant=[12]), "$.lib.cuda_variant[0]"),
    "tag string": (tagged("s"), f"{SBSA}: expected an object"),
    "tag list": (tagged([archive()]), f"{SBSA}: expected an object"),
    "tag empty": (tagged({}), f"{SBSA}: the object is empty"),
    "tag name": (manifest(lib={**component(), "Linux/x": archive()}), "$.lib: key"),
    "fault in a dropped tag": (described(linux_ppc64le=archive(size=1)),
                               "$.lib.linux-ppc64le.size"),
    "variant name": (tagged({"rocm6": archive()}), f"{SBSA}: key"),
    "variant digits": (tagged({"cuda" + "9" * 5000: archive()}), f"{SBSA}: key"),
    "variant empty": (tagged({"cuda12": {}}), f"{SBSA}.cuda12: has no relative_path"),
    "variant in a variant": (tagged({"cuda12": {"cuda13": archive()}}),
                             f'{SBSA}.cuda12: "cuda13" is not a field'),
    "fault in a variant": (tagged({"cuda12": archive(sha256=None)}),
                           f"{SBSA}.cuda12: has no sha256"),
    "hybrid without a path": (tagged({"cuda12": archive(), **archive(None)}),
                              f"{SBSA}: has no relative_path"),
    "unknown field": (tagged(archive(**{"\ud800": "x"})), f'{SBSA}: "\\ud800" is not a field'),
    "no size": (tagged(archive(size=None)), f"{SBSA}: has no size"),
    "size number": (tagged(archive(size=12)), f"{SBSA}.size"),
    "size text": (tagged(archive(size="12 MB")), f"{SBSA}.size"),
    "size negative": (tagged(archive(size="-1")), f"{SBSA}.size"),
    "size overflow": (tagged(archive(size="9" * 20)), f"{SBSA}.size"),
    "digest upper case": (tagged(archive(sha256="A" * 64)), f"{SBSA}.sha256"),
    "digest short": (tagged(archive(sha256="a" * 63)), f"{SBSA}.sha256"),
    "digest newline": (tagged(archive(sha256="a" * 64 + "\n")), f"{SBSA}.sha256"),
    "md5": (tagged(archive(md5="?")), f"{SBSA}.md5"),
}
BAD_PATHS = ("", "/etc/passwd", "..", "../x", "a/../b", "a/..", ".", "./a", "a//b", "a/", "a\\b",
             "https://host/a", "a b", "a\n", "a\0b", "~/a", "%2e%2e/a")


class Refusals(ImportCase):
    def test_malformed_manifests(self):
        for name, (document, where) in MALFORMED.items():
            with self.subTest(name):
                path = self.put(document)
                self.assert_refused(f"{path}: {where}")

    def test_unsafe_paths(self):
        for path in BAD_PATHS:
            with self.subTest(path):
                self.put(tagged(archive(path)))
                self.assert_refused(f"{SBSA}.relative_path")

    def test_one_faulty_file_stops_all(self):
        self.put(manifest(), release="11.0.0")
        self.put("null", release="12.0.0")
        self.assert_refused("redistrib_12.0.0.json")

    def test_file_and_folder_names(self):
        for product, release in (("cuda", "latest"), ("cuda", "12"), ("CUDA 12", "12.0.0")):
            with self.subTest(product=product, release=release):
                path = self.put(manifest(), product, release)
                self.assert_refused(str(path))
                path.unlink()

    def test_source_without_manifests(self):
        self.assert_refused("no <product>/redistrib_<release>.json")


class CommandLine(unittest.TestCase):
    def run_script(self, *arguments):
        command = [sys.executable, str(SCRIPT), *arguments]
        return subprocess.run(command, capture_output=True, text=True, check=False)

    def test_help_has_an_example(self):
        result = self.run_script("--help")
        self.assertEqual(result.returncode, 0)
        self.assertIn("example:", result.stdout)

    def test_missing_output_folder_is_a_usage_error(self):
        self.assertEqual(self.run_script("somewhere").returncode, 2)


class RealManifests(unittest.TestCase):
    def setUp(self):
        if not REAL_INPUT.is_dir():
            reason = "NVIDIA's own manifests are not here (../shared/redist beside the repository)"
            print(f"SKIP {self.id()}: {reason}")
            self.skipTest(reason)

    def test_catalogue_is_what_the_script_makes_of_them(self):
        with contextlib.redirect_stdout(io.StringIO()) as stdout:
            status = import_manifests.main([str(REAL_INPUT), "--out", str(CATALOGUE), "--check"])
        self.assertEqual((status, stdout.getvalue()), (0, ""))

    def test_catalogue_holds_exactly_their_releases(self):
        expected = {(path.parent.name, path.stem[len("redistrib_"):])
                    for path in REAL_INPUT.glob("*/redistrib_*.json")}
        held = {(path.parent.name, path.stem) for path in CATALOGUE.glob("*/[0-9]*.json")}
        self.assertEqual(held, expected)

    def test_no_catalogue_file_is_a_copy(self):
        def digests(folder):
            return {hashlib.sha256(path.read_bytes()).digest() for path in folder.rglob("*.json")}

        self.assertFalse(digests(REAL_INPUT) & digests(CATALOGUE))


if __name__ == "__main__":
    unittest.main()
