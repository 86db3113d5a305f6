# SPDX-License-Identifier: MIT
"""Disks that are full, read-only or foreign, and few open files: exit code 6, and nothing is lost."""

import contextlib
import os
import pathlib
import random
import resource
import subprocess
import unittest

from harness import ADA, main
from installs import NEW, OLD, InstallTest
from mirrors import tar_xz, toolkit_files, tree_members

# In each of five archives, so that they unpack to more than they are.
NOISE_BYTES, ZERO_BYTES = 600_000, 1_500_000


@contextlib.contextmanager
def mounted(folder: pathlib.Path, options: str):
    """A file system in memory; skips where none can be mounted."""
    folder.mkdir(parents=True, exist_ok=True)
    done = subprocess.run(["mount", "-t", "tmpfs", "-o", options, "cudafetch-test", str(folder)],
                          capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise unittest.SkipTest(f"cannot mount a tmpfs: {done.stderr.strip()}")
    try:
        yield folder
    finally:
        subprocess.run(["umount", str(folder)], check=True)


class FullDiskTest(InstallTest):
    def setUp(self):
        super().setUp()
        noise = random.Random(1)
        for release in (NEW, OLD):
            self.mirror.add(release, {
                name: tar_xz(tree_members(f"{name}-{release}", {
                    **files, f"share/{name}/noise": noise.randbytes(NOISE_BYTES),
                    f"share/{name}/zeros": bytes(ZERO_BYTES)}))
                for name, files in toolkit_files(release).items()})

    def refused(self, *options, prefix=None, **more):
        outcome = self.finish(self.start(
            "install", "--json", "--cuda", NEW, "--mirror", self.mirror.root, "--prefix",
            prefix or self.prefix, *options, *ADA, **more), status=6)
        return self.error_of(outcome)

    def check_works_after_all(self):
        self.install()
        self.assertEqual(self.litter(), [])

    def test_too_little_space_is_said_before_the_first_byte(self):
        with mounted(self.folder / "small", "size=2m") as small:
            error = self.refused("--store", small / "store", prefix=small / "cuda")
            self.assertEqual(error["code"], "no_space")
            self.assert_mentions(error["message"], "are needed", "are free", str(small))
            self.assertFalse((small / "cuda").exists())
            self.assertEqual(list((small / "store" / "archive").iterdir()), [])
        self.check_works_after_all()

    def test_the_store_fills_up_on_the_way(self):
        """Room for what is certain, but not for all."""
        with mounted(self.folder / "small", "size=6m") as small:
            error = self.refused("--store", small / "store", prefix=small / "cuda")
            self.assert_mentions(error["message"], str(small), "No space left")
            self.assertFalse((small / "cuda").exists())
            self.assertEqual(list((small / "store" / "tmp").iterdir()), [])
            self.assertEqual(list(small.glob(".*")), [])

    def test_an_old_prefix_outlasts_a_full_disk(self):
        with mounted(self.folder / "small", "size=15m") as small:
            self.prefix = small / "cuda"
            options = ("--store", small / "store")
            self.install(*options, release=OLD)
            before = self.snapshot_of(small / "cuda")
            self.refused(*options)
            self.assertEqual(self.snapshot_of(small / "cuda"), before)

    def test_no_more_inodes(self):
        with mounted(self.folder / "small", "size=40m,nr_inodes=30") as small:
            error = self.refused("--store", small / "store", prefix=small / "cuda")
            self.assert_mentions(error["message"], str(small))
            self.assertFalse((small / "cuda").exists())

    def test_read_only_store_and_prefix(self):
        with mounted(self.folder / "fixed", "size=10m") as fixed:
            subprocess.run(["mount", "-o", "remount,ro", str(fixed)], check=True)
            for options, prefix in (((), fixed / "cuda"),
                                    (("--store", fixed / "store"), self.prefix)):
                error = self.refused(*options, prefix=prefix)
                self.assert_mentions(error["message"], str(fixed), "Read-only")
        self.assertFalse(self.prefix.exists())
        self.check_works_after_all()

    def test_store_on_another_file_system(self):
        with mounted(self.folder / "other", "size=80m") as other:
            self.install("--store", other / "store")
            self.assertTrue(self.prefix.is_dir())
            self.assertEqual(list(self.prefix.parent.glob(".*")), [])

    def test_full_temporary_folder(self):
        with mounted(self.folder / "tmp", "size=1m") as tmp:
            (tmp / "fill").write_bytes(bytes((1 << 20) - 4096))
            self.environment["TMPDIR"] = str(tmp)
            self.check_works_after_all()

    def test_read_only_home(self):
        """Only the link that later commands go by is missing then."""
        with mounted(self.folder / "fixed", "size=1m") as fixed:
            subprocess.run(["mount", "-o", "remount,ro", str(fixed)], check=True)
            self.environment.update(HOME=str(fixed), XDG_DATA_HOME=str(fixed / "data"),
                                    XDG_CACHE_HOME=str(fixed / "cache"))
            outcome = self.run_tool("install", "--cuda", NEW, "--mirror", self.mirror.root,
                                    "--prefix", self.prefix, "--store", self.folder / "store",
                                    *ADA)
            self.assert_mentions(outcome.stderr, "verify and env will need --prefix")

    def test_few_open_files(self):
        limit = (64, 64)
        process = self.start(
            "install", "--cuda", NEW, "--mirror", self.mirror.root, "--prefix", self.prefix, *ADA,
            preexec_fn=lambda: resource.setrlimit(resource.RLIMIT_NOFILE, limit))
        self.finish(process)

    def test_folders_of_somebody_else(self):
        if os.geteuid() != 0:
            self.skipTest("needs root, to become somebody else")
        foreign = self.folder / "foreign"
        foreign.mkdir(mode=0o755)
        for path in (self.folder, self.home):
            path.chmod(0o755)
        os.chown(self.home, 65534, 65534)
        error = self.refused(prefix=foreign / "cuda", user=65534)
        self.assert_mentions(error["message"], str(foreign), "Permission denied")

    def snapshot_of(self, folder):
        return {str(path): path.read_bytes() if path.is_file() else None
                for path in sorted(folder.rglob("*"))}


if __name__ == "__main__":
    main()
