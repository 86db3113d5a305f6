# SPDX-License-Identifier: MIT
"""Reads the fact tables and the release manifests, and names places in them."""
import json
import re
from pathlib import Path
from typing import Any, Dict, Iterable, Iterator, List, NamedTuple, Set, Tuple

from common import strict_json
from common.versions import version_key

Json = Any
PLAIN_KEY = re.compile(r"[A-Za-z0-9_.-]+")


class Problem(NamedTuple):
    """What is wrong, and where: a file of the folder, and a JSON path in it."""

    file: str
    path: str
    text: str


class Unreadable(Exception):
    def __init__(self, problem: Problem):
        super().__init__(problem.text)
        self.problem = problem


def path_of(*steps: object) -> str:
    """path_of("releases", 3, "l4t") is $.releases[3].l4t, as the program's own messages have it."""
    text = "$"
    for step in steps:
        if isinstance(step, int):
            text += f"[{step}]"
        else:
            text += f".{step}" if PLAIN_KEY.fullmatch(str(step)) else f"[{json.dumps(step)}]"
    return text


def line_of(release: str) -> Tuple[int, ...]:
    """12.6 of 12.6.3."""
    return version_key(release)[:2]


def load(path: Path, name: str) -> Json:
    """The JSON document in a file; keys must not repeat."""
    try:
        return strict_json.parse(path.read_text(encoding="ascii"))
    except ValueError as error:
        raise Unreadable(Problem(name, "$", f"not JSON in ASCII: {error}")) from error


class Facts:
    """All tables and manifests of a folder."""

    def __init__(self, folder: Path):
        self.tables: Dict[str, Json] = {}
        for path in sorted(folder.glob("*.json")):
            self.tables[path.stem] = load(path, path.name)
        self.manifests: Dict[str, Dict[str, Json]] = {}
        for path in sorted(folder.glob("*/[0-9]*.json")):
            document = load(path, f"{path.parent.name}/{path.name}")
            self.manifests.setdefault(path.parent.name, {})[path.stem] = document
        self.components: Set[str] = {
            key for releases in self.manifests.values() for manifest in releases.values()
            for key, entry in manifest.items() if isinstance(entry, dict)}

    def rows(self, table: str, key: str) -> Iterator[Tuple[Tuple[object, ...], Json]]:
        """Each row of one list of a table, with the steps that lead to it."""
        for index, row in enumerate(self.tables[table][key]):
            yield (key, index), row

    def capability(self, name: str) -> Json:
        """The row of a capability, or an empty one."""
        rows = self.tables["capabilities"]["capabilities"]
        return next((row for row in rows if row["capability"] == name), {})

    def names_of(self, component: str) -> List[str]:
        """All names that the component has had."""
        for row in self.tables["components"]["aliases"]:
            if component in row["names"]:
                return row["names"]
        return [component]

    def has_component(self, release: str, component: str) -> bool:
        return any(name in self.manifests["cuda"][release] for name in self.names_of(component))


def misordered(values: Iterable[Any], key=lambda value: value) -> Iterator[Tuple[int, str]]:
    """Where a list does not strictly ascend, which covers repetition."""
    values = list(values)
    for index in range(1, len(values)):
        before, here = values[index - 1], values[index]
        if not key(before) < key(here):
            yield index, f'"{here}" must not stand after "{before}"'


def repeated(values: Iterable[Any]) -> Iterator[Tuple[int, str]]:
    """Where a list has what it had before."""
    seen: Set[Any] = set()
    for index, value in enumerate(values):
        if value in seen:
            yield index, f'"{value}" is there twice'
        seen.add(value)
