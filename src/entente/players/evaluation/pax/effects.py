"""What a treaty does at once (9.4), found by carrying it out on a copy of the world: so nothing is
counted twice, and nothing that the rules would not do."""

from __future__ import annotations

import msgspec

from entente.games.pax.areas.causes import live
from entente.games.pax.board import Area, Power, Status
from entente.games.pax.context import PaxContext
from entente.games.pax.economy.spending import free_money
from entente.games.pax.records.treaty import IN_FORCE, MARKER_CLAUSES, Treaty
from entente.games.pax.treaties.disputes import in_dispute
from entente.games.pax.treaties.execution import carry_out
from entente.kernel.state import UNHEARD
from entente.players.evaluation.pax.evaluator import Evaluator, worth

SAFE = 0.75  # of a lesser marker nobody disputes yet: whoever would buy it may also take it


def effect(mind: Evaluator, treaty: Treaty, numbers: list[int]) -> float:
    """What the clauses with these numbers change for a seat, in pounds: its money, and what its
    markers are worth."""
    conveyed = [n for n in numbers if treaty.clauses[n].kind in MARKER_CLAUSES]
    if not conveyed:
        return _money(mind, treaty, numbers)
    world = mind.world
    after = _carried_out(world, treaty, numbers)
    money = sum(after.money(power) - world.money(power) for power in mind.powers)
    areas = list(dict.fromkeys(a for n in conveyed for a in _areas(treaty, n)))
    changed = (_change(mind, treaty, after, p, area) for p in mind.powers for area in areas)
    return money + sum(changed)


def _money(mind: Evaluator, treaty: Treaty, numbers: list[int]) -> float:
    """What is paid to the seat and by it; nobody pays what he does not have."""
    left: dict[Power, int] = {}
    total = 0.0
    for number in numbers:
        clause = treaty.clauses[number]
        giver, taker = clause.text("from"), clause.text("to")
        if clause.kind != "pay" or giver == taker:
            continue
        has = left.setdefault(giver, max(0, free_money(mind.world, giver)))
        paid = min(clause.number("amount"), has)
        left[giver] = has - paid
        if giver in mind.powers:
            total -= clause.number("amount")  # what is missing would be a breach
        if taker in mind.powers:
            total += paid
    return total


def _carried_out(world: PaxContext, treaty: Treaty, numbers: list[int]) -> PaxContext:
    """The world after these clauses of a treaty, the payments first (see execution)."""
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


def _change(mind: Evaluator, treaty: Treaty, after: PaxContext, power: Power, area: Area) -> float:
    """What becomes of a power's marker in an area."""
    world = mind.world
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
    """What a power's marker is worth as things stand: in a dispute, what is likely left of it.
    Who has cause for war and does not use it loses; if both have, both do (9.3)."""
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
