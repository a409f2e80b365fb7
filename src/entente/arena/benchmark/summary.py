"""The figures of a run: what a leaderboard keeps of it."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from importlib.util import find_spec
from math import fsum
from statistics import fmean
from typing import NamedTuple

import msgspec

from entente.arena.benchmark.critical_positions import PositionResult
from entente.arena.benchmark.definition import (
    FAIR,
    GAME,
    GAMES,
    MATCHES,
    NAME,
    PLAYER,
    PROBES,
    fingerprint,
)
from entente.arena.benchmark.run import BenchmarkRun, PlayedMatch
from entente.arena.game_runner import ThinkingTime
from entente.arena.intervals import Share, mean
from entente.arena.results import GameResult
from entente.games.diplomacy.benchmark import read_suite
from entente.kernel import Seat, registry
from entente.version import __version__


class PositionFigures(msgspec.Struct, frozen=True):
    """The critical positions: the mean score with its 95 % interval, and by theme."""

    positions: int
    score: Share
    themes: dict[str, float]
    failures: int
    fallbacks: int
    calls: int
    seconds: float


class MatchFigures(msgspec.Struct, frozen=True):
    """A match: the mean share of the player (in a probe, of the challenger) with its interval.

    A game that the player's failure ended counts as a share of 0; one that failed otherwise does
    not count. Calls and seconds are the player's.
    """

    match: str
    suite: str
    games: int
    share: Share
    solos: int
    failures: int
    fallbacks: int
    calls: int
    seconds: float
    longest: float


class LeaderboardEntry(msgspec.Struct, frozen=True):
    """A line of a leaderboard. `fast` says whether Numba was installed, with which a level may
    search more."""

    benchmark: str
    version: int
    fingerprint: str
    name: str
    player: str
    origin: str
    entente: str
    rules: str
    date: str
    fast: bool
    positions: PositionFigures | None
    matches: list[MatchFigures]

    @property
    def share(self) -> float | None:
        """The mean share over the matches; None unless all were played."""
        shares = [each.share.rate for each in self.matches if each.suite == GAMES and each.games]
        return fmean(shares) if len(shares) == len(_names(GAMES)) else None

    @property
    def exploited(self) -> float | None:
        """How much more than a fair share a challenger gets from six of the player, at most; None
        unless all probes were played."""
        shares = [each.share.rate for each in self.matches if each.suite == PROBES and each.games]
        return max(0.0, max(shares) - FAIR) if len(shares) == len(_names(PROBES)) else None

    @property
    def calls(self) -> int:
        """The decisions that the player made."""
        asked = self.positions.calls if self.positions else 0
        return asked + sum(each.calls for each in self.matches)

    @property
    def seconds(self) -> float:
        """Its thinking time."""
        asked = self.positions.seconds if self.positions else 0.0
        return asked + fsum(each.seconds for each in self.matches)

    @property
    def blemishes(self) -> int:
        """Failures and decisions that a fallback player made."""
        parts: Iterable[PositionFigures | MatchFigures] = (
            *([self.positions] if self.positions else []),
            *self.matches,
        )
        return sum(each.failures + each.fallbacks for each in parts)


def summarise(run: BenchmarkRun) -> LeaderboardEntry:
    """Return the entry of a run."""
    return LeaderboardEntry(
        benchmark=NAME,
        version=read_suite().version,
        fingerprint=fingerprint(),
        name=run.plan.name,
        player=run.plan.player,
        origin=run.plan.origin,
        entente=__version__,
        rules=registry.load(GAME).info.version,
        date=str(datetime.now(UTC).date()),
        fast=find_spec("numba") is not None,
        positions=_positions(run.positions) if run.positions else None,
        matches=[_match(played) for played in run.matches],
    )


def _names(suite: str) -> list[str]:
    return [match.name for match in MATCHES if match.suite == suite]


def _positions(results: Sequence[PositionResult]) -> PositionFigures:
    themes = dict[str, list[float]]()
    for each in results:
        themes.setdefault(each.theme, []).append(each.score)
    return PositionFigures(
        positions=len(results),
        score=mean([each.score for each in results]),
        themes={theme: fmean(scores) for theme, scores in themes.items()},
        failures=sum(len(each.errors) for each in results),
        fallbacks=sum(each.fallbacks for each in results),
        calls=sum(each.thought.decisions for each in results),
        seconds=fsum(each.thought.seconds for each in results),
    )


class _Sat(NamedTuple):
    """A seat in a game."""

    game: GameResult
    seat: Seat

    @property
    def share(self) -> float:
        ending = self.game.ending
        return ending.scores.get(self.seat, 0.0) if ending else 0.0

    @property
    def won(self) -> bool:
        return self.game.ending is not None and self.game.ending.winners == (self.seat,)

    @property
    def at_fault(self) -> bool:
        return self.game.fault is not None and self.game.fault.seat == self.seat


def _match(played: PlayedMatch) -> MatchFigures:
    match, run = played
    measured = [
        _Sat(game, seat)
        for game in run.games
        for seat in _seats(match.lineup, game, first=True)
        if game.ending is not None or game.fault is None or game.fault.seat == seat
    ]
    own = [
        _Sat(game, seat)
        for game in run.games
        for seat in _seats(match.lineup, game, first=match.lineup[0] == PLAYER)
    ]
    times = [game.thought.get(seat, ThinkingTime()) for game, seat in own]
    return MatchFigures(
        match=match.name,
        suite=match.suite,
        games=sum(game.ending is not None for game in run.games),
        share=mean([each.share for each in measured]),
        solos=sum(each.won for each in measured),
        failures=sum(each.at_fault for each in own)
        + sum(len(game.lapses.get(seat, ())) for game, seat in own),
        fallbacks=sum(game.fallbacks.get(seat, 0) for game, seat in own),
        calls=sum(each.decisions for each in times),
        seconds=fsum(each.seconds for each in times),
        longest=max((each.longest for each in times), default=0.0),
    )


def _seats(lineup: Sequence[str], game: GameResult, *, first: bool) -> list[Seat]:
    """Return the seats of the first player of a lineup, or of the others. Players rotate, and one
    that fills the table has all seats."""
    seats, number = list(game.players), len(lineup)
    if len(set(game.players.values())) == 1:
        return seats
    place = -game.key.seating % number
    return [seats[place]] if first else [*seats[:place], *seats[place + 1 :]]
