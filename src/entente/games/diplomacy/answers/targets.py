"""Explanations of useless targets: a province, after a unit, a sign, a unit.

`VIE` alone is a first click; `A VIE`, `PAR` asks for a move to Paris, `A VIE`, `S`, `PAR` for
support of the unit there, `A VIE`, `S`, `A BUD`, `PAR` for support of that unit's move. All
explanations use public information.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import cache
from typing import NamedTuple

from entente.games.diplomacy.answers.slots import VOTE, adjustment_slots, order_slots, retreat_slots
from entente.games.diplomacy.board import COASTAL, INLAND, SEA, Unit, bits
from entente.games.diplomacy.context import DiplomacyContext
from entente.games.diplomacy.data_schema import PACKAGE
from entente.games.diplomacy.rules.adjustments import places_to_build
from entente.games.diplomacy.rules.orders import (
    CONVOY,
    MOVE,
    SUPPORT,
    Order,
    impossible,
    write_unit,
)
from entente.games.diplomacy.rules.possible_orders import order_parts
from entente.kernel import Refusal, Seat, refuse
from entente.kernel.text import LANGUAGES, catalog_of

_POINTED = re.compile(
    r"(?:(?P<unit>[AF] \S+) )?(?:(?P<sign>[-SC]) )?"
    r"(?:(?P<other>[AF] \S+) )?(?:[AF] )?(?P<place>\S+)"
)
_SIGNS = {"S": SUPPORT, "C": CONVOY}


class OrderTarget(NamedTuple):
    """The parts selected so far, and the province pointed at last."""

    unit: str
    sign: str
    other: str
    province: int


def parse_target(europe: DiplomacyContext, things: Sequence[str]) -> OrderTarget | Refusal | None:
    """Parse what a player points at; a Refusal if it is unknown, None if it cannot lead to an
    order.

    A power or a season is known but not a place; two provinces lead nowhere.
    """
    board = europe.board
    text = " ".join(" ".join(things).upper().split())
    match = _POINTED.fullmatch(text)
    place = board.location.get(match["place"]) if match is not None else None
    if match is not None and place is not None:
        unit, sign, other = (match[name] or "" for name in ("unit", "sign", "other"))
        return OrderTarget(unit, sign, other, board.province_of[place])
    word = things[-1].split()[-1:]
    if not word or word[0].upper() in board.location or word[0] in _named():
        return None
    return refuse("III.7", "reading.unknown_province", word=word[0])


@cache
def _named() -> frozenset[str]:
    """Return the ids of everything with a name, the same in all languages."""
    return frozenset(catalog_of(PACKAGE, LANGUAGES[0]).words)


# -- orders


def explain_order_target(
    europe: DiplomacyContext, seat: Seat, things: Sequence[str]
) -> Refusal | None:
    """III to V, VIII: explain why no order fits a province; None if one does."""
    at = parse_target(europe, things)
    if not isinstance(at, OrderTarget):
        return at
    slots = order_slots(europe, seat).slots
    own = [name for name in slots if name != VOTE]
    if not at.unit:
        return no_unit_to_order(europe, own, at.province)
    if at.unit not in own:
        return _foreign(europe, own, at.unit)
    if any(_leads(europe, order_parts(text), at) for text in slots[at.unit]):
        return None
    return _no_order(europe, own, at)


def no_unit_to_order(europe: DiplomacyContext, own: list[str], province: int) -> Refusal | None:
    """III.4: an order begins with the player's own unit; None if there is one."""
    there = _standing(europe, province)
    if there in own:
        return None
    if not own:
        return refuse("III.4", "refusal.no_units")
    if there is not None:
        return _foreign(europe, own, there)
    name = europe.board.provinces[province]
    menus = europe.menus()
    able = [menus.names[guest] for guest in menus.guests(province) if menus.names[guest] in own]
    if able:
        return refuse("III.4", "refusal.unit_first", province=name, units=able)
    return refuse("III.4", "refusal.nobody_can_go", province=name, units=own)


def _foreign(europe: DiplomacyContext, own: list[str], unit: str) -> Refusal:
    power = _power(europe, unit)
    if power is None:
        return refuse("III.4", "refusal.no_such_unit", unit=unit, units=own)
    return refuse("III.4", "refusal.not_your_unit", unit=unit, power=power, units=own)


def _leads(europe: DiplomacyContext, parts: list[str], at: OrderTarget) -> bool:
    """Return whether the selection can still become an order."""
    if len(parts) == 2:  # a move, or to hold
        sign, _, goal = parts[1].partition(" ")
        return sign == "-" and at.sign in ("", "-") and _province(europe, goal) == at.province
    _, sign, other, goal = parts
    if at.sign not in ("", sign) or at.other not in ("", other):
        return False
    if not at.other or goal == "H":
        return _province(europe, other) == at.province
    return _province(europe, goal) == at.province


