"""Within which bounds a table can be made, told to whoever makes one so that nobody copies them."""

from __future__ import annotations

import msgspec

from entente.server.tables.lobby import LONGEST_TITLE
from entente.server.tables.pace import HOURS, INCREMENT, MINUTES, MOST_DAYS_OFF


class Bounds(msgspec.Struct, frozen=True):
    """The least and the most that a number may be."""

    least: int
    most: int


class TableLimits(msgspec.Struct, frozen=True):
    """What a new table may ask for: `minutes` and `increment` (seconds) of a live pace, `hours` and
    `most_days_off` of a correspondence, and the letters of its title."""

    minutes: Bounds
    increment: Bounds
    hours: Bounds
    most_days_off: int
    longest_title: int


LIMITS = TableLimits(
    minutes=Bounds(*MINUTES),
    increment=Bounds(*INCREMENT),
    hours=Bounds(*HOURS),
    most_days_off=MOST_DAYS_OFF,
    longest_title=LONGEST_TITLE,
)
