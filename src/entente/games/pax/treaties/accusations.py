"""Accusations (9.5, P77, P82): a clause that only people can judge is judged by a vote."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random
from typing import NamedTuple

import msgspec

from entente.games.pax.board import Power
from entente.games.pax.context import PaxContext
from entente.games.pax.records.clause_kinds import JUDGED
from entente.games.pax.records.treaty import (
    BROKEN,
    CAST,
    EXPIRED,
    IN_FORCE,
    KEPT,
    Charge,
    ChargeVerdict,
    Treaty,
)
from entente.games.pax.treaties import accusations_v2
from entente.games.pax.treaties.breaches import breach, change, publish
from entente.games.pax.treaties.clauses_in_force import log_treaty, parties
from entente.kernel import Action, Seat, say


class ChargedAct(NamedTuple):
    """What a power is charged with: the clause, and the turn in which it broke it."""

    power: Power
    clause: int
    turn: int

    def written(self, world: PaxContext, treaty: str) -> str:
        """As written in an action."""
        return f"{treaty} {self.power} {self.clause + 1} {world.board.year(self.turn)}"


# -- charging


def charges_by(world: PaxContext, seat: Seat, treaty: Treaty) -> list[str]:
    """Return the accusations that a seat may bring under a treaty in force."""
    if not world.since(3):
        return accusations_v2.charges_by(world, seat, treaty)
    if treaty.state not in (IN_FORCE, EXPIRED):
        return []
    if not any(power in treaty.bound for power in world.powers_of(seat)):
        return []
    return [f"accuse {act.written(world, treaty.id)}" for act in chargeable(world, seat, treaty)]


def chargeable(world: PaxContext, seat: Seat, treaty: Treaty) -> Iterator[ChargedAct]:
    """9.5: acts of this turn and the last against a clause that bound their author then, also if
    the clause has run out or the author has left since. An act is judged once (P77)."""
    known = {ChargedAct(each.power, each.clause, each.turn) for each in treaty.trials}
    known |= {_act(each) for each in world.state.charges if each.treaty == treaty.id}
    now = world.state.turn
    for number, clause in enumerate(treaty.clauses):
        power = clause.text("power")
        if clause.mode != JUDGED or power not in treaty.parties or world.seat_of(power) == seat:
            continue
        first = max(treaty.turn, clause.start, now - 1)
        last = min(now, clause.until or now, treaty.last_turn_of(power) or now)
        for turn in range(last, first - 1, -1):
            if ChargedAct(power, number, turn) not in known:
                yield ChargedAct(power, number, turn)


def _act(charge: Charge) -> ChargedAct:
    return ChargedAct(charge.power, charge.number, charge.act_turn)


def act_of(world: PaxContext, words: Sequence[str]) -> ChargedAct:
    """Return an act as an action names it: the power, the clause counted from 1, the year."""
    power, clause, year = words
    constants = world.board.constants
    turn = (int(year) - constants.first_year) // constants.years_per_turn + 1
    return ChargedAct(power, int(clause) - 1, turn)


def jury_of(world: PaxContext, treaty: Treaty, power: Power) -> list[Seat]:
    """9.5: the signatories other than the accused; with two signatories the other seats."""
    if not world.since(3):
        return accusations_v2.jury_of(world, treaty, power)
    signed = [each for each in parties(world, treaty) if _is_bound(world, treaty, each)]
    jury = [each for each in signed if each != world.seat_of(power)]
    return jury if len(jury) > 1 else [each for each in world.seats if each not in signed]


def _is_bound(world: PaxContext, treaty: Treaty, seat: Seat) -> bool:
    return any(power in treaty.bound for power in world.powers_of(seat))


def accuse(world: PaxContext, seat: Seat, treaty: Treaty, words: Sequence[str]) -> None:
    """Charge another signatory with an act. With two signatories the treaty is published, and
    the other seats vote."""
    if not world.since(3):
        accusations_v2.accuse(world, seat, treaty, words[0])
        return
    act = act_of(world, words)
    jury = jury_of(world, treaty, act.power)
    if seat not in jury:
        treaty = publish(world, treaty)
    charge = Charge(
        treaty=treaty.id,
        power=act.power,
        by=seat,
        jury=tuple(jury),
        turn=world.state.turn,
        clause=act.clause,
        acted=act.turn,
    )
    world.state.charges = (*world.state.charges, charge)
    message = say(
        "log.accused_of",
        treaty=treaty.id,
        power=act.power,
        seat=seat,
        clause=act.clause + 1,
        year=world.board.year(act.turn),
    )
    log_treaty(world, treaty, message)


# -- judging


def open_charges(world: PaxContext, seat: Seat) -> list[Charge]:
    """Charges on which a seat has still to vote."""
    return [c for c in world.state.charges if seat in c.jury and seat not in c.votes]


def votes_of(world: PaxContext, seat: Seat) -> list[str]:
    """Return how a seat may vote on the charges before it."""
    return [
        f"judge {_written(world, charge)} {verdict}"
        for charge in open_charges(world, seat)
        for verdict in (KEPT, BROKEN)
    ]


def _written(world: PaxContext, charge: Charge) -> str:
    if not charge.names_clause:
        return f"{charge.treaty} {charge.power}"
    return _act(charge).written(world, charge.treaty)


def vote(world: PaxContext, seat: Seat, action: Action) -> None:
    """Record the vote of a juror."""
    *words, verdict = action.args
    written = " ".join(words)
    charge = next(c for c in open_charges(world, seat) if _written(world, c) == written)
    if world.since(3):
        judge(world, seat, charge, verdict)
    else:
        accusations_v2.judge(world, seat, charge, verdict)


def judge(world: PaxContext, seat: Seat, charge: Charge, verdict: str) -> None:
    """9.5, P82: a vote under seal. The verdict falls as soon as the missing votes cannot change
    it."""
    after = msgspec.structs.replace(charge, votes={**charge.votes, seat: verdict})
    rest = tuple(each for each in world.state.charges if each != charge)
    world.state.charges = (*rest, after)
    votes, half = list(after.votes.values()), len(charge.jury) / 2
    if votes.count(BROKEN) > half or votes.count(KEPT) >= half:
        conclude(world, after)


def conclude(world: PaxContext, charge: Charge) -> None:
    """9.5: the majority of those who have voted decides; a tie acquits. The breach is that of the
    clause charged (P82), and the act is not charged again (P77)."""
    votes = list(charge.votes.values())
    broken, kept = votes.count(BROKEN), votes.count(KEPT)
    is_guilty = broken > kept
    world.state.charges = tuple(each for each in world.state.charges if each != charge)
    act = _act(charge)
    treaty = world.state.treaties[charge.treaty]
    trial = ChargeVerdict(act.power, act.clause, act.turn, is_guilty)
    treaty = change(world, treaty, tried=(*treaty.trials, trial))
    world.state.reveal()
    message = say("log.verdict", treaty=treaty.id, power=act.power, broken=broken, kept=kept)
    log_treaty(world, treaty, message)
    if is_guilty:
        breach(world, treaty, act.clause, act.power, while_bound=True)


def close_charges(world: PaxContext) -> None:
    """P82: at the end of the turn jurors who have not voted abstain."""
    if not world.since(3):
        return
    for charge in world.state.charges:
        if world.state.outcome is None:
            conclude(world, charge)


# -- what others may know


def seen_by(charge: Charge, viewer: Seat | None) -> Charge:
    """P82: votes are sealed until the verdict; that a juror has voted is known."""
    votes = {seat: vote if seat == viewer else CAST for seat, vote in charge.votes.items()}
    return msgspec.structs.replace(charge, votes=votes)


def resample_votes(charge: Charge, seat: Seat, rng: Random) -> Charge:
    """Return the votes of others as a seat takes them for possible."""
    votes = {
        each: vote if each == seat or not charge.names_clause else rng.choice((KEPT, BROKEN))
        for each, vote in charge.votes.items()
    }
    return msgspec.structs.replace(charge, votes=votes)