def _province(europe: DiplomacyContext, words: str) -> int:
    """Return the province of a unit or a destination as written: `A VIE`, `SPA/NC VIA`, `- TRI`."""
    names = [word for word in words.split() if word in europe.board.location]
    return europe.board.province_of[europe.board.location[names[0]]] if names else -1


def _no_order(europe: DiplomacyContext, own: list[str], at: OrderTarget) -> Refusal | None:
    board, position = europe.board, europe.position
    number = europe.menus().numbers[at.unit]
    there = _standing(europe, at.province)
    if at.sign in _SIGNS and not at.other:
        return _no_help(europe, at, number, there)
    if at.sign == "C" and (why := _no_landing(europe, at)) is not None:
        return why
    if at.sign in _SIGNS:
        order = Order(_SIGNS[at.sign], _location(europe, at.other), at.province)
        if order.kind == SUPPORT and _province(europe, at.other) == at.province:
            order = order._replace(end=-1)
    else:
        if there in own and there != at.unit:
            return None  # a click on another own unit selects that one
        order = Order(MOVE, at.province)
    why = impossible(board, position, number, order)
    if why is not None:
        return why
    name = board.provinces[at.province]
    if europe.closed >> at.province & 1:
        return refuse("X.2", "refusal.closed", province=name)
    if at.sign == "S":
        return refuse("X.2", "refusal.only_holds", unit=at.other)
    start = board.provinces[_province(europe, at.other)] if at.other else name
    return refuse("VIII.1", "refusal.no_chain", unit=at.unit, start=start, end=name)


def _no_help(europe: DiplomacyContext, at: OrderTarget, number: int, there: str | None) -> Refusal:
    """V.1, VIII.1: explain why a unit cannot help the unit in a province."""
    board, name = europe.board, europe.board.provinces[at.province]
    section = "V.1" if at.sign == "S" else "VIII.1"
    if at.sign == "C":
        why = impossible(board, europe.position, number, Order(CONVOY, at.province, at.province))
        if why is not None and why.message.key != "void.no_such_convoy":
            return why
    if there is None:
        return refuse(section, "void.nobody_there", province=name)
    if there == at.unit:
        return refuse(section, "void.supports_itself", unit=at.unit)
    if at.sign == "S":
        return refuse(section, "refusal.no_support", unit=at.unit, other=there)
    if board.kind[at.province] != COASTAL:
        return refuse(section, "refusal.not_on_a_coast", unit=there)
    return refuse(section, "refusal.no_convoy", unit=at.unit, other=there)


def _no_landing(europe: DiplomacyContext, at: OrderTarget) -> Refusal | None:
    """VIII.1: an army is convoyed from one coast to another."""
    name = europe.board.provinces[at.province]
    if _province(europe, at.other) == at.province:
        return refuse("VIII.1", "void.same_place", unit=at.other, province=name)
    if europe.board.kind[at.province] != COASTAL:
        return refuse("VIII.1", "refusal.no_landing", province=name)
    return None


# -- retreats


def explain_retreat_target(
    europe: DiplomacyContext, seat: Seat, things: Sequence[str]
) -> Refusal | None:
    """VII: explain why no retreat fits a province; None if one does."""
    at = parse_target(europe, things)
    if not isinstance(at, OrderTarget):
        return at
    own = list(retreat_slots(europe, seat).slots)
    if not at.unit:
        return _no_unit_to_retreat(europe, own, at.province)
    driven = {write_unit(europe.board, unit): unit for unit in europe.retreating()}
    if at.unit not in own:
        if at.unit in driven:
            power = europe.board.powers[driven[at.unit].power].id
            return refuse("VII.1", "refusal.not_your_retreat", unit=at.unit, power=power, units=own)
        key = "refusal.no_such_unit" if _power(europe, at.unit) is None else "refusal.stays"
        return refuse("VII", key, unit=at.unit, units=own)
    unit = driven[at.unit]
    return _no_retreat(europe, unit, europe.retreating()[unit], at.province)


def _no_unit_to_retreat(europe: DiplomacyContext, own: list[str], province: int) -> Refusal | None:
    board, name = europe.board, europe.board.provinces[province]
    for unit in europe.retreating():
        if board.province_of[unit.location] == province:
            text, power = write_unit(board, unit), board.powers[unit.power].id
            if text in own:
                return None
            return refuse("VII.1", "refusal.not_your_retreat", unit=text, power=power, units=own)
    there = _standing(europe, province)
    if there is not None:
        return refuse("VII", "refusal.stays", unit=there, units=own)
    return refuse("VII.1", "refusal.nobody_retreats", province=name, units=own)


