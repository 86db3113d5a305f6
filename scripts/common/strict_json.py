# SPDX-License-Identifier: MIT
"""JSON whose objects hold each key once."""
import json
from typing import Any, Dict, List, Tuple


def _unique(pairs: List[Tuple[str, Any]]) -> Dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        keys = [key for key, _ in pairs]
        repeated = next(key for key in keys if keys.count(key) > 1)
        raise ValueError(f"the key {json.dumps(repeated)} is there twice in one object")
    return members


def parse(text: str) -> Any:
    """Raises ValueError for what is no JSON, or has a key twice, which would hide a value."""
    return json.loads(text, object_pairs_hook=_unique)
