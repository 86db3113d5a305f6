# SPDX-License-Identifier: MIT
"""Checks each table against manifests/schemas/<table>.schema.json."""
import re
import textwrap
from pathlib import Path
from typing import Any, Iterator

import jsonschema

from facts.tables import Json, Problem, load, path_of

COMMON = "common.schema.json"
LONGEST_MESSAGE = 300


def with_definitions(node: Json, definitions: Json) -> Json:
    """The schema with each reference to the common schema replaced by what it means."""
    if isinstance(node, list):
        return [with_definitions(item, definitions) for item in node]
    if not isinstance(node, dict):
        return node
    if "$ref" in node:
        name = node["$ref"][len(f"{COMMON}#/definitions/"):]
        return with_definitions(definitions[name], definitions)
    resolved = {key: with_definitions(value, definitions) for key, value in node.items()}
    if isinstance(resolved.get("pattern"), str):
        # Python's $ also matches before a line feed at the end.
        resolved["pattern"] = re.sub(r"\$\Z", r"\\Z", resolved["pattern"])
    return resolved


def message_of(error: Any) -> str:
    meaning = error.schema.get("description") if isinstance(error.schema, dict) else None
    text = textwrap.shorten(error.message, LONGEST_MESSAGE, placeholder=" ...")
    return f"{text} ({meaning})" if meaning else text


def check_schemas(folder: Path, tables: Json) -> Iterator[Problem]:
    schemas = folder / "schemas"
    definitions = load(schemas / COMMON, f"schemas/{COMMON}")["definitions"]
    files = {path.name[:-len(".schema.json")]: path for path in schemas.glob("*.schema.json")
             if path.name != COMMON}
    for name in sorted(set(files) - set(tables)):
        yield Problem(f"{name}.json", "$", f"the table of schemas/{name}.schema.json is not there")
    for name, table in tables.items():
        if name not in files:
            yield Problem(f"{name}.json", "$", f"has no schema, schemas/{name}.schema.json")
            continue
        schema = with_definitions(load(files[name], f"schemas/{files[name].name}"), definitions)
        jsonschema.Draft7Validator.check_schema(schema)
        for error in jsonschema.Draft7Validator(schema).iter_errors(table):
            yield Problem(f"{name}.json", path_of(*error.absolute_path), message_of(error))
