"""Which marker to place or raise: its value, its cost with an army, and the anger it causes."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from entente.games.pax.areas.causes import live, monroe
from entente.games.pax.areas.communication import has_line
from entente.games.pax.board import NAVY, STATUS_WORDS, UNITED_STATES, Area, Power, Status
from entente.games.pax.context import PaxContext
from entente.games.pax.economy.spending import unit_money
from entente.games.pax.engine.africa import pull
from entente.games.pax.engine.evaluator import (
    OTTOMAN_TROUBLE,
    Evaluator,
    denial,
    divisor,
    lasting_turns,
    spendable,
    tension_cost,
    total_strength,
    turns_left,
    worth,
)
from entente.games.pax.engine.forces import SURE, ArmyPlanner
from entente.games.pax.engine.war_decision import war_gain
from entente.games.pax.movement.marker_orders import OPEN_TYPES, price
from entente.games.pax.treaties.obligations import forbidden
from entente.kernel import parse_action

RIVAL_ANGER = 26.0  # pounds: the average cost of a dispute with a major, besides the tension
MINOR_ANGER = 8.0  # the same with a minor, which another power may defend
AFRAID = 2.0  # the most by which sea power changes that
BREACH = 5.0  # tension
AGREED = 0.7  # the probability that two powers that took the same area share it
PROVOKED = 0.5  # of the gain of a war, for its cause
MEEK = 1.3  # a character with more does not seek quarrels
CLAIM = 0.8  # of an influence's value where control can be taken at any time
FIRST_COME = 1.5  # haste for control: the first to come gets it, interests can wait
NOW_OR_NEVER = 2.2  # haste for sharing it, possible in the same turn only
RIVALRY = 0.12  # of an area's value to the leading rival, for denying it
MOST_RIVALRY = 40.0  # pounds
MONROE_ANGER = 20.0  # the United States get a casus belli
GARRISON = 1  # pounds per turn for the smallest army in any other colony
ASKED_AGAIN = (
    3.5 / 36
)  # the probability that an event comes in a turn: 1 of 36, three or four times
RETURN = 1.15  # leftover money is points: an investment must bring more than its price


class MarkerOption(NamedTuple):
    """An order with its gain and cost in pounds, the cost of armies included."""

    order: str
    gain: float
    cost: float
    rank: float  # per pound: the gain, with haste for some orders, or what waiting would lose


class Advice(NamedTuple):
    """A chosen action and, if it places a marker, the options that were compared."""

    action: str
    options: tuple[MarkerOption, ...] = ()


def propose_marker(
    evaluator: Evaluator,
    power: Power,
    orders: dict[str, tuple[str, ...]],
    planner: ArmyPlanner,
    where: set[Area] | None,
) -> Iterator[Advice]:
    """Yield the best marker as advice, if one is worth its price."""
    chosen = best_marker(evaluator, power, orders, planner, where)
    if chosen is not None:
        yield Advice(chosen)


def best_marker(
    evaluator: Evaluator,
    power: Power,
    orders: dict[str, tuple[str, ...]],
    planner: ArmyPlanner,
    where: set[Area] | None,
) -> str | None:
    """Return the order with the best return; None: none brings more than it costs."""
    world = evaluator.world
    money = spendable(world, power)
    for_units = unit_money(world, power, "army")
    passages = pull(world, power)
    options: list[tuple[float, float, int, str]] = []
    for order in (*orders.get("raise", ()), *orders.get("place", ())):
        area, word = parse_action(order).args
        status = STATUS_WORDS[word]
        if status is Status.TOP or (where is not None and area not in where):
            continue
        cost = price(world, power, area, status)
        gain = gain_of(evaluator, power, area, status, passages.get(area, 0.0))
        if 0 < cost <= money and gain > RETURN * cost:
            options.append((gain / cost, gain, cost, order))
    best, chosen = RETURN, None
    for rate, gain, cost, order in sorted(options, key=lambda each: -each[0]):
        if NOW_OR_NEVER * rate <= best:
            break  # an army only makes it more expensive
        area, word = parse_action(order).args
        status, total, haste = STATUS_WORDS[word], float(cost), 1.0
        gain -= price_of_word(evaluator, power, area, status)
        if status.is_control and not world.status(power, area).is_control:
            force = planner.force(area, gain, min(money - cost, for_units), will_fight=True)
            if force is None or force.won < SURE:
                continue
            total, gain = total + force.cost, force.score + force.cost
            contested = first_there(world, power, area) is not None
            haste = NOW_OR_NEVER if contested else FIRST_COME
        if gain > RETURN * total and haste * gain / total > best:
            best, chosen = haste * gain / total, order
    return chosen


def price_of_word(evaluator: Evaluator, power: Power, area: Area, status: Status) -> float:
    """Return the price of placing a marker against a promise; 0 without one."""
    broken = {bound.treaty.id for bound in forbidden(evaluator.world, power, area, status)}
    if not broken:
        return 0.0
    anger = evaluator.character.quarrels * RIVAL_ANGER
    return len(broken) * (evaluator.character.word + anger + tension_cost(evaluator, power, BREACH))


def gain_of(
    evaluator: Evaluator, power: Power, area: Area, status: Status, passage: float
) -> float:
    """Return the gain of a marker over the present one in pounds, without its price."""
    world = evaluator.world
    before = world.status(power, area)
    if world.in_unrest(area) and not status.is_control:
        return 0.0  # without a fight, all markers there go (8)
    if status.is_control and before.is_control:
        return evaluator.worth(power, area, status) - evaluator.worth(power, area, before)
    if status is Status.PROTECTORATE and (rival := first_there(world, power, area)) is not None:
        return contest_gain(evaluator, power, rival, area)
    if status is Status.INFLUENCE and (rival := first_there(world, power, area)) is not None:
        return provocation_gain(evaluator, power, rival)
    anger = trouble(evaluator, power, area, status)
    if anger is None:
        return 0.0
    worth = evaluator.worth(power, area, status)
    if status is Status.INFLUENCE and is_free(world, area) and turns_left(world):
        worth *= CLAIM  # another power may take control
    gain = worth - max(0.0, evaluator.worth(power, area, before))
    if status.is_control:
        gain += passage - denial(world, power, area) + rivalry(evaluator, power, area)
    return gain - anger


def first_there(world: PaxContext, power: Power, area: Area) -> Power | None:
    """Return the only player's power that has placed control in an area this turn; None: none,
    several, or a minor."""
    others = [other for other in world.controllers(area) if not world.same_side(other, power)]
    if len(others) != 1 or world.seat_of(others[0]) is None:
        return None
    marker = world.marker(others[0], area)
    return others[0] if marker is not None and marker.fights else None


def contest_gain(evaluator: Evaluator, power: Power, rival: Power, area: Area) -> float:
    """Return the gain of placing control beside another's new one: without an agreement both lose
    it (9.3), so they are likely to share. Not for the cautious, and one at a time."""
    world, character = evaluator.world, evaluator.character
    if character.quarrels > MEEK and evaluator.ahead != world.seat_of(rival):
        return 0.0
    if any(
        first_there(world, power, each) for each, marker in world.areas_of(power) if marker.fights
    ):
        return 0.0
    if any(m.status is Status.INFLUENCE for p, m in world.markers(area).items() if p != power):
        return 0.0
    before = world.status(power, area)
    shared = worth(world, power, area, Status.PROTECTORATE, sharers=1)
    shared -= max(0.0, worth(world, power, area, before))
    lost = price(world, power, area, Status.PROTECTORATE) + max(
        0.0, worth(world, power, area, before)
    )
    anger = character.quarrels * 0.5 * RIVAL_ANGER * _fear(world, power, rival)
    risk = tension_cost(evaluator, power, 6.0 * (1 - AGREED))
    if evaluator.ahead == world.seat_of(rival) and evaluator.is_behind():
        points = worth(world, rival, area, Status.PROTECTORATE) / divisor(world, rival)
        anger -= min(MOST_RIVALRY, RIVALRY * points * divisor(world, power))
    return AGREED * shared - (1 - AGREED) * lost - anger - risk


def provocation_gain(evaluator: Evaluator, power: Power, rival: Power) -> float:
    """Return the gain of placing influence beside another's new control, a casus belli (6.1): a
    part of the war's gain, for warlike characters. The other may also pay for peace."""
    if not evaluator.provokes or live(evaluator.world, holder=power, against=rival):
        return 0.0
    return PROVOKED * war_gain(evaluator, power, rival)


