"""What the benchmark consists of, and its fingerprint.

A version of the benchmark is its positions (`data/benchmark.toml` of Diplomacy), the matches here,
the seeds and the rules. A change of any of them changes the fingerprint, and needs a higher
version.
"""

from __future__ import annotations

from hashlib import sha256
from typing import NamedTuple

import msgspec

from entente.arena.entrants import find, origin
from entente.arena.schedule import PACKAGE, Tournament, Variant
from entente.games.diplomacy.benchmark import MIXED, CriticalPosition, read_suite
from entente.kernel import Options, UserError, registry, say

NAME = "Entente-Diplomacy"
GAME = "diplomacy"
SEED = "entente-diplomacy-v1"
OPTIONS: Options = {"end_year": 1908, "scoring": "sum_of_squares"}
REPEATS, REPEATS_MIXED = 3, 12  # how often a position is asked, each time with another seed
FAIR = 1 / 7  # the share of an average player

PLAYER = "*"  # in a lineup, the player that is measured
POSITIONS, GAMES, PROBES = "positions", "games", "probes"
SUITES = (POSITIONS, GAMES, PROBES)


class BenchmarkMatch(NamedTuple):
    """A match: who sits at the table. In a probe one challenger meets six of the player, and its
    share says how far the player can be exploited."""

    name: str
    suite: str
    lineup: tuple[str, ...]

    def tournament(self, player: str) -> Tournament:
        """Return the match as a tournament of the arena."""
        info = registry.load(GAME).info
        names = tuple(player if name == PLAYER else name for name in self.lineup)
        origins = {name: origin(name, GAME) for name in dict.fromkeys(names)}
        variant = Variant("", info.complete(OPTIONS))
        return Tournament(GAME, info.version, names, (variant,), SEED, origins=origins)


def _one_against_six(opponent: str) -> BenchmarkMatch:
    return BenchmarkMatch(f"vs-{opponent}", GAMES, (PLAYER, *[opponent] * 6))


def _probe(challenger: str) -> BenchmarkMatch:
    return BenchmarkMatch(f"probe-{challenger}", PROBES, (challenger, *[PLAYER] * 6))


MIXED_TABLE = (PLAYER, "hard", "normal", "easy", "greedy", "dumbbot", "random")
MATCHES = (
    *map(_one_against_six, ("random", "dumbbot", "easy", "normal", "hard")),
    BenchmarkMatch("mixed", GAMES, MIXED_TABLE),
    *map(_probe, ("dumbbot", "hard")),
)


def matches(parts: tuple[str, ...]) -> list[BenchmarkMatch]:
    """Return the matches of these parts: suites, or matches by name."""
    return [match for match in MATCHES if match.suite in parts or match.name in parts]


def chosen_parts(text: str) -> tuple[str, ...]:
    """Parse `positions,vs-hard`; UserError if a part is unknown."""
    known = [*SUITES, *(match.name for match in MATCHES)]
    parts = [part.strip() for part in text.split(",")]
    for part in parts:
        if part not in known:
            raise UserError(say("mistake.bench.part", name=part, known=known), PACKAGE)
    return tuple(dict.fromkeys(parts))


def repeats(position: CriticalPosition) -> int:
    """Return how often a position is asked."""
    return REPEATS_MIXED if position.judge == MIXED else REPEATS


def check_opponents() -> None:
    """Raise UserError if an opponent is not installed."""
    for name in dict.fromkeys(name for match in MATCHES for name in match.lineup):
        if name != PLAYER:
            find(name, GAME)


def fingerprint() -> str:
    """Return a digest of everything that determines the results except the player and the code of
    the opponents."""
    game, suite = registry.load(GAME), read_suite()
    parts = (
        NAME,
        suite,
        MATCHES,
        SEED,
        game.info.complete(OPTIONS),
        (REPEATS, REPEATS_MIXED),
        game.info.version,
        game.data_digest,
    )
    return sha256(msgspec.json.encode(parts, order="deterministic")).hexdigest()[:16]
