#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""docs/resolution.md lists every code of a refusal and of a note, and no other."""

import re
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SOURCES = [path for folder in ("resolve", "cli", "manifest")
           for path in (ROOT / "src" / folder).rglob("*.cpp")]
CODE = r'"([a-z0-9_]+)"'
# fail(ExitCode::no_resolution, "code", ...), and what is put together before that.
REFUSAL = re.compile(r'(?:ExitCode::no_resolution,|\bunresolved\()\s*' + CODE)
EITHER = re.compile(r'ExitCode::no_resolution,[^"]*\?\s*' + CODE + r'\s*:\s*' + CODE)
REJECTION = re.compile(r'return \{"cuda", release\.text\(\), ' + CODE)
NOTE = re.compile(r'notes\.push_back\(\s*\{' + CODE)


def found(*patterns, folder=None):
    codes = set()
    for path in SOURCES:
        if folder and folder not in path.parts:
            continue
        text = path.read_text()
        for pattern in patterns:
            for match in pattern.finditer(text):
                codes |= set(match.groups())
    return codes


def documented(heading):
    """The codes in the first column of the tables of a section, and those in its text below."""
    section = (ROOT / "docs" / "resolution.md").read_text().split(f"## {heading}\n")[1]
    section = section.split("\n## ")[0]
    rows = [line.split("|")[1] for line in section.splitlines() if line.startswith("| `")]
    return {code for row in rows for code in re.findall(r"`([a-z0-9_]+)`", row)}, section


class DocumentedCodes(unittest.TestCase):
    def test_refusals(self):
        codes, _ = documented("Why a request is refused")
        self.assertEqual(codes, found(REFUSAL, EITHER))
        self.assertGreater(len(codes), 25)

    def test_reasons_that_refuse_a_release_alone(self):
        _, section = documented("Why a request is refused")
        reasons = found(REJECTION)
        self.assertEqual(reasons, {"out_of_bounds"})
        for code in reasons:
            self.assertIn(f"`{code}`", section)

    def test_notes(self):
        codes, _ = documented("Notes")
        self.assertEqual(codes, found(NOTE, folder="resolve"))
        self.assertGreater(len(codes), 20)


if __name__ == "__main__":
    unittest.main()
