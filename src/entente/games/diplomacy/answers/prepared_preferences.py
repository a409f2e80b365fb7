"""Prepared retreats and adjustments: preferences for what may be needed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from entente.games.diplomacy.answers.slots import DISBAND, adjustment_slots, retreat_slots
from entente.games.diplomacy.board import bits
from entente.games.diplomacy.context import DiplomacyContext
from entente.games.diplomacy.rules.adjustments import (
    BUILD,
    REMOVE,
    WAIVE,
    Adjustment,
    buildable,
    write_adjustment,
)
from entente.games.diplomacy.rules.orders import MOVE, read_unit
from entente.games.diplomacy.rules.possible_orders import steps_of
from entente.kernel import DueAnswer, Occasion, Plans, Preparable, Seat, Slots, parse_action
from entente.kernel.prepared import NOT_ENOUGH


class PreparedRetreats(Preparable[DiplomacyContext]):
    """VII: during the orders, for each unit its neighbouring places, since a dislodged unit has not
    moved."""

    cancels = ("orders",)

    def occasions(self, europe: DiplomacyContext, seat: Seat, plans: Plans) -> Iterator[Occasion]:
        if europe.state.step != "orders" or seat not in europe.survivors():
            return
        units = [
            (power, name) for power in europe.powers_of(seat) for name in europe.state.units[power]
        ]
        if units:
            choices = {name: tuple(_retreats(europe, power, name)) for power, name in units}
            yield Occasion(self.key(europe), choices)

    def key(self, europe: DiplomacyContext) -> str:
        return season_key(europe)

    def due(self, europe: DiplomacyContext, seat: Seat, choices: Sequence[str]) -> DueAnswer:
        return by_preference(europe, retreat_slots(europe, seat), choices)


class PreparedAdjustments(Preparable[DiplomacyContext]):
    """IX.2: before winter, builds in the home centres and removals of units where they may be at
    the end of this season."""

    def occasions(self, europe: DiplomacyContext, seat: Seat, plans: Plans) -> Iterator[Occasion]:
        if europe.state.step not in ("orders", "retreat") or seat not in europe.survivors():
            return
        choices = {
            power: (*_builds(europe, power), WAIVE, *dict.fromkeys(_removals(europe, power)))
            for power in europe.powers_of(seat)
        }
        yield Occasion(self.key(europe), choices)

    def key(self, europe: DiplomacyContext) -> str:
        return str(europe.state.year)

    def due(self, europe: DiplomacyContext, seat: Seat, choices: Sequence[str]) -> DueAnswer:
        return by_preference(europe, adjustment_slots(europe, seat), choices)


def season_key(europe: DiplomacyContext) -> str:
    """Return the key of a movement phase and of the retreats after it."""
    return f"{europe.state.season} {europe.state.year}"


def _retreats(europe: DiplomacyContext, power: str, name: str) -> Iterator[str]:
    board = europe.board
    unit = read_unit(board, power, name)
    for text, order in steps_of(board, unit.fleet, unit.location).items():
        if not europe.closed >> board.province_of[order.target] & 1:
            yield text
    yield f"{name} {DISBAND}"


def _builds(europe: DiplomacyContext, power: str) -> Iterator[str]:
    board, number = europe.board, europe.board.power[power]
    for province in bits(board.homes[number]):
        for unit in buildable(board, number, province):
            yield write_adjustment(board, Adjustment(BUILD, unit))


def _removals(europe: DiplomacyContext, power: str) -> Iterator[str]:
    """Yield the units where they are, then where the current orders or retreats can bring them."""
    state, locations = europe.state, europe.board.locations
    yield from (f"{REMOVE} {name}" for name in state.units[power])
    for name, places in state.dislodged.get(power, {}).items():
        yield from (f"{REMOVE} {name[0]} {place}" for place in places)
    if state.step == "orders":
        menus = europe.menus()
        for name in state.units[power]:
            for order in menus.orders(menus.numbers[name]).values():
                if order.kind == MOVE:
                    yield f"{REMOVE} {name[0]} {locations[order.target]}"


def by_preference(europe: DiplomacyContext, menu: Slots, wishes: Sequence[str]) -> DueAnswer:
    """For each slot the first preference it offers, no two in one province: two units that retreat
    to one province are lost (VII.2), and no province has two builds (IX.2)."""
    taken: set[int] = set()
    answer = []
    for choices in menu.slots.values():
        for wish in wishes:
            province = _province(europe, wish)
            if wish in choices and province not in taken:
                break
        else:
            return NOT_ENOUGH
        answer.append(wish)
        if province is not None:
            taken.add(province)
    return DueAnswer("; ".join(answer), tuple(answer))


def _province(europe: DiplomacyContext, wish: str) -> int | None:
    """Return the province of a retreat, build or removal; None if there is none."""
    board = europe.board
    place = board.location.get(parse_action(wish).words[-1])
    return None if place is None else board.province_of[place]
