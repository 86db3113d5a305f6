# SPDX-License-Identifier: MIT
"""resolve --manifest and --mirror: odd, trimmed and malformed manifests."""

import json
import shlex

from harness import (ADA, ARM, REDIST, X86, CommandTest, codes_of, components_of, main, release_of,
                     require_folder)
from malformed import MALFORMED
from mirrors import Mirror

DIGEST = "0123456789abcdef" * 4
ARCHIVE = {"relative_path": "cuda_cudart/linux-x86_64/a.tar.xz", "sha256": DIGEST}
COMPONENT = {"version": "13.0.1", "linux-x86_64": ARCHIVE}


class ManifestTest(CommandTest):
    def manifest(self, text, release="13.0.1"):
        path = self.folder / f"redistrib_{release}.json"
        path.write_text(text)
        return path


class Malformed(ManifestTest):
    def test_refused_with_the_file_and_the_place_in_it(self):
        for text, where in MALFORMED:
            with self.subTest(text[:80]):
                path = self.manifest(text)
                error = self.refuse("--manifest", path, "--components", "cuda_cudart", *ADA,
                                    status=5)
                self.assertEqual(error["code"], "malformed_manifest")
                self.assert_mentions(error["message"], str(path), where)

    def test_property_is_no_component(self):
        error = self.refuse("--components", "release_date", "--cuda", "12.6.3", *ADA)
        self.assert_mentions(error["message"], "release_date", "not a component")

    def test_malformed_on_a_mirror(self):
        mirror = Mirror(self.folder / "mirror")
        path = mirror.write_manifest("13.0.90", [])
        error = self.refuse("--cuda", "13.0.90", "--mirror", mirror.root, *ADA, status=5)
        self.assert_mentions(error["message"], str(path))

    def test_manifest_of_another_release_on_a_mirror(self):
        mirror = Mirror(self.folder / "mirror")
        mirror.write_manifest("13.0.90", mirror.add_toolkit("13.0.91"))
        error = self.refuse("--cuda", "13.0.90", "--mirror", mirror.root, *ADA, status=5)
        self.assert_mentions(error["message"], "13.0.90", "13.0.91")


class Trimmed(ManifestTest):
    def test_one_component_with_one_tag_and_no_more(self):
        path = self.manifest(json.dumps({"release_note": "ours", "cuda_cudart": COMPONENT}))
        plan = self.resolve("--manifest", path, "--components", "cuda_cudart", *ADA)
        self.assertEqual((release_of(plan), components_of(plan)), ("13.0.1", ["cuda_cudart"]))
        archive, = plan["archives"]
        self.assertEqual((archive["size"], archive["sha256"]), (None, DIGEST))
        error = self.refuse("--manifest", path, "--components", "cuda_cudart",
                            "--tag", "linux-sbsa")
        self.assertEqual(error["code"], "tag_not_in_release")

    def test_compile_profile_lacks_a_part(self):
        mirror = Mirror(self.folder / "mirror")
        mirror.add_toolkit("13.0.90", without=("cuda_crt",))
        path = mirror.redist / "redistrib_13.0.90.json"
        error = self.refuse("--profile", "compile", "--manifest", path, *ADA)
        self.assertEqual(error["code"], "component_missing")
        self.assert_mentions(error["message"], "cuda_crt")


class Mirrors(CommandTest):
    def test_mirror_index_decides_and_order_is_numeric(self):
        mirror = Mirror(self.folder / "mirror")
        releases = ("12.6.0", "12.6.1", "12.6.2", "12.6.3", "12.9.90", "12.10.0", "13.0.90")
        for release in ("12.9.90", "12.10.0", "13.0.90"):
            mirror.add_toolkit(release)
        mirror.write_index(*releases)
        for spec, expected in (("12.6", "12.6.3"), ("12", "12.10.0"), ("13", "13.0.90"),
                               ("latest", "13.0.90"), ("<12.10", "12.9.90")):
            with self.subTest(spec):
                plan = self.resolve("--cuda", spec, "--mirror", mirror.root, *ADA)
                self.assertEqual(release_of(plan), expected)
        error = self.refuse("--cuda", "12.8.1", "--mirror", mirror.root, *ADA)
        self.assertEqual(error["code"], "release_not_in_catalogue")

    def test_hints_on_a_mirror_or_manifest_resolve(self):
        mirror = Mirror(self.folder / "mirror")
        manifest = mirror.add_toolkit("13.0.90")
        mirror.write_index("13.0.90")
        path = mirror.write_manifest("13.0.90", manifest)
        for place in (("--mirror", str(mirror.root)), ("--manifest", str(path))):
            for options in (("--cuda", "12.6.3"), ("--caps", "7.2"), ("--components", "nosuch"),
                            ("--caps", "10.1", "--cuda", "13.0.90")):
                error = self.refuse(*place, *options, *X86)
                for hint in error["hints"]:
                    if hint.startswith("cudafetch"):
                        with self.subTest(hint, refused=(*place, *options)):
                            self.run_tool(*shlex.split(hint)[1:])


