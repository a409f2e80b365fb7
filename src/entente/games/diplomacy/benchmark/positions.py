"""The critical positions: data/benchmark.toml, whose texts are in text/*/benchmark.toml."""

from __future__ import annotations

from functools import cache
from importlib.resources import files
from typing import Any, Literal

import msgspec

from entente.games.diplomacy.context import DiplomacyContext
from entente.games.diplomacy.data_schema import PACKAGE
from entente.games.diplomacy.exercises.positions import YEAR, position
from entente.games.diplomacy.state import DiplomacyState
from entente.kernel import Game, Position, Seat

FILE = "benchmark.toml"
MEAN, WORST, MIXED = "mean", "worst", "mixed"
Written = dict[str, str]  # by power or by seat: `A VIE, F TRI`


class OrderSet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Orders of the other powers; who is not named holds. In a mixed position the weights are the
    best mixture of the opponents."""

    orders: Written
    weight: float = 1.0


class PointsRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Points for a position in which all of these hold.

    `units` are where they are named, `no_units` of a power are in these provinces, `empty`
    provinces have no unit. `units_at_least`, `centres_at_least` and `centres_at_most` count; a
    centre counts for the power whose unit is there, else for its owner.
    """

    points: float
    units: Written = {}
    no_units: Written = {}
    empty: str = ""
    units_at_least: dict[str, int] = {}
    centres_at_least: dict[str, int] = {}
    centres_at_most: dict[str, int] = {}


class CriticalPosition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A position in which one answer matters, and how it is judged.

    `played` are orders of the season that lead to a retreat. After a winter the seat goes on with
    the best of its `plans`. `best` is the highest value that any answer has (of a mixed position:
    any mixture), and `solutions` have it, with the weights of a mixture.
    """

    name: str
    theme: Literal["opening", "stalemate", "guess", "convoy", "tactics", "stab", "endgame"]
    seat: Seat
    season: Literal["spring", "autumn", "winter"]
    units: Written
    judge: Literal["mean", "worst", "mixed"]
    best: float
    solutions: list[str]
    worth: list[PointsRow]
    against: list[OrderSet]
    centres: Written = {}
    played: Written = {}
    plans: list[str] = []
    weights: list[float] = []
    year: int = YEAR

    @property
    def most(self) -> float:
        """The points of all rows together: no answer can be worth more."""
        return sum(max(0.0, row.points) for row in self.worth)

    @property
    def title(self) -> str:
        """The key of its title."""
        return f"benchmark.{self.name}.title"

    @property
    def why(self) -> str:
        """The key of the sentence that says why it is critical."""
        return f"benchmark.{self.name}.why"

    def place(
        self, game: Game[DiplomacyState, DiplomacyContext]
    ) -> Position[DiplomacyState, DiplomacyContext]:
        """Return the position, in which no one has submitted anything yet."""
        return position(
            self.units,
            self.played,
            season=self.season,
            centres=self.centres or None,
            year=self.year,
        )(game)


class Suite(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All positions of a version."""

    version: int
    position: list[CriticalPosition]

    def find(self, name: str) -> CriticalPosition | None:
        """Return a position by its name."""
        return next((each for each in self.position if each.name == name), None)


@cache
def read_suite() -> Suite:
    """Read the positions."""
    text = (files(PACKAGE) / "data" / FILE).read_bytes()
    return msgspec.toml.decode(text, type=Suite)


AnyPosition = Position[Any, Any]
