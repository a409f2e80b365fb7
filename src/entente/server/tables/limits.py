"""The limits of a new table, published so that clients need no copy of them."""

from __future__ import annotations

import msgspec

from entente.server.tables.new_tables import (
    LEAVE_BOUNDS,
    LONGEST_TITLE,
    MISSED_BOUNDS,
    RELIABILITY_BOUNDS,
    STAND_IN_BOUNDS,
)
from entente.server.tables.time_control import (
    GRACE_MINUTES,
    HOURS,
    INCREMENT,
    LONG,
    MINUTE,
    MINUTES,
    MOST_DAYS_OFF,
    PHASE,
)
from entente.server.tables.votes import EXTENSION


class Bounds(msgspec.Struct, frozen=True):
    """The minimum and maximum of a number."""

    least: int
    most: int


class TableLimits(msgspec.Struct, frozen=True):
    """What a new table may ask for.

    `minutes` and `increment` (seconds) belong to a live pace, `hours` to correspondence, `phase`
    and `grace` (minutes) to phases. A phase of `long_phase` minutes or more can end at a
    fixed hour; `most_days_off` belongs to both. A player can miss `missed_phases` in a row before a
    computer stands in, for `stand_in_years` of the game; each has `leave_days`
    and may need `min_reliability` percent. One vote puts
    deadlines off by `extension` hours. `longest_title` counts characters.
    """

    minutes: Bounds
    increment: Bounds
    hours: Bounds
    phase: Bounds
    grace: Bounds
    long_phase: int
    most_days_off: int
    missed_phases: Bounds
    stand_in_years: Bounds
    leave_days: Bounds
    min_reliability: Bounds
    extension: Bounds
    longest_title: int


LIMITS = TableLimits(
    minutes=Bounds(*MINUTES),
    increment=Bounds(*INCREMENT),
    hours=Bounds(*HOURS),
    phase=Bounds(*PHASE),
    grace=Bounds(*GRACE_MINUTES),
    long_phase=LONG // MINUTE,
    most_days_off=MOST_DAYS_OFF,
    missed_phases=Bounds(*MISSED_BOUNDS),
    leave_days=Bounds(*LEAVE_BOUNDS),
    min_reliability=Bounds(*RELIABILITY_BOUNDS),
    extension=Bounds(*EXTENSION),
    stand_in_years=Bounds(*STAND_IN_BOUNDS),
    longest_title=LONGEST_TITLE,
)
