# SPDX-License-Identifier: MIT
"""The order of versions."""
import re
from typing import Tuple


def version_key(text: str) -> Tuple[int, ...]:
    """The numbers in a version, or in a name that ends in one: cuda9 < cuda13 < cuda13.2."""
    return tuple(int(part) for part in re.findall(r"[0-9]+", text))
