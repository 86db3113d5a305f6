# SPDX-License-Identifier: MIT
"""list, show, diff and which: the catalogue is asked, and answers with what the manifests say."""

import json

from harness import ROOT, CommandTest, main

MANIFESTS = ROOT / "manifests"
TAGS = ("linux-x86_64", "linux-sbsa", "linux-aarch64")
TEXT_COLUMNS = 100


def version(text):
    return tuple(map(int, text.split(".")))


def releases_of(product):
    return sorted((path.stem for path in (MANIFESTS / product).glob("*.json")),
                  key=version, reverse=True)


def manifest(product, release):
    return json.loads((MANIFESTS / product / f"{release}.json").read_text())


def components(document):
    return {name: entry for name, entry in document.items() if isinstance(entry, dict)}


def archives(component):
    """(tag, variant) -> entry of the archives of a component in a manifest."""
    found = {}
    for tag, entry in component.items():
        if isinstance(entry, dict):
            found.update({(tag, key): value for key, value in entry.items()
                          if isinstance(value, dict)})
            if "relative_path" in entry:
                found[tag, ""] = entry
    return found


class CatalogueTest(CommandTest):
    def ask(self, *arguments):
        """The document of a command, which writes nothing else."""
        outcome = self.run_tool(*arguments, "--json")
        self.assertEqual(outcome.stderr, "")
        document = outcome.json()
        self.assertEqual(document["schema"], f"cudafetch.{arguments[0]}/1")
        return document

    def text(self, *arguments, columns=TEXT_COLUMNS):
        outcome = self.run_tool(*arguments)
        self.assertEqual(outcome.stderr, "")
        for line in outcome.stdout.splitlines():
            self.assertLessEqual(len(line), columns, line)
            self.assertEqual(line, line.rstrip())
        return outcome.stdout

    def assert_refused(self, code, status, *arguments, words=()):
        error = self.refuse(*arguments[1:], status=status, command=arguments[0])
        self.assertEqual(error["code"], code)
        self.assert_mentions(error["message"], *words)
        for hint in error["hints"]:
            if hint.startswith("cudafetch ") and status == 3:
                self.run_tool(*hint.split()[1:])


class List(CatalogueTest):
    def test_all_products(self):
        document = self.ask("list")
        names = sorted(path.name for path in MANIFESTS.iterdir() if path.is_dir()
                       and any(path.glob("[0-9]*.json")))
        self.assertEqual([row["product"] for row in document["products"]], names)
        for row in document["products"]:
            releases = releases_of(row["product"])
            self.assertEqual((row["count"], row["newest"], row["oldest"]),
                             (len(releases), releases[0], releases[-1]))
        text = self.text("list")
        self.assertRegex(text, r"(?m)^  cuda +\d+  \d+\.\d+\.\d+ +11\.4\.2$")

    def test_one_product(self):
        for product in ("cuda", "cudnn", "nvpl"):
            with self.subTest(product):
                row, = self.ask("list", product)["products"]
                self.assertEqual([one["release"] for one in row["releases"]], releases_of(product))
                for one in row["releases"]:
                    document = manifest(product, one["release"])
                    self.assertEqual(one["date"], document.get("release_date", ""))
                    self.assertEqual(one["tags"],
                                     [tag for tag in TAGS if any(
                                         tag in entry for entry in components(document).values())])
        self.assertRegex(self.text("list", "cuda"),
                         r"(?m)^  12\.3\.2   2024-\d\d-\d\d  linux-x86_64  linux-sbsa  -$")

    def test_only_releases_with_a_tag(self):
        row, = self.ask("list", "cuda", "--tag", "linux-aarch64")["products"]
        minors = {version(one["release"])[:2] for one in row["releases"]}
        self.assertEqual(minors, {(11, 8), (12, 0), (12, 1), (12, 2), (12, 4), (12, 5), (12, 6),
                                  (12, 8), (12, 9)})
        products = {one["product"]: one for one in
                    self.ask("list", "--tag", "linux-aarch64")["products"]}
        self.assertEqual(products["cuda"]["count"], len(row["releases"]))
        self.assertNotIn("releases", products["cuda"])
        self.assertNotIn("cublasmp", products)

    def test_what_is_not_there(self):
        self.assert_refused("unknown_product", 3, "list", "cudn", words=["did you mean", "cudnn"])
        self.assert_refused("tag_not_served", 3, "list", "--tag", "linux-aarch",
                            words=["did you mean linux-aarch64"])
        self.assert_refused("usage", 2, "list", "cuda", "cudnn")


