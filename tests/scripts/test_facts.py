# SPDX-License-Identifier: MIT
"""scripts/check_facts.py accepts the fact tables, and refuses each kind of broken copy."""

import contextlib
import copy
import io
import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "scripts" / "check_facts.py"
CATALOGUE = ROOT / "manifests"
TABLES = ("boards", "capabilities", "components", "coverage", "digests", "drivers", "files",
          "host_compilers", "l4t", "releases")
GONE = object()

sys.path.insert(0, str(SCRIPT.parent))
import check_facts  # noqa: E402

# Table, the place that is changed, what is put there, and the problem: its path and a part of its
# text. An item put at one past the end of a list is appended.
SCHEMA_MUTATIONS = (
    ("l4t", ("releases", 3, "jetpack"), 7, "$.releases[3].jetpack", "'string'"),
    ("l4t", ("releases", 3, "jetpack"), GONE, "$.releases[3]", "'jetpack'"),
    ("l4t", ("releases", 3, "l4t"), "R36.4", "$.releases[3].l4t", "does not match"),
    ("l4t", ("releases", 3, "l4t"), "36.04.3", "$.releases[3].l4t", "does not match"),
    ("l4t", ("releases", 3, "l4t"), "36.4.3\n", "$.releases[3].l4t", "does not match"),
    ("l4t", ("releases", 3, "cuda"), "12.6", "$.releases[3]", "'cuda' was unexpected"),
    ("l4t", ("releases", 3, "sources"), [], "$.releases[3].sources", ""),
    ("l4t", ("releases", 3, "sources"), GONE, "$.releases[3]", "'sources'"),
    ("l4t", ("releases", 3, "certainty"), "sure", "$.releases[3].certainty", "'sure'"),
    ("l4t", ("releases", 3, "disputed"), "", "$.releases[3].disputed", "plain text"),
    ("l4t", ("compat_components", 0, "tag"), "sbsa", "$.compat_components[0].tag", "'sbsa'"),
    ("l4t", ("compat_components",), {}, "$.compat_components", "'array'"),
    ("l4t", ("schema",), "cudafetch.l4t/2", "$.schema", "cudafetch.l4t/1"),
    ("capabilities", ("capabilities", 0, "capability"), "3.5b", "$.capabilities[0].capability",
     "such as 8.7"),
    ("capabilities", ("capabilities", 0, "cuda_max"), "11", "$.capabilities[0].cuda_max",
     "or null"),
    ("boards", ("socs", 0, "boards", 0, "modules", 0), "2180", "$.socs[0].boards[0].modules[0]",
     "p3701-0005"),
    ("boards", ("socs", 0, "l4t"), {"first": "24.1"}, "$.socs[0].l4t", "'last'"),
    ("boards", ("socs", 0, "compatible", 1), "nvidia,tegra210", "$.socs[0].compatible",
     "non-unique"),
    ("components", ("profiles", "compile", 0, "from"), "13.0", "$.profiles.compile[0]", "'from'"),
    ("components", ("needs", 0, "through"), "guess", "$.needs[0].through", "'guess'"),
    ("components", ("needs", 0, "needs"), "cuda_crt", "$.needs[0].needs", "'array'"),
    ("drivers", ("releases", 0, "driver"), "R580", "$.releases[0].driver", "570.124.06"),
    ("host_compilers", ("releases", 0, "gcc", "max"), "9", "$.releases[0].gcc.max", "'integer'"),
    ("coverage", ("coverage", "cuda", "12.2.2", "libcublas", "linux-arm"), {},
     "$.coverage.cuda.12.2.2.libcublas", "'linux-arm'"),
    ("coverage", ("certainty",), GONE, "$", "'certainty'"),
    ("digests", ("digests", "cuda", "11.8.0"), "941A", "$.digests.cuda.11.8.0", "SHA-256"),
    ("files", ("packages", 0, "files", "../include"), ["a.h"], "$.packages[0].files", "archive"),
    ("files", ("packages", 0, "files", "include", 0), "..", "$.packages[0].files.include[0]",
     "name of a file"),
    ("files", ("packages", 0, "tag"), "sbsa", "$.packages[0].tag", "'sbsa'"),
    ("releases", ("unpublished", 0, "match"), "12.x", "$.unpublished[0].match", "12.7"),
)
RULE_MUTATIONS = (
    ("l4t", ("releases", 3, "sources", 0), "hearsay", "$.releases[3].sources[0]", '"hearsay"'),
    ("l4t", ("sources", "hearsay"), "a friend", "$.sources.hearsay", "no row cites it"),
    ("l4t", ("releases", 3, "l4t"), "32.2.1", "$.releases[3].l4t", 'after "32.2.1"'),
    ("l4t", ("releases", 3, "l4t"), "32.1.9", "$.releases[3].l4t", 'after "32.2.1"'),
    ("l4t", ("releases", 3, "compat_cuda"), ["9.2"], "$.releases[3].compat_cuda[0]", '"10.0"'),
    ("l4t", ("releases", 3, "socs"), ["tegra234"], "$.releases[3].socs", "tegra210"),
    ("l4t", ("kernel_releases", 1, "jetpack_major"), 6, "$.kernel_releases[1]", "JetPack 6"),
    ("l4t", ("kernel_releases", 1, "kernel"), "4.9", "$.kernel_releases[1].kernel", "4.9"),
    ("l4t", ("override_pairs", 0, "component"), "imex", "$.override_pairs[0].component", "imex"),
    ("l4t", ("compat_components", 0, "component"), "imex", "$.compat_components[0].component",
     "linux-aarch64"),
    ("l4t", ("compat_components", 0, "cuda_from"), "12.0", "$.compat_components[0].cuda_from",
     "first release"),
    ("l4t", ("compat_components", 0, "cuda_to"), "13.0", "$.compat_components[0].cuda_to",
     "last release"),
    ("l4t", ("compat_components", 0, "socs", 0), "tegra999", "$.compat_components[0].socs[0]",
     "tegra999"),
    ("capabilities", ("capabilities", 1, "capability"), "3.5", "$.capabilities[1].capability",
     'after "3.5"'),
    ("capabilities", ("capabilities", 0, "capability"), "3.4a", "$.capabilities[0].capability",
     'no row for "3.4"'),
    ("capabilities", ("capabilities", 0, "cuda_max"), "6.5", "$.capabilities[0].cuda_max", "7.0"),
    ("capabilities", ("capabilities", 0, "jetson"), True, "$.capabilities[0].jetson", "3.5"),
    ("capabilities", ("capabilities", 0, "sbsa_proven_from"), "11.0",
     "$.capabilities[0].sbsa_proven_from", "Jetsons"),
    ("capabilities", (("capability", "10.1"), "renamed", "to"), "11.0a",
     "$.capabilities[21].renamed.to", "suffixes"),
    ("capabilities", (("capability", "10.1"), "renamed", "from_cuda"), "12.9",
     "$.capabilities[21].renamed.from_cuda", "12.9"),
    ("boards", ("socs", 1, "soc"), "tegra210", "$.socs[1].soc", "twice"),
    ("boards", ("socs", 1, "capability"), "5.3", "$.socs[1].capability", "twice"),
    ("boards", ("socs", 1, "capability"), "6.3", "$.socs[1].capability", '"6.3"'),
    ("boards", ("socs", 1, "chip_id"), 33, "$.socs[1].chip_id", "33"),
    ("boards", ("socs", 1, "compatible", 0), "nvidia,tegra18x", "$.socs[1].compatible", "lacks"),
    ("boards", ("socs", 1, "l4t"), None, "$.socs[1].l4t", "Jetson"),
    ("boards", ("socs", 1, "l4t", "last"), "26.1", "$.socs[1].l4t.last", "27.1"),
    ("boards", ("socs", 1, "boards", 0, "compatible", 0), "nvidia,tegra210",
     "$.socs[1].boards[0].compatible[0]", "twice"),
    ("drivers", ("releases", 1, "cuda"), "13.6.0", "$.releases[1].cuda", 'after "13.5.0"'),
    ("drivers", ("releases", 1), GONE, "$.releases", "13.4.2"),
    ("drivers", ("releases", 3, "driver"), "450.80.02", "$.releases[3].driver", "580.65.06"),
    ("drivers", ("releases", 3, "driver"), "610.99.99", "$.releases[3].driver", "610.43.02"),
    ("drivers", ("majors", 1, "driver_min"), "440.1", "$.majors[1].driver_min", "450.80.02"),
    ("drivers", ("majors", 1, "cuda_major"), 11, "$.majors[1].cuda_major", "11"),
    ("drivers", ("majors", 2), GONE, "$.releases[0].cuda", "majors"),
    ("host_compilers", ("releases", 0, "gcc", "max"), 5, "$.releases[0].gcc.max", "min, 6"),
    ("host_compilers", ("releases", 1, "clang", "max"), 8, "$.releases[1].clang.max", "up to 9"),
    ("host_compilers", ("releases", 5), GONE, "$.releases", "lacks CUDA 11.5"),
    ("host_compilers", ("releases", 1, "cuda"), "11.0", "$.releases[1].cuda", "11.0"),
    ("components", ("libraries", 0), "libcublass", "$.libraries[0]", '"libcublass"'),
    ("components", ("driver_side", 0), "nvidia", "$.driver_side[0]", '"nvidia"'),
    ("components", ("runs_on", "host", 0), "nvcc", "$.runs_on.host[0]", '"nvcc"'),
    ("components", ("runs_on", "both", 0), "cuda_nvcc", "$.runs_on.both", "twice"),
    ("components", ("aliases", 0, "names", 0), "cuda_crt", "$.aliases[0].names", "has none"),
    ("components", ("profiles", "runtime", 0, "component"), "cudart",
     "$.profiles.runtime[0].component", '"cudart"'),
    ("components", ("profiles", "runtime", 0),
     {"component": "libnvjitlink", "from_cuda": "12.1"}, "$.profiles.runtime[2].component",
     "twice"),
    ("components", ("profiles", "compile", 3, "from_cuda"), GONE, "$.profiles.compile[3]",
     'has no "cuda_crt"'),
    ("components", ("profiles", "compile", 3, "from_cuda"), "13.1", "$.profiles.compile[3]",
     "leaves out CUDA 13.0"),
    ("components", ("profiles", "devtools", 8, "to_cuda"), GONE, "$.profiles.devtools[8]",
     'has no "cuda_nvprof"'),
    ("components", ("profiles", "devtools", 8, "to_cuda"), "12.8", "$.profiles.devtools[8]",
     "leaves out CUDA 12.9"),
    ("components", ("profiles", "all"), [{"component": "cuda_nvcc"}], "$.profiles", '"all"'),
    ("components", ("needs", 0, "from_cuda"), "12.0", "$.needs[0]", 'has no "cuda_crt"'),
    ("components", ("needs", 0, "from_cuda"), "14.0", "$.needs[0]", "no release"),
    ("components", ("needs", 3, "needs", 0), "libcublas", "$.needs[3]", "says again"),
    ("components", ("needs", 0, "note"), GONE, "$.needs[0]", "a note"),
    ("components", ("needs", 0, "component"), "cuda_crt", "$.needs[0].needs", "itself"),
    ("components", ("never_rejects_by_coverage", 0, "component"), "libcufft",
     "$.never_rejects_by_coverage", "twice"),
    ("components", ("lib_folders", 0, "to"), "9.9.9", "$.lib_folders[0]", "each CUDA major"),
    ("components", ("lib_folders", 0, "from"), "1.6.1", "", None),
    ("components", ("lib_folders", 0, "to"), "1.3.1", "$.lib_folders[0]", "no release"),
    ("coverage", ("coverage", "cuda", "12.2.2", "libcublas", "linux-x86_64", "", 0), "sm_77",
     "$.coverage.cuda.12.2.2.libcublas.linux-x86_64[\"\"]", '"sm_77"'),
    ("coverage", ("coverage", "cuda", "12.2.2", "libcublas", "linux-x86_64", "", 1), "sm_52", "",
     None),
    ("coverage", ("coverage", "cuda", "12.2.2", "libcublas", "linux-x86_64", "", 2), "sm_52",
     "$.coverage.cuda.12.2.2.libcublas.linux-x86_64[\"\"]", "must not stand after"),
    ("coverage", ("coverage", "cuda", "12.2.2", "libcublas", "linux-x86_64", "cuda12"), ["sm_80"],
     "$.coverage.cuda.12.2.2.libcublas.linux-x86_64.cuda12", "no manifest"),
    ("coverage", ("coverage", "cuda", "12.2.9"), {"libcublas": {"linux-sbsa": {"": ["sm_80"]}}},
     "$.coverage.cuda.12.2.9.libcublas.linux-sbsa[\"\"]", "no manifest"),
    ("coverage", ("coverage", "cuda", "12.2.2", "cuda_nvcc"), {"linux-sbsa": {"": ["sm_80"]}},
     "$.coverage.cuda.12.2.2.cuda_nvcc.linux-sbsa", "libraries"),
    ("files", ("packages", 0, "component"), "cccl12", "$.packages[0].component", "no manifest"),
    ("files", ("packages", 0, "releases"), ["12.9.1"], "$.packages[0].releases", "12.9.2"),
    ("files", ("packages", 0, "files", "include", 0), "zz/", "$.packages[0].files.include[1]",
     "must not stand after"),
    ("files", ("packages", 0, "sonames"), {"lib/liba.so": "liba.so.1"},
     "$.packages[0].sonames[\"lib/liba.so\"]", "not among"),
    ("files", ("packages", 1, "version"), "12.9.27", "$.packages[1]", "twice"),
    ("releases", ("unpublished", 1, "match"), "12.7", "$.unpublished[1].match", "twice"),
    ("releases", ("unpublished", 1, "match"), "13.4", "$.unpublished[1].match", "13.4.2"),
    ("digests", ("digests", "cuda", "9.0.0"), "0" * 64, "$.digests.cuda.9.0.0", "after"),
    ("digests", ("digests", "aproduct"), {"1.0.0": "0" * 64}, "$.digests.aproduct", "after"),
    ("digests", ("imported", "cuda", "9.0.0"), "0" * 64, "$.imported.cuda.9.0.0", "after"),
    ("digests", ("imported", "nvtiff", "0.8.0"), GONE, "$.imported.nvtiff", "lacks 0.8.0"),
    ("digests", ("digests", "nvtiff"), {"0.8.0": "0" * 64}, "$.imported.nvtiff.0.8.0", "pinned"),
)


