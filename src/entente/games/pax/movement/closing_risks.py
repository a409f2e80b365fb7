"""What a seat would lose when it ends its movement: demands refused, markers that fall, a
deficit (3, 4.6, 7, 8)."""

from __future__ import annotations

from collections.abc import Iterator

from entente.games.pax.areas.communication import may_police
from entente.games.pax.areas.garrisons import without_army
from entente.games.pax.board import Area, Power, Status, status_word
from entente.games.pax.colonies.combat import SIDES, may_fight, odds
from entente.games.pax.context import PaxContext
from entente.games.pax.economy.administration import (
    effective_value,
    office_income,
    rolls_for_office,
    sheet_lines,
)
from entente.games.pax.movement.marker_orders import may_have, price
from entente.kernel import Caution, Seat
from entente.kernel.caution import loss, missed_chance

FEW = 1  # so few faces of the die make a victory unlikely


def movement_risks(world: PaxContext, seat: Seat) -> Iterator[Caution]:
    """Yield what the powers of a seat lose if movement ends with the position as it is."""
    for power in world.powers_of(seat):
        yield from refused_demands(world, power)
        yield from revolts(world, power)
        yield from bare_control(world, power)
        yield from weak_attacks(world, power)
        yield from deficit(world, power)


# -- demands


def refused_demands(world: PaxContext, power: Power) -> Iterator[Caution]:
    """3: a possession demands to become a dominion or a state; a refusal costs points."""
    if power not in world.seats:
        return
    for code in world.state.events:
        event = world.board.events[code]
        if event.demand is None or event.power != power:
            continue
        area = event.demand.area
        if world.established(power, area) is not Status.POSSESSION:
            continue
        if world.status(power, area) is Status.TOP or may_have(world, power, area, Status.TOP):
            continue
        yield loss(
            "caution.demand",
            area,
            area=area,
            status=status_word(Status.TOP, power),
            points=-event.demand.vp_if_refused,
            cost=price(world, power, area, Status.TOP),
            money=world.money(power),
        )


# -- markers that fall


def revolts(world: PaxContext, power: Power) -> Iterator[Caution]:
    """7.4, 8: unrest that no army puts down takes control away; without control, every marker."""
    for area in world.state.unrest:
        marker = world.marker(power, area)
        if marker is None or marker.fights or not _would_fall(world, power, area):
            continue
        income, upkeep = yearly(world, area, marker.status)
        status = status_word(marker.status, power)
        if not may_fight(world, power, area):
            if marker.is_control or _may_take_control(world, power, area):
                yield loss(
                    "caution.unrest", area, area=area, status=status, income=income, upkeep=upkeep
                )
            continue
        stack = world.armies(power, area)
        wins = odds(world, stack, area).wins
        if wins <= FEW:
            yield loss(
                "caution.unrest_weak",
                area,
                area=area,
                status=status,
                income=income,
                upkeep=upkeep,
                strength=sum(stack),
                defence=world.board.strength(area),
                wins=wins,
                sides=SIDES,
            )


def _would_fall(world: PaxContext, power: Power, area: Area) -> bool:
    """Return whether a revolt takes this power's marker, and no other power is there to put it
    down."""
    holders = world.holders(area)
    if any(may_fight(world, other, area) for other in world.markers(area) if other != power):
        return False
    return power in holders or not holders


def _may_take_control(world: PaxContext, power: Power, area: Area) -> bool:
    """Return whether a lesser marker could be saved: by control, or by an army that may police."""
    if may_police(world, power, area):
        return True
    cost = price(world, power, area, Status.PROTECTORATE)
    return cost <= world.money(power) and may_have(world, power, area, Status.PROTECTORATE) is None


def bare_control(world: PaxContext, power: Power) -> Iterator[Caution]:
    """8, step 4: control without an army becomes influence; a share of a codominion is lost."""
    for area in without_army(world, power):
        marker = world.marker(power, area)
        if marker is None or (world.in_unrest(area) and not marker.fights):
            continue
        left = _without_garrison(world, power, area)
        key = "caution.no_garrison_lost" if left is Status.NONE else "caution.no_garrison"
        income, upkeep = yearly(world, area, marker.status)
        income_left, upkeep_left = yearly(world, area, left)
        yield loss(
            key,
            area,
            area=area,
            status=status_word(marker.status, power),
            income=income,
            upkeep=upkeep,
            income_left=income_left,
            upkeep_left=upkeep_left,
        )


def _without_garrison(world: PaxContext, power: Power, area: Area) -> Status:
    """Return what stays of control without an army (see `without_garrison`)."""
    holders = world.holders(area)
    revolt = world.in_unrest(area) and (power in holders or not holders)
    shared = any(other != power for other in holders)
    if revolt or shared or world.counters(power, "interest_or_influence") < 1:
        return Status.NONE
    return Status.INFLUENCE


def weak_attacks(world: PaxContext, power: Power) -> Iterator[Caution]:
    """7.4, 8: a new control marker goes unless its armies win."""
    for area, marker in world.areas_of(power):
        stack = world.armies(power, area)
        if not marker.fights or not stack:
            continue
        wins = odds(world, stack, area).wins
        if wins <= FEW:
            yield missed_chance(
                "caution.weak_attack",
                area,
                area=area,
                status=status_word(marker.status, power),
                strength=sum(stack),
                defence=world.board.strength(area),
                wins=wins,
                sides=SIDES,
            )


def yearly(world: PaxContext, area: Area, status: Status) -> tuple[int, int]:
    """Return what an established marker brings each turn, and its upkeep (4.2)."""
    if status is Status.NONE:
        return 0, 0
    prices = world.board.prices
    value = world.board.value(area) if status is Status.INTEREST else effective_value(world, area)
    earns = prices[min(status, Status.POSSESSION)].income  # a dominion as a possession (line 11)
    return value * earns, prices[status].upkeep


# -- the next administration


def deficit(world: PaxContext, power: Power) -> Iterator[Caution]:
    """4.6: next turn's upkeep is above its income, even with the best roll of the office."""
    if world.state.turn >= world.number("turns"):
        return
    twin = after_adjustment(world, power)
    dice = range(1, SIDES + 1) if rolls_for_office(twin, power) else (SIDES,)
    office = max(office_income(twin, power, die) for die in dice)
    balance = sheet_lines(twin, power, office)["l22"]
    if balance < 0:
        yield loss("caution.deficit", power=power, amount=-balance)


def after_adjustment(world: PaxContext, power: Power) -> PaxContext:
    """Return the position with a power's markers as phase 6 leaves them if no fight is lost, and
    without this turn's events: what the next administration begins with."""
    twin = world.for_copy(world.state.copy())
    for area, marker in world.areas_of(power):
        bare = marker.is_control and not world.armies(power, area)
        status = _without_garrison(twin, power, area) if bare else marker.status
        twin.put_marker(power, area, status)
    twin.state.events = ()
    return twin
