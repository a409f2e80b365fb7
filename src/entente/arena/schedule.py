"""The games of a tournament: pairings, seats and seeds.

The same seed is played once in every seating of a meeting, so that luck and the better side are
shared evenly, and the same seeds in every meeting and under every variant.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations
from typing import Any, NamedTuple

import msgspec

from entente.arena.game_runner import MAX_DECISIONS
from entente.kernel import Options, Seat, UserError, registry, say
from entente.kernel.record import AnyGame

PACKAGE = "entente.arena"

Lineup = tuple[str, ...]  # a player for each seat, before they change places


class Key(NamedTuple):
    """The key of a game, which also orders games."""

    round: int
    variant: int
    meeting: int
    seating: int


class Variant(msgspec.Struct, frozen=True):
    """What one plays by: options, and what was put in place of the game's data. `name` says what is
    special about it; empty where there is only one."""

    name: str
    options: Options
    overrides: dict[str, Any] = {}


class Tournament(msgspec.Struct, frozen=True):
    """What is played, but for how often. Two that are equal have the same games. `origins` tells
    versions of players apart."""

    game: str
    rules: str
    players: tuple[str, ...]
    variants: tuple[Variant, ...]
    seed: str = "0"
    most_decisions: int = MAX_DECISIONS
    origins: dict[str, str] = {}

    def loaded(self, variant: int) -> AnyGame:
        """Return the game with the data of a variant."""
        return registry.load(self.game, self.variants[variant].overrides)

    def seats(self, variant: int) -> tuple[Seat, ...]:
        """Return the seats of the game under a variant."""
        game = self.loaded(variant)
        return tuple(game.seats(game.info.complete(self.variants[variant].options)))

    def meetings(self, variant: int) -> list[Lineup]:
        """Who meets whom under a variant."""
        return lineups(self.players, self.seats(variant), self.game)


class Fixture(msgspec.Struct, frozen=True):
    """One game that is to be played."""

    key: Key
    seed: str
    players: dict[Seat, str]


def lineups(players: Sequence[str], seats: Sequence[Seat], game: str) -> list[Lineup]:
    """Who meets whom: all at one table where they are as many as there are seats, one alone against
    itself, otherwise each pair; with more than two seats, one among all others of the other's kind,
    and the other way round."""
    number = len(seats)
    if len(players) in (1, number):
        return [tuple(players) * (number // len(players))]
    if len(set(players)) != len(players):
        message = say("mistake.lineup", count=len(players), game=game, seats=list(seats))
        raise UserError(message, PACKAGE)
    pairs = list(combinations(players, 2))
    if number == 2:
        return list(pairs)
    both = [pair for a, b in pairs for pair in ((a, b), (b, a))]
    return [(lone, *[other] * (number - 1)) for lone, other in both]


def seatings(lineup: Lineup) -> list[Lineup]:
    """Return the seatings: players rotate until each has had every seat."""
    turned = (lineup[by:] + lineup[:by] for by in range(len(lineup)))
    return list(dict.fromkeys(turned))


def rounds(lineup: Lineup, games: int) -> int:
    """Return the number of seeds for at least `games` games, each in every seating."""
    return -(-games // len(seatings(lineup)))


def schedule(tournament: Tournament, games: int) -> Iterator[Fixture]:
    """Yield the games, at least this many for each meeting under each variant.

    A longer schedule begins with the same games, so a tournament can be extended.
    """
    kinds = range(len(tournament.variants))
    meetings = [
        (kind, n, lineup) for kind in kinds for n, lineup in enumerate(tournament.meetings(kind))
    ]
    longest = max(rounds(lineup, games) for _, _, lineup in meetings)
    for number in range(longest):
        for kind, meeting, lineup in meetings:
            if number < rounds(lineup, games):
                seats = tournament.seats(kind)
                for seating, names in enumerate(seatings(lineup)):
                    key = Key(number, kind, meeting, seating)
                    players = dict(zip(seats, names, strict=True))
                    yield Fixture(key, f"{tournament.seed}-{number}", players)
