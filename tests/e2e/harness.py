# SPDX-License-Identifier: MIT
"""Runs the real binary in a world of its own: private folders and no settings of whoever tests."""

from __future__ import annotations

import dataclasses
import json
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import tempfile
import unittest
from typing import Dict, List, Optional, Tuple

ROOT = pathlib.Path(__file__).resolve().parents[2]
REDIST = ROOT.parent / "shared" / "redist"
FACTS = ROOT.parent / "shared" / "facts"
GOLDEN = ROOT / "tests" / "golden"
BINARY = pathlib.Path(os.environ.get("CUDAFETCH", ROOT / "build" / "test" / "cudafetch")).resolve()

# Machines that do not depend on the one that runs the tests. Without --target it is the host.
X86 = ("--host", "x86_64")
ARM = ("--host", "aarch64")
CROSS = ("--host", "x86_64", "--target", "aarch64")
ADA = ("--caps", "8.9", *X86)

EXIT_SKIPPED = 77
TIMEOUT_SECONDS = 120
KEPT_VARIABLES = ("PATH", "ASAN_OPTIONS", "UBSAN_OPTIONS", "TSAN_OPTIONS", "LSAN_OPTIONS")

sys.path.insert(0, str(ROOT / "tests" / "support"))


@dataclasses.dataclass(frozen=True)
class Outcome:
    """How one run of the binary ended."""

    command: Tuple[str, ...]
    status: int  # Negative: the signal that ended it.
    stdout: str
    stderr: str

    def json(self) -> dict:
        return json.loads(self.stdout)

    def __str__(self) -> str:
        return f"$ {shlex.join(self.command)}\n{self.stdout}{self.stderr}exit status {self.status}"


def scratch_parent() -> Optional[str]:
    """A folder in memory, as installs wait for the disk; None: the usual place for temporary files.
    It must be one to run programs from, and TMPDIR overrides it."""
    memory = "/dev/shm"
    usable = "TMPDIR" not in os.environ and os.access(memory, os.W_OK)
    return memory if usable and not os.statvfs(memory).f_flag & os.ST_NOEXEC else None


class CommandTest(unittest.TestCase):
    """A test with an empty folder of its own, which holds the home and the XDG folders too."""

    maxDiff = None
    scratch_parent = scratch_parent()

    def setUp(self) -> None:
        self.folder = pathlib.Path(
            tempfile.mkdtemp(prefix="cudafetch-e2e-", dir=self.scratch_parent)).resolve()
        self.addCleanup(shutil.rmtree, self.folder, ignore_errors=True)
        self.home = self.folder / "home"
        self.home.mkdir()
        self.environment = private_environment(self.home)

    def start(self, *arguments: object, **options: object) -> subprocess.Popen:
        """The binary, started in the test's folder with both outputs in pipes."""
        return subprocess.Popen(
            [str(BINARY), *map(str, arguments)], cwd=self.folder, env=self.environment,
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            errors="surrogateescape", **options)

    def run_tool(self, *arguments: object, status: Optional[int] = 0) -> Outcome:
        """Runs the binary to its end, which must be `status` unless that is None."""
        return self.finish(self.start(*arguments), status)

    def finish(self, process: subprocess.Popen, status: Optional[int] = 0) -> Outcome:
        """Waits for a started binary, as run_tool() does."""
        try:
            stdout, stderr = process.communicate(timeout=TIMEOUT_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            stdout, stderr = process.communicate()
            self.fail(f"no end within {TIMEOUT_SECONDS} s: {process.args}\n{stdout}{stderr}")
        command = ("cudafetch", *process.args[1:])
        outcome = Outcome(command, process.returncode, stdout, stderr)
        if status is not None:
            self.assertEqual(outcome.status, status, str(outcome))
        return outcome

    def resolve(self, *arguments: object) -> dict:
        """The one plan that `resolve --json` prints."""
        document = self.run_tool("resolve", "--json", *arguments).json()
        self.assertEqual(document["schema"], "cudafetch.resolve/1")
        self.assertEqual(len(document["plans"]), 1)
        return document["plans"][0]

    def refuse(self, *arguments: object, status: int = 3, command: str = "resolve") -> dict:
        """The error that the command prints with --json."""
        return self.error_of(self.run_tool(command, "--json", *arguments, status=status))

    def error_of(self, outcome: Outcome) -> dict:
        document = outcome.json()
        self.assertEqual(document["schema"], "cudafetch.error/1", str(outcome))
        return document["error"]

    def assert_mentions(self, text: str, *words: str) -> None:
        for word in words:
            self.assertIn(word, text)

    def assert_golden(self, name: str, outcome: Outcome) -> None:
        """Compares with tests/golden/<name>.txt; CUDAFETCH_ACCEPT=1 writes that file anew."""
        path = GOLDEN / f"{name}.txt"
        text = (f"$ {shlex.join(outcome.command)}\n{outcome.stdout}--- stderr\n{outcome.stderr}"
                f"--- exit status {outcome.status}\n").replace(str(self.folder), "<folder>")
        if os.environ.get("CUDAFETCH_ACCEPT") == "1":
            GOLDEN.mkdir(exist_ok=True)
            path.write_text(text)
        expected = path.read_text() if path.exists() else "(no such file)"
        self.assertEqual(text, expected, f"{path} differs; CUDAFETCH_ACCEPT=1 accepts the new text")


def private_environment(home: pathlib.Path) -> Dict[str, str]:
    kept = {name: os.environ[name] for name in KEPT_VARIABLES if name in os.environ}
    return {**kept, "LC_ALL": "C.UTF-8", "HOME": str(home), "XDG_CACHE_HOME": str(home / "cache"),
            "XDG_DATA_HOME": str(home / "data")}


def components_of(plan: dict) -> List[str]:
    return sorted(archive["component"] for archive in plan["archives"])


def codes_of(plan: dict) -> List[str]:
    """Codes of the plan's notes."""
    return [note["code"] for note in plan["notes"]]


def release_of(plan: dict, product: str = "cuda") -> str:
    return next(p["release"] for p in plan["products"] if p["product"] == product)


def catalogue_releases(product: str = "cuda") -> List[str]:
    """Labels of the releases that are built in, oldest first."""
    labels = [path.stem for path in (ROOT / "manifests" / product).glob("*.json")]
    return sorted(labels, key=lambda label: [int(part) for part in label.split(".")])


def require_folder(folder: pathlib.Path) -> None:
    if not folder.is_dir():
        raise unittest.SkipTest(f"needs {os.path.relpath(folder, ROOT)}, which is not there")


class _Result(unittest.TextTestResult):
    """Counts what really ran."""

    passed = 0

    def addSuccess(self, test: unittest.TestCase) -> None:
        super().addSuccess(test)
        self.passed += 1


def main() -> None:
    """Runs the tests of the calling file. Ends with 77 if every test was skipped."""
    if not os.access(BINARY, os.X_OK):
        sys.exit(f"there is no binary at {BINARY}: build it, or name another in CUDAFETCH")
    runner = unittest.TextTestRunner(resultclass=_Result)
    result = unittest.main(testRunner=runner, exit=False).result
    for test, reason in result.skipped:
        print(f"SKIPPED {test}: {reason}", file=sys.stderr)
    if not result.wasSuccessful():
        sys.exit(1)
    sys.exit(EXIT_SKIPPED if result.skipped and not result.passed else 0)
