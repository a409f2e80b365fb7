"""The results of many games: counts that can be added in any order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import fsum

import msgspec

from entente.kernel import Outcome, Seat
from entente.kernel.statistics import Statistic


class Failure(msgspec.Struct, frozen=True):
    """A game that failed, and what is needed to examine it."""

    game: int
    """The number of the game."""
    seed: str
    """Its seed."""
    decisions: int
    """The number of decisions before the failure."""
    error: str
    """The error in one line."""
    seat: Seat | None
    """The seat of the next move, if there was one."""
    action: str | None
    """The next move."""
    record: str
    """The record of the game up to the failure."""
    traceback: str
    """The whole error."""


class SeatResult(msgspec.Struct, frozen=True):
    """The results of a seat over all finished games."""

    player: str
    """The player in the seat."""
    wins: int
    """Games won alone."""
    draws: int
    """Games drawn."""
    losses: int
    """Games lost."""
    mean_score: float
    """The mean of the game's own scores."""


class Tally(msgspec.Struct):
    """The counts of some games. Two tallies add up exactly, in any order."""

    ended: int = 0
    decisions: int = 0
    decisions_ended: int = 0
    wins: Counter[Seat] = msgspec.field(default_factory=Counter)
    draws: Counter[Seat] = msgspec.field(default_factory=Counter)
    scores: dict[Seat, Counter[float]] = {}
    endings: Counter[str] = msgspec.field(default_factory=Counter)
    happenings: dict[str, Counter[Seat]] = {}
    lapses: Counter[Seat] = msgspec.field(default_factory=Counter)
    fallbacks: Counter[Seat] = msgspec.field(default_factory=Counter)
    failures: list[Failure] = []

    @property
    def games(self) -> int:
        return self.ended + len(self.failures)

    def count_end(
        self, outcome: Outcome, decisions: int, happened: Iterable[Statistic] = ()
    ) -> None:
        """Add a finished game with its events."""
        self.ended += 1
        self.decisions += decisions
        self.decisions_ended += decisions
        self.endings[outcome.reason.key] += 1
        if len(outcome.winners) == 1:
            self.wins[outcome.winners[0]] += 1
        else:
            self.draws.update(outcome.winners or outcome.scores)
        for seat, score in outcome.scores.items():
            self.scores.setdefault(seat, Counter())[score] += 1
        for deed in happened:
            self.happenings.setdefault(deed.kind, Counter())[deed.seat] += deed.times

    def count_failure(self, failure: Failure) -> None:
        """Add a game that failed."""
        self.decisions += failure.decisions
        self.failures.append(failure)

    def count_lapses(self, lapses: Mapping[Seat, Sequence[str]]) -> None:
        """Add errors that players recovered from."""
        self.lapses.update({seat: len(errors) for seat, errors in lapses.items()})

    def add(self, other: Tally) -> None:
        """Add the counts of other games."""
        self.ended += other.ended
        self.decisions += other.decisions
        self.decisions_ended += other.decisions_ended
        self.wins.update(other.wins)
        self.draws.update(other.draws)
        self.endings.update(other.endings)
        self.lapses.update(other.lapses)
        self.fallbacks.update(other.fallbacks)
        self.failures += other.failures
        for seat, scores in other.scores.items():
            self.scores.setdefault(seat, Counter()).update(scores)
        for name, counts in other.happenings.items():
            self.happenings.setdefault(name, Counter()).update(counts)

    def mean_score(self, seat: Seat) -> float:
        scores = self.scores.get(seat, Counter())
        total = fsum(score * number for score, number in sorted(scores.items()))
        return total / self.ended if self.ended else 0.0


class Simulation(msgspec.Struct, frozen=True):
    """The result of a simulation."""

    games: int
    """All games, including failed ones."""
    decisions: int
    """The decisions in all games."""
    seconds: float
    """The time it took."""
    decisions_per_second: float
    """The decisions in a second."""
    mean_length: float
    """The mean number of decisions of a finished game."""
    seats: dict[Seat, SeatResult]
    """The results of each seat."""
    endings: dict[str, int]
    """How often each ending came, by the key of its text."""
    failures: list[Failure]
    """The games that failed."""
    happenings: dict[str, dict[Seat, int]] = {}
    """Events of all finished games, by seat; '' for an event without a seat."""
    lapses: dict[Seat, int] = {}
    """Errors that players recovered from, by seat."""
    fallbacks: dict[Seat, int] = {}
    """Decisions that another player made, by seat."""
    interrupted: bool = False
    """Whether the simulation was interrupted."""

    @property
    def ended(self) -> int:
        """The number of finished games."""
        return self.games - len(self.failures)


def summary(
    tally: Tally, players: Mapping[Seat, str], seconds: float, *, interrupted: bool
) -> Simulation:
    """Summarise a tally."""
    seats = {}
    for seat, player in players.items():
        wins, draws = tally.wins[seat], tally.draws[seat]
        losses = tally.ended - wins - draws
        seats[seat] = SeatResult(player, wins, draws, losses, tally.mean_score(seat))
    return Simulation(
        games=tally.games,
        decisions=tally.decisions,
        seconds=seconds,
        decisions_per_second=tally.decisions / seconds if seconds else 0.0,
        mean_length=tally.decisions_ended / tally.ended if tally.ended else 0.0,
        seats=seats,
        endings=dict(sorted(tally.endings.items(), key=lambda item: (-item[1], item[0]))),
        failures=sorted(tally.failures, key=lambda failure: failure.game),
        happenings={
            name: dict(sorted(counts.items())) for name, counts in sorted(tally.happenings.items())
        },
        lapses=dict(sorted(tally.lapses.items())),
        fallbacks=dict(sorted(tally.fallbacks.items())),
        interrupted=interrupted,
    )
