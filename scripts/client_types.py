"""The page's types of all that the server says, made from the server's own description.

`python -m scripts.client_types web/src/lib/generated/server.ts` writes them; `make client` does so
before the page is built. An object becomes an interface, a union of tagged objects a union that
TypeScript tells apart by the tag, and what may be missing in a request `name?`.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from entente.server.http.app import api
from entente.server.http.openapi import FOLDED

Schema = dict[str, Any]

REF = "#/components/schemas/"
HEAD = "/** Made by scripts/client_types.py from the server's description. Not to be edited. */\n"
AGAIN = {"$ref": REF + FOLDED}  # the page puts folded menus together when they come
NAMES = {"integer": "number", "number": "number", "string": "string", "boolean": "boolean"}
MAPPINGS = {
    "x-views": ("Views", "What each game shows of its table."),
    "x-recaps": ("Recaps", "What came of late in each game."),
    "x-facts": ("BoardFacts", "What is to be known of each game's board."),
}


def module(document: Schema) -> str:
    """All types of a description, in the order of their names."""
    schemas = document["components"]["schemas"]
    version = f"export const API_VERSION = {document['info']['version']};\n"
    parts = [HEAD, version, *("\n".join(declared(name, schemas[name])) for name in sorted(schemas))]
    for key, (name, about) in MAPPINGS.items():
        games = {"properties": document[key], "required": list(document[key])}
        parts.append("\n".join(declared(name, {"description": about, **games})))
    return "\n".join(parts)


def declared(name: str, schema: Schema) -> Iterator[str]:
    """A type with its name."""
    yield from remark(schema.get("description", ""))
    if "properties" in schema:
        yield f"export interface {name} {{"
        yield from fields(schema)
        yield "}\n"
    elif "allOf" in schema:
        *bases, own = schema["allOf"]
        yield f"export interface {name} extends {', '.join(map(written, bases))} {{"
        yield from fields(own)
        yield "}\n"
    else:
        # A type may name itself in an index signature, not in a `Record`.
        alias = written(schema).replace(f"Record<string, {name}>", f"{{ [key: string]: {name} }}")
        yield f"export type {name} = {alias};\n"


def remark(text: str, indent: str = "") -> Iterator[str]:
    lines = [line.strip() for line in text.replace("*/", "* /").splitlines()]
    if len(lines) == 1:
        yield f"{indent}/** {lines[0]} */"
    elif lines:
        yield f"{indent}/**"
        yield from (f"{indent} * {line}".rstrip() for line in lines)
        yield f"{indent} */"


def fields(schema: Schema) -> Iterator[str]:
    for name, field in schema["properties"].items():
        yield from remark(field.get("description", ""), "  ")
        optional = "" if name in schema.get("required", ()) else "?"
        yield f"  {key(name)}{optional}: {written(field)};"


def key(name: str) -> str:
    return name if name.isidentifier() else json.dumps(name)


def written(schema: Schema) -> str:
    """A schema as a type in TypeScript."""
    if "$ref" in schema:
        return str(schema["$ref"]).removeprefix(REF)
    if "enum" in schema:
        return " | ".join(literal(value) for value in schema["enum"])
    if "const" in schema:
        return literal(schema["const"])
    if "anyOf" in schema:
        kinds = [each for each in schema["anyOf"] if each != AGAIN]
        return " | ".join(dict.fromkeys(written(each) for each in kinds))
    kind = schema.get("type")
    if isinstance(kind, list):
        return " | ".join(written({**schema, "type": each}) for each in kind)
    if kind == "array":
        return array(schema)
    if kind == "object":
        return mapping(schema)
    if kind == "null":
        return "null"
    return NAMES.get(str(kind), "unknown")


def literal(value: object) -> str:
    return "'" + value.replace("'", "\\'") + "'" if isinstance(value, str) else json.dumps(value)


def array(schema: Schema) -> str:
    if "prefixItems" in schema:
        return f"[{', '.join(written(each) for each in schema['prefixItems'])}]"
    item = written(schema["items"])
    return f"({item})[]" if " | " in item else f"{item}[]"


def mapping(schema: Schema) -> str:
    """An object whose keys are data; it has all keys of a set where each of them is required."""
    if "properties" in schema:
        return "{ " + " ".join(line.strip() for line in fields(schema)) + " }"
    values = schema.get("additionalProperties")
    value = written(values) if isinstance(values, dict) else "unknown"
    names = schema.get("propertyNames", {}).get("enum")
    kind = f"Record<{written({'enum': names}) if names else 'string'}, {value}>"
    complete = names is None or set(names) <= set(schema.get("required", ()))
    return kind if complete else f"Partial<{kind}>"


def main() -> None:
    if len(sys.argv) != 2:
        sys.exit("usage: python -m scripts.client_types FILE.ts")
    target = Path(sys.argv[1])
    text = module(api().openapi())
    if not target.exists() or target.read_text(encoding="utf-8") != text:
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