def load(name):
    return json.loads((CATALOGUE / f"{name}.json").read_text(encoding="ascii"))


def changed(table, steps, value):
    table = copy.deepcopy(table)
    if isinstance(steps[0], tuple):
        member, name = steps[0]
        rows = table["capabilities"]
        steps = ("capabilities", next(index for index, row in enumerate(rows)
                                      if row[member] == name), *steps[1:])
    holder = table
    for step in steps[:-1]:
        holder = holder[step]
    if value is GONE:
        del holder[steps[-1]]
    elif isinstance(holder, list) and steps[-1] == len(holder):
        holder.append(value)
    else:
        holder[steps[-1]] = value
    return table


class ScriptCase(unittest.TestCase):
    """With a copy of the tables; the manifests, which no test changes, are links."""

    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name) / "manifests"
        self.folder.mkdir()
        for path in CATALOGUE.iterdir():
            if path.is_dir() and path.name != "schemas":
                (self.folder / path.name).symlink_to(path)
            elif path.is_file():
                shutil.copy(path, self.folder)
        shutil.copytree(CATALOGUE / "schemas", self.folder / "schemas")

    def write(self, name, text):
        (self.folder / name).write_text(text, encoding="utf-8")

    def run_script(self, *arguments, **environment):
        return subprocess.run([sys.executable, str(SCRIPT), *arguments], text=True,
                              capture_output=True, timeout=60, check=False,
                              env={**os.environ, **environment})

    def problems(self):
        with contextlib.redirect_stderr(io.StringIO()) as stderr:
            status = check_facts.main(["--manifests", str(self.folder)])
        lines = stderr.getvalue().splitlines()
        self.assertEqual(status, 1 if lines else 0, lines)
        return lines

    def assert_refused(self, file, path, text):
        prefix = f"manifests/{file}: {path}"
        problems = self.problems()
        self.assertTrue(any(line.startswith(prefix) and text in line[len(prefix):]
                            for line in problems), (prefix, text, problems))


