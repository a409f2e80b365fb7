"""Scoring systems as data, and the facts of a finished board that they use."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from importlib.resources import files
from typing import NamedTuple

import msgspec

from entente.server.events.scoring.expressions import PLACE, TIED, Formula, Scope
from entente.server.problem import Problem

WIN, DRAW, LOSS, ABANDONED = "win", "draw", "loss", "abandoned"
TWO = 2


class SeatFacts(msgspec.Struct, frozen=True):
    """What a seat got from a game. `points` is the game's decisive figure: centres, industry.

    `last_year` is the year in which the seat left the game, if the game tells; `left`: its player
    did not finish.
    """

    result: str = LOSS
    points: float = 0.0
    score: float = 0.0
    survived: bool = True
    last_year: int = 0
    left: bool = False


FACTS = frozenset(
    {
        "place",
        "tied",
        "points",
        "centres",
        "score",
        "won",
        "drawn",
        "lost",
        "winners",
        "players",
        "survived",
        "survivors",
        "last_year",
        "margin",
        "best",
        "left",
        "year",
    }
)


class ScoringSystem(NamedTuple):
    """A way to score a board."""

    id: str
    seats: str
    names: Mapping[str, str]
    formula: Formula

    def scores(self, seats: Mapping[str, SeatFacts], year: int = 0) -> dict[str, float]:
        """Return the points of each seat. Who left gets none, unless the formula asks for it."""
        facts = board_facts(seats, year)
        every = list(facts.values())
        found = {}
        for seat, mine in facts.items():
            out = mine["left"] and "left" not in self.formula.used
            found[seat] = 0.0 if out else round(self.formula(Scope(mine, every)), 6)
        return found


def board_facts(seats: Mapping[str, SeatFacts], year: int = 0) -> dict[str, dict[str, float]]:
    """Return the named facts of each seat.

    Places: who won or drew first, then by points, then by the year in which they left the game;
    players who left the table come last.
    """
    keys = {
        seat: (not each.left, each.result in (WIN, DRAW), each.points, each.last_year)
        for seat, each in seats.items()
    }
    winners = sum(each.result in (WIN, DRAW) for each in seats.values())
    found = {}
    for seat, each in seats.items():
        others = [other.points for name, other in seats.items() if name != seat]
        found[seat] = {
            PLACE: 1.0 + sum(key > keys[seat] for key in keys.values()),
            TIED: float(sum(key == keys[seat] for key in keys.values())),
            "points": each.points,
            "centres": each.points,
            "score": each.score,
            "won": float(each.result == WIN),
            "drawn": float(each.result == DRAW),
            "lost": float(each.result == LOSS),
            "winners": float(winners),
            "players": float(len(seats)),
            "survived": float(each.survived),
            "survivors": float(sum(other.survived for other in seats.values())),
            "last_year": float(each.last_year),
            "margin": each.points - max(others, default=0.0),
            "best": max(other.points for other in seats.values()),
            "left": float(each.left),
            "year": float(year),
        }
    return found


@cache
def built_in() -> Mapping[str, ScoringSystem]:
    """Return the systems that come with Entente."""
    text = (files("entente.server.events.scoring") / "systems.toml").read_text("utf-8")
    return {
        name: ScoringSystem(
            name, each["seats"], {"en": each["en"], "fr": each["fr"]}, own_formula(each["formula"])
        )
        for name, each in tomllib.loads(text).items()
    }


def own_formula(text: str) -> Formula:
    """Return a formula that a director wrote. Raise Problem if it is none."""
    formula = Formula(text, FACTS)
    formula(Scope(dict.fromkeys(FACTS, 1.0), [dict.fromkeys(FACTS, 1.0)] * TWO))
    return formula


@lru_cache(256)
def system_of(name: str, formula: str = "") -> ScoringSystem:
    """Return a system by its name, or the director's own. Raise Problem if there is none."""
    if formula:
        return ScoringSystem("own", "any", {}, own_formula(formula))
    if name not in built_in():
        raise Problem(422, "tournament.scoring", known=sorted(built_in()))
    return built_in()[name]


def default_system(seats: Sequence[str]) -> str:
    return "result" if len(seats) == TWO else "sum_of_squares"
