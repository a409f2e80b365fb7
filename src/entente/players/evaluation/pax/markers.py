"""Which marker to place or raise: what it brings, what it costs with its army, whom it annoys."""

from __future__ import annotations

from entente.games.pax.areas.causes import live, monroe
from entente.games.pax.areas.communication import has_line
from entente.games.pax.board import NAVY, STATUS_WORDS, UNITED_STATES, Area, Power, Status
from entente.games.pax.context import PaxContext
from entente.games.pax.economy.spending import unit_money
from entente.games.pax.movement.marker_orders import OPEN_TYPES, price
from entente.games.pax.treaties.obligations import forbidden
from entente.players.evaluation.pax.africa import pull
from entente.players.evaluation.pax.evaluator import (
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
from entente.players.evaluation.pax.forces import SURE, ArmyPlanner
from entente.players.evaluation.pax.war_decision import war_gain

RIVAL_ANGER = 26.0  # pounds: what a dispute with a major costs on average, beside the tension
MINOR_ANGER = 8.0  # the same with a minor, whom somebody may defend
AFRAID = 2.0  # how much more or less a rival of other strength at sea is minded, at most
BREACH = 5.0  # tension
AGREED = 0.7  # the chance that two who have taken the same area share it
WARLIKE = 1.0  # who likes wars less than this provokes none
PROVOKED = 0.5  # of what a war would bring, for the cause of it
MEEK = 1.3  # who minds quarrels more than this seeks none
CLAIM = 0.8  # of what an influence brings where control can be taken at any time
FIRST_COME = 1.5  # control is his who is first: interests can wait
NOW_OR_NEVER = 2.2  # who would share it must come in the same turn
RIVALRY = 0.12  # of what an area would bring the rival who leads: he shall not have it
MOST_RIVALRY = 40.0  # pounds
MONROE_ANGER = 20.0  # the United States have cause for war
GARRISON = 1  # pounds a turn, that the smallest army costs in any other colony
ASKED_AGAIN = 3.5 / 36  # the chance that an event comes in a turn: one of 36, three or four times
RETURN = 1.15  # money that is not spent is points: an investment must bring more than its price


def best_marker(
    mind: Evaluator,
    power: Power,
    orders: dict[str, tuple[str, ...]],
    staff: ArmyPlanner,
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
        gain = gain_of(mind, power, area, status, passages.get(area, 0.0))
        if 0 < cost <= money and gain > RETURN * cost:
            hopes.append((gain / cost, gain, cost, order))
    best, found = RETURN, None
    for hope, gain, cost, order in sorted(hopes, key=lambda each: -each[0]):
        if NOW_OR_NEVER * hope <= best:
            break  # an army only makes it dearer
        _, area, word = order.split(" ")
        status, total, haste = STATUS_WORDS[word], float(cost), 1.0
        gain -= price_of_word(mind, power, area, status)
        if status.is_control and not world.status(power, area).is_control:
            force = staff.force(area, gain, min(money - cost, for_units), will_fight=True)
            if force is None or force.won < SURE:
                continue
            total, gain = total + force.cost, force.score + force.cost
            contested = first_there(world, power, area) is not None
            haste = NOW_OR_NEVER if contested else FIRST_COME
        if gain > RETURN * total and haste * gain / total > best:
            best, found = haste * gain / total, order
    return found


def price_of_word(mind: Evaluator, power: Power, area: Area, status: Status) -> float:
    """What it costs to place a marker that one has promised not to place; 0: there is no such
    promise."""
    broken = {bound.treaty.id for bound in forbidden(mind.world, power, area, status)}
    if not broken:
        return 0.0
    anger = mind.character.quarrels * RIVAL_ANGER
    return len(broken) * (mind.character.word + anger + tension_cost(mind, power, BREACH))


def gain_of(mind: Evaluator, power: Power, area: Area, status: Status, passage: float) -> float:
    """What a marker brings more than what is there, in pounds, its price not counted."""
    world = mind.world
    before = world.status(power, area)
    if world.in_unrest(area) and not status.is_control:
        return 0.0  # whatever stands there goes if nobody fights (8)
    if status.is_control and before.is_control:
        return mind.worth(power, area, status) - mind.worth(power, area, before)
    if status is Status.PROTECTORATE and (rival := first_there(world, power, area)) is not None:
        return contest_gain(mind, power, rival, area)
    if status is Status.INFLUENCE and (rival := first_there(world, power, area)) is not None:
        return provocation_gain(mind, power, rival)
    anger = trouble(mind, power, area, status)
    if anger is None:
        return 0.0
    found = mind.worth(power, area, status)
    if status is Status.INFLUENCE and is_free(world, area) and turns_left(world):
        found *= CLAIM  # somebody may come and take control
    gain = found - max(0.0, mind.worth(power, area, before))
    if status.is_control:
        gain += passage - denial(world, power, area) + rivalry(mind, power, area)
    return gain - anger


def first_there(world: PaxContext, power: Power, area: Area) -> Power | None:
    """The one player's power that has placed control in an area this turn; None: nobody has, or
    more than one, or a minor."""
    others = [other for other in world.controllers(area) if not world.same_side(other, power)]
    if len(others) != 1 or world.seat_of(others[0]) is None:
        return None
    marker = world.marker(others[0], area)
    return others[0] if marker is not None and marker.fights else None


def contest_gain(mind: Evaluator, power: Power, rival: Power, area: Area) -> float:
    """What it brings to place control beside another's new one: both lose all if they do not agree
    (9.3), so they are likely to share. Not a thing for the cautious, and one at a time."""
    world, character = mind.world, mind.character
    if character.quarrels > MEEK and mind.ahead != world.seat_of(rival):
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
    risk = tension_cost(mind, power, 6.0 * (1 - AGREED))
    if mind.ahead == world.seat_of(rival) and mind.is_behind():
        points = worth(world, rival, area, Status.PROTECTORATE) / divisor(world, rival)
        anger -= min(MOST_RIVALRY, RIVALRY * points * divisor(world, power))
    return AGREED * shared - (1 - AGREED) * lost - anger - risk


def provocation_gain(mind: Evaluator, power: Power, rival: Power) -> float:
    """What it brings to place influence beside another's new control, which is cause for war (6.1):
    a part of the war, for those who like one. He may also pay for peace."""
    if mind.character.wars < WARLIKE or live(mind.world, holder=power, against=rival):
        return 0.0
    return PROVOKED * war_gain(mind, power, rival)


def rivalry(mind: Evaluator, power: Power, area: Area) -> float:
    """What it is worth that a rival does not get an area which would bring him more points than it
    brings oneself."""
    world = mind.world
    if not is_free(world, area) or world.controllers(area):
        return 0.0
    mine = worth(world, power, area, Status.PROTECTORATE) / divisor(world, power)
    most = 0.0
    for rival in world.seats:
        if rival == mind.seat or not has_line(world, rival, area):
            continue
        if world.can_have(rival, area, Status.PROTECTORATE):
            theirs = worth(world, rival, area, Status.PROTECTORATE) / divisor(world, rival)
            most = max(most, theirs - mine)
    return min(MOST_RIVALRY, RIVALRY * most * divisor(world, power))


def trouble(mind: Evaluator, power: Power, area: Area, status: Status) -> float | None:
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


def _anger_of(mind: Evaluator, power: Power, other: Power) -> float:
    """What it costs to drive a power's marker out: its anger, which counts for more the stronger it
    is at sea, and the tension of it (9.2). Whoever leads has few friends."""
    world = mind.world
    rival = world.seat_of(other)
    if rival is None:
        return mind.character.quarrels * MINOR_ANGER + tension_cost(mind, power, 1.0)
    alone = 0.7 if rival == mind.ahead else 1.0
    anger = mind.character.quarrels * RIVAL_ANGER * alone * _fear(world, power, other)
    return anger + tension_cost(mind, power, 2.5)


def _fear(world: PaxContext, power: Power, other: Power) -> float:
    """How much more than an equal a rival is to be minded."""
    mine, theirs = (1.0 + total_strength(world, each, NAVY) for each in (power, other))
    return min(AFRAID, max(1 / AFRAID, theirs / mine))


# -- what events ask for


def demanded(mind: Evaluator, power: Power, orders: dict[str, tuple[str, ...]]) -> str | None:
    """3: a dominion or a state that an event asks for: granted where it costs less than refusing.
    Its upkeep is high; but what is refused is asked for again in another turn, as likely as any
    event, and an army in it costs nothing any more."""
    world, board = mind.world, mind.world.board
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
