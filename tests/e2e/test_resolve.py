# SPDX-License-Identifier: MIT
"""resolve: the JSON document, the forms of its options, profiles, notes and refusals."""

import platform
import shlex

from fixtures import make_sysroot
from harness import (ADA, ARM, CROSS, X86, CommandTest, catalogue_releases, codes_of,
                     components_of, main, release_of)

OPTIONAL = object()  # In a shape: the next key may be absent.

PLAN = {
    "target": str, "host_tag": str, "tag": str, "capabilities": [str], "capabilities_from": str,
    "products": [{"product": str, "release": str, "manifest_sha256": (str, OPTIONAL)}],
    "archives": [{
        "product": str, "release": str, "component": str, "version": str, "tag": str,
        "variant": (str, None), "role": str, "relative_path": str, "url": str, "sha256": str,
        "size": (int, None), "license": str, "license_path": str}],
    "download_size": int,
    "notes": [{"code": str, "text": str}],
    "rejected": [{"product": str, "release": str, "code": str, "reason": str}],
}
PLANS = {"schema": str, "plans": [PLAN]}
ERROR = {"schema": str,
         "error": {"code": str, "message": str, "hints": [str], "rejected": PLAN["rejected"]}}


def mismatches(value: object, shape: object, where: str = "$") -> list:
    """Where a JSON value differs from its shape: types, lists, objects with exactly these keys."""
    if isinstance(shape, dict):
        if not isinstance(value, dict):
            return [f"{where}: no object"]
        required = {key for key, part in shape.items()
                    if not (isinstance(part, tuple) and OPTIONAL in part)}
        wrong = [f"{where}.{key}: missing" for key in required - value.keys()]
        wrong += [f"{where}.{key}: unexpected" for key in value.keys() - shape.keys()]
        return wrong + [problem for key in shape.keys() & value.keys()
                        for problem in mismatches(value[key], shape[key], f"{where}.{key}")]
    if isinstance(shape, list):
        if not isinstance(value, list):
            return [f"{where}: no list"]
        return [problem for index, item in enumerate(value)
                for problem in mismatches(item, shape[0], f"{where}[{index}]")]
    allowed = shape if isinstance(shape, tuple) else (shape,)
    fits = any(type(value) is one if isinstance(one, type) else value is one for one in allowed)
    return [] if fits else [f"{where}: {value!r} is no {shape}"]


class Document(CommandTest):
    def test_plan_has_its_keys_and_types(self):
        for options in (ADA, ("--caps", "7.2", *CROSS), ("cudnn", "--cuda", "12.6.3", *ADA)):
            with self.subTest(options):
                document = self.run_tool("resolve", "--json", *options).json()
                self.assertEqual(document["schema"], "cudafetch.resolve/1")
                self.assertEqual(mismatches(document, PLANS), [])

    def test_error_has_its_keys_and_types(self):
        for status, options in ((2, ("--caps", "ampere")), (3, ("--caps", "5.3", *ARM))):
            with self.subTest(options):
                document = self.run_tool("resolve", "--json", *options, status=status).json()
                self.assertEqual(document["schema"], "cudafetch.error/1")
                self.assertEqual(mismatches(document, ERROR), [])

    def test_values_of_a_native_plan(self):
        plan = self.resolve("--caps", "8.9", "--cuda", "12.6.3", *X86)
        self.assertEqual((plan["target"], plan["host_tag"], plan["tag"]),
                         ("x86_64", "linux-x86_64", "linux-x86_64"))
        self.assertEqual((plan["capabilities"], plan["capabilities_from"]), (["8.9"], "request"))
        self.assertEqual(plan["download_size"], sum(a["size"] for a in plan["archives"]))
        self.assertEqual(plan["notes"], [])
        for archive in plan["archives"]:
            self.assertRegex(archive["sha256"], "^[0-9a-f]{64}$")
            self.assertTrue(archive["url"].endswith("/cuda/redist/" + archive["relative_path"]))
            self.assertTrue(archive["url"].startswith(
                "https://developer.download.nvidia.com/compute/cuda/redist/"))

    def test_cross_plan_takes_compilers_of_the_host(self):
        plan = self.resolve("--caps", "8.7", "--cuda", "13.2.1", "--l4t", "39.2", *CROSS)
        self.assertEqual((plan["target"], plan["host_tag"], plan["tag"]),
                         ("aarch64", "linux-x86_64", "linux-sbsa"))
        sides = {a["component"]: (a["role"], a["tag"]) for a in plan["archives"]}
        host, target = ("host", "linux-x86_64"), ("target", "linux-sbsa")
        self.assertEqual(sides, {"cuda_nvcc": host, "libnvvm": host, "cuda_crt": target,
                                 "cuda_cudart": target, "cuda_cccl": target})

    def test_rejected_releases_come_newest_first_with_reasons(self):
        plan = self.resolve("--caps", "7.2", *CROSS)
        self.assertEqual(release_of(plan), "12.2.2")
        releases = [tuple(map(int, r["release"].split("."))) for r in plan["rejected"]]
        self.assertEqual(releases, sorted(releases, reverse=True))
        codes = {r["release"]: r["code"] for r in plan["rejected"]}
        self.assertEqual(codes[catalogue_releases()[-1]], "capability_removed")
        self.assertEqual(codes["12.9.1"], "board_cannot_run_release")
        self.assertEqual(codes["12.3.2"], "tag_not_in_release")
        self.assertTrue(all(r["reason"] for r in plan["rejected"]))