def rivalry(evaluator: Evaluator, power: Power, area: Area) -> float:
    """Return the value of denying an area to a rival that would gain more points from it."""
    world = evaluator.world
    if not is_free(world, area) or world.controllers(area):
        return 0.0
    mine = worth(world, power, area, Status.PROTECTORATE) / divisor(world, power)
    most = 0.0
    for rival in world.seats:
        if rival == evaluator.seat or not has_line(world, rival, area):
            continue
        if world.can_have(rival, area, Status.PROTECTORATE):
            theirs = worth(world, rival, area, Status.PROTECTORATE) / divisor(world, rival)
            most = max(most, theirs - mine)
    denied = RIVALRY * most * divisor(world, power)
    return evaluator.denies * min(MOST_RIVALRY, denied)


def trouble(evaluator: Evaluator, power: Power, area: Area, status: Status) -> float | None:
    """Return the cost of the others' reactions to a marker, in pounds; None: it must not be
    placed."""
    world, anger = evaluator.world, 0.0
    for other, marker in world.markers(area).items():
        if world.same_side(other, power):
            if other != power and marker.is_control and status.is_control:
                return None
            continue
        if marker.is_control and (marker.is_new or status >= Status.INFLUENCE):
            return None  # a quarrel that both would lose (9.3)
        if not status.is_control:
            continue
        clashes = marker.status is Status.INFLUENCE or status >= Status.POSSESSION
        if clashes:
            anger += _anger_of(evaluator, power, other)
    if status.is_control:
        if world.type_of(area) == "ottoman":
            anger += OTTOMAN_TROUBLE
        if monroe(world, power, area):
            at_hand = UNITED_STATES in world.seats
            anger += evaluator.character.quarrels * (MONROE_ANGER if at_hand else 0.0)
    return anger


