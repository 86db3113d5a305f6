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
# text. A row of a list is named by one of its members, so that new rows do no harm: it is the first
# with that value, and [*] in the path is its number. An item put at one past the end is appended.
SCHEMA_MUTATIONS = (
    ("l4t", ("releases", ("l4t", "32.2.3"), "jetpack"), 7, "$.releases[*].jetpack", "'string'"),
    ("l4t", ("releases", ("l4t", "32.2.3"), "jetpack"), GONE, "$.releases[*]", "'jetpack'"),
    ("l4t", ("releases", ("l4t", "32.2.3"), "l4t"), "R36.4", "$.releases[*].l4t", "does not match"),
    ("l4t", ("releases", ("l4t", "32.2.3"), "l4t"), "36.04.3", "$.releases[*].l4t",
     "does not match"),
    ("l4t", ("releases", ("l4t", "32.2.3"), "l4t"), "36.4.3\n", "$.releases[*].l4t",
     "does not match"),
    ("l4t", ("releases", ("l4t", "32.2.3"), "cuda"), "12.6", "$.releases[*]",
     "'cuda' was unexpected"),
    ("l4t", ("releases", ("l4t", "32.2.3"), "sources"), [], "$.releases[*].sources", ""),
    ("l4t", ("releases", ("l4t", "32.2.3"), "sources"), GONE, "$.releases[*]", "'sources'"),
    ("l4t", ("releases", ("l4t", "32.2.3"), "certainty"), "sure", "$.releases[*].certainty",
     "'sure'"),
    ("l4t", ("releases", ("l4t", "32.2.3"), "disputed"), "", "$.releases[*].disputed",
     "plain text"),
    ("l4t", ("compat_components", ("component", "cuda_compat"), "tag"), "sbsa",
     "$.compat_components[*].tag", "'sbsa'"),
    ("l4t", ("compat_components",), {}, "$.compat_components", "'array'"),
    ("l4t", ("schema",), "cudafetch.l4t/2", "$.schema", "cudafetch.l4t/1"),
    ("capabilities", ("capabilities", ("capability", "3.5"), "capability"), "3.5b",
     "$.capabilities[*].capability", "such as 8.7"),
    ("capabilities", ("capabilities", ("capability", "3.5"), "cuda_max"), "11",
     "$.capabilities[*].cuda_max", "or null"),
    ("boards", ("socs", ("soc", "tegra210"), "boards", ("name", "Jetson TX1"), "modules", 0),
     "2180", "$.socs[*].boards[*].modules[0]", "p3701-0005"),
    ("boards", ("socs", ("soc", "tegra210"), "l4t"), {"first": "24.1"}, "$.socs[*].l4t", "'last'"),
    ("boards", ("socs", ("soc", "tegra210"), "compatible", 1), "nvidia,tegra210",
     "$.socs[*].compatible", "non-unique"),
    ("components", ("profiles", "compile", ("component", "cuda_nvcc"), "from"), "13.0",
     "$.profiles.compile[*]", "'from'"),
    ("components", ("needs", ("component", "cuda_nvcc"), "through"), "guess", "$.needs[*].through",
     "'guess'"),
    ("components", ("needs", ("component", "cuda_nvcc"), "needs"), "cuda_crt", "$.needs[*].needs",
     "'array'"),
    ("drivers", ("releases", ("cuda", "13.5.0"), "driver"), "R580", "$.releases[*].driver",
     "570.124.06"),
    ("host_compilers", ("releases", ("cuda", "11.0"), "gcc", "max"), "9", "$.releases[*].gcc.max",
     "'integer'"),
    ("coverage", ("coverage", "cuda", "12.2.2", "libcublas", "linux-arm"), {},
     "$.coverage.cuda.12.2.2.libcublas", "'linux-arm'"),
    ("coverage", ("certainty",), GONE, "$", "'certainty'"),
    ("digests", ("digests", "cuda", "11.8.0"), "941A", "$.digests.cuda.11.8.0", "SHA-256"),
    ("files", ("packages", ("component", "cuda_cccl"), "files", "../include"), ["a.h"],
     "$.packages[*].files", "archive"),
    ("files", ("packages", ("component", "cuda_cccl"), "files", "include", 0), "..",
     "$.packages[*].files.include[0]", "name of a file"),
    ("files", ("packages", ("component", "cuda_cccl"), "tag"), "sbsa", "$.packages[*].tag",
     "'sbsa'"),
    ("releases", ("unpublished", ("match", "12.7"), "match"), "12.x", "$.unpublished[*].match",
     "12.7"),
)
RULE_MUTATIONS = (
    ("l4t", ("releases", ("l4t", "32.2.3"), "sources", 0), "hearsay", "$.releases[*].sources[0]",
     '"hearsay"'),
    ("l4t", ("sources", "hearsay"), "a friend", "$.sources.hearsay", "no row cites it"),
    ("l4t", ("releases", ("l4t", "32.2.3"), "l4t"), "32.2.1", "$.releases[*].l4t",
     'after "32.2.1"'),
    ("l4t", ("releases", ("l4t", "32.2.3"), "l4t"), "32.1.9", "$.releases[*].l4t",
     'after "32.2.1"'),
    ("l4t", ("releases", ("l4t", "32.2.3"), "compat_cuda"), ["9.2"], "$.releases[*].compat_cuda[0]",
     '"10.0"'),
    ("l4t", ("releases", ("l4t", "32.2.3"), "socs"), ["tegra234"], "$.releases[*].socs",
     "tegra210"),
    ("l4t", ("kernel_releases", ("kernel", "5.10"), "jetpack_major"), 6, "$.kernel_releases[*]",
     "JetPack 6"),
    ("l4t", ("kernel_releases", ("kernel", "5.10"), "kernel"), "4.9", "$.kernel_releases[*].kernel",
     "4.9"),
    ("l4t", ("override_pairs", ("component", "cuda_compat_orin"), "component"), "imex",
     "$.override_pairs[*].component", "imex"),
    ("l4t", ("compat_components", ("component", "cuda_compat"), "component"), "imex",
     "$.compat_components[*].component", "linux-aarch64"),
    ("l4t", ("compat_components", ("component", "cuda_compat"), "cuda_from"), "12.0",
     "$.compat_components[*].cuda_from", "first release"),
    ("l4t", ("compat_components", ("component", "cuda_compat"), "cuda_to"), "13.0",
     "$.compat_components[*].cuda_to", "last release"),
    ("l4t", ("compat_components", ("component", "cuda_compat"), "socs", 0), "tegra999",
     "$.compat_components[*].socs[0]", "tegra999"),
    ("capabilities", ("capabilities", ("capability", "3.7"), "capability"), "3.5",
     "$.capabilities[*].capability", 'after "3.5"'),
    ("capabilities", ("capabilities", ("capability", "3.5"), "capability"), "3.4a",
     "$.capabilities[*].capability", 'no row for "3.4"'),
    ("capabilities", ("capabilities", ("capability", "3.5"), "cuda_max"), "6.5",
     "$.capabilities[*].cuda_max", "7.0"),
    ("capabilities", ("capabilities", ("capability", "3.5"), "jetson"), True,
     "$.capabilities[*].jetson", "3.5"),
    ("capabilities", ("capabilities", ("capability", "3.5"), "sbsa_proven_from"), "11.0",
     "$.capabilities[*].sbsa_proven_from", "Jetsons"),
    ("capabilities", ("capabilities", ("capability", "10.1"), "renamed", "to"), "11.0a",
     "$.capabilities[*].renamed.to", "suffixes"),
    ("capabilities", ("capabilities", ("capability", "10.1"), "renamed", "from_cuda"), "12.9",
     "$.capabilities[*].renamed.from_cuda", "12.9"),
    ("boards", ("socs", ("soc", "tegra186"), "soc"), "tegra210", "$.socs[*].soc", "twice"),
    ("boards", ("socs", ("soc", "tegra186"), "capability"), "5.3", "$.socs[*].capability", "twice"),
    ("boards", ("socs", ("soc", "tegra186"), "capability"), "6.3", "$.socs[*].capability", '"6.3"'),
    ("boards", ("socs", ("soc", "tegra186"), "chip_id"), 33, "$.socs[*].chip_id", "33"),
    ("boards", ("socs", ("soc", "tegra186"), "compatible", 0), "nvidia,tegra18x",
     "$.socs[*].compatible", "lacks"),
    ("boards", ("socs", ("soc", "tegra186"), "l4t"), None, "$.socs[*].l4t", "Jetson"),
    ("boards", ("socs", ("soc", "tegra186"), "l4t", "last"), "26.1", "$.socs[*].l4t.last", "27.1"),
    ("boards", ("socs", ("soc", "tegra186"), "boards", ("name", "Jetson TX2"), "compatible", 0),
     "nvidia,tegra210", "$.socs[*].boards[*].compatible[0]", "twice"),
    ("drivers", ("releases", ("cuda", "13.4.2"), "cuda"), "13.6.0", "$.releases[*].cuda",
     'after "13.5.0"'),
    ("drivers", ("releases", ("cuda", "13.4.2")), GONE, "$.releases", "13.4.2"),
    ("drivers", ("releases", ("cuda", "13.3.1"), "driver"), "450.80.02", "$.releases[*].driver",
     "580.65.06"),
    ("drivers", ("releases", ("cuda", "13.3.1"), "driver"), "610.99.99", "$.releases[*].driver",
     "610.43.02"),
    ("drivers", ("majors", ("cuda_major", 12), "driver_min"), "440.1", "$.majors[*].driver_min",
     "450.80.02"),
    ("drivers", ("majors", ("cuda_major", 12), "cuda_major"), 11, "$.majors[*].cuda_major", "11"),
    ("drivers", ("majors", ("cuda_major", 13)), GONE, "$.releases[0].cuda", "majors"),
    ("host_compilers", ("releases", ("cuda", "11.0"), "gcc", "max"), 5, "$.releases[*].gcc.max",
     "min, 6"),
    ("host_compilers", ("releases", ("cuda", "11.1"), "clang", "max"), 8, "$.releases[*].clang.max",
     "up to 9"),
    ("host_compilers", ("releases", ("cuda", "11.5")), GONE, "$.releases", "lacks CUDA 11.5"),
    ("host_compilers", ("releases", ("cuda", "11.1"), "cuda"), "11.0", "$.releases[*].cuda",
     "11.0"),
    ("components", ("libraries", 0), "libcublass", "$.libraries[0]", '"libcublass"'),
    ("components", ("driver_side", 0), "nvidia", "$.driver_side[0]", '"nvidia"'),
    ("components", ("runs_on", "host", 0), "nvcc", "$.runs_on.host[0]", '"nvcc"'),
    ("components", ("runs_on", "both", 0), "cuda_nvcc", "$.runs_on.both", "twice"),
    ("components", ("aliases", 0, "names", 0), "cuda_crt", "$.aliases[0].names", "has none"),
    ("components", ("profiles", "runtime", ("component", "cuda_cudart"), "component"), "cudart",
     "$.profiles.runtime[*].component", '"cudart"'),
    ("components", ("profiles", "runtime", ("component", "cuda_cudart")),
     {"component": "libnvjitlink", "from_cuda": "12.1"}, "$.profiles.runtime[2].component",
     "twice"),
    ("components", ("profiles", "compile", ("component", "cuda_crt"), "from_cuda"), GONE,
     "$.profiles.compile[*]", 'has no "cuda_crt"'),
    ("components", ("profiles", "compile", ("component", "cuda_crt"), "from_cuda"), "13.1",
     "$.profiles.compile[*]", "leaves out CUDA 13.0"),
    ("components", ("profiles", "devtools", ("component", "cuda_nvprof"), "to_cuda"), GONE,
     "$.profiles.devtools[*]", 'has no "cuda_nvprof"'),
    ("components", ("profiles", "devtools", ("component", "cuda_nvprof"), "to_cuda"), "12.8",
     "$.profiles.devtools[*]", "leaves out CUDA 12.9"),
    ("components", ("profiles", "all"), [{"component": "cuda_nvcc"}], "$.profiles", '"all"'),
    ("components", ("needs", ("component", "cuda_nvcc"), "from_cuda"), "12.0", "$.needs[*]",
     'has no "cuda_crt"'),
    ("components", ("needs", ("component", "cuda_nvcc"), "from_cuda"), "14.0", "$.needs[*]",
     "no release"),
    ("components", ("needs", ("needs", ["cuda_nvrtc"]), "needs", 0), "libcublas", "$.needs[*]",
     "says again"),
    ("components", ("needs", ("component", "cuda_nvcc"), "note"), GONE, "$.needs[*]", "a note"),
    ("components", ("needs", ("component", "cuda_nvcc"), "component"), "cuda_crt",
     "$.needs[*].needs", "itself"),
    ("components", ("never_rejects_by_coverage", ("component", "libcufile"), "component"),
     "libcufft", "$.never_rejects_by_coverage", "twice"),
    ("components", ("lib_folders", ("to", "1.6.1"), "to"), "9.9.9", "$.lib_folders[*]",
     "each CUDA major"),
    ("components", ("lib_folders", ("to", "1.6.1"), "from"), "1.6.1", "", None),
    ("components", ("lib_folders", ("to", "1.6.1"), "to"), "1.3.1", "$.lib_folders[*]",
     "no release"),
    ("coverage", ("coverage", "cuda", "12.2.2", "libcublas", "linux-x86_64", "", 0), "sm_77",
     '$.coverage.cuda.12.2.2.libcublas.linux-x86_64[""]', '"sm_77"'),
    ("coverage", ("coverage", "cuda", "12.2.2", "libcublas", "linux-x86_64", "", 1), "sm_52", "",
     None),
    ("coverage", ("coverage", "cuda", "12.2.2", "libcublas", "linux-x86_64", "", 2), "sm_52",
     '$.coverage.cuda.12.2.2.libcublas.linux-x86_64[""]', "must not stand after"),
    ("coverage", ("coverage", "cuda", "12.2.2", "libcublas", "linux-x86_64", "cuda12"), ["sm_80"],
     "$.coverage.cuda.12.2.2.libcublas.linux-x86_64.cuda12", "no manifest"),
    ("coverage", ("coverage", "cuda", "12.2.9"), {"libcublas": {"linux-sbsa": {"": ["sm_80"]}}},
     '$.coverage.cuda.12.2.9.libcublas.linux-sbsa[""]', "no manifest"),
    ("coverage", ("coverage", "cuda", "12.2.2", "cuda_nvcc"), {"linux-sbsa": {"": ["sm_80"]}},
     "$.coverage.cuda.12.2.2.cuda_nvcc.linux-sbsa", "libraries"),
    ("files", ("packages", ("component", "cuda_cccl"), "component"), "cccl12",
     "$.packages[*].component", "no manifest"),
    ("files", ("packages", ("component", "cuda_cccl"), "releases"), ["12.9.1"],
     "$.packages[*].releases", "12.9.2"),
    ("files", ("packages", ("component", "cuda_cccl"), "files", "include", 0), "zz/",
     "$.packages[*].files.include[1]", "must not stand after"),
    ("files", ("packages", ("component", "cuda_cccl"), "sonames"), {"lib/liba.so": "liba.so.1"},
     '$.packages[*].sonames["lib/liba.so"]', "not among"),
    ("files", ("packages", ("version", "13.0.85"), "version"), "12.9.27", "$.packages[*]", "twice"),
    ("releases", ("unpublished", ("match", "13.4.0"), "match"), "12.7", "$.unpublished[*].match",
     "twice"),
    ("releases", ("unpublished", ("match", "13.4.0"), "match"), "13.4", "$.unpublished[*].match",
     "13.4.2"),
    ("digests", ("digests", "cuda", "9.0.0"), "0" * 64, "$.digests.cuda.9.0.0", "after"),
    ("digests", ("digests", "aproduct"), {"1.0.0": "0" * 64}, "$.digests.aproduct", "after"),
    ("digests", ("imported", "cuda", "9.0.0"), "0" * 64, "$.imported.cuda.9.0.0", "after"),
    ("digests", ("imported", "nvtiff", "0.8.0"), GONE, "$.imported.nvtiff", "lacks 0.8.0"),
    ("digests", ("digests", "nvtiff"), {"0.8.0": "0" * 64}, "$.imported.nvtiff.0.8.0", "pinned"),
)


def load(name):
    return json.loads((CATALOGUE / f"{name}.json").read_text(encoding="ascii"))


def numbered(table, steps):
    """The steps with a number in place of each (member, value), which names a row of a list."""
    found = []
    for step in steps:
        if isinstance(step, tuple):
            member, value = step
            step = next(index for index, row in enumerate(table) if row[member] == value)
        found.append(step)
        beyond = step not in table if isinstance(table, dict) else step == len(table)
        table = None if beyond else table[step]
    return found


def path_in(table, steps, path):
    """A path whose [*] stand for the rows that the steps name, in their order."""
    for step, number in zip(steps, numbered(table, steps)):
        if isinstance(step, tuple):
            path = path.replace("[*]", f"[{number}]", 1)
    return path


def changed(table, steps, value):
    table = copy.deepcopy(table)
    *above, last = numbered(table, steps)
    holder = table
    for step in above:
        holder = holder[step]
    if value is GONE:
        del holder[last]
    elif isinstance(holder, list) and last == len(holder):
        holder.append(value)
    else:
        holder[last] = value
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
                    self.assert_refused(f"{table}.json", path_in(load(table), steps, path), text)
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