class Show(CatalogueTest):
    def test_a_release_has_what_its_manifest_has(self):
        for name, product, release in (("12.6.3", "cuda", "12.6.3"),
                                       ("cudnn@9.6.0", "cudnn", "9.6.0"),
                                       ("cutensor@1.7", "cutensor", "1.7.0")):
            with self.subTest(name):
                shown = self.ask("show", name)
                self.assertEqual((shown["product"], shown["release"]), (product, release))
                expected = components(manifest(product, release))
                self.assertEqual([row["component"] for row in shown["components"]],
                                 sorted(expected))
                for row in shown["components"]:
                    entry = expected[row["component"]]
                    self.assertEqual(row["version"], entry["version"])
                    self.assertEqual(
                        {(one["tag"], one["variant"]): one["size"] for one in row["archives"]},
                        {key: int(one["size"]) if "size" in one else None
                         for key, one in archives(entry).items()})

    def test_driver_and_host_compiler(self):
        shown = self.ask("show", "12.6.3")
        self.assertEqual(shown["driver"]["minimum"], "525.60.13")
        self.assertEqual(shown["driver"]["all_features"], "560.35.05")
        self.assertEqual(shown["host_compilers"]["gcc"], {"min": 6, "max": 13})
        self.assertIsNone(self.ask("show", "cudnn@9.6.0")["driver"])
        text = self.text("show", "12.6.3")
        self.assert_mentions(text, "525.60.13 or newer", "560.35.05 or newer", "GCC 6 to 13")

    def test_facts_in_dispute_say_so(self):
        table = json.loads((MANIFESTS / "drivers.json").read_text())["releases"]
        known = set(releases_of("cuda"))
        disputed = [row for row in table if row.get("disputed") and row["cuda"] in known]
        self.assertTrue(disputed)
        for row in disputed:
            self.assertEqual(self.ask("show", row["cuda"])["driver"]["disputed"], row["disputed"])
            shown = " ".join(self.text("show", row["cuda"]).split())
            self.assertIn("disputed " + row["disputed"], shown)

    def test_a_part_of_a_release_is_its_newest(self):
        for name, release in (("12.6", "12.6.3"), ("12", "12.9.2"), ("cuda@12.6", "12.6.3"),
                              ("latest", releases_of("cuda")[0]),
                              ("cudnn@8.9", "8.9.7"), ("cudnn", releases_of("cudnn")[0])):
            self.assertEqual(self.ask("show", name)["release"], release, name)

    def test_a_component(self):
        shown = self.ask("show", "12.6.3", "libcublas")["component"]
        expected = manifest("cuda", "12.6.3")["libcublas"]
        self.assertEqual(shown["license"], expected["license"])
        self.assertEqual(shown["license_path"], expected["license_path"])
        self.assertEqual((shown["runs_on"], shown["needs"]), ("target", []))
        coverage = json.loads((MANIFESTS / "coverage.json").read_text())["coverage"]
        rows = coverage["cuda"]["12.6.3"]["libcublas"]
        for archive in shown["archives"]:
            entry = expected[archive["tag"]]
            self.assertEqual(archive["sha256"], entry["sha256"])
            self.assertEqual(archive["url"], "https://developer.download.nvidia.com/compute/cuda/"
                                             "redist/" + entry["relative_path"])
            self.assertEqual(archive["coverage"],
                             [{"folder": "", "real": rows[archive["tag"]][""]}])
        text = self.run_tool("show", "12.6.3", "libcublas").stdout
        self.assert_mentions(text, expected["linux-sbsa"]["sha256"], "sm_87", "CUDA Toolkit")

    def test_coverage_is_of_one_release_only(self):
        shown = self.ask("show", "12.6.2", "libcublas")["component"]
        self.assertEqual({str(archive["coverage"]) for archive in shown["archives"]}, {"None"})

    def test_needs_and_sides(self):
        nvcc = self.ask("show", "13.0.2", "cuda_nvcc")["component"]
        self.assertEqual((nvcc["needs"], nvcc["runs_on"]), (["cuda_crt", "libnvvm"], "host"))
        self.assertEqual(self.ask("show", "12.9.1", "cuda_nvcc")["component"]["needs"], [])
        self.assertEqual(self.ask("show", "13.0.2", "cuda_crt")["component"]["runs_on"], "both")

    def test_aliases(self):
        for release, name in (("13.3.0", "cuda_cccl"), ("12.6.3", "cccl")):
            shown = self.ask("show", release, name)["component"]
            self.assertEqual(shown["other_names"], [name])
            self.assertNotEqual(shown["component"], name)

    def test_what_is_not_there(self):
        for code, words, arguments in (
                ("unknown_product", ["cudnn"], ("cudn@9",)),
                ("release_not_in_catalogue", ["12.6.3"], ("12.6.9",)),
                ("release_not_in_catalogue", ["9.6.0"], ("cudnn@9.6.7",)),
                ("cuda_release_unpublished", ["never published"], ("12.7",)),
                ("component_missing", ["libcublas"], ("12.6.3", "libcubals"))):
            with self.subTest(arguments):
                self.assert_refused(code, 3, "show", *arguments, words=words)

    def test_what_cannot_be_read(self):
        for arguments in ((), ("12..6",), ("cudnn@",), ("@9",), (">=12",), ("",), ("12.6.3", ""),
                          ("12.6.3", "libcublas", "x")):
            with self.subTest(arguments):
                self.assert_refused("usage", 2, "show", *arguments)


