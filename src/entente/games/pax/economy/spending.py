"""Spending (4.5, 6.1): the treasury less what an event has earmarked."""

from __future__ import annotations

from entente.games.pax.areas.garrisons import TEN, to_build, zone
from entente.games.pax.board import ARMY, BELGIUM, GREAT_BRITAIN, NAVY, STRENGTHS, Power, place_of
from entente.games.pax.context import PaxContext, steps
from entente.games.pax.data_schema import EventRow
from entente.games.pax.economy.administration import forces_abroad
from entente.games.pax.phases import PHASES
from entente.kernel import Frame

BEFORE_MOVEMENT = PHASES[: PHASES.index("movement")]


def demands(world: PaxContext, power: Power) -> list[EventRow]:
    """Return this turn's events that make a power spend money on units."""
    events = world.board.events_for(power, world.state.events)
    return [event for event in events if event.spend_floor] if events else []


def in_scope(event: EventRow, kind: str) -> bool:
    """Return whether buying this kind of unit meets an event's demand."""
    return kind == NAVY or not event.spend_navies_only


def maintained(world: PaxContext, power: Power, event: EventRow) -> int:
    """Return what upkeep has already been paid towards an event's demand: of units in its scope;
    not of the Indian Army where that is excepted (P58)."""
    total = 0
    india = zone(world, power) if event.spend_without_india and power == GREAT_BRITAIN else ()
    for kind, where, strength in forces_abroad(world, power):
        if not in_scope(event, kind):
            continue
        if kind == ARMY and strength == TEN and place_of(where) in india:
            continue
        total += strength
    return total


def earmark(world: PaxContext, power: Power) -> int:
    """Money that may only be spent on what an event demands."""
    owed = world.state.earmarks.get(power, 0) - world.state.moving.devoted.get(power, 0)
    return min(max(0, owed), world.money(power))


@steps.auto
def earmarks(world: PaxContext, frame: Frame) -> None:
    """4.5, 9.4: set the earmarks, since treaties may now take money from the treasury."""
    set_earmarks(world)


def set_earmarks(world: PaxContext) -> None:
    """Set what each power must still spend on units (4.5), once its upkeep is known. Up to version
    2 of the rules that was asked at the start of phase 4 only."""
    earmarks = {}
    for power in world.majors:
        owed = [max(0, e.spend_floor - maintained(world, power, e)) for e in demands(world, power)]
        if any(owed):
            earmarks[power] = max(owed)
    world.state.earmarks = earmarks


def free_money(world: PaxContext, power: Power) -> int:
    """Return what may be spent on anything else. In phase 4 rebuilding comes first (6.4); before
    it, what it will cost is kept back, and after it nothing is, since no unit can be bought
    then."""
    phase = world.state.phase
    if phase == "movement" or not world.since(3):
        return 0 if must_rebuild(world, power) else world.money(power) - earmark(world, power)
    if phase in BEFORE_MOVEMENT:
        return world.money(power) - max(earmark(world, power), rebuilding_cost(world, power))
    return world.money(power) - earmark(world, power)


def rebuilding_cost(world: PaxContext, power: Power) -> int:
    """6.4: the money for the armies that are missing in a zone, as far as it reaches; it counts
    towards an event's demand as well."""
    if not must_rebuild(world, power):
        return 0
    cost = world.board.unit_cost(ARMY, TEN)
    affordable = unit_money(world, power, ARMY) // cost
    counters = world.counters(power, f"strength_{TEN}")
    return cost * min(to_build(world, power), affordable, counters)


def unit_money(world: PaxContext, power: Power, kind: str) -> int:
    """Return what may be spent on a unit of this kind, under the cap of an event (3)."""
    events = demands(world, power)
    scope = not events or any(in_scope(event, kind) for event in events)
    money = world.money(power) if scope else world.money(power) - earmark(world, power)
    return min(money, left_under_cap(world, power))


def left_under_cap(world: PaxContext, power: Power) -> int:
    """Return how much more may be spent on units this turn."""
    events = world.board.events_for(power, world.state.events)
    caps = [event.buy_cap for event in events if event.buy_cap is not None] if events else []
    if not caps:
        return world.money(power)
    return min(caps) - world.state.moving.bought.get(power, 0)


def can_buy(world: PaxContext, power: Power, kind: str, strength: int) -> bool:
    """Return whether a unit can be bought now: money, cap, counter, and what Belgium may build
    (1)."""
    return strength in affordable(world, power, kind, (strength,))


def affordable(
    world: PaxContext, power: Power, kind: str, strengths: tuple[int, ...] = STRENGTHS
) -> list[int]:
    """Return which of these units of a kind can be bought now."""
    money, cost = unit_money(world, power, kind), world.board.unit_cost
    return [
        strength
        for strength in strengths
        if cost(kind, strength) <= money
        and world.counters(power, f"strength_{strength}") >= 1
        and not (power == BELGIUM and kind == NAVY and not belgian_navy(world, strength))
    ]


def belgian_navy(world: PaxContext, strength: int) -> bool:
    """P2: one navy of strength 1, ever, once event 4-2 has come."""
    state = world.state
    return strength == 1 and state.belgian_navy_right and not state.belgian_navy_built


def must_rebuild(world: PaxContext, power: Power) -> bool:
    """6.4: an army of the zone is missing and can be bought: nothing else comes before it."""
    return to_build(world, power) > 0 and can_buy(world, power, ARMY, TEN)


def must_spend(world: PaxContext, power: Power) -> bool:
    """4.5: whether an earmark is open and something in its scope can be bought."""
    if not earmark(world, power):
        return False
    kinds = [k for k in (ARMY, NAVY) if any(in_scope(e, k) for e in demands(world, power))]
    return any(can_buy(world, power, kind, s) for kind in kinds for s in STRENGTHS)
