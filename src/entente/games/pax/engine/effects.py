"""The immediate effects of a treaty (9.4), found by carrying it out on a copy of the world: nothing
is counted twice, and only what the rules would do counts."""

from __future__ import annotations

import msgspec

from entente.games.pax.areas.causes import live
from entente.games.pax.board import Area, Power, Status
from entente.games.pax.context import PaxContext
from entente.games.pax.economy.spending import free_money
from entente.games.pax.engine.evaluator import Evaluator, worth
from entente.games.pax.records.treaty import IN_FORCE, MARKER_CLAUSES, Treaty
from entente.games.pax.treaties.disputes import in_dispute
from entente.games.pax.treaties.execution import carry_out
from entente.kernel.state import UNHEARD

SAFE = 0.75  # of an undisputed lesser marker: a buyer may also take it


def effect(evaluator: Evaluator, treaty: Treaty, numbers: list[int]) -> float:
    """Return what the clauses with these numbers change for a seat, in pounds: money and the value
    of markers."""
    conveyed = [n for n in numbers if treaty.clauses[n].kind in MARKER_CLAUSES]
    if not conveyed:
        return _money(evaluator, treaty, numbers)
    world = evaluator.world
    after = _carried_out(world, treaty, numbers)
    money = sum(after.money(power) - world.money(power) for power in evaluator.powers)
    areas = list(dict.fromkeys(a for n in conveyed for a in _areas(treaty, n)))
    changed = (
        _change(evaluator, treaty, after, p, area) for p in evaluator.powers for area in areas
    )
    return money + sum(changed)


def _money(evaluator: Evaluator, treaty: Treaty, numbers: list[int]) -> float:
    """Return what the seat receives less what it pays; no one pays more than they have."""
    left: dict[Power, int] = {}
    total = 0.0
    for number in numbers:
        clause = treaty.clauses[number]
        giver, taker = clause.text("from"), clause.text("to")
        if clause.kind != "pay" or giver == taker:
            continue
        has = left.setdefault(giver, max(0, free_money(evaluator.world, giver)))
        paid = min(clause.number("amount"), has)
        left[giver] = has - paid
        if giver in evaluator.powers:
            total -= clause.number("amount")  # a shortfall would be a breach
        if taker in evaluator.powers:
            total += paid
    return total


def _carried_out(world: PaxContext, treaty: Treaty, numbers: list[int]) -> PaxContext:
    """Return the world after these clauses of a treaty, payments first (see execution)."""
    state = world.state.copy()
    state.news = UNHEARD
    signed = msgspec.structs.replace(treaty, state=IN_FORCE, turn=state.turn)
    state.treaties = {**state.treaties, treaty.id: signed}
    twin = world.for_copy(state)
    for clause in (treaty.clauses[n] for n in numbers if treaty.clauses[n].kind == "pay"):
        paid = min(clause.number("amount"), max(0, free_money(twin, clause.text("from"))))
        twin.pay(clause.text("from"), paid)
        twin.receive(clause.text("to"), paid)
    for number in numbers:
        if treaty.clauses[number].kind in MARKER_CLAUSES:
            carry_out(twin, signed, number)
    return twin


def _areas(treaty: Treaty, number: int) -> list[Area]:
    clause = treaty.clauses[number]
    return [word for name in ("area", "other") if (word := clause.text(name))]


def _change(
    evaluator: Evaluator, treaty: Treaty, after: PaxContext, power: Power, area: Area
) -> float:
    """Return the change of a power's marker in an area."""
    world = evaluator.world
    now, then = standing_worth(world, power, area), standing_worth(after, power, area)
    before = world.status(power, area)
    given_up = any(
        clause.kind in ("remove", "lower")
        and (clause.text("power"), clause.text("area")) == (power, area)
        for clause in treaty.clauses
    )
    safe = given_up and not before.is_control and not in_dispute(world, area, power)
    return SAFE * (then - now) if safe and then < now else then - now


def standing_worth(world: PaxContext, power: Power, area: Area) -> float:
    """Return the present value of a power's marker: in a dispute, what is likely to be left. A
    power with an unused casus belli loses it; if both have one, both do (9.3)."""
    status = world.status(power, area)
    partners = world.state.codominions.get(area, ())
    sharers = sum(p != power and world.is_major(p) for p in partners) if power in partners else 0
    full = worth(world, power, area, status, sharers)
    if not in_dispute(world, area, power):
        return full
    holds_cause = any(cause.area == area for cause in live(world, holder=power))
    opposed = any(cause.area == area for cause in live(world, against=power))
    if not holds_cause:
        return 0.85 * full if opposed else full
    left = worth(world, power, area, Status.INTEREST) if status is Status.INFLUENCE else 0.0
    return left + 0.15 * max(0.0, full - left)