class Diff(CatalogueTest):
    def changes(self, *arguments):
        document = self.ask("diff", *arguments)
        by_change = {}
        for row in document["components"]:
            by_change.setdefault(row["change"], {})[row["after"] or row["before"]] = row
        return document, by_change

    def test_the_compiler_falls_into_parts(self):
        document, changes = self.changes("12.9.1", "13.0.2")
        self.assertLessEqual({"cuda_crt", "libnvvm"}, set(changes["come"]))
        self.assertIn("cuda_nvprof", changes["gone"])
        nvcc = changes["changed"]["cuda_nvcc"]
        before, after = (manifest("cuda", release)["cuda_nvcc"] for release in ("12.9.1", "13.0.2"))
        self.assertEqual((nvcc["version_before"], nvcc["version_after"]),
                         (before["version"], after["version"]))
        x86, = (one for one in nvcc["archives"] if one["tag"] == "linux-x86_64")
        self.assertEqual(x86["difference"], int(after["linux-x86_64"]["size"])
                         - int(before["linux-x86_64"]["size"]))
        text = self.text("diff", "12.9.1", "13.0.2")
        self.assertRegex(text, r"(?m)^  come     libnvvm +13\.0\.88 +\+43\.6 MB +\+38\.6 MB")
        self.assertRegex(text, r"(?m)^  linux-aarch64 +29 to 0 .*-1\.95 GB$")

    def test_a_component_is_renamed(self):
        _, changes = self.changes("13.2.1", "13.3.0")
        self.assertEqual(changes["renamed"]["cccl"]["before"], "cuda_cccl")
        self.assertNotIn("cccl", changes.get("come", {}))
        _, changes = self.changes("13.3.0", "13.2.1")
        self.assertEqual(changes["renamed"]["cuda_cccl"]["before"], "cccl")

    def test_sums(self):
        document, _ = self.changes("cudnn@9.5.0", "9.6.0")
        self.assertEqual(document["product"], "cudnn")
        for row in document["sums"]:
            for side in ("before", "after"):
                entries = [entry for component in
                           components(manifest("cudnn", document[side]["release"])).values()
                           for (tag, _), entry in archives(component).items()
                           if tag == row["tag"]]
                self.assertEqual(row[side]["archives"], len(entries))
                self.assertEqual(row[side]["size"], sum(int(entry["size"]) for entry in entries))
            self.assertEqual(row["difference"], row["after"]["size"] - row["before"]["size"])

    def test_only_one_tag(self):
        document, changes = self.changes("12.9.1", "13.0.2", "--tag", "linux-aarch64")
        self.assertEqual(set(changes), {"gone"})
        self.assertEqual([row["tag"] for row in document["sums"]], ["linux-aarch64"])
        tags = {one["tag"] for row in document["components"] for one in row["archives"]}
        self.assertEqual(tags, {"linux-aarch64"})

    def test_a_release_and_itself(self):
        document, changes = self.changes("12.6.3", "12.6")
        self.assertEqual(changes, {})
        self.assertGreater(document["unchanged"], 30)

    def test_refusals(self):
        self.assert_refused("usage", 2, "diff", "12.6.3", "cudnn@9.6.0", words=["two products"])
        self.assert_refused("usage", 2, "diff", "12.6.3")
        self.assert_refused("release_not_in_catalogue", 3, "diff", "12.6.3", "12.6.8")
        self.assert_refused("tag_not_served", 3, "diff", "12.6.3", "12.6.2", "--tag", "sbsa")


