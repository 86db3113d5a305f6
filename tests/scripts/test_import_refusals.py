# SPDX-License-Identifier: MIT
"""scripts/import_manifests.py: inputs that it must refuse."""

import json
import unittest

from importing import ImportCase, archive, component, described, manifest, tagged

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
    "duplicate key": ('{"lib": {"name": "a", "name": "b"}}', '$: not a JSON document: the key "name"'),
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


if __name__ == "__main__":
    unittest.main()