class Forms(CommandTest):
    def test_capabilities(self):
        for text, expected in (
                ("8.7", ["8.7"]), ("87", ["8.7"]), ("sm_87", ["8.7"]), ("compute_87", ["8.7"]),
                ("9.0a", ["9.0a"]), ("sm_90a", ["9.0a"]), ("10.0", ["10.0"]), ("100", ["10.0"]),
                ("8.6,8.9", ["8.6", "8.9"]), ("8.9;8.6", ["8.6", "8.9"]),
                ("8.9 8.6", ["8.6", "8.9"]), ("8.6, sm_89; 86", ["8.6", "8.9"])):
            with self.subTest(text):
                machine = CROSS if expected == ["8.7"] else X86
                plan = self.resolve("--caps", text, "--cuda", "12.8.1", *machine)
                self.assertEqual(plan["capabilities"], expected)

    def test_unreadable_capabilities(self):
        for text in ("ampere", "8.", ".7", "sm_8.7", "8.7b", "08.7", "8.7,x", "-1", ""):
            with self.subTest(text):
                error = self.refuse(f"--caps={text}", *X86, status=2)
                self.assertIn(text.split(",")[-1], error["message"])

    def test_releases(self):
        newest = catalogue_releases()[-1]
        for spec, expected in (
                ("12.6.3", "12.6.3"), ("12.6", "12.6.3"), ("12", "12.9.2"), (">=13", newest),
                (">=12.2,<12.5", "12.4.1"), ("<13", "12.9.2"), ("<=12.4", "12.4.1"),
                ("==12.4.0", "12.4.0"), (">12.6,<12.9", "12.8.2"), ("latest", newest)):
            with self.subTest(spec):
                self.assertEqual(release_of(self.resolve("--cuda", spec, *ADA)), expected)

    def test_unreadable_releases(self):
        for spec in ("twelve", ">=", "12..6", "12.6.3-rc1", "~12"):
            with self.subTest(spec):
                self.assertIn(spec, self.refuse("--cuda", spec, *ADA, status=2)["message"])

    def test_product_with_a_release(self):
        plan = self.resolve("cuda@12.6", *ADA)
        self.assertEqual(release_of(plan), "12.6.3")
        plan = self.resolve("cudnn@9.6.0", "--cuda", "12.6.3", *ADA)
        self.assertEqual(release_of(plan, "cudnn"), "9.6.0")


class Components(CommandTest):
    def test_profiles(self):
        compile_12 = ["cuda_cccl", "cuda_cudart", "cuda_nvcc"]
        for options, expected in (
                ((), compile_12), (("--profile", "compile"), compile_12),
                (("--components", "-cuda_cccl"), ["cuda_cudart", "cuda_nvcc"]),
                (("--components", "cuda_nvrtc"), ["cuda_nvrtc"]),
                (("--components", "cuda_nvrtc", "--profile", "compile"),
                 [*compile_12, "cuda_nvrtc"]),
                (("--components", "libcusparse"), ["libcusparse", "libnvjitlink"])):
            with self.subTest(options):
                plan = self.resolve("--cuda", "12.6.3", *(f"{a}={b}" for a, b in
                                                          zip(options[::2], options[1::2])), *ADA)
                self.assertEqual(components_of(plan), expected)

    def test_libraries_profile(self):
        plan = self.resolve("--cuda", "12.6.3", "--profile", "libraries", *ADA)
        components = set(components_of(plan))
        self.assertLessEqual({"cuda_cudart", "libcublas", "libcufft", "libcusolver"}, components)
        self.assertNotIn("cuda_nvcc", components)

    def test_profile_all_leaves_out_what_belongs_to_the_driver(self):
        for release in ("12.8.0", "13.0.2"):
            with self.subTest(release):
                plan = self.resolve("--cuda", release, "--profile", "all", *ADA)
                components = components_of(plan)
                self.assertGreater(len(components), 20)
                for name in ("nvidia_driver", "cuda_compat", "fabricmanager", "imex", "nvlsm",
                             "libnvidia_nscq", "libnvsdm", "driver_assistant"):
                    self.assertNotIn(name, components)
        named = self.resolve("--cuda", "12.8.0", "--components", "fabricmanager", *ADA)
        self.assertEqual(components_of(named), ["fabricmanager"])


