"""The state of a game: plain data, in the players' notation."""

from __future__ import annotations

from entente.kernel import Seat, State
from entente.kernel.state import shallow

SPRING, AUTUMN, WINTER = "spring", "autumn", "winter"
DISLODGED = " dislodged"  # after the outcome of an order


class DiplomacyState(State):
    """Units and centres by power: `A VIE`, `F STP/SC`.

    `dislodged` maps each unit that must retreat to its possible destinations. Everything is
    replaced and nothing changed in place, so copies share it.
    """

    added = ("eliminated",)
    notes = ("failed_moves", "last_orders")
    added_options = {"scoring": "draw_size"}

    year: int
    season: str
    units: dict[str, list[str]]
    centres: dict[str, list[str]]
    dislodged: dict[str, dict[str, list[str]]] = {}
    disorder: list[Seat] = []  # X.3: seats without orders in the last season
    conceded: list[Seat] = []
    eliminated: dict[Seat, int] = {}  # the year each seat left, where the scoring system asks
    italy: Seat = ""  # X.2: the seat that the toss gave Italy, in the game of two
    failed_moves: dict[str, int] = {}  # of the last season, each with how often in a row
    last_orders: dict[str, str] = {}  # of the last season, with their outcomes

    def copy(self) -> DiplomacyState:
        twin = shallow(self)
        twin.chance = self.chance.copy()
        twin.stack = self.stack[:]
        return twin
