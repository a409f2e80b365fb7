"""Positions for exercises: units and centres as given, the others' orders already submitted."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from entente.games.diplomacy.context import DiplomacyContext
from entente.games.diplomacy.state import SPRING, DiplomacyState
from entente.kernel import Decision, Game, Position, Slots

Place = Callable[
    [Game[DiplomacyState, DiplomacyContext]], Position[DiplomacyState, DiplomacyContext]
]
Written = Mapping[str, str]  # by power or by seat: `A VIE, F TRI`

YEAR = 1903


def position(
    units: Written,
    orders: Written,
    *,
    season: str = SPRING,
    centres: Written | None = None,
    year: int = YEAR,
) -> Place:
    """Build a season with these units. The seats named in `orders` have submitted theirs.

    Powers without listed centres own their home centres if they have units.
    """

    def place(
        game: Game[DiplomacyState, DiplomacyContext],
    ) -> Position[DiplomacyState, DiplomacyContext]:
        state = game.start({}, "exercise")
        europe = game.context(state)
        named = centres or {}
        state.year = year
        state.units = {power.id: split(units.get(power.id, "")) for power in europe.board.powers}
        state.centres = {
            power.id: split(named[power.id])
            if power.id in named
            else list(power.home_centres) * bool(state.units[power.id])
            for power in europe.board.powers
        }
        state.stack, state.news = [], []
        state.push(season)
        game.run(state, game.context(state))
        start = game.position(state)
        for decision in start.decisions:
            if decision.seat in orders:
                start.apply_unchecked(decision, written(decision, orders[decision.seat]))
        start.state.news = []
        return start

    return place


def split(text: str) -> list[str]:
    return [each.strip() for each in text.split(",") if each.strip()]


def written(decision: Decision, text: str) -> str:
    """Complete orders for some of the units; the others hold, and the vote is to play on."""
    menu, orders = decision.menu, split(text)
    assert isinstance(menu, Slots)
    parts = []
    for choices in menu.slots.values():
        mine = [order for order in orders if order in choices]
        parts.append(mine[0] if mine else choices[0])
        if mine:
            orders.remove(mine[0])
    assert not orders, f"{decision.seat} cannot be ordered: {orders}"
    return "; ".join(parts)


def put(before: Position[Any, Any], seat: str, orders: Written, answer: str) -> DiplomacyState:
    """Return the same position with other opposing orders."""
    state = before.game.copy(before.state)
    state.answers = {}
    again = before.game.position(state)
    for decision in again.decisions:
        orders_text = answer if decision.seat == seat else written(decision, orders[decision.seat])
        again.apply_unchecked(decision, orders_text)
    ended: DiplomacyState = again.state
    return ended