def _anger_of(evaluator: Evaluator, power: Power, other: Power) -> float:
    """Return the cost of driving a power's marker out: its anger, weighted by its sea power, and
    the tension (9.2). The leader has few friends."""
    world = evaluator.world
    rival = world.seat_of(other)
    if rival is None:
        return evaluator.character.quarrels * MINOR_ANGER + tension_cost(evaluator, power, 1.0)
    alone = 0.7 if rival == evaluator.ahead else 1.0
    anger = evaluator.character.quarrels * RIVAL_ANGER * alone * _fear(world, power, other)
    return evaluator.fear_of(power, other) * (anger + tension_cost(evaluator, power, 2.5))


def _fear(world: PaxContext, power: Power, other: Power) -> float:
    """How much more than an equal a rival is feared."""
    mine, theirs = (1.0 + total_strength(world, each, NAVY) for each in (power, other))
    return min(AFRAID, max(1 / AFRAID, theirs / mine))


# -- demands of events


def demanded(evaluator: Evaluator, power: Power, orders: dict[str, tuple[str, ...]]) -> str | None:
    """3: a dominion or a state demanded by an event, if granting it costs less than refusing.
    Its upkeep is high; but a refused demand may come again, and an army there no longer costs
    upkeep."""
    world, board = evaluator.world, evaluator.world.board
    for code in world.state.events:
        demand = board.events[code].demand
        if demand is None or board.events[code].power != power:
            continue
        order = f"raise {demand.area} {demand.status}"
        if order not in orders.get("raise", ()):
            continue
        dearer = board.prices[Status.TOP].upkeep - board.prices[Status.POSSESSION].upkeep
        refused = abs(demand.vp_if_refused) * divisor(world, power)
        freed = GARRISON + ASKED_AGAIN * refused
        cost = float(price(world, power, demand.area, Status.TOP))
        cost += lasting_turns(world) * (dearer - freed)
        if cost < refused:
            return order
    return None


def is_free(world: PaxContext, area: Area) -> bool:
    """Whether control of an area may be taken at any time (6.1)."""
    return world.type_of(area) in OPEN_TYPES
