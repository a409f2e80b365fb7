"""Accusations up to version 2 of the rules: a charge names no clause, and waits for every vote."""

from __future__ import annotations

import msgspec

from entente.games.pax.board import Power
from entente.games.pax.context import PaxContext
from entente.games.pax.records.clause_kinds import JUDGED
from entente.games.pax.records.treaty import BROKEN, Charge, Treaty
from entente.games.pax.treaties.breaches import breach, publish
from entente.games.pax.treaties.clauses_in_force import log_treaty, parties
from entente.kernel import Seat, say


def charges_by(world: PaxContext, seat: Seat, treaty: Treaty) -> list[str]:
    """Return the accusations that a seat may bring under a treaty in force."""
    if not any(clause.mode == JUDGED for clause in treaty.clauses):
        return []
    actions = list[str]()
    for power in treaty.parties:
        charged = any((c.treaty, c.power) == (treaty.id, power) for c in world.state.charges)
        broke = any(b.power == power for b in treaty.breaches)
        if power not in world.powers_of(seat) and not charged and not broke:
            actions.append(f"accuse {treaty.id} {power}")
    return actions


def jury_of(world: PaxContext, treaty: Treaty, power: Power) -> list[Seat]:
    """Return the other signatories, or with two signatories the other seats."""
    jury = [each for each in parties(world, treaty) if each != world.seat_of(power)]
    return jury if len(jury) > 1 else [s for s in world.seats if s not in parties(world, treaty)]


def accuse(world: PaxContext, seat: Seat, treaty: Treaty, power: Power) -> None:
    """Accuse another signatory of breaking a clause."""
    jury = jury_of(world, treaty, power)
    if seat not in jury:
        treaty = publish(world, treaty)
    charge = Charge(treaty.id, power, seat, tuple(jury), world.state.turn)
    world.state.charges = (*world.state.charges, charge)
    message = say("log.accused", treaty=treaty.id, power=power, seat=seat)
    log_treaty(world, treaty, message)


def judge(world: PaxContext, seat: Seat, charge: Charge, verdict: str) -> None:
    """Record a vote; a majority of all who may vote finds it broken, a tie acquits."""
    votes = {**charge.votes, seat: verdict}
    after = msgspec.structs.replace(charge, votes=votes)
    broken = sum(each == BROKEN for each in votes.values())
    rest = tuple(each for each in world.state.charges if each != charge)
    treaty = world.state.treaties[charge.treaty]
    if len(votes) < len(charge.jury):
        world.state.charges = (*rest, after)
        return
    world.state.charges = rest
    kept = len(votes) - broken
    message = say("log.verdict", treaty=treaty.id, power=charge.power, broken=broken, kept=kept)
    log_treaty(world, treaty, message)
    if broken > kept:
        number = next(n for n, clause in enumerate(treaty.clauses) if clause.mode == JUDGED)
        breach(world, treaty, number, charge.power)