class Notes(CommandTest):
    def test_cross_is_inferred_on_x86_64_only(self):
        codes = codes_of(self.resolve("--caps", "7.2"))
        self.assertEqual("cross_inferred" in codes, platform.machine() == "x86_64")
        self.assertNotIn("cross_inferred", codes_of(self.resolve("--caps", "7.2", *CROSS)))

    def test_codes(self):
        for code, options in (
                ("l4t_not_given", ("--caps", "8.7", *CROSS)),
                ("board_runs_up_to", ("--caps", "7.2", "--cuda", "12.6.3", *CROSS)),
                ("tag_overridden", ("--tag", "linux-sbsa")),
                ("orin_sbsa_before_13_2", ("--caps", "8.7", "--cuda", "13.0.2", *CROSS)),
                ("tag_unproven_on_l4t", ("--caps", "8.7", "--cuda", "12.6.3", "--l4t", "39.2")),
                ("l4t_newer_than_tables", ("--caps", "8.7", "--l4t", "41")),
                ("coverage_unknown", ("--components", "libcublas", "--cuda", "12.6.2", *ADA)),
                ("component_not_for_tag", ("--profile", "all", "--cuda", "12.8.0", *ADA))):
            with self.subTest(code):
                self.assertIn(code, codes_of(self.resolve(*options)))

    def test_note_on_the_missing_l4t_holds_a_command_that_resolves(self):
        notes = self.resolve("--caps", "8.7", *CROSS)["notes"]
        text = next(note["text"] for note in notes if note["code"] == "l4t_not_given")
        command = shlex.split(text[text.index("cudafetch resolve"):])
        self.assertIn("--l4t", command)
        self.run_tool(*command[1:])


REFUSALS = (
    ("unknown_capability", ("--caps", "13.9", *X86), ("13.9",)),
    ("unknown_capability", ("--caps", "8.7a", *CROSS), ("8.7a",)),
    ("capability_renamed", ("--caps", "10.1", "--cuda", "13.0.2", *CROSS), ("13.0.2", "11.0")),
    ("capability_renamed", ("--caps", "11.0", "--cuda", "12.9.1", *CROSS), ("12.9.1", "10.1")),
    ("capability_too_new", ("--caps", "12.1", "--cuda", "12.6.3", *ARM), ("12.6.3", "12.1")),
    ("capability_removed", ("--caps", "5.0", "--cuda", "13.0.2", *X86), ("13.0.2", "12.9")),
    ("jetson_capability_needs_aarch64", ("--caps", "7.2", *X86), ("7.2", "aarch64")),
    ("jetson_capability_needs_aarch64", ("--caps", "8.7,9.0", *X86), ("8.7", "aarch64")),
    ("mixed_capabilities", ("--caps", "8.7,9.0", "--cuda", "12.6.3", *ARM),
     ("8.7", "linux-aarch64", "9.0", "linux-sbsa")),
    ("tag_not_in_release", ("--caps", "8.7", "--cuda", "12.3.2", *ARM),
     ("12.3.2", "linux-aarch64")),
    ("l4t_device_mismatch", ("--caps", "7.2", "--cuda", "12.6.3", "--l4t", "36.4"),
     ("36.4", "7.2")),
    ("l4t_cannot_run_release", ("--caps", "8.7", "--cuda", "13.2.1", "--l4t", "36.4"),
     ("13.2", "36.4")),
    ("l4t_cannot_run_release", ("--caps", "10.1", "--cuda", "12.9.1", "--l4t", "38.2"),
     ("38.2", "11.0")),
    ("cuda_release_unpublished", ("--cuda", "12.7.1", *ADA), ("12.7",)),
    ("cuda_release_unpublished", ("--cuda", "13.4.0", *ADA), ("13.4.0",)),
    ("release_not_in_catalogue", ("--cuda", "13.99.0", *ADA), ("13.99.0",)),
    ("bounds_empty", ("--cuda", ">=14", *ADA), ('">=14"',)),
    ("no_release_serves", ("--caps", "5.3", *ARM), ("5.3", "10.2")),
    ("unsupported_host_arch", ("--caps", "8.9", "--host", "ppc64le"), ("ppc64le",)),
    ("unsupported_target_arch", ("--caps", "8.9", "--target", "riscv64"), ("riscv64",)),
    ("unsupported_os", ("--caps", "8.9", "--host", "x86_64-darwin"), ("darwin",)),
    ("tag_not_served", ("--tag", "linux-ppc64le", "--cuda", "12.4.1"), ("linux-ppc64le",)),
    ("component_missing", ("--components", "nosuch", "--cuda", "12.6.3", *ADA),
     ("nosuch", "12.6.3")),
    ("component_not_for_tag", ("--components", "libcudla", "--cuda", "12.6.3", *ADA),
     ("libcudla", "linux-x86_64", "linux-aarch64")),
    ("library_lacks_capability", ("--caps", "7.2", "--cuda", "12.6.3", "--components", "libcublas",
                                  *ARM), ("libcublas", "7.2", "sm_87")),
    ("unknown_profile", ("--profile", "nosuch", *ADA), ("nosuch", "compile", "libraries", "all")),
    ("unknown_product", ("nosuch", *ADA), ("nosuch", "cudnn")),
)


