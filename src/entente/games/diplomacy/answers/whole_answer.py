"""What a person types as his answer: orders in either language, badly written but clear (III.4)."""

from __future__ import annotations

import re

from entente.games.diplomacy.answers.slots import (
    DISBAND,
    VOTE,
    VOTES,
    adjustment_slots,
    order_slots,
    retreat_slots,
)
from entente.games.diplomacy.board import Unit
from entente.games.diplomacy.europe import Europe
from entente.games.diplomacy.notation.tolerant_reader import (
    read_order,
    read_retreat,
    read_winter_order,
)
from entente.games.diplomacy.rules.adjustments import write_adjustment
from entente.games.diplomacy.rules.orders import Order, read_unit, write_unit
from entente.kernel import Catalog, Refusal, Seat
from entente.kernel.text import slug

_BETWEEN = re.compile(r"[;,\n]")


def parts_of(text: str) -> list[str]:
    """The orders of a typed line."""
    return [part.strip() for part in _BETWEEN.split(text) if part.strip()]


def read_answer(europe: Europe, step: str, seat: Seat, text: str, catalog: Catalog) -> list[str]:
    """The one answer that is meant, in its exact spelling; none where it cannot be understood."""
    parts = parts_of(text)
    read = {"orders": read_orders, "retreat": read_retreats, "adjust": read_winter}[step]
    answer = read(europe, seat, parts, catalog) if parts else None
    return [answer] if answer is not None else []


def read_orders(europe: Europe, seat: Seat, parts: list[str], catalog: Catalog) -> str | None:
    """III.1: orders for some of the units; the others hold. Without a vote one plays on.

    Orders that contradict each other are none.
    """
    menu = order_slots(europe, seat)
    given: dict[str, str] = {}
    for part in parts:
        vote = read_vote(part, catalog)
        if vote is not None:
            name, exact = VOTE, vote
        else:
            found = read_order(europe.board, europe.position, None, part, catalog.language)
            if isinstance(found, Refusal):
                return None
            listed = listed_as(europe, found.number, found.order)
            if listed is None:
                return None
            name, exact = europe.menus().names[found.number], listed
        if name not in menu.slots or given.setdefault(name, exact) != exact:
            return None
    answer = (given.get(slot, choices[0]) for slot, choices in menu.slots.items())
    return menu.canonical("; ".join(answer))


def read_vote(part: str, catalog: Catalog) -> str | None:
    """The vote that a word stands for, if it does."""
    word = slug(part)
    spoken = {slug(catalog.get(f"action.word.{vote}")): vote for vote in VOTES}
    return spoken.get(word, word if word in VOTES else None)


def listed_as(europe: Europe, number: int, order: Order) -> str | None:
    """The spelling of an order that can be given; that it goes by sea need not be said."""
    listed = europe.menus().orders(number)
    for wanted in (order, order._replace(via=False)):
        for text, each in listed.items():
            if each == wanted:
                return text
    return None


def read_retreats(europe: Europe, seat: Seat, parts: list[str], catalog: Catalog) -> str | None:
    """VII.1: where each dislodged unit goes."""
    board = europe.board
    places = waiting(europe)
    texts = []
    for part in parts:
        found = read_retreat(board, places, None, part, catalog.language)
        if isinstance(found, Refusal):
            return None
        name = write_unit(board, found.unit)
        goal = DISBAND if found.goal is None else f"- {board.locations[found.goal]}"
        texts.append(f"{name} {goal}")
    return retreat_slots(europe, seat).canonical("; ".join(texts))


def read_winter(europe: Europe, seat: Seat, parts: list[str], catalog: Catalog) -> str | None:
    """IX.2: what is built and removed."""
    board, texts = europe.board, []
    own = [board.power[power] for power in europe.powers_of(seat)]
    for part in parts:
        power = own[0] if len(own) == 1 else None
        found = read_winter_order(board, europe.position, power, part, catalog.language)
        if isinstance(found, Refusal):
            return None
        texts.append(write_adjustment(board, found))
    return adjustment_slots(europe, seat).canonical("; ".join(texts))


def waiting(europe: Europe) -> dict[Unit, tuple[int, ...]]:
    """The dislodged units, and where each may go."""
    board = europe.board
    return {
        read_unit(board, power, name): tuple(board.location[place] for place in places)
        for power, units in europe.state.dislodged.items()
        for name, places in units.items()
    }
