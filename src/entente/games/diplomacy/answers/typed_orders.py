"""Typed orders in either language, badly written but clear (III.4).

Each order is read on its own, since players may write their answer one order at a time. The result
is its exact spelling, or the reason why it cannot be given.
"""

from __future__ import annotations

import re

from entente.games.diplomacy.answers.slots import DISBAND, VOTE, VOTES
from entente.games.diplomacy.answers.targets import (
    explain_retreat_target,
    explain_winter_target,
    no_unit_to_order,
)
from entente.games.diplomacy.context import DiplomacyContext
from entente.games.diplomacy.notation.tolerant_reader import (
    read_order,
    read_place,
    read_retreat,
    read_winter_order,
)
from entente.games.diplomacy.rules.adjustments import BUILD, REMOVE, Adjustment, write_adjustment
from entente.games.diplomacy.rules.orders import Order, impossible, write_unit
from entente.kernel import Catalog, Refusal, Seat, Slots, parse_action, refuse
from entente.kernel.text import slug

_BETWEEN = re.compile(r"[;,\n]")
LONGEST_ANSWER = 4_000  # characters of all orders of a seat
MOST_ORDERS = 80  # of a seat, including votes


def answer_too_long(text: str, section: str = "III.4") -> Refusal | None:
    """Reject a text that is too long for any seat's orders."""
    if len(text) > LONGEST_ANSWER or len(_BETWEEN.split(text, MOST_ORDERS)) > MOST_ORDERS:
        most = {"count": LONGEST_ANSWER, "orders": MOST_ORDERS}
        return refuse(section, "refusal.answer_too_long", **most)
    return None


def parts_of(text: str) -> list[str]:
    """Return the orders of a typed line."""
    return [part.strip() for part in _BETWEEN.split(text) if part.strip()]


# -- movement


def typed_order(
    europe: DiplomacyContext, menu: Slots, text: str, catalog: Catalog
) -> str | Refusal:
    """III.4: an order of the movement phase, or a vote."""
    vote = read_vote(text, catalog)
    if vote is not None:
        return vote
    order = ordered(europe, menu, text, catalog.language)
    return order if isinstance(order, Refusal) else order[1]


def read_vote(text: str, catalog: Catalog) -> str | None:
    """Return the vote that a word means, if any."""
    word = slug(text)
    spoken = {slug(catalog.get(f"action.word.{vote}")): vote for vote in VOTES}
    return spoken.get(word, word if word in VOTES else None)


def ordered(
    europe: DiplomacyContext, menu: Slots, text: str, language: str
) -> tuple[str, str] | Refusal:
    """III, V.1, VIII.1: the unit and the exact order, or why the order cannot be given."""
    board, position = europe.board, europe.position
    reading = read_order(board, position, None, text, language)
    own = [slot for slot in menu.slots if slot != VOTE]
    if isinstance(reading, Refusal):
        place = read_place(board, text, language)
        if reading.message.key != "reading.no_action" or isinstance(place, Refusal):
            return reading
        return no_unit_to_order(europe, own, board.province_of[place]) or reading
    name = europe.menus().names[reading.number]
    if name not in menu.slots:
        power = board.powers[position.units[reading.number].power].id
        return refuse("III.4", "refusal.not_your_unit", unit=name, power=power, units=own)
    why = impossible(board, position, reading.number, reading.order)
    if why is not None:
        return why
    exact = listed_as(europe, reading.number, reading.order)
    return refuse("III.4", "refusal.not_possible", order=text) if exact is None else (name, exact)


def listed_as(europe: DiplomacyContext, number: int, order: Order) -> str | None:
    """Return the spelling of a legal order; the mark of a sea move may be omitted."""
    listed = europe.menus().orders(number)
    for wanted in (order, order._replace(via=False)):
        for text, each in listed.items():
            if each == wanted:
                return text
    return None


# -- retreats


def typed_retreat(
    europe: DiplomacyContext, seat: Seat, menu: Slots, text: str, catalog: Catalog
) -> str | Refusal:
    """VII.1: the retreat of one dislodged unit."""
    board = europe.board
    if read_vote(text, catalog) is not None:
        return refuse("III.4", "refusal.no_vote_now")
    reading = read_retreat(board, europe.retreating(), None, text, catalog.language)
    if isinstance(reading, Refusal):
        place = read_place(board, text, catalog.language)
        if reading.message.key != "reading.no_action" or isinstance(place, Refusal):
            return reading
        return explain_retreat_target(europe, seat, [board.locations[place]]) or reading
    name = write_unit(board, reading.unit)
    if name not in menu.slots:
        power = board.powers[reading.unit.power].id
        own = list(menu.slots)
        return refuse("VII.1", "refusal.not_your_retreat", unit=name, power=power, units=own)
    goal = DISBAND if reading.goal is None else f"- {board.locations[reading.goal]}"
    return f"{name} {goal}"


# -- winter


def typed_adjustment(
    europe: DiplomacyContext, seat: Seat, menu: Slots, text: str, catalog: Catalog
) -> str | Refusal:
    """IX.2: one unit to build or to remove."""
    board = europe.board
    if read_vote(text, catalog) is not None:
        return refuse("III.4", "refusal.no_vote_now")
    own = [board.power[power] for power in europe.powers_of(seat)]
    power = own[0] if len(own) == 1 else None
    reading = read_winter_order(board, europe.position, power, text, catalog.language)
    if isinstance(reading, Refusal):
        return reading
    choice = write_adjustment(board, reading)
    if any(choice in choices for choices in menu.slots.values()):
        return choice
    return _why_not_adjustment(europe, seat, menu, reading)


def _why_not_adjustment(
    europe: DiplomacyContext, seat: Seat, menu: Slots, order: Adjustment
) -> Refusal:
    """IX.2: explain why a unit is not built or removed now, or nothing waived."""
    board = europe.board
    kinds = {parse_action(choice).verb for choices in menu.slots.values() for choice in choices}
    if order.unit is None:
        return refuse("IX.2", "refusal.nothing_to_waive")
    unit, place = write_unit(board, order.unit), board.locations[order.unit.location]
    if order.kind == REMOVE and REMOVE not in kinds:
        return refuse("IX.2", "refusal.nothing_to_remove", unit=unit)
    if order.kind == BUILD and BUILD not in kinds:
        return refuse("IX.2", "refusal.nothing_to_build", unit=unit)
    why = explain_winter_target(europe, seat, [place])
    if why is not None:
        return why
    province = board.province_of[order.unit.location]
    coast = order.unit.fleet and bool(board.coasts[province])
    key = "refusal.build_coast" if coast else "refusal.cannot_stand"
    return refuse("IX.2", key, unit=unit, province=board.provinces[province])
