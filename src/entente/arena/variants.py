"""Variants of a game: combinations of options and data.

A key is one of the game's options; `data`, whose values are folders with corrections (`-` for
none); or a value of the data as `file.table.row.key`, such as `map.region.sofia.ip`; for a table
without rows, `file.table.key`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from itertools import product
from pathlib import Path
from typing import Any

from entente.arena.schedule import PACKAGE, Variant
from entente.kernel import Message, Options, UserError
from entente.kernel.data import Tables, packaged_data, read_folder
from entente.kernel.message import Argument
from entente.kernel.record import AnyGame

DATA, NONE = "data", "-"
ROW = 4  # parts of a key that names a row
LISTED = 8  # names that an error lists

Overrides = dict[str, Any]
Change = tuple[Options, Overrides]


def parse_variation(text: str) -> tuple[str, list[str]]:
    """Parse `key=v1,v2`."""
    key, equals, values = text.partition("=")
    listed = [value.strip() for value in values.split(",")]
    if not equals or not key.strip() or not all(listed):
        raise _error("mistake.vary.form", text=text)
    if len(set(listed)) != len(listed):
        raise _error("mistake.vary.twice", text=text)
    return key.strip(), listed


def variants(
    game: AnyGame, options: Options, varied: Sequence[tuple[str, list[str]]]
) -> list[Variant]:
    """Return every combination of the values; raise UserError if one is not valid."""
    keys = [key for key, _ in varied]
    for key in keys:
        if keys.count(key) > 1:
            raise _error("mistake.vary.key_twice", key=key)
    ways = [
        [(f"{key}={value}", _change(game, key, value)) for value in values]
        for key, values in varied
    ]
    listed = list[Variant]()
    for chosen in product(*ways):
        chosen_options, overrides = dict(options), dict(game.overrides())
        for _, (more_options, more_overrides) in chosen:
            chosen_options |= more_options
            overrides = _merged(overrides, more_overrides)
        name = ", ".join(name for name, _ in chosen)
        listed.append(Variant(name, game.info.complete(chosen_options), overrides))
    return listed


def _change(game: AnyGame, key: str, value: str) -> Change:
    options = {option.id: option for option in game.info.options}
    if key in options:
        return {key: options[key].read(value)}, {}
    if key == DATA:
        return {}, {} if value == NONE else _folder(game, value)
    return {}, _figure(game, key, value)


def _folder(game: AnyGame, place: str) -> Overrides:
    listed = read_folder(Path(place), game.info.id, game.info.package)
    if not listed:
        raise _error("mistake.vary.empty", folder=place, game=game.info.id)
    return dict(listed)


# -- a single figure


def _figure(game: AnyGame, key: str, value: str) -> Overrides:
    """Return the correction that replaces a data value."""
    data = packaged_data(game.info.package)
    parts = key.split(".")
    file = f"{parts[0]}.toml"
    if file not in data:
        known = [option.id for option in game.info.options]
        files = [name.removesuffix(".toml") for name in data]
        raise _error("mistake.vary.key", key=key, options=known, files=files)
    table = parts[1] if len(parts) > 1 else ""
    if table not in data[file]:
        raise _error("mistake.vary.table", key=key, file=file, known=list(data[file]))
    content = data[file][table]
    if isinstance(content, list):
        return {file: {table: [_row(key, parts, content, _parse_value(value))]}}
    if len(parts) != ROW - 1 or not isinstance(content, Mapping) or parts[2] not in content:
        known = list(content) if isinstance(content, Mapping) else []
        raise _error("mistake.vary.figure", key=key, known=known[:LISTED])
    return {file: {table: {parts[2]: _parse_value(value)}}}


def _row(key: str, parts: list[str], rows: list[Tables], value: object) -> Tables:
    """Return the correction of one row: its identifier and the new value."""
    if len(parts) != ROW or not rows:
        raise _error("mistake.vary.row_key", key=key)
    identity = next(iter(rows[0]))
    matches = [row for row in rows if str(row.get(identity)) == parts[2]]
    if len(matches) != 1:
        known = [str(row.get(identity)) for row in rows]
        raise _error(
            "mistake.vary.row", key=key, row=parts[2], count=len(matches), known=known[:LISTED]
        )
    if not any(parts[3] in row for row in rows):
        raise _error("mistake.vary.figure", key=key, known=list(matches[0])[:LISTED])
    return {identity: matches[0][identity], parts[3]: value}


def _parse_value(value: str) -> object:
    """Parse a TOML value; anything else is a string."""
    try:
        return tomllib.loads(f"value = {value}")["value"]
    except tomllib.TOMLDecodeError:
        return value


def _merged(below: Overrides, above: Overrides) -> Overrides:
    """Merge corrections; later ones win."""
    merged = {file: dict(tables) for file, tables in below.items()}
    for file, tables in above.items():
        into = merged.setdefault(file, {})
        for table, content in tables.items():
            old = into.get(table)
            if isinstance(old, list) and isinstance(content, list):
                into[table] = [*old, *content]
            elif isinstance(old, dict) and isinstance(content, dict):
                into[table] = {**old, **content}
            else:
                into[table] = content
    return merged


def _error(key: str, /, **args: Argument) -> UserError:
    return UserError(Message(key, args), PACKAGE)
