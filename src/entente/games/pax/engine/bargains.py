"""Bargains: clauses as they are valued and as they are written, and the price at which both sides
gain."""

from __future__ import annotations

from math import ceil
from typing import NamedTuple

import msgspec

from entente.games.pax.board import Area, Power
from entente.games.pax.economy.spending import free_money
from entente.games.pax.engine.character import USUAL
from entente.games.pax.engine.evaluator import Evaluator, spendable
from entente.games.pax.engine.treaties import MARGIN, NEVER, value
from entente.games.pax.negotiation.offers import form_for
from entente.games.pax.records.clause_kinds import MOST_CLAUSES
from entente.games.pax.records.treaty import OFFERED, Clause, Treaty
from entente.games.pax.treaties.forms import read_clauses, write_clause
from entente.kernel import Seat, parse_action
from entente.kernel.menu import Amount, ListOf, OneOf

GOODWILL = 3.0  # pounds that the partner shall gain, so that any character signs
OTHERS_PROMISE = 0.5  # the assumed weight of a promise to stay out, for others
LEAST_PAID = 3
MOST_PAID = 60


class Bargain(NamedTuple):
    """An offer to a seat, and its value to the author in pounds."""

    partner: Seat
    clauses: tuple[Clause, ...]
    until: int
    gain: float

    def written(self, evaluator: Evaluator) -> str:
        """Return the offer as it is written at the desk."""
        form = form_for(evaluator.world, evaluator.seat)
        many, others, turn = (form.fields[name] for name in ("clauses", "with", "until"))
        assert isinstance(many, ListOf)
        assert isinstance(many.item, OneOf)
        assert isinstance(others, ListOf)
        assert isinstance(turn, Amount)
        clauses = [write_clause(many.item, clause) for clause in self.clauses]
        fields = {"with": others.write([self.partner]), "clauses": many.write(clauses)}
        if self.until:
            fields["until"] = f"{turn.verb} {self.until}"
        return form.write(fields)


# -- clauses


def pays(giver: Power, taker: Power, amount: int) -> Clause:
    return Clause("pay", {"from": giver, "to": taker, "amount": amount, "due": "now"})


def lowers(power: Power, area: Area, level: str = "interest") -> Clause:
    return Clause("lower", {"power": power, "area": area, "level": level})


def removes(power: Power, area: Area) -> Clause:
    return Clause("remove", {"power": power, "area": area})


def stays_out(power: Power, area: Area, level: str) -> Clause:
    return Clause("no_placement", {"power": power, "areas": area, "level": level})


def shares(area: Area, *members: Power) -> Clause:
    return Clause(
        "codominion", {"area": area, "members": " ".join(members), "level": "protectorate"}
    )


def defends(power: Power, protected: Power, against: Power) -> Clause:
    return Clause("defensive", {"power": power, "protected": protected, "against": against})


def read_offer(evaluator: Evaluator, written: str) -> tuple[Seat, tuple[Clause, ...], int] | None:
    """Return an offer as `Bargain.written` writes it: the partner, the clauses, the last turn."""
    form = form_for(evaluator.world, evaluator.seat)
    fields, many, others = form.read(written), form.fields["clauses"], form.fields["with"]
    assert isinstance(many, ListOf)
    assert isinstance(others, ListOf)
    if fields is None:
        return None
    partner = (others.read(fields["with"]) or [""])[0]
    until = parse_action(fields.get("until", "0")).words[-1]
    return partner, read_clauses(many, fields["clauses"]), int(until)


# -- the price


def draft_of(
    evaluator: Evaluator, partner: Seat, clauses: tuple[Clause, ...], until: int = 0
) -> Treaty:
    """Return a treaty with another seat, as it would be offered."""
    return Treaty("draft", evaluator.seat, (evaluator.seat, partner), clauses, until=until)


def guessed(evaluator: Evaluator, partner: Seat) -> Evaluator:
    """Another seat's evaluator as a guess: no character, and half trust in promises."""
    return Evaluator(evaluator.world, partner, USUAL, promise=OTHERS_PROMISE)


