# SPDX-License-Identifier: MIT
"""uninstall: what install put there goes, and nothing else."""

import json
import os
import signal

from harness import main
from installs import RECEIPT, InstallTest


class UninstallTest(InstallTest):
    def setUp(self):
        super().setUp()
        self.install()
        self.current = self.home / "data/cudafetch/current"

    def uninstall(self, *options, status=0):
        outcome = self.run_tool("uninstall", "--json", "--prefix", self.prefix, *options,
                                status=status)
        return outcome.json()

    def test_everything_goes(self):
        listed = len(self.receipt()["files"])
        self.assertTrue(self.current.is_symlink())
        done = self.uninstall()
        self.assertEqual((done["removed"], done["kept_changed"], done["prefix_is_gone"]),
                         (listed, [], True))
        self.assertFalse(self.prefix.exists())
        self.assertFalse(self.current.is_symlink())
        self.assertTrue(any((self.store / "tree").iterdir()), "the store keeps its trees")

    def test_what_the_user_added_or_changed_stays(self):
        (self.prefix / "mine").write_text("mine")
        (self.prefix / "include" / "my.h").write_text("mine")
        changed = self.prefix / "include" / "cuda_runtime.h"
        changed.unlink()
        changed.write_text("changed")
        done = self.uninstall()
        self.assertEqual((done["kept_changed"], done["prefix_is_gone"]),
                         (["include/cuda_runtime.h"], False))
        left = sorted(str(path.relative_to(self.prefix)) for path in self.prefix.rglob("*"))
        self.assertEqual(left, ["include", "include/cuda_runtime.h", "include/my.h", "mine"])
        self.assertEqual(self.uninstall(status=6)["error"]["code"], "no_receipt")

    def test_force_removes_what_was_changed(self):
        changed = self.prefix / "include" / "cuda_runtime.h"
        changed.unlink()
        changed.write_text("changed")
        self.assertTrue(self.uninstall("--force")["prefix_is_gone"])

    def test_dry_run_removes_nothing(self):
        before = self.snapshot()
        self.assertEqual(self.uninstall("--dry-run")["removed"], len(self.receipt()["files"]))
        self.assertEqual(self.snapshot(), before)

    def test_what_a_link_leads_to_is_not_touched(self):
        """The user moved a folder away and left a link."""
        elsewhere = self.folder / "elsewhere"
        (self.prefix / "include").rename(elsewhere)
        (self.prefix / "include").symlink_to(elsewhere)
        before = sorted(elsewhere.rglob("*"))
        self.uninstall()
        self.assertEqual(sorted(elsewhere.rglob("*")), before)

    def test_a_killed_one_is_finished_by_the_next(self):
        for _ in range(10):
            process = self.start("uninstall", "--prefix", self.prefix)
            process.send_signal(signal.SIGKILL)
            process.communicate()
            if self.prefix.exists():
                json.loads((self.prefix / RECEIPT).read_text())
                self.uninstall()
            self.assertFalse(self.prefix.exists())
            self.install()

    def test_what_is_half_gone_already(self):
        for file in self.receipt()["files"][::2]:
            os.unlink(self.prefix / file["path"])
        self.assertTrue(self.uninstall()["prefix_is_gone"])

    def test_no_installation(self):
        folder = self.folder / "other"
        folder.mkdir()
        (folder / "mine").write_text("mine")
        error = self.refuse("--prefix", folder, command="uninstall", status=6)
        self.assertEqual(error["code"], "no_receipt")
        self.assertTrue((folder / "mine").exists())

    def test_text(self):
        outcome = self.run_tool("uninstall", "--prefix", self.prefix)
        self.assert_mentions(outcome.stdout, "were removed from", str(self.prefix))


if __name__ == "__main__":
    main()
