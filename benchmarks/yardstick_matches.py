"""The matches of the yardstick, which measure the levels against outside players and each other,
and their goals."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from entente.kernel import Options, Seat, registry

PAR = 1 / 7  # an equal share of a game of seven

# The figure of a goal.
SHARE, SOLOS, ALL_SOLOS, WON = "share", "solos", "all_solos", "won"


class Goal(NamedTuple):
    """A figure of the first player that should be in a range; of its games in one seat, if that is
    named."""

    figure: str
    low: float = 0.0
    high: float = 1.0
    seat: Seat = ""

    @property
    def text(self) -> str:
        names = {SHARE: "share", SOLOS: "solos", ALL_SOLOS: "games with a solo", WON: "won"}
        name = names[self.figure] + (f" as {self.seat}" if self.seat else "")
        if self.low and self.high < 1.0:
            return f"{name} {100 * self.low:.0f}–{100 * self.high:.0f} %"
        bound = f"≥ {100 * self.low:.0f}" if self.low else f"≤ {100 * self.high:.0f}"
        return f"{name} {bound} %"

    def is_reached(self, value: float) -> bool:
        return self.low <= value <= self.high


class Match(NamedTuple):
    """A match; if `mixed`, each seed seats the players in another order, and with `all_rules` all
    optional rules apply besides the options."""

    name: str
    game: str
    players: tuple[str, ...]
    options: Options
    goals: tuple[Goal, ...] = ()
    mixed: bool = False
    all_rules: bool = False
    note: str = ""  # in the tables, about the options

    @property
    def is_equal(self) -> bool:
        """Whether one player has all seats."""
        return len(set(self.players)) == 1

    def seatings(self, number: int) -> list[tuple[str, ...]]:
        """Return the seatings of a seed: every player in every seat."""
        players = list(self.players)
        if self.mixed:
            Random(f"{self.name}/{number}").shuffle(players)
        turned = (tuple(players[by:] + players[:by]) for by in range(len(players)))
        return list(dict.fromkeys(turned))


class Fixture(NamedTuple):
    """One game of a match."""

    match: Match
    number: int
    seed: str
    seating: tuple[str, ...]


def one_against_six(
    lone: str, others: str, year: int = 1914, goals: tuple[Goal, ...] = ()
) -> Match:
    """Return a match of Diplomacy: one player against six, scored by the squares of the centres."""
    options: Options = {"end_year": year, "scoring": "sum_of_squares"}
    return Match(f"diplomacy-{lone}-6-{others}", "diplomacy", (lone, *[others] * 6), options, goals)


DUMBBOT_YEAR = 1920
BEGINNER_AT_TWO = (Goal(WON, 0.4, 0.6),)
FIRST_JUDGEMENT = "hard:1"  # with a budget of one position it compares nothing
BOTH_SIDES = (Goal(WON, 0.42, 0.58, "central"),)
MATCHES = (
    one_against_six("hard", "dumbbot", DUMBBOT_YEAR, (Goal(SHARE, 0.75), Goal(SOLOS, 0.70))),
    one_against_six("normal", "dumbbot", DUMBBOT_YEAR),
    one_against_six("easy", "dumbbot", DUMBBOT_YEAR),
    one_against_six("dumbbot", "hard"),
    one_against_six("dumbbot", "normal"),
    one_against_six("dumbbot", "easy"),
    one_against_six("hard", "normal", goals=(Goal(SHARE, 0.35),)),
    one_against_six("normal", "hard", goals=(Goal(SHARE, high=0.05),)),
    one_against_six("normal", "easy"),
    one_against_six("easy", "normal"),
    one_against_six("hard", "hard", goals=(Goal(ALL_SOLOS, high=0.25),)),
    Match(
        "diplomacy-mixed",
        "diplomacy",
        ("hard", "normal", "easy", "greedy", "dumbbot", "beginner", "random"),
        {"end_year": 1914, "scoring": "sum_of_squares"},
        mixed=True,
    ),
    one_against_six("easy", "beginner", goals=(Goal(SHARE, high=PAR),)),
    one_against_six("beginner", "easy"),
    Match("attrition-easy-beginner", "attrition", ("easy", "beginner"), {}, BEGINNER_AT_TWO),
    Match("turmoil-easy-beginner", "turmoil", ("easy", "beginner"), {}, BEGINNER_AT_TWO),
    Match(
        "attrition-hard-rusher",
        "attrition",
        ("hard", "rusher"),
        {},
        (Goal(WON, 0.5, seat="central"), Goal(WON, 0.6)),
    ),
    Match(
        "attrition-hard-judgement", "attrition", ("hard", FIRST_JUDGEMENT), {}, (Goal(WON, 0.65),)
    ),
    Match("attrition-sides", "attrition", ("hard", "hard"), {}, BOTH_SIDES),
    Match(
        "attrition-sides-all-rules",
        "attrition",
        ("hard", "hard"),
        {"historical_setup": False},
        BOTH_SIDES,
        all_rules=True,
        note="all optional rules",
    ),
    Match(
        "attrition-sides-historical",
        "attrition",
        ("hard", "hard"),
        {"historical_setup": True},
        BOTH_SIDES,
        note="historical set-up",
    ),
    Match("turmoil-hard-rusher", "turmoil", ("hard", "rusher"), {}, (Goal(WON, 0.8),)),
    Match("turmoil-hard-navy", "turmoil", ("hard", "navy"), {}, (Goal(WON, 0.8),)),
    Match("turmoil-sides", "turmoil", ("hard", "hard"), {}, (Goal(WON, 0.42, 0.58, "liberal"),)),
)


def chosen(words: list[str]) -> list[Match]:
    """Return the matches of these names or games; without any, all."""
    known = {*(match.name for match in MATCHES), *(match.game for match in MATCHES)}
    unknown = [word for word in words if word not in known]
    if unknown:
        names = ", ".join(sorted(known))
        raise SystemExit(f"unknown match {', '.join(unknown)}; choose from {names}")
    return [match for match in MATCHES if not words or {match.name, match.game} & {*words}]


def fixtures(matches: list[Match], games: int, seed: str) -> Iterator[Fixture]:
    """Yield at least a number of games of each match, all matches in turn.

    A longer list begins with the same games, so results can be extended.
    """
    rounds = {match.name: -(-games // len(match.seatings(0))) for match in matches}
    for number in range(max(rounds.values(), default=0)):
        for match in matches:
            if number >= rounds[match.name]:
                continue
            seatings = match.seatings(number)
            for place, seating in enumerate(seatings):
                yield Fixture(match, number * len(seatings) + place, f"{seed}-{number}", seating)


def seats_of(match: Match) -> tuple[str, ...]:
    """Return the seats of the game with the options of a match."""
    return tuple(registry.load(match.game).seats(options_of(match)))


def options_of(match: Match) -> Options:
    """Return all options of a match."""
    info = registry.load(match.game).info
    rules = info.all_rules() if match.all_rules else {}
    return info.complete({**rules, **match.options})
