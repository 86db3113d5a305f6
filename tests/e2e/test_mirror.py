#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""mirror: copies of what plans, locks and releases name, and installs from them."""

import fcntl
import hashlib
import json
import os

from harness import ADA, main
from http_server import Fault, MirrorServer
from installs import NEW, OLD, PART, InstallTest

REDIST = "cuda/redist"


class MirrorTest(InstallTest):
    def setUp(self):
        super().setUp()
        self.copy = self.folder / "copy"
        self.lock = self.folder / "cuda.lock"

    def copy_mirror(self, *options, source=None, status=0):
        """mirror --json into the copy, and the document that it prints."""
        outcome = self.run_tool("mirror", "--json", self.copy, "--mirror",
                                source or self.mirror.root, *options, status=status)
        return outcome.json() if status == 0 else self.error_of(outcome)

    def write_lock(self, release=NEW):
        self.run_tool("resolve", "--mirror", self.mirror.root, "--lock", self.lock, "--cuda",
                      release, *ADA)

    def states(self, document):
        return sorted({archive["state"] for archive in document["archives"]})

    def index(self):
        return json.loads((self.copy / REDIST / "index.json").read_text())

    def archive(self, component=PART, release=NEW):
        return self.copy / self.mirror.path_of(component, release)

    def files(self):
        return {str(path.relative_to(self.copy)): path.read_bytes()
                for path in self.copy.rglob("*") if path.is_file()}


class Copying(MirrorTest):
    def test_a_release_is_copied_byte_for_byte_and_listed(self):
        document = self.copy_mirror("--release", f"cuda@{NEW}")
        self.assertEqual(document["schema"], "cudafetch.mirror-run/1")
        self.assertEqual(self.states(document), ["fetched"])
        self.assertEqual([m["from"] for m in document["manifests"]], ["source"])
        for path, content in self.files().items():
            if not path.endswith("index.json"):
                self.assertEqual(content, (self.mirror.root / path).read_bytes(), path)
        self.assertEqual(self.index(), {"schema": "cudafetch.mirror/1", "product": "cuda",
                                        "releases": [NEW]})
        sizes = sum(archive["size"] for archive in document["archives"])
        self.assertEqual((document["fetched_bytes"], document["present_bytes"]), (sizes, 0))

    def test_a_second_run_fetches_nothing_and_adds_the_next_release(self):
        self.copy_mirror("--release", NEW)
        before = self.files()
        document = self.copy_mirror("--release", NEW, "--release", OLD)
        by_release = {(a["release"], a["state"]) for a in document["archives"]}
        self.assertEqual(by_release, {(NEW, "present"), (OLD, "fetched")})
        self.assertEqual(self.index()["releases"], [OLD, NEW])
        after = self.files()
        for path in before.keys() - {f"{REDIST}/index.json"}:
            self.assertEqual(after[path], before[path])

    def test_components_and_tags_of_a_release(self):
        self.mirror.add_toolkit(NEW, "linux-sbsa")
        document = self.copy_mirror("--release", NEW, "--tags", "linux-sbsa", "--components", PART)
        self.assertEqual([(a["component"], a["tag"]) for a in document["archives"]],
                         [(PART, "linux-sbsa")])
        error = self.copy_mirror("--release", NEW, "--tags", "linux-aarch64", status=3)
        self.assertEqual(error["code"], "tag_not_in_release")
        error = self.copy_mirror("--release", NEW, "--components", "cuda_nothing", status=3)
        self.assertEqual(error["code"], "component_missing")

    def test_a_selection_for_several_targets(self):
        self.mirror.add_toolkit(NEW, "linux-sbsa")
        document = self.copy_mirror("--cuda", NEW, "--caps", "9.0", "--host", "x86_64",
                                    "--target", "x86_64", "--target", "aarch64",
                                    "--components", "cuda_cudart")
        self.assertEqual(sorted(a["tag"] for a in document["archives"]),
                         ["linux-sbsa", "linux-x86_64"])

    def test_a_dry_run_writes_nothing(self):
        document = self.copy_mirror("--release", NEW, "--dry-run")
        self.assertEqual((document["dry_run"], self.states(document)), (True, ["missing"]))
        self.assertFalse(self.copy.exists())

    def test_text_for_people(self):
        outcome = self.run_tool("mirror", self.copy, "--mirror", self.mirror.root, "--release", NEW)
        self.assert_mentions(outcome.stdout, "fetched", str(self.mirror.path_of(PART, NEW)),
                             "5 archives fetched", f"holds what was asked for of CUDA {NEW}")


class Using(MirrorTest):
    def test_install_from_the_folder_and_over_http(self):
        self.copy_mirror("--release", NEW)
        self.assertTrue(self.install(source=self.copy)["changed"])
        self.prefix = self.folder / "other"
        with MirrorServer(self.copy) as server:
            self.assertTrue(self.install("--store", self.folder / "fresh",
                                         source=server.url)["changed"])

    def test_a_lock_installs_offline_although_upstream_changed(self):
        self.write_lock()
        self.copy_mirror("--lock", self.lock)
        self.mirror.add(NEW, {PART: b"published anew"})
        self.assertTrue(self.install("--lock", self.lock, "--offline", source=self.copy)["changed"])

    def test_archives_that_the_source_lacks_are_told_and_nothing_is_listed(self):
        self.mirror.add_toolkit("12.6.3")
        self.write_lock("12.6.3")
        (self.mirror.redist / "redistrib_12.6.3.json").unlink()
        error = self.copy_mirror("--lock", self.lock, status=4)
        self.assertEqual(error["code"], "not_found")
        self.assertEqual(list(self.copy.rglob("*.json")), [])

    def test_two_locks_share_a_mirror(self):
        self.write_lock(OLD)
        second = self.folder / "second.lock"
        self.lock, first = second, self.lock
        self.write_lock(NEW)
        self.copy_mirror("--lock", first, "--lock", second)
        self.assertEqual(self.index()["releases"], [OLD, NEW])


