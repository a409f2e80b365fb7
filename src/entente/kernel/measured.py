"""Measured results of computer players, by seat.

A game keeps them in `data/measured.toml`. They do not affect the rules: records and the data digest
ignore them.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec

from entente.kernel.info import Options, Seat

FILE = "measured.toml"


class Measured(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A series of games at one level with these options: the wins of each seat, a shared win
    counting in part, and its average points."""

    level: str
    date: str
    games: int
    options: Options
    wins: dict[Seat, float]
    points: dict[Seat, float]


class MeasuredFile(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The whole file."""

    measured: list[Measured] = []


@cache
def measured(package: str) -> tuple[Measured, ...]:
    """Return the measurements of a package's game; empty without such a file."""
    file = files(package).joinpath("data").joinpath(FILE)
    if not file.is_file():
        return ()
    return tuple(msgspec.toml.decode(file.read_bytes(), type=MeasuredFile).measured)
