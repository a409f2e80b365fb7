"""The movement and status phase (6): one order after the other, the most pressing first."""

from __future__ import annotations

from collections.abc import Iterator

from entente.games.pax.board import Area, Power
from entente.games.pax.economy.administration import prefix
from entente.games.pax.movement.orders import orders_of
from entente.players.engines.pax.level_evaluator import LevelEvaluator
from entente.players.engines.pax.placing import Hope, hopes, room
from entente.players.evaluation.pax.forces import ArmyPlanner
from entente.players.evaluation.pax.markers import demanded
from entente.players.evaluation.pax.orders import arms, duties, housekeeping


def next_order(
    mind: LevelEvaluator, most: int, where: set[Area] | None
) -> tuple[str, list[Hope]] | None:
    """What a seat does next in this phase, with the markers it thought of if it is one of them;
    None: nothing more. In a reaction markers are placed only in these areas (6.7)."""
    for power in mind.powers:
        word = prefix(power)
        for order, thought_of in wishes(mind, power, most, where):
            return f"{word}{order}", [each._replace(order=word + each.order) for each in thought_of]
    return None


def wishes(
    mind: LevelEvaluator, power: Power, most: int, where: set[Area] | None
) -> Iterator[tuple[str, list[Hope]]]:
    """The orders a power would give, the first of which it does."""
    world, weights = mind.world, mind.weights
    orders = orders_of(world, power, most)
    for order in duties(mind, power, orders, most):
        yield order, []
    granted = demanded(mind, power, orders)
    if granted is not None:
        yield granted, []
    staff = ArmyPlanner(world, power, most)
    for order in housekeeping(mind, orders, staff, sends_home=weights.sends_home):
        yield order, []
    if weights.makes_room and where is None:
        poorest = room(mind, power, orders.get("lower", ()))
        if poorest is not None:
            yield poorest, []
    thought_of = hopes(mind, power, orders, staff, where)
    if thought_of:
        yield thought_of[0].order, thought_of
    for order in arms(mind, power, orders.get("buy", ())):
        yield order, []
