# SPDX-License-Identifier: MIT
"""What must hold in the fact tables beyond their schemas."""
from typing import Iterator, Set

from facts.component_rules import components, coverage
from facts.device_rules import boards, capabilities, l4t
from facts.file_rules import files
from facts.release_rules import digests, drivers, host_compilers, releases
from facts.tables import Facts, Json, Problem, path_of

RULES = (capabilities, boards, l4t, drivers, host_compilers, components, coverage, releases,
         digests, files)
# Their sources are those of the whole table.
WHOLE = ("coverage", "digests")


def citations(value: Json, *steps: object) -> Iterator:
    """(steps, source) of each citation at any depth."""
    if isinstance(value, dict):
        for key, item in value.items():
            if key == "sources" and isinstance(item, list):
                for index, source in enumerate(item):
                    yield (*steps, key, index), source
            else:
                yield from citations(item, *steps, key)
    elif isinstance(value, list):
        for index, item in enumerate(value):
            yield from citations(item, *steps, index)


def sources(facts: Facts) -> Iterator[Problem]:
    for name, table in facts.tables.items():
        if name in WHOLE:
            continue
        known, cited = table["sources"], set()  # type: Json, Set[str]
        for steps, source in citations(table):
            cited.add(source)
            if source not in known:
                yield Problem(f"{name}.json", path_of(*steps), f'no source is called "{source}"')
        for source in set(known) - cited:
            yield Problem(f"{name}.json", path_of("sources", source), "no row cites it")


def check_rules(facts: Facts) -> Iterator[Problem]:
    yield from sources(facts)
    for rule in RULES:
        for steps, text in rule(facts):
            yield Problem(f"{rule.__name__}.json", path_of(*steps), text)