def priced(
    evaluator: Evaluator, partner: Seat, clauses: tuple[Clause, ...], until: int = 0
) -> Bargain | None:
    """Return the bargain with a payment at which both gain; None: there is no such price.

    The partner's value is a guess, without a character. A seat never promises the same money twice.
    """
    world, seat = evaluator.world, evaluator.seat
    draft = draft_of(evaluator, partner, clauses, until)
    mine, theirs = value(evaluator, draft), value(guessed(evaluator, partner), draft)
    if min(mine, theirs) <= NEVER:
        return None
    lacking = MARGIN + GOODWILL - theirs
    if lacking > 0:
        amount = max(LEAST_PAID, ceil(lacking))
        if amount > min(MOST_PAID, spendable(world, seat)) or mine - amount < MARGIN:
            return None
        return Bargain(partner, (*clauses, pays(seat, partner, amount)), until, mine - amount)
    wanted = MARGIN / evaluator.character.deals - mine
    if wanted > 0:
        if on_trust(evaluator, clauses):
            return None
        amount = max(LEAST_PAID, ceil(wanted))
        if amount > min(MOST_PAID, free_money(world, partner)) or amount > theirs - MARGIN:
            return None
        return Bargain(partner, (*clauses, pays(partner, seat, amount)), until, mine + amount)
    return Bargain(partner, clauses, until, mine)


def on_trust(evaluator: Evaluator, clauses: tuple[Clause, ...]) -> bool:
    """Whether the seat would give up a marker for money that the partner can spend before signing,
    in the movement phase."""
    return evaluator.world.state.phase == "movement" and any(
        clause.kind in ("remove", "lower") and clause.text("power") in evaluator.powers
        for clause in clauses
    )


def counter_offer(evaluator: Evaluator, treaty: Treaty) -> Bargain | None:
    """Return a counter-offer: the same treaty at a better price; None: no price is good for both,
    or there is no room for another clause. It asks for a part of the partner's gain, so that it
    does not tell the lowest price."""
    world, partner = evaluator.world, evaluator.world.seat_of(treaty.by)
    if partner is None or len(treaty.parties) != 2 or treaty.secret:
        return None
    mine = value(evaluator, treaty)
    rest = terms(treaty)
    if mine <= NEVER or not rest:
        return None
    paid = sum(
        clause.number("amount") * (1 if clause.text("to") == evaluator.seat else -1)
        for clause in treaty.clauses
        if clause not in rest
    )
    lowest = paid + ceil(MARGIN / evaluator.character.deals - mine) + 1
    if lowest > 0 and on_trust(evaluator, rest):
        return None
    theirs = value(Evaluator(world, partner, USUAL), msgspec.structs.replace(treaty, clauses=rest))
    amount = lowest + int(evaluator.haggles * max(0.0, theirs - lowest - MARGIN - GOODWILL))
    if on_trust(evaluator, rest):
        amount = min(0, amount)
    if amount > 0:
        amount = min(amount, max(lowest, min(MOST_PAID, free_money(world, partner))))
    giver, taker = (partner, evaluator.seat) if amount > 0 else (evaluator.seat, partner)
    funds = spendable(world, giver) if giver == evaluator.seat else max(0, free_money(world, giver))
    if abs(amount) > min(MOST_PAID, funds):
        return None
    money = (pays(giver, taker, abs(amount)),) if amount else ()
    draft = msgspec.structs.replace(treaty, clauses=(*rest, *money))
    if len(draft.clauses) > MOST_CLAUSES:
        return None
    if value(Evaluator(world, partner, USUAL), draft) < MARGIN:  # the author must still want it
        return None
    return Bargain(partner, draft.clauses, treaty.until, value(evaluator, draft))


def terms(treaty: Treaty) -> tuple[Clause, ...]:
    """Return the clauses of a treaty without the payments at once."""
    return tuple(
        clause for clause in treaty.clauses if clause.kind != "pay" or clause.text("due") != "now"
    )


def keeps_price(evaluator: Evaluator, treaty: Treaty) -> bool:
    """Whether an offer is at least as good as the seat's own price for the same terms. The price
    binds it while its own offer is on the desk, and for the rest of a turn in which others have
    declined what it offered: an author who tries one price after another does not find a lower
    one. Secret offers are not countered, so the price always binds it there."""
    world, seat = evaluator.world, evaluator.seat
    partner = world.seat_of(treaty.by)
    if partner is None or len(treaty.parties) != 2:
        return True
    worth = value(evaluator, treaty)
    for other in world.state.treaties.values():
        same = {*other.parties} == {*treaty.parties} and terms(other) == terms(treaty)
        if other.state == OFFERED and other.by == seat and same:
            return worth >= value(
                evaluator, draft_of(evaluator, partner, other.clauses, other.until)
            )
    mine = [
        each
        for each in world.state.treaties.values()
        if each.by == seat and (each.state == OFFERED or each.turn == world.state.turn)
    ]
    if not treaty.secret and world.state.offers_made.get(seat, 0) <= len(mine):
        return True
    own = counter_offer(evaluator, msgspec.structs.replace(treaty, secret=False))
    return own is None or worth >= own.gain
