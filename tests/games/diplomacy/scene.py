"""Positions for tests of the game's course: set up a table, hand in orders, look at the result."""

from __future__ import annotations

from collections.abc import Mapping

from entente.games.diplomacy import create
from entente.games.diplomacy.answers.slots import ORDERS
from entente.games.diplomacy.state import DiplomacyState
from entente.games.diplomacy.view import DiplomacyView
from entente.kernel import Decision, Message, OptionValue, Seat, Slots

GAME = create({})
BOARD = GAME.board


def start(
    units: Mapping[str, str] | None = None,
    centres: Mapping[str, str] | None = None,
    seed: str = "1",
    **options: OptionValue,
) -> DiplomacyState:
    """A game; `units={"AUSTRIA": "A VIE, F TRI"}` replaces the units of all powers."""
    state = GAME.start(options, seed)
    if units is not None:
        state.units = {p: split(units.get(p, "")) for p in BOARD.power}
    if centres is not None:
        state.centres = {p: split(centres.get(p, "")) for p in BOARD.power}
    return state


def split(text: str) -> list[str]:
    return [each.strip() for each in text.split(",") if each.strip()]


def order(state: DiplomacyState, **answers: str) -> list[Message]:
    """Submit orders; units left out hold. Return the public messages.

    A seat that answers with a vote only, such as `draw`, gives it with its units holding.
    """
    position = GAME.position(state)
    for decision in position.decisions:
        seat = decision.seat
        menu = decision.menu
        assert isinstance(menu, Slots)
        given = split(answers.get(seat, "").replace(";", ","))
        parts = []
        for choices in menu.slots.values():
            mine = [text for text in given if text in choices]
            parts.append(mine[0] if mine else choices[0])
            if mine:
                given.remove(mine[0])
        assert not given, f"{seat}: {given} are not on the menu {menu.slots}"
        position.apply_unchecked(decision, "; ".join(parts))
    return [entry.message for entry in state.news]


def pass_season(state: DiplomacyState) -> None:
    """Let every unit hold."""
    order(state)


def asked(state: DiplomacyState) -> dict[Seat, Decision]:
    """The decision of each seat."""
    return GAME.position(state).required_by_seat()


def absence(state: DiplomacyState, seat: Seat) -> str | None:
    """Return what it amounts to if a seat hands in nothing; None where it is not asked."""
    position = GAME.position(state)
    decision = position.decision(seat)
    return None if decision is None else position.bind(decision).default_answer()


def typed(state: DiplomacyState, seat: Seat, text: str, language: str) -> list[str]:
    """The answers that a line means to the game, typed at a question."""
    position = GAME.position(state)
    return position.bind(position.required_by_seat()[seat]).read(text, GAME.catalog(language))


def seen(state: DiplomacyState, seat: Seat | None) -> DiplomacyView:
    """Return what a seat or a spectator sees."""
    return GAME.build_view(GAME.position(state), seat)


def slots(state: DiplomacyState, seat: str) -> dict[str, tuple[str, ...]]:
    menu = asked(state)[seat].menu
    assert isinstance(menu, Slots)
    return menu.slots


def keys(messages: list[Message]) -> list[str]:
    return [message.key for message in messages]


__all__ = [
    "BOARD",
    "GAME",
    "ORDERS",
    "absence",
    "asked",
    "keys",
    "order",
    "pass_season",
    "seen",
    "slots",
    "split",
    "start",
    "typed",
]
