"""The standard paces of quick pairing: a few for each game, one queue for each."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, NamedTuple

from entente.kernel import OptionValue, Seat, registry
from entente.server.problem import Problem
from entente.server.ratings.pace import LIVE, pace_class
from entente.wire.tables import Correspondence, Live, Phases, TimeControl

RATED, CASUAL = "rated", "casual"


class StandardPace(NamedTuple):
    """A standard pace. At a live one, closing the page ends waiting."""

    id: str
    time_control: TimeControl

    @property
    def live(self) -> bool:
        return pace_class(self.time_control) == LIVE


def _live(minutes: int, increment: int) -> StandardPace:
    return StandardPace(f"{minutes}+{increment}", Live(minutes, increment))


def _hours(hours: int) -> StandardPace:
    return StandardPace(f"{hours}h", Correspondence(hours))


def _phases(name: str, **minutes: int) -> StandardPace:
    return StandardPace(name, Phases(minutes))


_TWO_PLAYERS = (_live(30, 15), _live(60, 30), _hours(24), _hours(72))
_MANY_PLAYERS = (_live(60, 60), _hours(24), _hours(48))
# Games whose phases have times of their own.
_OWN: Mapping[str, tuple[StandardPace, ...]] = {
    "diplomacy": (
        _phases("10m", movement=10, retreats=5, adjustments=5),
        _phases("1h", movement=60, retreats=30, adjustments=30),
        _phases("24h", movement=1440, retreats=720, adjustments=720),
        _phases("48h", movement=2880, retreats=1440, adjustments=1440),
    ),
}
# What differs from the game's default: a table of seven would rarely fill.
OPTIONS: Mapping[str, Mapping[str, OptionValue]] = {"pax": {"players": 4}}


class Queue(NamedTuple):
    """People who could play together: one game, one pace, rated or not."""

    game: str
    pace: StandardPace
    rated: bool

    @property
    def name(self) -> str:
        return f"{self.game}/{self.pace.id}/{RATED if self.rated else CASUAL}"

    @property
    def options(self) -> dict[str, OptionValue]:
        return dict(OPTIONS.get(self.game, {}))

    @property
    def seats(self) -> tuple[Seat, ...]:
        return seats_of(self.game)


def paces_of(game: str) -> tuple[StandardPace, ...]:
    """Return the paces of a game; the page proposes the first."""
    return _OWN.get(game) or (_TWO_PLAYERS if len(seats_of(game)) == 2 else _MANY_PLAYERS)


def queue_of(game: str, pace: str, *, rated: bool) -> Queue:
    """Return a queue. Raise Problem if there is none."""
    if game not in registry.available():
        raise Problem(422, "game.unknown", name=game)
    for each in paces_of(game):
        if each.id == pace:
            return Queue(game, each, rated)
    raise Problem(422, "pairing.pace", known=[each.id for each in paces_of(game)])


def queue_named(name: str) -> Queue | None:
    """Return the queue of a stored name; None if this release has none."""
    game, pace, kind = name.split("/")
    try:
        return queue_of(game, pace, rated=kind == RATED)
    except Problem:  # an uninstalled game, or a pace of an earlier release
        return None


@cache
def seats_of(game: str) -> tuple[Seat, ...]:
    """Return the seats of a paired table."""
    rules: Any = registry.load(game)
    return tuple(rules.seats(rules.info.complete(OPTIONS.get(game, {}))))
