"""From a worth to a chance: what minds call good, on the scale of how games really ended.

A mind's worth says which of two positions is better. How much better, nobody knows before games are
played: `entente arena calibrate` fits it, and `scales.toml` keeps what was found, with its source.
The logarithm of the odds is stretched by a slope, `early` when the game begins and `late` when it
ends; and a seat that does better or worse than its worth at the beginning says has a `lead`, which
fades until the end.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from math import atanh, tanh
from typing import Protocol

import msgspec

from entente.kernel import Seat
from entente.players.engines import module_of
from entente.players.player import AnyPosition
from entente.players.search_result import Line, SearchResult

FILE = "scales.toml"
CERTAIN = 0.999  # a worth from which on the game is as good as decided


class Scale(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What games have shown of a game's worths. The usual one takes them at their word."""

    early: float = 1.0
    late: float = 1.0
    leads: dict[Seat, float] = {}
    source: str = ""

    def at(self, progress: float) -> Moment:
        slope = self.early + (self.late - self.early) * progress
        return Moment(slope, {seat: each * (1.0 - progress) for seat, each in self.leads.items()})


class Moment(msgspec.Struct, frozen=True):
    """A scale at a moment of a game."""

    slope: float
    leads: Mapping[Seat, float]

    def worth(self, seat: Seat, worth: float) -> float:
        """A worth on the scale; what is decided stays so."""
        if abs(worth) >= 1.0:
            return worth
        odds = self.slope * log_odds(worth) + self.leads.get(seat, 0.0)
        return max(-CERTAIN, min(CERTAIN, tanh(odds)))

    def thought(self, seat: Seat, thought: SearchResult) -> SearchResult:
        """A thought whose worths are on the scale."""
        lines = tuple(self._line(seat, line) for line in thought.lines)
        worth = self.worth(seat, thought.worth)
        return msgspec.structs.replace(thought, worth=worth, lines=lines)

    def _line(self, seat: Seat, line: Line) -> Line:
        worst = None if line.worst is None else self.worth(seat, line.worst)
        return msgspec.structs.replace(line, worth=self.worth(seat, line.worth), worst=worst)


class _Progress(Protocol):
    """What a mind's module may offer: how far a game has come, from 0 to 1."""

    def __call__(self, position: AnyPosition) -> float: ...


def log_odds(worth: float) -> float:
    """Half the logarithm of the odds."""
    return atanh(max(-CERTAIN, min(CERTAIN, worth)))


@lru_cache(maxsize=1)
def scales() -> dict[str, Scale]:
    """What is known, by the game."""
    text = files("entente.players").joinpath(FILE).read_text(encoding="utf-8")
    return msgspec.convert(tomllib.loads(text), dict[str, Scale])


def scale_at(position: AnyPosition) -> Moment:
    """The scale of a position."""
    game_id = position.game.info.id
    return scales().get(game_id, Scale()).at(progress_of(position))


def progress_of(position: AnyPosition) -> float:
    """How far the game has come; where nobody can tell, it always begins."""
    found: _Progress | None = getattr(module_of(position.game.info.id), "progress", None)
    return 0.0 if found is None else max(0.0, min(1.0, found(position)))
