# SPDX-License-Identifier: MIT
"""manifests/files.json agrees with the manifests, beyond what test_facts.py says of every table."""

import unittest

from test_facts import CATALOGUE, LIBRARY_TAGS, FactCase, components_of, version


class Files(FactCase):
    """Which component holds a file; only what was read has a row."""

    def setUp(self):
        self.packages = self.tables["files"]["packages"]

    def paths(self, package):
        return [f"{folder}/{name}" for folder, names in package["files"].items() for name in names]

    def test_packages_are_unique_and_components_of_their_product(self):
        self.assert_unique((row["product"], row["component"], row["version"], row["tag"])
                           for row in self.packages)
        for row in self.packages:
            names = {name for manifest in self.manifests[row["product"]].values()
                     for name in components_of(manifest)}
            self.assertIn(row["component"], names)
            self.assertIn(row["tag"], LIBRARY_TAGS)
            self.assertEqual(len(row["sources"]), 1)

    def test_releases_are_those_with_the_version_that_was_read(self):
        for row in self.packages:
            having = [release for release, manifest in self.manifests[row["product"]].items()
                      if manifest.get(row["component"], {}).get("version") == row["version"]]
            self.assertEqual(row["releases"], sorted(having, key=version), row["component"])

    def test_paths_are_plain_sorted_and_unique(self):
        for row in self.packages:
            self.assertTrue(row["files"])
            self.assert_unique(self.paths(row))
            for folder, names in row["files"].items():
                self.assertEqual(names, sorted(names), folder)
            for path in self.paths(row):
                self.assertRegex(path, r"\A[\w+.-]+(/[\w+.-]+)+/?\Z")
                self.assertFalse({".", ".."} & set(path.split("/")), path)

    def test_sonames_are_of_libraries_that_are_called_otherwise(self):
        for row in self.packages:
            for path, soname in row.get("sonames", {}).items():
                self.assertIn(path, self.paths(row))
                self.assertNotEqual(path.rpartition("/")[2], soname)
                self.assertRegex(soname, r"\Alib[\w.-]+\.so[\d.]*\Z")

    def test_it_stays_small(self):
        self.assertLess((CATALOGUE / "files.json").stat().st_size, 64_000)


if __name__ == "__main__":
    unittest.main()
