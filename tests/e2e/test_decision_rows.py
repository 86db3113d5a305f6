# SPDX-License-Identifier: MIT
"""Every decision row of the facts through the real binary, and properties of random requests."""

import json
import random

from harness import FACTS, ROOT, CommandTest, codes_of, main, require_folder

SEED = 20240611
PAIRED_REQUESTS = 40  # Each is two runs of the binary.
LISTED_REQUESTS = 70
MACHINES = (("x86_64", "x86_64"), ("aarch64", "aarch64"), ("x86_64", "aarch64"))
DEVICE_TREES = {"8.7": b"nvidia,p3701-0005\0nvidia,tegra234\0",
                "7.2": b"nvidia,p2888-0001\0nvidia,tegra194\0"}


class DecisionRows(CommandTest):
    def test_rows(self):
        require_folder(FACTS)
        rows = json.loads((FACTS / "tag_rules.json").read_text())["rows"]
        self.assertGreater(len(rows), 60)
        for row in rows:
            with self.subTest(row["id"]):
                if row["expected"]["result"] == "tag":
                    self.check_plan(row)
                else:
                    self.check_refusal(row)

    def check_plan(self, row):
        expected = row["expected"]
        plan = self.resolve(*self.options_of(row["input"]))
        compat = [a["component"] for a in plan["archives"] if "compat" in a["component"]]
        self.assertEqual((plan["tag"], plan["host_tag"], compat),
                         (expected["library_tag"], expected["nvcc_tag"],
                          expected["extra_components"]))
        self.assertLessEqual(set(expected["warnings"]), set(codes_of(plan)))

    def check_refusal(self, row):
        error = self.refuse(*self.options_of(row["input"]))
        self.assertEqual(error["code"], row["expected"]["code"], error["message"])
        self.assertTrue(error["hints"], error["message"])

    def options_of(self, given):
        """The command line for the input of a row."""
        system = f"-{given['os']}" if given.get("os") else ""
        options = ["--cuda", given["cuda"], "--host", given["host_arch"] + system,
                   "--target", given["target_arch"]]
        if given["capabilities"]:
            options += ["--caps", ",".join(given["capabilities"])]
        if given["l4t"]:
            options += ["--l4t", given["l4t"]]
        if given.get("soc_capability"):
            options += ["--sysroot", self.board(given["soc_capability"])]
        return options

    def board(self, capability):
        root = self.folder / f"board-{capability}"
        tree = root / "proc" / "device-tree"
        tree.mkdir(parents=True, exist_ok=True)
        (tree / "compatible").write_bytes(DEVICE_TREES[capability])
        (root / "uname").write_text("aarch64\n")
        return root


class Properties(CommandTest):
    """Of random requests, which are the same in every run."""

    def setUp(self):
        super().setUp()
        self.random = random.Random(SEED)
        facts = json.loads((ROOT / "manifests" / "capabilities.json").read_text())
        self.capabilities = [row["capability"] for row in facts["capabilities"]]
        self.manifests = {path.stem: path for path in (ROOT / "manifests" / "cuda").glob("*.json")}
        self.releases = sorted(self.manifests)

    def random_capabilities(self, count):
        return self.random.sample(self.capabilities, count)

    def random_request(self):
        """Options without capabilities, always with a named release."""
        host, target = self.random.choice(MACHINES)
        options = ["--cuda", self.random.choice(self.releases), "--host", host, "--target", target]
        profile = self.random.choice((None, "compile", "libraries", "all"))
        return options + (["--profile", profile] if profile else [])

    def answer(self, capabilities, request):
        """Whether the request can be served, and the document without the command lines in it."""
        outcome = self.run_tool("resolve", "--json", "--caps", ",".join(capabilities), *request,
                                status=None)
        self.assertIn(outcome.status, (0, 3), str(outcome))
        return outcome.status == 0, outcome.json()

    def test_order_of_capabilities_does_not_matter(self):
        for _ in range(PAIRED_REQUESTS):
            capabilities = self.random_capabilities(self.random.randint(2, 4))
            shuffled = self.random.sample(capabilities, len(capabilities))
            request = self.random_request()
            with self.subTest(capabilities, shuffled=shuffled, request=request):
                self.assertEqual(self.answer(capabilities, request), self.answer(shuffled, request))

    def test_one_more_capability_never_makes_a_named_release_possible(self):
        impossible = 0
        for _ in range(PAIRED_REQUESTS):
            capabilities = self.random_capabilities(self.random.randint(1, 2))
            more = capabilities + self.random_capabilities(1)
            request = self.random_request()
            with self.subTest(capabilities, more=more, request=request):
                served, _ = self.answer(capabilities, request)
                served_with_more, _ = self.answer(more, request)
                self.assertFalse(served_with_more and not served)
                impossible += not served
        self.assertGreater(impossible, PAIRED_REQUESTS // 10, "hardly a request tests anything")

    def test_every_archive_is_in_the_manifest_for_its_tag(self):
        planned = 0
        for _ in range(LISTED_REQUESTS):
            capabilities, request = self.random_capabilities(1), self.random_request()
            served, document = self.answer(capabilities, request)
            if not served:
                continue
            planned += 1
            plan, = document["plans"]
            with self.subTest(capabilities, request=request):
                for archive in plan["archives"]:
                    self.check_archive(archive, plan)
        self.assertGreater(planned, LISTED_REQUESTS // 10, "hardly a request tests anything")

    def check_archive(self, archive, plan):
        manifest = json.loads(self.manifests[archive["release"]].read_text())
        entry = manifest[archive["component"]][archive["tag"]]
        if archive["variant"] is not None:
            entry = entry[archive["variant"]]
        self.assertEqual((archive["sha256"], archive["relative_path"]),
                         (entry["sha256"], entry["relative_path"]))
        own_tag = plan["host_tag"] if archive["role"] == "host" else plan["tag"]
        self.assertIn(archive["tag"], (own_tag, "linux-all", "source"))


if __name__ == "__main__":
    main()
