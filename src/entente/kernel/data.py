"""Read a game's TOML data, and merge the owner's corrections into it.

A patch has the same file and table names as the game's data, and only the rows that change. Rows of
a list of tables are matched by identity (`id`, or the keys the game names) and merged key by key; a
row with a new identity is added; `remove = true` deletes one.
"""

from __future__ import annotations

import gzip
import hashlib
import re
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from entente.kernel.message import Message, say
from entente.kernel.text import catalog_of
from entente.kernel.user_error import KERNEL, UserError
from entente.kernel.validation import explain_validation_error

T = TypeVar("T")
Identity = Mapping[str, tuple[str, ...]]
Tables = dict[str, Any]
Data = Mapping[str, Tables]  # a game's tables by file, before corrections
EARLIER = "earlier"  # the folder with the tables of earlier releases


class DataError(UserError):
    """Unusable data: which file, which key, and why."""

    def __init__(self, file: str, key: str, reason: Message, package: str = KERNEL) -> None:
        super().__init__(reason, package)
        self.file = file
        self.key = key

    def text(self, language: str) -> str:
        why = self.why(language)
        if self.key:
            place = say("mistake.data.at_key", file=self.file, key=self.key, because=why)
        else:
            place = say("mistake.data.in_file", file=self.file, because=why)
        return catalog_of(KERNEL, language).say(place)


def read_folder(folder: Path, game: str, package: str) -> dict[str, Tables]:
    """Read the owner's patches for a game from `folder/<game>/*.toml`, by file name."""
    if not folder.is_dir():
        raise DataError(str(folder), "", say("mistake.data.no_folder"))
    own = {file.name for file in data_files(package) if _is_data(file.name)}
    patches: dict[str, Tables] = {}
    for path in sorted((folder / game).glob("*")) if (folder / game).is_dir() else []:
        if path.name not in own:
            reason = say("mistake.data.no_file", game=game, known=sorted(own))
            raise DataError(str(path), "", reason)
        try:
            patches[path.name] = tomllib.loads(path.read_text(encoding="utf-8-sig"))
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise DataError(str(path), "", say("mistake.data.toml", error=str(error))) from None
        except OSError as error:
            reason = say("mistake.data.unreadable", error=error.strerror or str(error))
            raise DataError(str(path), "", reason) from None
    return patches


def data_files(package: str) -> list[Traversable]:
    """List the TOML files in a package's data folder; a small game may have none."""
    folder = files(package).joinpath("data")
    listed = folder.iterdir() if folder.is_dir() else ()
    return sorted((file for file in listed if file.name.endswith(".toml")), key=lambda f: f.name)


def _is_data(name: str) -> bool:
    """Return whether a file holds rules data; drawings, measurements, benchmarks and names of
    openings do not."""
    return not name.startswith(("benchmark.", "drawing.", "measured.", "openings."))


@cache
def packaged_data(package: str) -> Data:
    """Return a package's rules data, by file; a small game may have none."""
    files = (file for file in data_files(package) if _is_data(file.name))
    return {file.name: tomllib.loads(file.read_text(encoding="utf-8")) for file in files}


@cache
def earlier_data(package: str) -> Mapping[str, Data]:
    """Return the data of earlier releases, oldest first, by digest."""
    folder = files(package) / "data" / EARLIER
    listed = sorted(folder.iterdir(), key=lambda file: file.name) if folder.is_dir() else []
    kept: list[Data] = [
        msgspec.json.decode(gzip.decompress(file.read_bytes()))
        for file in listed
        if file.name.endswith(".json.gz")
    ]
    return {digest_of(data): data for data in kept}


def digest_of(data: Data) -> str:
    """Return a digest of data, independent of file layout; empty if there is none."""
    return hashlib.sha256(canonical(data)).hexdigest() if data else ""


def canonical(data: Data) -> bytes:
    """Encode data as canonical JSON."""
    return msgspec.json.encode(data, order="deterministic")


def read_file(
    package: str,
    name: str,
    kind: type[T],
    identity: Identity,
    patches: Mapping[str, Any],
    data: Data | None = None,
) -> T:
    """Read a data file of a package, patched and checked against its type; with `data`, from
    there."""
    files = packaged_data(package) if data is None else data
    if name not in files:
        raise DataError(name, "", say("mistake.data.kept_without"))
    tables = dict(files[name])
    if name in patches:
        tables = merge(name, tables, patches[name], identity)
    try:
        return msgspec.convert(tables, kind)
    except msgspec.ValidationError as error:
        raise _readable(name, tables, identity, str(error)) from None


def merge(file: str, base: Tables, patch: Tables, identity: Identity) -> Tables:
    """Merge a patch into the tables of a file."""
    if not isinstance(patch, dict):
        raise DataError(file, "", say("mistake.value.table"))
    merged = dict(base)
    for table, value in patch.items():
        if table not in base:
            raise DataError(file, table, say("mistake.data.no_table", known=list(base)))
        old = base[table]
        if isinstance(old, list) and table in identity:
            if not isinstance(value, list) or not all(isinstance(row, dict) for row in value):
                raise DataError(file, table, say("mistake.data.list_of_tables", table=table))
            merged[table] = _merge_rows(file, table, old, value, identity[table])
        elif isinstance(old, dict):
            if not isinstance(value, dict):
                raise DataError(file, table, say("mistake.data.table", table=table))
            merged[table] = {**old, **value}
        else:
            merged[table] = value
    return merged


def _merge_rows(
    file: str, table: str, old: list[Tables], new: list[Tables], keys: tuple[str, ...]
) -> list[Tables]:
    rows = {_identity(row, keys): row for row in old}
    for row in new:
        missing = [key for key in keys if key not in row]
        if missing:
            raise DataError(file, table, say("mistake.data.which_row", keys=missing))
        place = _identity(row, keys)
        if row.get("remove") is True:
            if rows.pop(place, None) is None:
                raise DataError(file, row_name(table, row, keys), say("mistake.data.no_row"))
        else:
            rows[place] = {**rows.get(place, {}), **row}
    return list(rows.values())


def _identity(row: Tables, keys: tuple[str, ...]) -> tuple[Any, ...]:
    """Return the identity of a row. A pair `a`, `b` is the same both ways round."""
    values = {key: row.get(key) for key in keys}
    if "a" in values and "b" in values:
        values["a"], values["b"] = sorted([str(values["a"]), str(values["b"])])
    return tuple(str(value) for value in values.values())


def row_name(table: str, row: Tables, keys: tuple[str, ...]) -> str:
    """Return the name of a row for error messages."""
    return f"{table} {' '.join(str(row.get(key, '?')) for key in keys)}"


def _readable(file: str, tables: Tables, identity: Identity, error: str) -> DataError:
    """Turn a msgspec error about `region[3].ip` into one that names the row."""
    place, reason = explain_validation_error(error)
    match = re.fullmatch(r"(\w+)\[(\d+)\](?:\.(.+))?", place)
    if match and match[1] in identity and isinstance(tables.get(match[1]), list):
        row = tables[match[1]][int(match[2])]
        place = row_name(match[1], row, identity[match[1]]) + (f", {match[3]}" if match[3] else "")
    return DataError(file, place, reason)
