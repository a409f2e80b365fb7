"""Files of JSON lines that grow by a line at a time and survive a crash."""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path

import msgspec


def complete_lines(path: Path) -> list[bytes]:
    """Return the lines of a file, without an incomplete last one."""
    return path.read_bytes().split(b"\n")[:-1]


def encode_line(row: object) -> bytes:
    """Return a row as a line of JSON."""
    return msgspec.json.encode(row) + b"\n"


def replace_lines(path: Path, rows: Iterable[object]) -> None:
    """Rewrite a file through a second one: a crash leaves the old one or the new one."""
    part = path.with_name(path.name + ".part")
    with part.open("wb") as file:
        file.writelines(encode_line(row) for row in rows)
        file.flush()
        os.fsync(file.fileno())
    part.replace(path)
