#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Lock files: what resolve writes, install obeys, for one machine or a fleet."""

import json
import shlex

from fixtures import make_sysroot
from harness import ADA, main
from installs import NEW, OLD, InstallTest
from mirrors import tar_xz, tree_members


class Writing(InstallTest):
    def setUp(self):
        super().setUp()
        self.lock = self.folder / "cuda.lock"

    def write(self, *options):
        return self.run_tool("resolve", "--lock", self.lock, *options)

    def plans(self):
        document = json.loads(self.lock.read_text())
        self.assertEqual(document["schema"], "cudafetch.lock/1")
        return document["plans"]

    def test_the_same_request_gives_the_same_bytes(self):
        outcome = self.write("--cuda", "12.6.3", *ADA)
        self.assertIn("added the plan for linux-x86_64 8.9", outcome.stderr)
        first = self.lock.read_bytes()
        self.assertIn("is as it was", self.write("--cuda", "12.6.3", *ADA).stderr)
        self.assertEqual(self.lock.read_bytes(), first)

    def test_a_lock_holds_what_the_plan_says_and_where_it_came_from(self):
        printed = self.resolve("--cuda", "12.6.3", *ADA)
        self.write("--cuda", "12.6.3", *ADA)
        plan = self.plans()[0]
        self.assertEqual(plan["archives"], printed["archives"])
        self.assertEqual(plan["products"], printed["products"])
        self.assertRegex(plan["products"][0]["manifest_sha256"], r"\A[0-9a-f]{64}\Z")
        self.assertEqual((plan["notes"], plan["rejected"]), ([], []))

    def test_every_release_of_the_catalogue_says_which_manifest_it_came_from(self):
        for product, release in (("cuda", "13.4.2"), ("cuda", "11.4.2"), ("cutensor", "2.3.1")):
            bounds = ("--cuda", release) if product == "cuda" else (f"{product}@{release}",)
            plan = self.resolve(*bounds, "--target", "x86_64")
            named = next(p for p in plan["products"] if p["product"] == product)
            self.assertIn("manifest_sha256", named, (product, release))

    def test_a_fleet_shares_a_lock_whatever_the_order(self):
        requests = [("--cuda", "12.6.3", *ADA),
                    ("--sysroot", make_sysroot(self.folder, "r36"), "--cuda", "12.6.3"),
                    ("--caps", "11.0", "--cuda", "13.0.2", "--target", "aarch64")]
        for options in requests:
            self.write(*options)
        forward = self.lock.read_bytes()
        self.lock.unlink()
        for options in reversed(requests):
            self.write(*options)
        self.assertEqual(self.lock.read_bytes(), forward)
        self.assertEqual(sorted(plan["tag"] for plan in self.plans()),
                         ["linux-aarch64", "linux-sbsa", "linux-x86_64"])

    def test_a_newer_release_for_the_same_machines_renews_their_plan_alone(self):
        self.write("--cuda", "12.6.3", *ADA)
        self.write("--caps", "8.7", "--cuda", "12.6.3")
        before = {plan["tag"]: plan for plan in self.plans()}
        outcome = self.write("--cuda", "12.9.2", *ADA)
        self.assertIn("REPLACED the plan for linux-x86_64 8.9: CUDA 12.6.3 by CUDA 12.9.2",
                      outcome.stderr)
        after = {plan["tag"]: plan for plan in self.plans()}
        self.assertEqual(after["linux-aarch64"], before["linux-aarch64"])
        self.assertEqual(after["linux-x86_64"]["products"][0]["release"], "12.9.2")

    def test_a_file_that_is_no_lock_is_left_alone(self):
        for text in ("my notes\n", "", "{}", '{"schema": "cudafetch.lock/2", "plans": []}'):
            self.lock.write_text(text)
            error = self.refuse("--lock", self.lock, "--cuda", "12.6.3", *ADA, status=5)
            self.assertEqual(error["code"], "malformed_plan")
            self.assertEqual(self.lock.read_text(), text)

    def test_writers_at_once_lose_no_plan(self):
        processes = [self.start("resolve", "--lock", self.lock, "--caps", caps, "--cuda", "12.6.3",
                                "--host", "x86_64", "--target", "x86_64")
                     for caps in ("7.5", "8.0", "8.6", "8.9", "9.0", "7.0", "6.1", "5.0")]
        for process in processes:
            self.finish(process)
        self.assertEqual(len(self.plans()), len(processes))

    def test_a_refusal_writes_nothing(self):
        self.refuse("--lock", self.lock, "--cuda", "12.3.2", "--caps", "8.7")
        self.assertFalse(self.lock.exists())


