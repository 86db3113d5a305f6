# SPDX-License-Identifier: MIT
"""scripts/import_manifests.py: every shape that NVIDIA's manifests have, and what is written."""

import contextlib
import hashlib
import io
import json
import subprocess
import sys
import unittest

from importing import (ROOT, SCRIPT, ImportCase, archive, component, import_manifests, manifest)

CATALOGUE = ROOT / "manifests"
REAL_INPUT = ROOT.parent / "shared" / "redist"


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
