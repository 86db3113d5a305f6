# SPDX-License-Identifier: MIT
"""What the shared libraries of a package say of themselves, as readelf prints it."""

from __future__ import annotations

import contextlib
import os
import re
import shutil
import subprocess
import tempfile
from pathlib import Path, PurePosixPath
from typing import Iterator, Optional

from .errors import MirrorError
from .packages import Package


@contextlib.contextmanager
def extracted(package: Package, path: str) -> Iterator[Path]:
    """A copy of a file by the name that it has, once its bytes were found to be as recorded."""
    with tempfile.TemporaryDirectory() as scratch:
        copy = Path(scratch) / PurePosixPath(path).name
        with package.open(path) as source, copy.open("wb") as target:
            shutil.copyfileobj(source, target, 1 << 20)
        yield copy


def needed_by(library: Path) -> list[str]:
    """The sonames that it asks for."""
    return _entries(library, "NEEDED")


def soname_of(library: Path) -> Optional[str]:
    """None where it has none, and for text that stands in for a library when one links."""
    with library.open("rb") as stream:
        if stream.read(4) != b"\x7fELF":
            return None
    return next(iter(_entries(library, "SONAME")), None)


def _entries(library: Path, tag: str) -> list[str]:
    try:
        done = subprocess.run(
            ["readelf", "--dynamic", "--wide", str(library)], check=False, capture_output=True,
            text=True, errors="replace", env={**os.environ, "LC_ALL": "C"})
    except FileNotFoundError as error:
        raise MirrorError("there is no readelf; install the package binutils") from error
    if done.returncode != 0:
        raise MirrorError(f"{library.name} cannot be read: {' '.join(done.stderr.split())}")
    return re.findall(rf"\({tag}\).*\[(.*)\]", done.stdout)
