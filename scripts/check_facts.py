#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Checks the fact tables in manifests/: each against its JSON Schema, and all for what a schema
cannot say, such as that a row's sources exist and that a name exists in another table.

Prints nothing and exits with 0 if all is well; otherwise a line for each problem on stderr, such as
manifests/l4t.json: $.releases[3].jetpack: ...
"""
import argparse
import os
import sys
from pathlib import Path
from typing import List

from facts.tables import Facts, Problem, Unreadable

FOLDER = Path(__file__).resolve().parent.parent / "manifests"
SYSTEM_PYTHON = "/usr/bin/python3"


def import_jsonschema() -> None:
    """Another Python may come first in PATH than the one that the distribution's packages serve."""
    try:
        import jsonschema  # noqa: F401
    except ImportError:
        is_system = os.path.realpath(sys.executable) == os.path.realpath(SYSTEM_PYTHON)
        if not is_system and os.access(SYSTEM_PYTHON, os.X_OK):
            os.execv(SYSTEM_PYTHON, [SYSTEM_PYTHON, *sys.argv])
        sys.exit("check_facts: the Python module jsonschema is missing; install the package "
                 "python3-jsonschema, or run scripts/install_dependencies build")


def problems_of(folder: Path) -> List[Problem]:
    from facts.rules import check_rules
    from facts.schemas import check_schemas

    try:
        facts = Facts(folder)
        # The rules take for granted what the schemas demand.
        problems = list(check_schemas(folder, facts.tables)) or list(check_rules(facts))
    except Unreadable as error:
        problems = [error.problem]
    return sorted(problems)


def main(arguments: List[str]) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--manifests", metavar="DIR", type=Path, default=FOLDER,
                        help="the folder of the tables")
    options = parser.parse_args(arguments)
    import_jsonschema()
    problems = problems_of(options.manifests)
    for problem in problems:
        print(f"manifests/{problem.file}: {problem.path}: {problem.text}", file=sys.stderr)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
