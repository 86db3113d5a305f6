# SPDX-License-Identifier: MIT
"""What tests of install have in common: a small mirror with two releases, and a prefix."""

import hashlib
import json

from harness import ADA, CommandTest
from mirrors import Mirror

NEW, OLD = "13.0.90", "12.9.90"  # No release that is built in has these labels.
PART = "cuda_cccl"  # The component that hostile tests tamper with.
RECEIPT = ".cudafetch/receipt.json"


class InstallTest(CommandTest):
    def setUp(self):
        super().setUp()
        self.mirror = Mirror(self.folder / "mirror")
        self.mirror.add_toolkit(NEW)
        self.mirror.add_toolkit(OLD)
        self.prefix = self.folder / "toolkits" / "cuda"
        self.store = self.home / "cache/cudafetch/store"

    def install(self, *options, release=NEW, source=None, status=0):
        """install --json into the prefix, and the document that it prints."""
        selection = () if "--lock" in options else ("--cuda", release, *ADA)
        outcome = self.run_tool("install", "--json", "--prefix", self.prefix, "--mirror",
                                source or self.mirror.root, *selection, *options, status=status)
        return outcome.json()

    def receipt(self):
        return json.loads((self.prefix / RECEIPT).read_text())

    def install_refused(self, status, *words, source=None):
        """An install that fails, names the part and the words, and changes nothing."""
        before = self.snapshot()
        error = self.install(status=status, source=source)["error"]
        self.assert_mentions(error["message"], *words)
        self.assertEqual(self.snapshot(), before)
        self.assertEqual((self.final_names(), self.litter()), ([], []))
        return error

    def snapshot(self):
        """What is at the prefix and beside it, by path; files by their bytes."""
        folder = self.prefix.parent
        return {str(path.relative_to(folder)): path.read_bytes() if path.is_file() else None
                for path in sorted(folder.rglob("*"))} if folder.exists() else None

    def final_names(self):
        """What the store holds of the part under a final name."""
        digest = hashlib.sha256(self.mirror.read(PART, NEW)).hexdigest()
        return [kind for kind in ("archive", "tree") if (self.store / kind / digest).exists()]

    def litter(self):
        """Folders that a run left unfinished in the store."""
        return list(self.store.glob("tmp/*"))