def _no_retreat(
    europe: DiplomacyContext, unit: Unit, places: Iterable[int], province: int
) -> Refusal | None:
    """VII: not adjacent, occupied, the attacker's origin, or empty after a standoff."""
    board = europe.board
    if any(board.province_of[place] == province for place in places):
        return None
    names = {"unit": write_unit(board, unit), "province": board.provinces[province]}
    if board.province_of[unit.location] == province:
        return refuse("VII", "refusal.driven_out", **names)
    if not board.reach(unit) >> province & 1:
        return refuse("VII", _out_of_reach(europe, unit, province), **names)
    there = _standing(europe, province)
    if there is not None:
        return refuse("VII", "refusal.retreat_taken", other=there, **names)
    if europe.closed >> province & 1:
        return refuse("X.2", "refusal.closed", province=names["province"])
    return refuse("VII", "refusal.retreat_barred", **names)


def _out_of_reach(europe: DiplomacyContext, unit: Unit, province: int) -> str:
    """III.1: explain why a unit can never step there; retreats are never convoyed."""
    kind = europe.board.kind[province]
    if kind == (INLAND if unit.fleet else SEA):
        return "void.fleet_inland" if unit.fleet else "void.army_at_sea"
    return "void.not_adjacent"


# -- adjustments


def explain_winter_target(
    europe: DiplomacyContext, seat: Seat, things: Sequence[str]
) -> Refusal | None:
    """IX.2: explain why nothing can be built or removed in a province; None if something can."""
    at = parse_target(europe, things)
    if not isinstance(at, OrderTarget):
        return at
    menu = adjustment_slots(europe, seat)
    choices = {choice for slot in menu.slots.values() for choice in slot}
    if any(_province(europe, choice) == at.province for choice in choices):
        return None
    powers = list(dict.fromkeys(slot.split()[0] for slot in menu.slots))
    builders = [power for power in powers if europe.builds(power)]
    if builders:
        return _no_build(europe, builders, at.province)
    return _no_removal(europe, powers, at.province)


def _no_build(europe: DiplomacyContext, powers: list[str], province: int) -> Refusal:
    """IX.2: units are built in the power's own home centres that are empty and still owned."""
    board, name = europe.board, europe.board.provinces[province]
    centres = europe.centre_masks()
    free = 0
    for power in powers:
        number = board.power[power]
        free |= places_to_build(board, centres[number], europe.position.units, number)
    places = [board.provinces[place] for place in bits(free)]
    home = next((p for p in powers if board.homes[board.power[p]] >> province & 1), None)
    if home is None:
        key = "refusal.no_home" if board.centres >> province & 1 else "refusal.no_centre"
        return refuse("IX.2", key, province=name, places=places)
    owner = next((p for p, owned in enumerate(centres) if owned >> province & 1), None)
    if owner is not None and board.powers[owner].id != home:
        power = board.powers[owner].id
        return refuse("IX.2", "refusal.home_lost", province=name, power=power, places=places)
    there = _standing(europe, province)
    if there is not None:
        return refuse("IX.2", "refusal.home_taken", other=there, province=name, places=places)
    return refuse("IX.2", "refusal.no_home", province=name, places=places)


def _no_removal(europe: DiplomacyContext, powers: list[str], province: int) -> Refusal:
    """IX.2: a power with more units than centres removes its own units and builds none."""
    own = [unit for power in powers for unit in europe.state.units[power]]
    count = sum(europe.removals(power) for power in powers)
    there = _standing(europe, province)
    if there is not None:
        power = _power(europe, there)
        assert power is not None
        return refuse("IX.2", "refusal.not_your_removal", unit=there, power=power, units=own)
    name = europe.board.provinces[province]
    return refuse("IX.2", "refusal.nobody_to_remove", province=name, count=count, units=own)


# -- units on the board


def _standing(europe: DiplomacyContext, province: int) -> str | None:
    """Return the unit in a province."""
    number = europe.position.at.get(province)
    return None if number is None else write_unit(europe.board, europe.position.units[number])


def _power(europe: DiplomacyContext, unit: str) -> str | None:
    """Return the power of a unit on the board."""
    return next((p for p, units in europe.state.units.items() if unit in units), None)


def _location(europe: DiplomacyContext, unit: str) -> int:
    return europe.board.location.get(unit.split()[1], -1)