class Tables(ScriptCase):
    def test_they_are_accepted(self):
        result = self.run_script()
        self.assertEqual((result.returncode, result.stdout, result.stderr), (0, "", ""))

    def test_each_has_a_schema_of_its_own(self):
        names = {path.stem for path in CATALOGUE.glob("*.json")}
        self.assertLessEqual(set(TABLES), names)
        schemas = {path.name[:-len(".schema.json")]
                   for path in (CATALOGUE / "schemas").iterdir()}
        self.assertEqual(schemas, names | {"common"})

    def test_schemas_are_strict(self):
        """Every object that names its members allows no others."""
        def objects(node):
            if isinstance(node, dict):
                if "properties" in node:
                    yield node
                for item in node.values():
                    yield from objects(item)
            elif isinstance(node, list):
                for item in node:
                    yield from objects(item)

        for path in (CATALOGUE / "schemas").iterdir():
            for node in objects(json.loads(path.read_text(encoding="ascii"))):
                self.assertIs(node.get("additionalProperties"), False, path.name)

    def test_the_table_of_files_stays_small(self):
        self.assertLess((CATALOGUE / "files.json").stat().st_size, 64_000)

    def test_only_orin_waits_for_its_sbsa_archives(self):
        """The resolver's text speaks of Orin."""
        waiting = {row["capability"]: row["sbsa_proven_from"]
                   for row in load("capabilities")["capabilities"] if "sbsa_proven_from" in row}
        self.assertEqual(waiting, {"8.7": "13.2"})