class Installing(InstallTest):
    def setUp(self):
        super().setUp()
        self.lock = self.folder / "cuda.lock"

    def write(self, *options):
        self.run_tool("resolve", "--lock", self.lock, "--mirror", self.mirror.root, *options)

    def test_the_plan_for_this_machine_is_taken(self):
        self.mirror.add_toolkit(OLD, tag="linux-aarch64")
        self.write("--cuda", NEW, "--target", "x86_64", "--host", "x86_64")
        self.write("--cuda", OLD, "--caps", "8.7", "--target", "aarch64", "--host", "x86_64")
        named = self.install("--lock", self.lock, "--host", "x86_64", "--target", "aarch64")
        self.assertEqual(named["plans"][0]["tag"], "linux-aarch64")
        by_caps = self.install("--lock", self.lock, "--caps", "8.7", "--host", "x86_64")
        self.assertEqual((by_caps["changed"], by_caps["plans"]), (False, named["plans"]))
        other = self.install("--lock", self.lock, "--target", "x86_64")
        self.assertEqual(other["plans"][0]["tag"], "linux-x86_64")

    def test_what_the_lock_does_not_have_is_refused_with_what_it_has(self):
        self.write("--cuda", NEW, *ADA)
        error = self.install("--lock", self.lock, "--caps", "9.0", status=3)["error"]
        self.assertEqual(error["code"], "lock_lacks_plan")
        self.assertIn("8.9", error["message"])
        self.assertFalse(self.prefix.exists())

    def test_options_that_would_bend_the_lock_are_refused(self):
        self.write("--cuda", NEW, *ADA)
        for option in (("--cuda", NEW), ("--components", "cuda_nvcc"), ("--profile", "all"),
                       ("cudnn",), ("--driver", "580"), ("--with-compat",), ("--l4t", "36")):
            error = self.install("--lock", self.lock, *option, status=2)["error"]
            self.assertEqual(error["code"], "usage", option)

    def test_a_lock_outlives_the_manifest_it_came_from(self):
        self.write("--cuda", NEW, *ADA)
        manifest = self.mirror.redist / f"redistrib_{NEW}.json"
        manifest.unlink()
        self.assertTrue(self.install("--lock", self.lock)["changed"])

    def replace_archive(self):
        path = self.mirror.root / self.mirror.path_of("cuda_cccl", NEW)
        path.write_bytes(tar_xz(tree_members(f"cuda_cccl-linux-x86_64-{NEW}-archive",
                                             {"LICENSE": b"another\n"})))
        return path.read_bytes()

    def test_other_bytes_than_the_locks_tell_what_the_server_says_now(self):
        self.write("--cuda", NEW, *ADA)
        archive = self.replace_archive()
        said = []
        for change in (lambda: None, self.touch_manifest,
                       lambda: self.mirror.add(NEW, {"cuda_cccl": archive})):
            change()
            error = self.install("--lock", self.lock, status=5)["error"]
            self.assertIn(error["code"], ("digest_mismatch", "size_mismatch"))
            said.append(error["hints"][0])
            self.assertFalse(self.prefix.exists())
        self.assert_mentions(said[0], "is the one that the plan was made from")
        self.assert_mentions(said[1], "still states the digest of the plan")
        self.assert_mentions(said[2], "now states another digest", "published anew")

    def touch_manifest(self):
        path = self.mirror.redist / f"redistrib_{NEW}.json"
        path.write_text(path.read_text() + "\n")

    def test_a_link_to_a_lock_stays_a_link(self):
        real = self.folder / "real.lock"
        self.write("--cuda", NEW, *ADA)
        self.lock.rename(real)
        self.lock.symlink_to(real)
        self.write("--cuda", OLD, *ADA)
        self.assertTrue(self.lock.is_symlink())
        self.assertIn(OLD, real.read_text())

    def test_hints_about_a_lock_are_commands(self):
        self.write("--cuda", NEW, *ADA)
        self.write("--cuda", NEW, "--caps", "9.0", "--host", "x86_64")
        for options in (("--caps", "7.5"), ("--target", "x86_64", "--host", "x86_64")):
            error = self.install("--lock", self.lock, *options, status=3)["error"]
            command = shlex.split(error["hints"][0])
            self.run_tool(*command[1:], "--prefix", self.prefix, "--mirror", self.mirror.root)

    def test_compiler_pieces_of_two_releases_are_refused(self):
        self.write("--cuda", NEW, *ADA)
        document = json.loads(self.lock.read_text())
        for archive in document["plans"][0]["archives"]:
            if archive["component"] == "libnvvm":
                archive.update(release=OLD, version=OLD)
        self.lock.write_text(json.dumps(document))
        error = self.install("--lock", self.lock, status=3)["error"]
        self.assertEqual(error["code"], "mixed_compilers")
        self.assertFalse(self.prefix.exists())


if __name__ == "__main__":
    main()
