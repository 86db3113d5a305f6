# SPDX-License-Identifier: MIT
"""The table of boards in docs/resolution.md is the one that scripts/document_boards.py makes."""

import contextlib
import io
import json
import os
import shutil
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
DOCUMENT = ROOT / "docs" / "resolution.md"
sys.path.insert(0, str(ROOT / "scripts"))
import document_boards  # noqa: E402


class DocumentBoards(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.folder = Path(temporary.name)
        self.file = self.folder / "resolution.md"
        shutil.copy(DOCUMENT, self.file)

    def run_script(self, *arguments):
        with contextlib.redirect_stderr(io.StringIO()) as stderr:
            status = document_boards.main(["--file", str(self.file), *arguments])
        return status, stderr.getvalue()

    def test_the_document_is_up_to_date(self):
        self.assertEqual(self.run_script("--check"), (0, ""))

    def test_another_table_is_noticed_and_replaced(self):
        text = DOCUMENT.read_text(encoding="utf-8")
        self.file.write_text(text.replace("12.0 to 12.2, 12.4 to 12.9", "12.0 to 12.9"))
        status, stderr = self.run_script("--check")
        self.assertEqual(status, 1)
        self.assertIn("run scripts/document_boards.py", stderr)
        other = self.folder / "other.md"
        os.link(self.file, other)
        self.assertEqual(self.run_script(), (0, ""))
        self.assertEqual(self.file.read_text(encoding="utf-8"), text)
        self.assertNotEqual(other.read_text(encoding="utf-8"), text, "written in place")

    def test_a_document_without_markers_is_left_alone(self):
        self.file.write_text("no table here\n")
        with self.assertRaises(SystemExit) as raised:
            self.run_script()
        self.assertIn("document_boards.py", str(raised.exception))
        self.assertEqual(self.file.read_text(), "no table here\n")

    def test_the_table_follows_the_facts(self):
        manifests = self.folder / "manifests"
        manifests.mkdir()
        (manifests / "cuda").symlink_to(ROOT / "manifests" / "cuda")
        for path in (ROOT / "manifests").glob("*.json"):
            shutil.copy(path, manifests)
        path = manifests / "capabilities.json"
        facts = json.loads(path.read_text())
        xavier = next(row for row in facts["capabilities"] if row["capability"] == "7.2")
        xavier["device_cuda_max"] = "12.1"
        path.write_text(json.dumps(facts))
        self.assertEqual(self.run_script("--manifests", str(manifests)), (0, ""))
        row = next(line for line in self.file.read_text().splitlines() if "Xavier NX" in line)
        self.assertIn("`linux-aarch64` 12.0 to 12.1", row)
        self.assertIn("boards end at 12.1", row)


if __name__ == "__main__":
    unittest.main()