class Checking(MirrorTest):
    def test_sizes_are_always_checked_and_bytes_on_demand(self):
        self.copy_mirror("--release", NEW)
        good = self.archive().read_bytes()
        self.archive().write_bytes(good[:-1])
        self.assertEqual(self.states(self.copy_mirror("--release", NEW)), ["fetched", "present"])
        self.assertEqual(self.archive().read_bytes(), good)
        self.archive().write_bytes(good[:-1] + bytes([good[-1] ^ 1]))
        self.assertEqual(self.states(self.copy_mirror("--release", NEW)), ["present"])
        document = self.copy_mirror("--release", NEW, "--check")
        self.assertEqual(self.states(document), ["fetched", "present"])
        self.assertEqual(self.archive().read_bytes(), good)

    def test_wrong_bytes_from_the_source_list_nothing(self):
        path = self.mirror.root / self.mirror.path_of(PART, NEW)
        path.write_bytes(bytes(len(path.read_bytes())))
        error = self.copy_mirror("--release", NEW, status=5)
        self.assertEqual(error["code"], "digest_mismatch")
        self.assertFalse(self.archive().exists())
        self.assertEqual(list(self.copy.rglob("*.json")), [])

    def test_a_manifest_that_changed_since_the_lock_is_refused(self):
        self.write_lock()
        self.mirror.add(NEW, {PART: b"published anew"})
        error = self.copy_mirror("--lock", self.lock, status=5)
        self.assertEqual(error["code"], "manifest_changed")

    def test_an_archive_that_was_published_anew_does_not_take_the_place_of_the_old(self):
        self.copy_mirror("--release", NEW)
        before = self.files()
        self.mirror.add(NEW, {PART: b"published anew"})
        error = self.copy_mirror("--release", NEW, status=5)
        self.assertEqual(error["code"], "mirror_conflict")
        self.assertEqual(self.files(), before)

    def test_no_room(self):
        manifest = self.mirror.add_toolkit(NEW)
        manifest[PART]["linux-x86_64"]["size"] = str(1 << 45)
        self.mirror.write_manifest(NEW, manifest)
        error = self.copy_mirror("--release", NEW, status=6)
        self.assertEqual(error["code"], "no_space")
        self.assert_mentions(error["message"], "needed", "free")
        self.assertEqual(self.files(), {})

    def test_options_that_contradict_each_other(self):
        for options in (("--release", NEW, "--caps", "8.9"), ("--tags", "linux-sbsa"),
                        ("--lock", "x.lock", "--components", PART),
                        ("--release", NEW, "--target", "aarch64"), ("--release", "12.x")):
            with self.subTest(options):
                self.assertEqual(self.copy_mirror(*options, status=2)["code"], "usage")


class Resuming(MirrorTest):
    def test_a_run_that_failed_goes_on_where_it_ended(self):
        path = self.mirror.root / self.mirror.path_of(PART, NEW)
        content = os.urandom(1 << 20)
        self.mirror.add(NEW, {PART: content})
        with MirrorServer(self.mirror.root) as server:
            # The next requests are refused in a way that is not tried again.
            url = "/" + str(path.relative_to(self.mirror.root))
            server.fault(url, Fault(drop_after=1 << 19, times=1))
            server.fault(url, Fault(status=404, times=1))
            self.copy_mirror("--release", NEW, "--components", PART, source=server.url, status=4)
            part = self.archive().with_name(self.archive().name + ".part")
            self.assertGreater(part.stat().st_size, 0)
            self.copy_mirror("--release", NEW, "--components", PART, source=server.url)
            ranges = [r.headers.get("range") for r in server.requests if r.path == url]
        self.assertIsNotNone(ranges[-1])
        self.assertEqual(hashlib.sha256(self.archive().read_bytes()).digest(),
                         hashlib.sha256(content).digest())
        self.assertFalse(part.exists())

    def test_runs_at_once_wait_for_each_other(self):
        self.copy.mkdir()
        folder = os.open(self.copy, os.O_RDONLY)
        self.addCleanup(os.close, folder)
        fcntl.flock(folder, fcntl.LOCK_EX)
        runs = [self.start("mirror", self.copy, "--mirror", self.mirror.root, "--release", release)
                for release in (NEW, OLD, NEW)]
        line = runs[0].stderr.readline()
        self.assertIn("waiting for another run into this mirror", line)
        self.assertEqual(self.files(), {})
        fcntl.flock(folder, fcntl.LOCK_UN)
        for run in runs:
            self.finish(run)
        self.assertEqual(self.index()["releases"], [OLD, NEW])


if __name__ == "__main__":
    main()
