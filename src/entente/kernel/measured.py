"""How the seats of a game fare among computer players, as somebody measured it.

A game that has such figures keeps them in `data/measured.toml`. They bear on no rule: neither
records nor the figures of a release know of them.
"""

from __future__ import annotations

from functools import cache
from importlib.resources import files

import msgspec

from entente.kernel.info import Options, Seat

FILE = "measured.toml"


class Measured(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Games of one level with these options: how many each seat won, where a victory that is shared
    counts in part, and the points that it had on average."""

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
    """What was measured of the game of a package; a game without such a file has none."""
    file = files(package).joinpath("data").joinpath(FILE)
    if not file.is_file():
        return ()
    return tuple(msgspec.toml.decode(file.read_bytes(), type=MeasuredFile).measured)
