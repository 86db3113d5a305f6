# SPDX-License-Identifier: MIT
"""Which paths of a package people ask for by name."""

from __future__ import annotations

import re
from pathlib import PurePosixPath
from typing import Iterable, Optional

_LIBRARY = re.compile(r"lib[^/]+(\.so(\.\d+)*|\.a)")
_LIBRARY_FOLDERS = ("lib", "lib64", "lib/stubs", "nvvm/lib64")
_FLAT_FOLDERS = ("bin", "nvvm/bin", "nvvm/libdevice", "nvvm/include")
_HEADER_ROOTS = ("include/cccl", "include")
_NAMED_FOLDERS = ("cuda/std",)


def is_shared_library(path: str) -> bool:
    return _is_library(path) and not path.endswith(".a")


def _is_library(path: str) -> bool:
    return bool(_LIBRARY.fullmatch(PurePosixPath(path).name))


def indexed(paths: Iterable[str]) -> list[str]:
    """The rows for a package's paths, sorted: files, and folders of headers with a slash behind."""
    return sorted({row for path in paths for row in _rows(path)})


def _rows(path: str) -> list[str]:
    parent, name = str(PurePosixPath(path).parent), PurePosixPath(path).name
    if parent in _FLAT_FOLDERS or name.endswith((".cmake", ".pc")):
        return [path]
    if parent in _LIBRARY_FOLDERS and _is_library(path):
        return [path]
    return _header_rows(path)


def _header_rows(path: str) -> list[str]:
    """Headers that are included as <name> or <folder/name>, and the folders of all others."""
    root = _header_root(path)
    if root is None:
        return []
    below = PurePosixPath(path).relative_to(root)
    if len(below.parts) == 1:
        return [path]
    rows = [f"{root}/{below.parts[0]}/"]
    rows += [f"{root}/{name}/" for name in _NAMED_FOLDERS if str(below).startswith(f"{name}/")]
    return rows + ([path] if len(below.parts) == 2 else [])


def _header_root(path: str) -> Optional[str]:
    return next((root for root in _HEADER_ROOTS if path.startswith(f"{root}/")), None)
