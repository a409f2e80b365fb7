"""The parts of a table that frames and HTTP responses share: status, time control, ending."""

from __future__ import annotations

from typing import Annotated

import msgspec

from entente.kernel import Seat
from entente.kernel.decoding import prepare
from entente.kernel.schema_hints import one_of

OPEN, PLAYING, OVER = "open", "playing", "over"
FULL, PUBLIC, SILENT = "full", "public", "none"  # who may write to whom

Status = Annotated[str, one_of(OPEN, PLAYING, OVER)]
ChatMode = Annotated[str, one_of(FULL, PUBLIC, SILENT)]


class Unlimited(msgspec.Struct, frozen=True, tag_field="kind", tag="free"):
    """No clock."""


class Live(msgspec.Struct, frozen=True, tag_field="kind", tag="live"):
    """A clock for each seat: `minutes` for the game, `increment` seconds for each turn."""

    minutes: int
    increment: int = 0


class Correspondence(msgspec.Struct, frozen=True, tag_field="kind", tag="correspondence"):
    """`hours` for each decision; `days_off` are weekdays, Monday is 0."""

    hours: int
    days_off: list[int] = []


LONG_PHASE = 12 * 60  # minutes of a phase that can end at a fixed hour of the day


class Phases(msgspec.Struct, frozen=True, tag_field="kind", tag="phases"):
    """A time for each kind of phase: `minutes` by kind.

    Days are counted in `zone`; `days_off` are weekdays, Monday is 0. A phase of twelve hours or
    more ends at the full `hour` of the day, if one is set. `grace` is what a player's first missed
    deadline is put off by, in minutes.
    """

    minutes: dict[str, int]
    days_off: list[int] = []
    hour: int | None = None
    zone: str = "UTC"
    grace: int = 0

    @property
    def is_long(self) -> bool:
        """Whether players need not be online: some phase has twelve hours or more."""
        return max(self.minutes.values(), default=0) >= LONG_PHASE


TimeControl = Unlimited | Live | Correspondence | Phases
prepare(TimeControl)


class SpectatorDelay(msgspec.Struct, frozen=True):
    """How far spectators are behind: a number of `minutes`, `moves`, or `turns`.

    With turns, they see nothing of the last ones, the current one included.
    """

    unit: Annotated[str, one_of("minutes", "moves", "turns")]
    amount: int


class Ending(msgspec.Struct):
    """How a game ended, in words, and how many moves computers made for absent players."""

    winners: tuple[Seat, ...]
    scores: dict[Seat, float]
    reason: str
    stand_in_moves: dict[Seat, int]


class Timer(msgspec.Struct, frozen=True):
    """A referee's clock: it runs until `ends`, or is stopped with `left` seconds."""

    ends: float | None = None
    left: float | None = None
