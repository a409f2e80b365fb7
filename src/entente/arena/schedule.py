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
    """Options and data overrides to play with."""

    name: str
    """What is special about it; empty if there is only one."""
    options: Options
    """The options of the game."""
    overrides: dict[str, Any] = {}
    """Corrections to the game's data, by file."""


class Tournament(msgspec.Struct, frozen=True):
    """A tournament without its length. Equal tournaments have the same games."""

    game: str
    """The id of the game."""
    rules: str
    """The version of its rules."""
    players: tuple[str, ...]
    """The names of the players."""
    variants: tuple[Variant, ...]
    """What is played: options and data."""
    seed: str = "0"
    """The seed; that of round `n` is `seed-n`."""
    most_decisions: int = MAX_DECISIONS
    """The number of decisions after which a game counts as failed."""
    origins: dict[str, str] = {}
    """The versions of players, where they have any."""

    def loaded(self, variant: int) -> AnyGame:
        """Return the game with the data of a variant."""
        return registry.load(self.game, self.variants[variant].overrides)

    def seats(self, variant: int) -> tuple[Seat, ...]:
        """Return the seats of the game under a variant."""
        game = self.loaded(variant)
        return tuple(game.seats(game.info.complete(self.variants[variant].options)))

    def meetings(self, variant: int) -> list[Lineup]:
        """Return the lineups under a variant."""
        return lineups(self.players, self.seats(variant), self.game)


class Fixture(msgspec.Struct, frozen=True):
    """A scheduled game."""

    key: Key
    """The round, the variant, the meeting and the seating, counted from 0."""
    seed: str
    """The seed of the game."""
    players: dict[Seat, str]
    """The name of the player in each seat."""


def lineups(players: Sequence[str], seats: Sequence[Seat], game: str) -> list[Lineup]:
    """Return who meets whom. With a player for each seat, all meet at one table; a single player
    meets itself; otherwise every pair meets. With more than two seats, a pair meets twice: one of
    each against a table full of the other."""
    number = len(seats)
    if len(players) in (1, number):
        return [tuple(players) * (number // len(players))]
    if len(set(players)) != len(players):
        message = say("mistake.lineup", count=len(players), game=game, seats=list(seats))
        raise UserError(message, PACKAGE)
    pairs = list(combinations(players, 2))
    if number == 2:
        return list(pairs)
    ordered = [pair for a, b in pairs for pair in ((a, b), (b, a))]
    return [(lone, *[other] * (number - 1)) for lone, other in ordered]


def seatings(lineup: Lineup) -> list[Lineup]:
    """Return the seatings: players rotate until each has had every seat."""
    rotations = (lineup[by:] + lineup[:by] for by in range(len(lineup)))
    return list(dict.fromkeys(rotations))


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