class Refusals(CommandTest):
    def test_code_reason_and_ways_out(self):
        for code, options, words in REFUSALS:
            error = self.refuse(*options)
            with self.subTest("code and reason", refused=options):
                self.assertEqual(error["code"], code, error["message"])
                self.assert_mentions(error["message"], *words)
            with self.subTest("something to do next", refused=options):
                self.assertTrue(error["hints"], error["message"])
            self.check_hints(error, options)

    def check_hints(self, error, refused):
        """Hints that are commands can be run as they are."""
        for hint in error["hints"]:
            if hint.startswith("cudafetch"):
                with self.subTest("hint resolves", hint=hint, refused=refused):
                    self.run_tool(*shlex.split(hint)[1:])

    def test_capability_that_was_renamed_has_the_same_command_with_the_other_name(self):
        hints = self.refuse("--caps", "10.1", "--cuda", "13.0.2", *CROSS)["hints"]
        self.assertEqual(hints[0], "cudafetch resolve --caps 11.0 --cuda 13.0.2 " + " ".join(CROSS))

    def test_jetson_capability_on_x86_64_hints_at_the_target(self):
        for caps in ("7.2", "8.7,9.0"):
            with self.subTest(caps):
                hints = self.refuse("--caps", caps, *X86)["hints"]
                self.assertTrue(any("--target aarch64" in hint for hint in hints), hints)

    def test_error_is_told_on_both_outputs(self):
        outcome = self.run_tool("resolve", "--json", "--caps", "7.2", *X86, status=3)
        self.assertIn(self.error_of(outcome)["message"], outcome.stderr)


class Text(CommandTest):
    def test_golden(self):
        make_sysroot(self.folder, "nixos")
        for name, status, options in (
                ("resolve_native", 0, ("--caps", "8.9", "--cuda", "12.6.3", *X86)),
                ("resolve_cross", 0, ("--caps", "7.2", *CROSS)),
                ("resolve_wrong_target", 3, ("--caps", "7.2", *X86)),
                ("resolve_mixed", 3, ("--caps", "8.7,9.0", "--cuda", "12.6.3", *ARM)),
                ("resolve_explain", 0, ("--sysroot", "nixos", *X86, "--explain")),
                ("resolve_explain_refused", 3, ("--caps", "5.3", "--cuda", ">=12.4,<12.6", *ARM,
                                                "--explain"))):
            with self.subTest(name):
                self.assert_golden(name, self.run_tool("resolve", *options, status=status))

    def test_explanation_of_a_named_release_does_not_call_it_the_newest(self):
        outcome = self.run_tool("resolve", "--cuda", "12.6.3", *ADA, "--explain")
        self.assertNotIn("newest", outcome.stdout)


if __name__ == "__main__":
    main()