class BrokenTables(ScriptCase):
    def check(self, mutations):
        for table, steps, value, path, text in mutations:
            with self.subTest(table=table, steps=steps, path=path):
                self.write(f"{table}.json", json.dumps(changed(load(table), steps, value)))
                if text is None:
                    self.assertEqual(self.problems(), [])
                else:
                    self.assert_refused(f"{table}.json", path, text)
                shutil.copy(CATALOGUE / f"{table}.json", self.folder)

    def test_against_their_schema(self):
        self.check(SCHEMA_MUTATIONS)

    def test_against_what_a_schema_cannot_say(self):
        self.check(RULE_MUTATIONS)

    def test_every_problem_is_listed(self):
        table = changed(load("l4t"), ("releases", 3, "jetpack"), 7)
        self.write("l4t.json", json.dumps(changed(table, ("releases", 5, "socs"), [])))
        self.write("drivers.json", json.dumps(changed(load("drivers"), ("majors",), GONE)))
        self.assertEqual([line.split(": ")[:2] for line in self.problems()],
                         [["manifests/drivers.json", "$"],
                          ["manifests/l4t.json", "$.releases[3].jetpack"],
                          ["manifests/l4t.json", "$.releases[5].socs"]])

    def test_text_that_is_not_json(self):
        for text, part in (("", "not JSON"), ("{", "not JSON"), ('{"a": 1, "a": 2}', '"a" is'),
                           ('{"schema": "\u00e9"}', "ASCII"), ("[]", "'object'")):
            with self.subTest(text=text):
                self.write("l4t.json", text)
                self.assert_refused("l4t.json", "$", part)

    def test_a_table_without_a_schema(self):
        self.write("moons.json", "{}")
        self.assert_refused("moons.json", "$", "schemas/moons.schema.json")

    def test_a_schema_without_a_table(self):
        (self.folder / "l4t.json").unlink()
        self.assert_refused("l4t.json", "$", "not there")

    def test_a_manifest_that_is_not_json(self):
        (self.folder / "nvtiff").unlink()
        (self.folder / "nvtiff").mkdir()
        self.write("nvtiff/1.0.0.json", "{")
        self.assert_refused("nvtiff/1.0.0.json", "$", "not JSON")


class WithoutJsonschema(ScriptCase):
    def test_the_package_is_named(self):
        self.write("jsonschema.py", "raise ImportError('no such module')\n")
        result = self.run_script(PYTHONPATH=str(self.folder))
        self.assertEqual((result.returncode, result.stdout), (1, ""))
        self.assertIn("python3-jsonschema", result.stderr)
        self.assertNotIn("Traceback", result.stderr)


if __name__ == "__main__":
    check_facts.import_jsonschema()
    unittest.main()
