"""Which marker to place or raise: what it brings, what it costs with its army, whom it annoys."""

from __future__ import annotations

from entente.games.pax.board import STATUS_WORDS, UNITED_STATES, Area, Power, Sea, Status
from entente.games.pax.bonds import forbidden
from entente.games.pax.causes import monroe
from entente.games.pax.lines import has_line, network
from entente.games.pax.orders import OPEN_TYPES, price
from entente.games.pax.purse import unit_money
from entente.games.pax.world import World
from entente.players.evaluation.pax.africa import pull
from entente.players.evaluation.pax.forces import SURE, Staff
from entente.players.evaluation.pax.mind import (
    OTTOMAN_TROUBLE,
    Mind,
    denial,
    divisor,
    lasting_turns,
    spendable,
    tension_cost,
    turns_left,
    worth,
)

RIVAL_ANGER = 30.0  # pounds: what a dispute with a major costs on average, beside the tension
MINOR_ANGER = 8.0  # the same with a minor, whom somebody may defend
MONROE_ANGER = 20.0  # the United States have cause for war
RETURN = 1.15  # money that is not spent is points: an investment must bring more than its price


def best_marker(
    mind: Mind,
    power: Power,
    orders: dict[str, tuple[str, ...]],
    staff: Staff,
    where: set[Area] | None,
) -> str | None:
    """The order that brings most for its money; None: none brings more than it costs."""
    world = mind.world
    money = spendable(world, power)
    for_units = unit_money(world, power, "army")
    passages = pull(world, power)
    hopes: list[tuple[float, float, int, str]] = []
    for order in (*orders.get("raise", ()), *orders.get("place", ())):
        _, area, word = order.split(" ")
        status = STATUS_WORDS[word]
        if status is Status.TOP or (where is not None and area not in where):
            continue
        cost = price(world, power, area, status)
        gain = _gain(mind, power, area, status, passages.get(area, 0.0))
        if 0 < cost <= money and gain > RETURN * cost:
            hopes.append((gain / cost, gain, cost, order))
    best, found = RETURN, None
    for hope, gain, cost, order in sorted(hopes, key=lambda each: -each[0]):
        if hope <= best:
            break  # an army only makes it dearer
        _, area, word = order.split(" ")
        status, total = STATUS_WORDS[word], float(cost)
        if forbidden(world, power, area, status):
            continue
        if status.is_control and not world.status(power, area).is_control:
            force = staff.force(area, gain, min(money - cost, for_units), will_fight=True)
            if force is None or force.won < SURE:
                continue
            total, gain = total + force.cost, force.score + force.cost
        if gain / total > best:
            best, found = gain / total, order
    return found


def _gain(mind: Mind, power: Power, area: Area, status: Status, passage: float) -> float:
    """What a marker brings more than what is there, in pounds, its price not counted."""
    world = mind.world
    before = world.status(power, area)
    if world.in_unrest(area) and not status.is_control:
        return 0.0  # whatever stands there goes if nobody fights (8)
    if status.is_control and before.is_control:
        return worth(world, power, area, status) - worth(world, power, area, before)
    if status is Status.INFLUENCE and is_free(world, area) and turns_left(world):
        return 0.0  # among several of them nobody can take control without a quarrel
    anger = trouble(mind, power, area, status)
    if anger is None:
        return 0.0
    gain = worth(world, power, area, status) - max(0.0, worth(world, power, area, before))
    if status.is_control:
        gain += passage - denial(world, power, area)
    return gain - anger


def trouble(mind: Mind, power: Power, area: Area, status: Status) -> float | None:
    """What the others make of a marker, in pounds; None: it must not be placed."""
    world, anger = mind.world, 0.0
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
            anger += _anger_of(mind, power, other)
    if status.is_control:
        if world.type_of(area) == "ottoman":
            anger += OTTOMAN_TROUBLE
        if monroe(world, power, area):
            at_hand = UNITED_STATES in world.seats
            anger += mind.character.quarrels * (MONROE_ANGER if at_hand else 0.0)
    return anger


def _anger_of(mind: Mind, power: Power, other: Power) -> float:
    """What it costs to drive a power's marker out: its anger, and the tension of it (9.2)."""
    major = mind.world.seat_of(other) is not None
    anger = RIVAL_ANGER if major else MINOR_ANGER
    return mind.character.quarrels * anger + tension_cost(mind, power, 2.0 if major else 1.0)


# -- what events ask for


def demanded(mind: Mind, power: Power, orders: dict[str, tuple[str, ...]]) -> str | None:
    """3: a dominion or a state that an event asks for: granted where it costs less than refusing,
    which is in the last turns, since its upkeep is high."""
    world, board = mind.world, mind.world.board
    for code in world.state.events:
        demand = board.events[code].demand
        if demand is None or board.events[code].power != power:
            continue
        order = f"raise {demand.area} {demand.status}"
        if order not in orders.get("raise", ()):
            continue
        dearer = board.prices[Status.TOP].upkeep - board.prices[Status.POSSESSION].upkeep
        freed = sum(world.armies(power, demand.area))  # units in it cost nothing any more
        cost = float(price(world, power, demand.area, Status.TOP))
        cost += lasting_turns(world) * (dearer - freed)
        if cost < abs(demand.vp_if_refused) * divisor(world, power):
            return order
    return None


# -- seas


def sea_worth(mind: Mind, power: Power, sea: Sea) -> float:
    """What a merchant fleet opens: the shores that have no line yet; nothing where it would lie
    cut off from home (4.1)."""
    world = mind.world
    joined, near = network(world, power), world.links.near
    if not any(node in joined for node in near[sea]):
        return 0.0
    fresh = [a for a in world.links.shores[sea] if a in world.board.areas]
    return sum(
        _open_worth(world, power, area) for area in fresh if not has_line(world, power, area)
    )


def _open_worth(world: World, power: Power, area: Area) -> float:
    """What could be had in an area: control where it is free, an interest elsewhere."""
    if any(each != power for each in world.holders(area)):
        return 0.0
    return worth(
        world, power, area, Status.PROTECTORATE if is_free(world, area) else Status.INTEREST
    )


def is_free(world: World, area: Area) -> bool:
    """Whether control of an area may be taken at any time (6.1)."""
    return world.type_of(area) in OPEN_TYPES
