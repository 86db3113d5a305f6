# SPDX-License-Identifier: MIT
"""verify --quick: sizes and times of files, not their contents."""

import os

from harness import main
from installs import InstallTest


class QuickCheckTest(InstallTest):
    def setUp(self):
        super().setUp()
        self.install()
        self.file = self.prefix / "include" / "cuda_runtime.h"

    def files_step(self, *options):
        """The step about files; the toys of the mirror fail in later ones."""
        outcome = self.run_tool("verify", "--json", "--no-run", "--prefix", self.prefix, *options,
                                status=None)
        return next(step for step in outcome.json()["steps"] if step["name"] == "files")

    def edit(self, content, mtime=None):
        """Puts another file in the place of one, at `mtime` or now."""
        before = self.file.stat()
        self.file.unlink()
        self.file.write_bytes(content)
        self.file.chmod(before.st_mode)
        if mtime is not None:
            os.utime(self.file, (mtime, mtime))

    def test_as_installed(self):
        step = self.files_step("--quick")
        self.assertEqual(step["outcome"], "passed")
        self.assert_mentions(step["detail"], "by size and time", "contents were not read")
        self.assertNotIn("contents", self.files_step()["detail"])

    def test_an_edit_of_the_same_size_shows_by_its_time(self):
        self.edit(self.file.read_bytes().swapcase())
        self.assert_mentions(self.files_step("--quick")["detail"], "cuda_runtime.h",
                             "was changed since it was installed")

    def test_another_size_shows(self):
        self.edit(b"longer than before, by far", self.file.stat().st_mtime)
        self.assertEqual(self.files_step("--quick")["outcome"], "failed")

    def test_bytes_that_changed_on_the_disk_show_in_a_full_check_alone(self):
        self.edit(self.file.read_bytes().replace(b"/", b"#"), self.file.stat().st_mtime)
        self.assertEqual(self.files_step("--quick")["outcome"], "passed")
        self.assertEqual(self.files_step()["outcome"], "failed")


if __name__ == "__main__":
    main()
