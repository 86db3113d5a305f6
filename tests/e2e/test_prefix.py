# SPDX-License-Identifier: MIT
"""install where something is in the way of the prefix, or may not be written."""

import os
import shutil
import subprocess

from harness import ADA, BINARY, EXIT_SKIPPED, main
from http_server import MirrorServer
from installs import NEW, InstallTest

NOBODY = 65534


class PrefixTest(InstallTest):
    def command(self):
        return [str(BINARY), "install", "--json", "--cuda", NEW, "--mirror", str(self.mirror.root),
                "--prefix", str(self.prefix), *ADA]


class InTheWay(PrefixTest):
    def assert_refused(self, code, *words):
        error = self.install_refused(6, str(self.prefix), *words)
        self.assertEqual(error["code"], code)
        self.assertTrue(error["hints"])

    def test_file(self):
        self.prefix.parent.mkdir()
        self.prefix.write_text("mine")
        self.assert_refused("prefix_is_file", "file")

    def test_foreign_folder(self):
        self.prefix.mkdir(parents=True)
        (self.prefix / "mine.txt").write_text("mine")
        self.assert_refused("prefix_not_ours", "cudafetch did not make")

    def test_empty_folder(self):
        self.prefix.mkdir(parents=True)
        self.assert_refused("prefix_not_ours", "cudafetch did not make")

    def test_link_to_nowhere(self):
        self.prefix.parent.mkdir()
        self.prefix.symlink_to("nowhere")
        self.assert_refused("prefix_is_link", "link")

    def test_nothing_is_fetched_for_a_prefix_that_is_refused(self):
        self.prefix.mkdir(parents=True)
        with MirrorServer(self.mirror.root) as server:
            self.install_refused(6, source=server.url)
            self.assertFalse([path for path in server.paths() if path.endswith(".tar.xz")])

    def test_file_in_place_of_a_parent(self):
        self.prefix.parent.write_text("mine")
        self.install_refused(6, str(self.prefix.parent))

    def test_mount_point(self):
        self.prefix.mkdir(parents=True)
        if shutil.which("unshare") is None:
            self.skipTest("needs unshare, which is not installed")
        script = f'mount -t tmpfs none "$1" || exit {EXIT_SKIPPED}; shift; exec "$@"'
        process = subprocess.run(
            ["unshare", "--mount", "sh", "-c", script, "sh", str(self.prefix), *self.command()],
            env=self.environment, capture_output=True, text=True)
        if process.returncode in (EXIT_SKIPPED, 1) and "mount" in process.stderr:
            self.skipTest(f"cannot mount a tmpfs: {process.stderr.strip()}")
        self.assertEqual(process.returncode, 6, process.stderr)
        self.assertIn("prefix_is_mount_point", process.stdout)
        self.assertIn(str(self.prefix), process.stderr)


class Permissions(PrefixTest):
    def run_without_rights(self):
        """install --json as a user for whom the prefix's parent is read-only."""
        self.prefix.parent.mkdir(mode=0o555)
        words = self.become_nobody() if os.getuid() == 0 else []
        return subprocess.run([*words, *self.command()], env=self.environment, capture_output=True,
                              text=True)

    def become_nobody(self):
        """The words before a command that run it without root's rights."""
        if shutil.which("setpriv") is None:
            self.skipTest("root may write everywhere, and setpriv is not installed")
        words = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups"]
        self.folder.chmod(0o755)
        os.chown(self.home, NOBODY, NOBODY)
        probe = subprocess.run([*words, str(BINARY), "--version"], capture_output=True, text=True)
        if probe.returncode != 0:
            self.skipTest(f"cannot run the binary without root's rights: {probe.stderr.strip()}")
        return words

    def test_read_only_parent(self):
        process = self.run_without_rights()
        self.assertEqual(process.returncode, 6, process.stderr)
        self.assertIn('"no_permission"', process.stdout)
        self.assertIn(str(self.prefix.parent), process.stderr)
        self.assertIn("  try: ", process.stderr)
        self.assertEqual(os.listdir(self.prefix.parent), [])


if __name__ == "__main__":
    main()
