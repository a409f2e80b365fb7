"""Prepared orders for the next seasons, and which of them still fit when their season comes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from entente.games.diplomacy.answers.prepared_preferences import season_key
from entente.games.diplomacy.answers.refusals import why_not_orders
from entente.games.diplomacy.answers.slots import VOTE, order_slots
from entente.games.diplomacy.context import DiplomacyContext
from entente.games.diplomacy.rules.orders import MOVE, Order
from entente.games.diplomacy.state import AUTUMN, SPRING
from entente.kernel import DueAnswer, Message, Occasion, Plans, Preparable, Seat, parse_action

SEASONS = 2  # the next movement phase, and the one after it


class PreparedOrders(Preparable[DiplomacyContext]):
    """Orders for the next seasons, with the units where they would be if the player's own orders
    succeed and no one else moves."""

    def occasions(self, europe: DiplomacyContext, seat: Seat, plans: Plans) -> Iterator[Occasion]:
        """Yield the next seasons; none while one of the player's units must retreat, since its
        destination is unknown."""
        powers = europe.powers_of(seat)
        if seat not in europe.survivors() or any(p in europe.state.dislodged for p in powers):
            return
        orders = plans.answer if europe.state.step == "orders" else ()
        for _ in range(SEASONS):
            europe = next_season(europe, powers, orders)
            choices = dict(order_slots(europe, seat).slots)
            del choices[VOTE]
            units = {power: tuple(units) for power, units in europe.state.units.items() if units}
            season = season_key(europe)
            yield Occasion(season, choices, ranked=False, expected=units)
            orders = plans.prepared.get(season, ())

    def key(self, europe: DiplomacyContext) -> str:
        return season_key(europe)

    def due(self, europe: DiplomacyContext, seat: Seat, choices: Sequence[str]) -> DueAnswer:
        """Keep the orders that are legal in the current position."""
        menu = order_slots(europe, seat)
        fit: dict[str, str] = {}
        dropped = list[tuple[str, Message]]()
        for text in choices:
            slot = next((unit for unit, legal in menu.slots.items() if text in legal), None)
            if slot is None:
                dropped.append((text, why_not_orders(europe, text, menu).message))
            else:
                fit[slot] = text
        answer = "; ".join(fit.get(slot, legal[0]) for slot, legal in menu.slots.items())
        complete = not dropped and all(slot in fit for slot in menu.slots if slot != VOTE)
        return DueAnswer(answer, tuple(fit.values()), tuple(dropped), complete)


def next_season(
    europe: DiplomacyContext, powers: Sequence[str], orders: Sequence[str]
) -> DiplomacyContext:
    """Return the position in the next season, if the orders of these powers succeed."""
    state = europe.state.copy()
    if state.season == SPRING:
        state.season = AUTUMN
    else:
        state.season, state.year = SPRING, state.year + 1
    state.dislodged = {}
    twin = DiplomacyContext(europe.board, state, europe.known)
    own = {europe.board.power[power] for power in powers}
    units = list(europe.position.units)
    goals = _goals(europe, own, orders)
    board = europe.board
    taken = {board.province_of[goal] for goal in goals.values()}
    for number, goal in goals.items():
        units[number] = units[number]._replace(location=goal)
    # A unit in the way of a successful move has left or been dislodged.
    twin.set_units(
        unit for unit in units if unit.power in own or board.province_of[unit.location] not in taken
    )
    return twin


def _goals(europe: DiplomacyContext, own: set[int], orders: Sequence[str]) -> dict[int, int]:
    """Destinations by unit number: all legal moves, except conflicting ones."""
    board, units, menus = europe.board, europe.position.units, europe.menus()
    moves: dict[int, Order] = {}
    for text in orders:
        number = menus.numbers.get(" ".join(parse_action(text).words[:2]))
        order = None if number is None else menus.orders(number).get(text)
        if number is not None and order is not None and units[number].power in own:
            moves[number] = order
    goals = {number: order.target for number, order in moves.items() if order.kind == MOVE}
    places = [board.province_of[unit.location] for unit in units]
    while True:
        aims = Counter(board.province_of[goal] for goal in goals.values())
        held = {places[n] for n, unit in enumerate(units) if unit.power in own and n not in goals}
        paths = {
            (places[n], board.province_of[goal]) for n, goal in goals.items() if not moves[n].via
        }
        blocked = [
            number
            for number, goal in goals.items()
            if aims[aim := board.province_of[goal]] > 1
            or aim in held
            or (not moves[number].via and (aim, places[number]) in paths)  # they meet on the way
        ]
        if not blocked:
            return goals
        for number in blocked:
            del goals[number]
