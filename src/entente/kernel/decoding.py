"""Prepare msgspec decoders before threads need them, and read and write packed data.

A path in a package is joined one name at a time: namespace packages allow no more.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterable
from importlib.resources import files
from pathlib import Path
from typing import TypeVar

import msgspec

T = TypeVar("T")
_NEWLINE = b"\n"


def prepare(*kinds: object) -> None:
    """Resolve types for decoding. msgspec does so on first use, and crashes the process if two
    threads do it at once; so call this where a type is defined or a game is created, in one
    thread."""
    for kind in kinds:
        msgspec.json.Decoder(kind)


def read_packed(package: str, name: str, kind: type[T]) -> T:
    """Decode a file of JSON, packed with gzip, from the folder `data` of a package."""
    packed = (files(package) / "data" / name).read_bytes()
    return msgspec.json.decode(gzip.decompress(packed), type=kind)


def read_lines(data: bytes, kind: type[T]) -> tuple[T, ...]:
    """Decode lines of JSON, packed with gzip or not."""
    text = gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data
    lines = (line for line in text.split(_NEWLINE) if line.strip())
    return tuple(msgspec.json.decode(line, type=kind) for line in lines)


def write_lines(file: Path, values: Iterable[object]) -> None:
    """Write lines of JSON, packed if the name says so; the same values give the same bytes."""
    text = _NEWLINE.join(msgspec.json.encode(each) for each in values) + _NEWLINE
    file.write_bytes(gzip.compress(text, mtime=0) if file.suffix == ".gz" else text)


def packaged_lines(package: str, name: str, kind: type[T]) -> tuple[T, ...]:
    """Decode lines of JSON from the folder `data` of a package; none if it has no such file."""
    found = files(package) / "data" / name
    return read_lines(found.read_bytes(), kind) if found.is_file() else ()
