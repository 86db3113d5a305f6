# SPDX-License-Identifier: MIT
"""The mirrors that are installed from."""

from __future__ import annotations

import dataclasses
import json
import subprocess
import sys
from pathlib import Path

_LABEL = "13.0.88"
_MAKE = Path(__file__).resolve().parent.parent / "make_mirror.py"
_PRESET = "6"
# Bytes a block: none, and what `xz -T0 -6` makes of itself.
_BLOCKS = {"one block": "0", "many blocks": str(24 << 20)}


@dataclasses.dataclass(frozen=True)
class Archive:
    """One archive of a mirror."""

    path: Path  # Relative to the mirror's root.
    sha256: str
    size: int  # Bytes.


@dataclasses.dataclass(frozen=True)
class Archives:
    """A mirror's archives, and whether each is one block."""

    root: Path
    components: str
    release: str
    archives: tuple[Archive, ...]
    one_block: bool

    @property
    def size(self) -> int:
        return sum(archive.size for archive in self.archives)

    @property
    def megabytes(self) -> float:
        return self.size / 1e6


def make_mirrors(folder: Path, toolkit: Path, components: str) -> dict[str, Archives]:
    """Makes what is not there yet; by the words for the kind."""
    return {kind: _mirror(folder / kind.replace(" ", "-"), toolkit, components, blocks)
            for kind, blocks in _BLOCKS.items()}


def _mirror(root: Path, toolkit: Path, components: str, block_size: str) -> Archives:
    manifest = root / "cuda" / "redist" / f"redistrib_{_LABEL}.json"
    if not manifest.is_file():
        print(f"bench: making the mirror {root}", file=sys.stderr)
        subprocess.run(
            [sys.executable, str(_MAKE), "--out", str(root), "--from", "toolkit", "--toolkit",
             str(toolkit), "--components", components, "--label", _LABEL, "--preset", _PRESET,
             "--block-size", block_size],
            check=True, stdout=subprocess.DEVNULL)
    return Archives(root, components, _LABEL, _archives_of(manifest, components),
                    block_size == "0")


def _archives_of(manifest: Path, components: str) -> tuple[Archive, ...]:
    document = json.loads(manifest.read_text())
    entries = [document[name]["linux-x86_64"] for name in components.split(",")]
    return tuple(Archive(Path("cuda/redist") / entry["relative_path"], entry["sha256"],
                         int(entry["size"])) for entry in entries)