class Which(CatalogueTest):
    def places(self, name):
        file, = self.ask("which", name)["files"]
        self.assertEqual(file["name"], name)
        return {(match["component"], major, match["path"])
                for match in file["matches"] for major in match["cuda_majors"]}

    def test_well_known_files(self):
        for name, expected in (
                ("libdevice.10.bc", {("cuda_nvcc", 12, "nvvm/libdevice/libdevice.10.bc"),
                                     ("libnvvm", 13, "nvvm/libdevice/libdevice.10.bc")}),
                ("libcublas.so.12", {("libcublas", 12, "lib/libcublas.so.12")}),
                ("libcublas.so.13", {("libcublas", 13, "lib/libcublas.so.13")}),
                ("libcublas.so", {("libcublas", 12, "lib/libcublas.so.12"),
                                  ("libcublas", 13, "lib/libcublas.so.13")}),
                ("libcudart.so.12", {("cuda_cudart", 12, "lib/libcudart.so.12")}),
                ("libcudart.so", {("cuda_cudart", 12, "lib/libcudart.so.12"),
                                  ("cuda_cudart", 13, "lib/libcudart.so.13")}),
                ("nv/target", {("cuda_cccl", 12, "include/nv/target"),
                               ("cuda_cccl", 13, "include/nv/target"),
                               ("cuda_cccl", 13, "include/cccl/nv/target")}),
                ("cuda_runtime.h", {("cuda_cudart", 12, "include/cuda_runtime.h"),
                                    ("cuda_cudart", 13, "include/cuda_runtime.h")}),
                ("ptxas", {("cuda_nvcc", 12, "bin/ptxas"), ("cuda_nvcc", 13, "bin/ptxas")}),
                ("nvcc", {("cuda_nvcc", 13, "bin/nvcc")}),
                ("cublas_v2.h", {("libcublas", 12, "include/cublas_v2.h"),
                                 ("libcublas", 13, "include/cublas_v2.h")}),
                ("thrust/", {("cuda_cccl", 12, "include/thrust/"),
                             ("cuda_cccl", 13, "include/cccl/thrust/")})):
            with self.subTest(name):
                self.assertEqual(self.places(name), expected)

    def test_what_was_read_is_told(self):
        match, = self.ask("which", "libcudart.so.12")["files"][0]["matches"]
        self.assertEqual(match["releases"], ["12.9.1", "12.9.2"])
        self.assertEqual(match["tags"], ["linux-x86_64", "linux-sbsa"])
        self.assertLessEqual({"all", "compile", "libraries"}, set(match["profiles"]))
        self.assertEqual(len(match["sources"]), 2)
        self.assertTrue(all("nvidia-cuda-runtime-cu12 12.9.79" in source
                            for source in match["sources"]))

    def test_text(self):
        text = self.text("which", "nvcc", "nv/target")
        self.assertRegex(text, r"(?m)^nvcc\n  cuda_nvcc  CUDA 13\.0\.2, 13\.0\.3  bin/nvcc  "
                               r"in all, compile")
        self.assertIn("cuda_cccl (cccl)", text)
        self.assertIn("were not read", text)

    def test_a_number_that_was_not_read_is_not_made_up(self):
        self.assert_refused("unknown_file", 3, "which", "libcublas.so.11",
                            words=["libcublas.so.12 is in libcublas"])

    def test_what_is_not_there(self):
        self.assert_refused("unknown_file", 3, "which", "libcubals.so",
                            words=["did you mean libcublas.so"])
        self.assert_refused("unknown_file", 3, "which", "\x1b[31m")
        self.assert_refused("usage", 2, "which")
        outcome = self.run_tool("which", "nvcc", "nvccc", status=3)
        self.assertIn("bin/nvcc", outcome.stdout)
        self.assert_mentions(outcome.stderr, "nvccc", "did you mean nvcc")


class Everywhere(CatalogueTest):
    COMMANDS = (("list",), ("list", "cuda"), ("show", "latest"), ("show", "latest", "cccl"),
                ("diff", "12.9.1", "13.0.2"), ("which", "nvcc"))

    def test_nothing_is_written_and_no_home_is_needed(self):
        self.environment.pop("HOME", None)
        for arguments in self.COMMANDS:
            self.run_tool("--offline", *arguments)
        self.assertEqual([path.name for path in self.folder.iterdir()], ["home"])
        self.assertEqual(list(self.home.iterdir()), [])

    def test_all_releases_can_be_shown_and_fit(self):
        for row in self.ask("list")["products"]:
            self.text("show", f"{row['product']}@{row['oldest']}")
            self.text("show", f"{row['product']}@{row['newest']}")


if __name__ == "__main__":
    main()
