# SPDX-License-Identifier: MIT
"""The fact tables in manifests/ are well-formed and sourced, and agree among themselves."""

import json
import re
import unittest
from pathlib import Path

CATALOGUE = Path(__file__).resolve().parents[2] / "manifests"
TABLES = ("boards", "capabilities", "components", "coverage", "digests", "drivers",
          "host_compilers", "l4t", "releases")
LIBRARY_TAGS = ("linux-x86_64", "linux-sbsa", "linux-aarch64")
CERTAINTIES = ("high", "medium", "low")


def unique_keys(pairs):
    result = dict(pairs)
    assert len(result) == len(pairs), f"repeated key among {[key for key, _ in pairs]}"
    return result


def load(path):
    return json.loads(path.read_text(encoding="ascii"), object_pairs_hook=unique_keys)


def version(text):
    return tuple(int(part) for part in text.split("."))


def rows(value):
    """Every object that states its certainty, at any depth."""
    if isinstance(value, dict):
        if "certainty" in value:
            yield value
        for item in value.values():
            yield from rows(item)
    elif isinstance(value, list):
        for item in value:
            yield from rows(item)


def components_of(manifest):
    return {name: entry for name, entry in manifest.items() if isinstance(entry, dict)}


class FactCase(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.tables = {name: load(CATALOGUE / f"{name}.json") for name in TABLES}
        cls.manifests = {}
        for path in CATALOGUE.glob("*/*.json"):
            cls.manifests.setdefault(path.parent.name, {})[path.stem] = load(path)
        cls.components = {name for releases in cls.manifests.values()
                          for manifest in releases.values() for name in components_of(manifest)}

    def assert_version(self, text, parts=(2, 3)):
        self.assertRegex(text, r"\A[0-9]+(\.[0-9]+)+\Z")
        self.assertIn(text.count(".") + 1, parts, text)

    def assert_unique(self, values):
        values = list(values)
        self.assertEqual(sorted(set(values)), sorted(values))

    def assert_components(self, names):
        self.assertEqual([name for name in names if name not in self.components], [])


class EveryTable(FactCase):
    def test_schema_names_the_file(self):
        for name, table in self.tables.items():
            self.assertEqual(table["schema"], f"cudafetch.{name}/1")

    def test_no_other_file_lies_beside_them(self):
        names = sorted(path.name for path in CATALOGUE.iterdir() if not path.is_dir())
        self.assertEqual(names, [f"{name}.json" for name in TABLES])

    def test_rows_are_certain_to_a_known_degree(self):
        for name, table in self.tables.items():
            for row in rows(table):
                self.assertIn(row["certainty"], CERTAINTIES, (name, row))

    def test_sources_are_cited_and_citations_are_known(self):
        for name, table in self.tables.items():
            if name in ("coverage", "digests"):
                continue
            cited = [source for row in rows(table) for source in row.get("sources", ())]
            self.assertEqual(set(cited), set(table["sources"]), name)

    def test_rows_have_certainty_and_sources(self):
        tables = self.tables
        lists = [tables["capabilities"]["capabilities"], tables["boards"]["socs"],
                 tables["releases"]["unpublished"], [tables["components"]["runs_on"]],
                 tables["drivers"]["majors"], tables["drivers"]["releases"],
                 tables["host_compilers"]["releases"]]
        lists += [tables["l4t"][key] for key in
                  ("releases", "override_pairs", "kernel_releases", "compat_components")]
        lists += [tables["components"][key] for key in
                  ("aliases", "needs", "never_rejects_by_coverage", "lib_folders")]
        for row in (row for rows_of_list in lists for row in rows_of_list):
            self.assertIn("certainty", row)
            self.assertTrue(row.get("sources"), row)
        for soc in tables["boards"]["socs"]:
            for board in soc["boards"]:
                self.assertIn("certainty", board)

    def test_sources_of_coverage_and_digests(self):
        self.assertTrue(self.tables["coverage"]["sources"])
        self.assertIn(self.tables["coverage"]["certainty"], CERTAINTIES)
        self.assertTrue(self.tables["digests"]["source"])


class Capabilities(FactCase):
    def setUp(self):
        self.rows = self.tables["capabilities"]["capabilities"]
        self.names = [row["capability"] for row in self.rows]

    def test_names_are_well_formed_sorted_and_unique(self):
        for name in self.names:
            self.assertRegex(name, r"\A[0-9]{1,2}\.[0-9][af]?\Z")
        self.assert_unique(self.names)
        self.assertEqual(self.names, sorted(self.names, key=lambda n: (version(n.rstrip("af")), n)))

    def test_suffixed_names_have_their_baseline(self):
        for name in self.names:
            self.assertIn(name.rstrip("af"), self.names)

    def test_versions(self):
        for row in self.rows:
            for key in ("cuda_min", "cuda_max", "device_cuda_max", "sbsa_proven_from"):
                if row.get(key) is not None:
                    self.assert_version(row[key], parts=(2,))
            if row["cuda_max"] is not None:
                self.assertLessEqual(version(row["cuda_min"]), version(row["cuda_max"]))

    def test_jetson_capabilities(self):
        jetson = {row["capability"] for row in self.rows if row["jetson"]}
        thor = {name + suffix for name in ("10.1", "11.0") for suffix in ("", "a", "f")}
        self.assertEqual(jetson, {"5.3", "6.2", "7.2", "8.7"} | thor)

    def test_renamed_capabilities_end_where_the_new_name_begins(self):
        by_name = {row["capability"]: row for row in self.rows}
        renamed = {row["capability"]: row["renamed"] for row in self.rows if "renamed" in row}
        self.assertEqual(sorted(renamed), ["10.1", "10.1a", "10.1f"])
        for name, rename in renamed.items():
            self.assertEqual(by_name[rename["to"]]["cuda_min"], rename["from_cuda"])
            self.assertLess(version(by_name[name]["cuda_max"]), version(rename["from_cuda"]))
            self.assertEqual(rename["to"][len("11.0"):], name[len("10.1"):])

    def test_only_orin_waits_for_its_sbsa_archives(self):
        waiting = {row["capability"]: row["sbsa_proven_from"]
                   for row in self.rows if "sbsa_proven_from" in row}
        self.assertEqual(waiting, {"8.7": "13.2"})


class Boards(FactCase):
    def setUp(self):
        self.socs = self.tables["boards"]["socs"]
        self.jetson = {row["capability"]: row["jetson"]
                       for row in self.tables["capabilities"]["capabilities"]}

    def test_socs(self):
        self.assert_unique(soc["soc"] for soc in self.socs)
        self.assert_unique(soc["capability"] for soc in self.socs)
        self.assert_unique(soc["chip_id"] for soc in self.socs if soc["chip_id"] is not None)
        for soc in self.socs:
            self.assertEqual(self.jetson[soc["capability"]], soc["jetson"], soc["soc"])
            self.assertIn(f"nvidia,{soc['soc']}", soc["compatible"])
            self.assertEqual(soc["l4t"] is not None, soc["jetson"], soc["soc"])
            if soc["l4t"]:
                self.assert_version(soc["l4t"]["first"])
                self.assert_version(soc["l4t"]["last"])
                self.assertLess(version(soc["l4t"]["first"]), version(soc["l4t"]["last"]))

    def test_compatible_strings_name_one_board(self):
        strings = [text for soc in self.socs for text in soc["compatible"]]
        boards = [board for soc in self.socs for board in soc["boards"]]
        strings += [text for board in boards for text in board["compatible"]]
        self.assert_unique(strings)
        for text in strings:
            self.assertRegex(text, r"\Anvidia,[a-z0-9+-]+\Z")

    def test_modules_are_part_numbers(self):
        for board in (board for soc in self.socs for board in soc["boards"]):
            self.assertTrue(board["modules"], board["name"])
            for module in board["modules"]:
                self.assertRegex(module, r"\Ap[0-9]{4}-[0-9]{4}\Z")


class L4t(FactCase):
    def setUp(self):
        self.table = self.tables["l4t"]
        self.socs = {soc["soc"]: soc for soc in self.tables["boards"]["socs"]}

    def test_releases_are_sorted_and_unique(self):
        releases = [row["l4t"] for row in self.table["releases"]]
        for release in releases:
            self.assert_version(release, parts=(3,))
        self.assert_unique(releases)
        self.assertEqual(releases, sorted(releases, key=version))

    def test_compat_cuda_is_newer_than_the_default(self):
        for row in self.table["releases"]:
            ladder = ([row["default_cuda"]] if row["default_cuda"] else []) + row["compat_cuda"]
            for cuda in ladder:
                self.assert_version(cuda, parts=(2,))
            self.assertEqual(ladder, sorted(set(ladder), key=version), row["l4t"])

    def test_releases_lie_within_the_range_of_their_socs(self):
        for row in self.table["releases"]:
            release = version(row["l4t"])
            serving = [name for name, soc in self.socs.items() if soc["l4t"]
                       and version(soc["l4t"]["first"]) <= release <= version(soc["l4t"]["last"])
                       and release[0] not in soc["l4t"]["excluded_majors"]]
            self.assertEqual(sorted(row["socs"]), sorted(serving), row["l4t"])

    def test_kernel_releases(self):
        kernels = [row["kernel"] for row in self.table["kernel_releases"]]
        self.assertEqual(kernels, sorted(set(kernels), key=version))
        jetpacks = {(int(row["l4t"].split(".")[0]), int(row["jetpack"].split(".")[0]))
                    for row in self.table["releases"]}
        for row in self.table["kernel_releases"]:
            self.assertIn((row["l4t_major"], row["jetpack_major"]), jetpacks)

    def test_compat_components_exist_where_they_are_said_to(self):
        for row in self.table["compat_components"]:
            self.assertLessEqual(set(row["socs"]), set(self.socs))
            present = {version(release)[:2] for release, manifest in self.manifests["cuda"].items()
                       if row["tag"] in manifest.get(row["component"], {})}
            self.assertEqual(min(present), version(row["cuda_from"]), row["component"])
            if row["cuda_to"]:
                self.assertEqual(max(present), version(row["cuda_to"]), row["component"])

    def test_override_pairs_name_a_compat_component(self):
        known = {row["component"] for row in self.table["compat_components"]}
        for row in self.table["override_pairs"]:
            self.assertIn(row["component"], known)
            self.assert_version(row["cuda_min"], parts=(2,))


class Drivers(FactCase):
    def setUp(self):
        self.table = self.tables["drivers"]

    def test_releases_are_sorted_and_known(self):
        releases = [row["cuda"] for row in self.table["releases"]]
        self.assert_unique(releases)
        self.assertEqual(releases, sorted(releases, key=version, reverse=True))
        self.assertLessEqual(set(self.manifests["cuda"]), set(releases))

    def test_a_release_wants_no_older_driver_than_its_major(self):
        lowest = {row["cuda_major"]: version(row["driver_min"]) for row in self.table["majors"]}
        self.assertEqual(list(lowest), sorted(lowest))
        self.assertEqual(list(lowest.values()), sorted(lowest.values()))
        for row in self.table["releases"]:
            # CUDA 11.0 came before the driver that serves all of 11.x.
            if row["driver"] and not row["cuda"].startswith("11.0."):
                major = version(row["cuda"])[0]
                self.assertGreaterEqual(version(row["driver"]), lowest[major], row["cuda"])

    def test_the_driver_is_that_of_the_manifest_unless_disputed(self):
        for row in self.table["releases"]:
            component = self.manifests["cuda"].get(row["cuda"], {}).get("nvidia_driver")
            if component and "linux-x86_64" in component and "disputed" not in row:
                self.assertEqual(component["version"], row["driver"], row["cuda"])


class HostCompilers(FactCase):
    def test_ranges(self):
        releases = [row["cuda"] for row in self.tables["host_compilers"]["releases"]]
        self.assertEqual(releases, sorted(set(releases), key=version))
        self.assertLessEqual({".".join(name.split(".")[:2]) for name in self.manifests["cuda"]},
                             set(releases))
        for compiler in ("gcc", "clang"):
            ranges = [row[compiler] for row in self.tables["host_compilers"]["releases"]]
            maxima = [entry["max"] for entry in ranges if entry["max"] is not None]
            self.assertEqual(maxima, sorted(maxima), compiler)
            for entry in ranges:
                self.assertLess(entry["min"], entry["max"] or 99)


class Components(FactCase):
    def setUp(self):
        self.table = self.tables["components"]

    def test_every_name_exists_in_a_manifest(self):
        table = self.table
        self.assert_components(name for row in table["aliases"] for name in row["names"])
        self.assert_components(table["runs_on"]["host"] + table["runs_on"]["both"])
        self.assert_components(table["driver_side"] + table["libraries"])
        for key in ("needs", "never_rejects_by_coverage", "lib_folders"):
            self.assert_components(row["component"] for row in table[key])
        self.assert_components(name for row in table["needs"] for name in row["needs"])
        for profile in table["profiles"].values():
            self.assert_components(entry["component"] for entry in profile)

    def test_lists_have_no_duplicates(self):
        table = self.table
        self.assert_unique(name for row in table["aliases"] for name in row["names"])
        self.assert_unique(table["runs_on"]["host"] + table["runs_on"]["both"])
        self.assert_unique(table["driver_side"])
        self.assert_unique(table["libraries"])
        self.assert_unique((row["component"], name)
                           for row in table["needs"] for name in row["needs"])
        for profile in table["profiles"].values():
            self.assert_unique(entry["component"] for entry in profile)

    def test_aliases_never_meet_in_one_manifest(self):
        for row in self.table["aliases"]:
            for release, manifest in self.manifests["cuda"].items():
                present = [name for name in row["names"] if name in manifest]
                self.assertEqual(len(present), 1, release)

    def releases_with(self, name):
        """CUDA major.minor -> whether each of its manifests has the component, by any name."""
        aliases = {name: row["names"] for row in self.table["aliases"] for name in row["names"]}
        has = {}
        for release, manifest in self.manifests["cuda"].items():
            present = bool(set(aliases.get(name, [name])) & set(manifest))
            has.setdefault(version(release)[:2], set()).add(present)
        return has

    def test_ranges_ask_no_release_for_a_component_that_it_lacks(self):
        wanted = [(entry["component"], entry) for entries in self.table["profiles"].values()
                  for entry in entries]
        wanted += [(name, row) for row in self.table["needs"] for name in row["needs"]]
        for name, row in wanted:
            low = version(row.get("from_cuda", "0.0"))
            high = version(row.get("to_cuda", "9999.0"))
            for release, present in self.releases_with(name).items():
                if low <= release <= high:
                    self.assertEqual(present, {True}, (name, release))

    def test_ranges_of_profiles_leave_out_no_release_that_has_the_component(self):
        for entries in self.table["profiles"].values():
            for entry in entries:
                low = version(entry.get("from_cuda", "0.0"))
                high = version(entry.get("to_cuda", "9999.0"))
                for release, present in self.releases_with(entry["component"]).items():
                    if not low <= release <= high:
                        self.assertEqual(present, {False}, (entry["component"], release))

    def test_lib_folders_cover_flat_archives_only(self):
        products = {"libcutensor": "cutensor", "libnvjpeg_2k": "nvjpeg2000"}
        for row in self.table["lib_folders"]:
            self.assertIn("<major>", row["folder"])
            releases = self.manifests[products[row["component"]]]
            covered = [manifest for release, manifest in releases.items()
                       if version(row["from"]) <= version(release) <= version(row["to"])]
            self.assertTrue(covered)
            for manifest in covered:
                self.assertIn("sha256", manifest[row["component"]]["linux-x86_64"])


class Coverage(FactCase):
    def archives(self):
        for product, releases in self.tables["coverage"]["coverage"].items():
            for release, components in releases.items():
                for component, tags in components.items():
                    for tag, variants in tags.items():
                        for variant, architectures in variants.items():
                            yield (product, release, component, tag, variant), architectures

    def test_every_row_belongs_to_an_archive_of_the_catalogue(self):
        for (product, release, component, tag, variant), _ in self.archives():
            entry = self.manifests[product][release][component][tag]
            is_variant = variant and not variant.startswith("/lib/")
            self.assertIn("sha256", entry[variant] if is_variant else entry)
            self.assertIn(tag, LIBRARY_TAGS)

    def test_architectures_are_known_sorted_and_unique(self):
        known = {"sm_" + row["capability"].replace(".", "")
                 for row in self.tables["capabilities"]["capabilities"]}
        for key, architectures in self.archives():
            self.assertTrue(architectures, key)
            self.assertLessEqual(set(architectures), known, key)
            numbers = [int(re.sub(r"\D", "", name)) for name in architectures]
            self.assertEqual(numbers, sorted(numbers), key)
            self.assert_unique(architectures)

    def test_components_with_a_say_are_libraries(self):
        table = self.tables["components"]
        exempt = {row["component"] for row in table["never_rejects_by_coverage"]}
        covered = {key[2] for key, _ in self.archives()}
        self.assertLessEqual(covered, exempt | set(table["libraries"]))


class ReleasesAndDigests(FactCase):
    def test_no_unpublished_release_has_a_manifest(self):
        matches = [row["match"] for row in self.tables["releases"]["unpublished"]]
        self.assert_unique(matches)
        for match in matches:
            self.assert_version(match)
            same = [release for release in self.manifests["cuda"]
                    if f"{release}.".startswith(f"{match}.")]
            self.assertEqual(same, [])

    def test_digests_are_well_formed(self):
        for kind in ("digests", "imported"):
            for releases in self.tables["digests"][kind].values():
                self.assertEqual(list(releases), sorted(releases, key=version))
                for digest in releases.values():
                    self.assertRegex(digest, r"\A[0-9a-f]{64}\Z")

    def test_every_release_has_one_digest(self):
        table = self.tables["digests"]
        for product, releases in self.manifests.items():
            for release in releases:
                kinds = [kind for kind in ("digests", "imported")
                         if release in table[kind].get(product, {})]
                self.assertEqual(len(kinds), 1, (product, release))


if __name__ == "__main__":
    unittest.main()
