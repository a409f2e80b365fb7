"""Calibration: from an engine's evaluation to a win chance, fitted to how games ended.

An evaluation says which of two positions is better, not by how much. `entente arena calibrate` fits
that, and `scale.toml` beside the game's engine keeps the result with its source. The log odds are
multiplied by a slope, `early` at the beginning of the game and `late` at its end; a seat that does
better or worse than its evaluation at the beginning says has a `lead`, which fades until the end.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from math import atanh, tanh
from pathlib import Path
from typing import Protocol

import msgspec

from entente.kernel import Seat
from entente.players.engines import module_of
from entente.players.player import AnyPosition
from entente.players.search_result import SearchLine, SearchResult

FILE = "scale.toml"
CERTAIN = 0.999  # the largest value before the end


class Scale(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The calibration of a game. The default leaves evaluations as they are."""

    early: float = 1.0
    late: float = 1.0
    leads: dict[Seat, float] = {}
    source: str = ""

    def at(self, progress: float) -> ScaleAtMoment:
        slope = self.early + (self.late - self.early) * progress
        return ScaleAtMoment(
            slope, {seat: each * (1.0 - progress) for seat, each in self.leads.items()}
        )


class ScaleAtMoment(msgspec.Struct, frozen=True):
    """A calibration at a moment of a game."""

    slope: float
    leads: Mapping[Seat, float]

    def worth(self, seat: Seat, worth: float) -> float:
        """Calibrate a value; a decided game stays decided."""
        if abs(worth) >= 1.0:
            return worth
        odds = self.slope * log_odds(worth) + self.leads.get(seat, 0.0)
        return max(-CERTAIN, min(CERTAIN, tanh(odds)))

    def result(self, seat: Seat, result: SearchResult) -> SearchResult:
        """Calibrate all values of a search result."""
        lines = tuple(self._line(seat, line) for line in result.lines)
        worth = self.worth(seat, result.worth)
        return msgspec.structs.replace(result, worth=worth, lines=lines)

    def _line(self, seat: Seat, line: SearchLine) -> SearchLine:
        worst = None if line.worst is None else self.worth(seat, line.worst)
        return msgspec.structs.replace(line, worth=self.worth(seat, line.worth), worst=worst)


class Calibrated(Protocol):
    """What an engine module may offer: values of all seats that are win chances already."""

    def __call__(self, position: AnyPosition) -> dict[Seat, float]: ...


class _Progress(Protocol):
    """What an engine module may offer: how far a game has come, from 0 to 1."""

    def __call__(self, position: AnyPosition) -> float: ...


def log_odds(worth: float) -> float:
    """Half the log odds."""
    return atanh(max(-CERTAIN, min(CERTAIN, worth)))


def scale_of(game_id: str) -> Scale:
    """Return the calibration of a game; the default if it has none."""
    return _scales(Path(str(module_of(game_id).__file__)).with_name(FILE)).get(game_id, Scale())


@lru_cache(maxsize=64)
def _scales(file: Path) -> dict[str, Scale]:
    """Read the calibrations of a file, by game."""
    text = file.read_text(encoding="utf-8") if file.is_file() else ""
    return msgspec.convert(tomllib.loads(text), dict[str, Scale])


def scale_at(position: AnyPosition) -> ScaleAtMoment:
    """Return the calibration at a position. Where the engine has chances of its own, what a search
    has found to gain or lose is added to these."""
    game = position.game.info.id
    scale, module = scale_of(game).at(progress_of(position)), module_of(game)
    own: Calibrated | None = getattr(module, "calibrated", None)
    if own is None or position.outcome is not None:
        return scale
    shifts = {
        seat: log_odds(worth) - scale.slope * log_odds(module.evaluate(position, seat))
        for seat, worth in own(position).items()
    }
    return ScaleAtMoment(scale.slope, shifts)


def progress_of(position: AnyPosition) -> float:
    """Return how far the game has come, from 0 to 1; 0 if the engine cannot tell."""
    progress: _Progress | None = getattr(module_of(position.game.info.id), "progress", None)
    return 0.0 if progress is None else max(0.0, min(1.0, progress(position)))