class Nvidia(CommandTest):
    """With NVIDIA's own manifests, where they are at hand."""

    def setUp(self):
        super().setUp()
        require_folder(REDIST)

    def given(self, product, release):
        return ("--manifest", REDIST / product / f"redistrib_{release}.json")

    def test_tags_that_are_not_there(self):
        error = self.refuse("--tag", "linux-ppc64le", *self.given("cuda", "12.4.1"))
        self.assertEqual(error["code"], "tag_not_served")
        self.assert_mentions(error["message"], "linux-x86_64", "linux-sbsa", "linux-aarch64")
        error = self.refuse("--tag", "linux-aarch64", *self.given("cuda", "13.0.2"))
        self.assertEqual(error["code"], "tag_not_in_release")
        self.assert_mentions(error["message"], "13.0.2", "linux-aarch64")

    def test_names_that_changed(self):
        for asked, release, found in (("cuda_cccl", "13.3.0", "cccl"),
                                      ("cccl", "12.9.1", "cuda_cccl")):
            with self.subTest(asked, release=release):
                plan = self.resolve("--components", asked, *self.given("cuda", release), *ADA)
                self.assertEqual((components_of(plan), release_of(plan)), ([found], release))
        error = self.refuse("--components", "nosuch", *self.given("cuda", "13.3.0"), *ADA)
        self.assertEqual(error["code"], "component_missing")

    def test_compile_profile_follows_the_release(self):
        common, new = ["cuda_cudart", "cuda_nvcc"], ["cuda_crt", "libnvvm"]
        for release, expected in (("12.9.1", [*common, "cuda_cccl"]),
                                  ("13.0.2", [*common, *new, "cuda_cccl"]),
                                  ("13.3.0", [*common, *new, "cccl"])):
            with self.subTest(release):
                plan = self.resolve("--profile", "compile", *self.given("cuda", release), *ADA)
                self.assertEqual(components_of(plan), sorted(expected))

    def test_variants(self):
        def variants(product, release, cuda):
            plan = self.resolve(product, *self.given(product, release), "--cuda", cuda, *ADA)
            return {a["component"]: a["variant"] for a in plan["archives"]}

        self.assertEqual(variants("cutensor", "2.3.1", "13.0"), {"libcutensor": "cuda13"})
        self.assertEqual(variants("cutensor", "2.3.1", "12"), {"libcutensor": "cuda12"})
        self.assertEqual(variants("cudnn", "9.27.0", "13.0")["cudnn"], "cuda13")
        self.assertEqual(variants("cutensor", "2.0.0", "12.6.3"), {"libcutensor": None})

    def test_no_variant_fits(self):
        error = self.refuse("cutensor", *self.given("cutensor", "2.3.1"), "--cuda", "11.8", *ADA)
        self.assert_mentions(error["message"], "cuda12", "cuda13")

    def test_component_for_another_tag(self):
        given = self.given("cuda", "12.8.0")
        plan = self.resolve("--profile", "all", "--tag", "linux-x86_64", *given)
        self.assertNotIn("cuda_compat", components_of(plan))
        self.assertIn("component_not_for_tag", codes_of(plan))
        note = next(n["text"] for n in plan["notes"] if n["code"] == "component_not_for_tag")
        self.assertIn("libcudla", note)
        error = self.refuse("--components", "cuda_compat", "--tag", "linux-x86_64", *given)
        self.assertEqual(error["code"], "component_not_for_tag")
        self.assert_mentions(error["message"], "cuda_compat", "linux-x86_64", "linux-aarch64")

    def test_neighbours_of_a_release_without_the_tag(self):
        # Boards of 7.2 end at 12.2, so 12.4.0 is no way out for them.
        for caps, release, words in (("8.7", "12.3.2", ("12.2.2", "12.4.0")),
                                     ("7.2", "12.3.2", ("12.2.2",)),
                                     ("7.2", "11.7.1", ("11.8.0",))):
            with self.subTest(f"{caps} on {release}"):
                error = self.refuse("--caps", caps, *ARM, *self.given("cuda", release))
                self.assertEqual(error["code"], "tag_not_in_release")
                self.assert_mentions(" ".join(error["hints"]), *words)


if __name__ == "__main__":
    main()
