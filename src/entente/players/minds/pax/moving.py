"""The movement and status phase (6): one order after the other, the most pressing first."""

from __future__ import annotations

from collections.abc import Iterator

from entente.games.pax.administration import prefix
from entente.games.pax.board import Area, Power
from entente.games.pax.duties import guard_marches
from entente.games.pax.garrisons import missing
from entente.games.pax.orders import orders_of
from entente.games.pax.purse import must_rebuild
from entente.players.evaluation.pax.fleets import launch, shipping
from entente.players.evaluation.pax.forces import Staff
from entente.players.evaluation.pax.markers import demanded
from entente.players.evaluation.pax.orders import (
    armies_home,
    arms,
    canal,
    earmarked,
    reinforcements,
    ships_home,
)
from entente.players.minds.pax.placing import Hope, hopes, room
from entente.players.minds.pax.statesman import Statesman


def next_order(
    mind: Statesman, most: int, where: set[Area] | None
) -> tuple[str, list[Hope]] | None:
    """What a seat does next in this phase, with the markers it thought of if it is one of them;
    None: nothing more. In a reaction markers are placed only in these areas (6.7)."""
    for power in mind.powers:
        word = prefix(power)
        for order, thought_of in wishes(mind, power, most, where):
            return f"{word}{order}", [each._replace(order=word + each.order) for each in thought_of]
    return None


def wishes(
    mind: Statesman, power: Power, most: int, where: set[Area] | None
) -> Iterator[tuple[str, list[Hope]]]:
    """The orders a power would give, the first of which it does."""
    world, weights = mind.world, mind.weights
    orders = orders_of(world, power, most)
    staff = Staff(world, power, most)
    for order in _first_of_all(mind, power, orders, staff, most):
        yield order, []
    chosen = demanded(mind, power, orders)
    if chosen is not None:
        yield chosen, []
    if weights.makes_room and where is None:
        poorest = room(mind, power, orders.get("lower", ()))
        if poorest is not None:
            yield poorest, []
    thought_of = hopes(mind, power, orders, staff, where)
    if thought_of:
        yield thought_of[0].order, thought_of
    for order in arms(mind, power, orders.get("buy", ())):
        yield order, []


def _first_of_all(
    mind: Statesman, power: Power, orders: dict[str, tuple[str, ...]], staff: Staff, most: int
) -> Iterator[str]:
    """Fleets, duties, armies where they are needed, what only costs money, a canal."""
    world = mind.world
    yield from launch(mind, power, orders.get("launch", ()))
    yield from shipping(mind, power, orders.get("ship", ()))
    if must_rebuild(world, power):
        yield from (order for order in orders.get("buy", ()) if order.startswith("buy army 10 "))
    if missing(world, power):
        yield from guard_marches(world, power, most)
    yield from reinforcements(staff)
    if mind.weights.sends_home:
        yield from ships_home(world, power, orders.get("sail", ()))
        yield from armies_home(staff)
    yield from earmarked(world, power, orders.get("buy", ()))
    yield from canal(mind, power, orders.get("canal", ()))
