# SPDX-License-Identifier: MIT
"""Manifests in NVIDIA's form, and runs of scripts/import_manifests.py on them."""

import contextlib
import io
import json
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
SCRIPT = ROOT / "scripts" / "import_manifests.py"
sys.path.insert(0, str(SCRIPT.parent))
import import_manifests  # noqa: E402


def archive(path="lib/linux/lib-1.0.tar.xz", **changes):
    """One well-formed archive; a change to None removes the field."""
    entry = {"relative_path": path, "sha256": "a" * 64, "md5": "b" * 32, "size": "12"}
    entry.update(changes)
    return {key: value for key, value in entry.items() if value is not None}


def component(**entries):
    """One well-formed component; tags use _ for - (linux_sbsa), None removes the key."""
    result = {"name": "Library", "license": "CUDA Toolkit", "version": "1.0.0"}
    result.update((key.replace("linux_", "linux-", 1), value) for key, value in entries.items())
    return {key: value for key, value in result.items() if value is not None}


def manifest(**components):
    """One well-formed manifest; without arguments it has one component with one archive."""
    components = components or {"lib": component(linux_sbsa=archive())}
    return {"release_date": "2024-01-31", **components}


def described(**changes):
    """That manifest, with other metadata of its component."""
    return manifest(lib=component(linux_sbsa=archive(), **changes))


def tagged(entry):
    """That manifest, with another value of its tag."""
    return manifest(lib=component(linux_sbsa=entry))


class ImportCase(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.source = Path(folder.name) / "source"
        self.out = Path(folder.name) / "out"
        self.source.mkdir()

    def put(self, document, product="cuda", release="12.0.0"):
        """Write one input manifest: text and bytes as they are, anything else as JSON."""
        path = self.source / product / f"redistrib_{release}.json"
        path.parent.mkdir(exist_ok=True)
        data = document if isinstance(document, (str, bytes)) else json.dumps(document)
        path.write_bytes(data if isinstance(data, bytes) else data.encode())
        return path

    def run_import(self, *flags):
        """Exit status, stdout and stderr of one run."""
        stdout, stderr = io.StringIO(), io.StringIO()
        with contextlib.redirect_stdout(stdout), contextlib.redirect_stderr(stderr):
            status = import_manifests.main([str(self.source), "--out", str(self.out), *flags])
        return status, stdout.getvalue(), stderr.getvalue()

    def imported(self, document, product="cuda", release="12.0.0"):
        self.put(document, product, release)
        self.assertEqual(self.run_import()[::2], (0, ""))
        return json.loads((self.out / product / f"{release}.json").read_text())

    def assert_refused(self, *expected):
        status, stdout, stderr = self.run_import()
        self.assertEqual((status, stdout), (2, ""), stderr)
        for text in expected:
            self.assertIn(text, stderr)
        self.assertFalse(self.out.exists(), "a refused input left output behind")
