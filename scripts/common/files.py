# SPDX-License-Identifier: MIT
"""Writing files so that nobody meets half of one."""
import os
from pathlib import Path
from typing import Dict, List, Tuple


def write_all(contents: Dict[Path, bytes]) -> None:
    """Writes every file beside its place, then renames: an error while writing changes nothing."""
    staged: List[Tuple[Path, Path]] = []
    try:
        for target, content in contents.items():
            target.parent.mkdir(parents=True, exist_ok=True)
            temporary = target.with_name(f".{target.name}.{os.getpid()}")
            staged.append((temporary, target))
            temporary.write_bytes(content)
            if target.exists():
                temporary.chmod(target.stat().st_mode & 0o777)
        for temporary, target in staged:
            os.replace(temporary, target)
    finally:
        for temporary, _ in staged:
            if temporary.exists():
                temporary.unlink()
