"""Bargains: clauses in the form in which they are weighed and in which they are written, and what
must be paid so that both sides gain by them."""

from __future__ import annotations

from math import ceil
from typing import NamedTuple

import msgspec

from entente.games.pax.board import Area, Power
from entente.games.pax.economy.spending import free_money
from entente.games.pax.negotiation.offers import form_for
from entente.games.pax.records.treaty import Clause, Treaty
from entente.games.pax.treaties.forms import MOST_CLAUSES, write_clause
from entente.kernel import Seat
from entente.kernel.menu import Amount, ListOf, OneOf
from entente.players.evaluation.pax.character import USUAL
from entente.players.evaluation.pax.evaluator import Evaluator, spendable
from entente.players.evaluation.pax.treaties import MARGIN, NEVER, value

GOODWILL = 3.0  # pounds by which the other shall gain, so that he signs whatever his character is
OTHERS_PROMISE = 0.5  # how much others are thought to count a promise to stay out
LEAST_PAID = 3
MOST_PAID = 60


class Bargain(NamedTuple):
    """What is laid before a seat, and what it brings its author in pounds."""

    partner: Seat
    clauses: tuple[Clause, ...]
    until: int
    gain: float

    def written(self, mind: Evaluator) -> str:
        """As its author offers it at the desk."""
        form = form_for(mind.world, mind.seat)
        many, others, turn = (form.fields[name] for name in ("clauses", "with", "until"))
        assert isinstance(many, ListOf)
        assert isinstance(many.item, OneOf)
        assert isinstance(others, ListOf)
        assert isinstance(turn, Amount)
        clauses = [write_clause(many.item, clause) for clause in self.clauses]
        given = {"with": others.write([self.partner]), "clauses": many.write(clauses)}
        if self.until:
            given["until"] = f"{turn.verb} {self.until}"
        return form.write(given)


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


# -- the price


def draft_of(mind: Evaluator, partner: Seat, clauses: tuple[Clause, ...], until: int = 0) -> Treaty:
    """A treaty of a seat with another as it would be offered."""
    return Treaty("draft", mind.seat, (mind.seat, partner), clauses, until=until)


def guessed(mind: Evaluator, partner: Seat) -> Evaluator:
    """Another seat as it is likely to think: it has no character, and half trusts promises."""
    return Evaluator(mind.world, partner, USUAL, promise=OTHERS_PROMISE)


def priced(
    mind: Evaluator, partner: Seat, clauses: tuple[Clause, ...], until: int = 0
) -> Bargain | None:
    """The same bargain with so much money that both gain; None: there is no such price.

    What it is worth to the other is guessed: he weighs as everybody does, without a character. A
    seat never promises the same money twice."""
    world, seat = mind.world, mind.seat
    draft = draft_of(mind, partner, clauses, until)
    mine, theirs = value(mind, draft), value(guessed(mind, partner), draft)
    if min(mine, theirs) <= NEVER:
        return None
    lacking = MARGIN + GOODWILL - theirs
    if lacking > 0:
        amount = max(LEAST_PAID, ceil(lacking))
        if amount > min(MOST_PAID, spendable(world, seat)) or mine - amount < MARGIN:
            return None
        return Bargain(partner, (*clauses, pays(seat, partner, amount)), until, mine - amount)
    wanted = MARGIN / mind.character.deals - mine
    if wanted > 0:
        if on_trust(mind, clauses):
            return None
        amount = max(LEAST_PAID, ceil(wanted))
        if amount > min(MOST_PAID, free_money(world, partner)) or amount > theirs - MARGIN:
            return None
        return Bargain(partner, (*clauses, pays(partner, seat, amount)), until, mine + amount)
    return Bargain(partner, clauses, until, mine)


def on_trust(mind: Evaluator, clauses: tuple[Clause, ...]) -> bool:
    """Whether the seat would give a marker up for money that the other can spend before he signs:
    in the movement phase he may be left with nothing to pay it from."""
    return mind.world.state.phase == "movement" and any(
        clause.kind in ("remove", "lower") and clause.text("power") in mind.powers
        for clause in clauses
    )


def dearer(mind: Evaluator, treaty: Treaty) -> Bargain | None:
    """A counter-offer: the same treaty, for more money from its author, or less to him; None: no
    price makes it good for both, or there is no room for it among the clauses."""
    world, partner = mind.world, world_seat(mind, treaty)
    if partner is None or len(treaty.parties) != 2 or treaty.secret:
        return None
    mine = value(mind, treaty)
    if mine <= NEVER:
        return None
    gap = ceil(MARGIN / mind.character.deals - mine) + 1
    paid = sum(
        clause.number("amount") * (1 if clause.text("to") == mind.seat else -1)
        for clause in treaty.clauses
        if clause.kind == "pay" and clause.text("due") == "now"
    )
    rest = tuple(
        clause for clause in treaty.clauses if clause.kind != "pay" or clause.text("due") != "now"
    )
    if not rest:
        return None
    amount = paid + gap
    giver, taker = (partner, mind.seat) if amount > 0 else (mind.seat, partner)
    if amount > 0 and on_trust(mind, rest):
        return None
    purse = spendable(world, giver) if giver == mind.seat else max(0, free_money(world, giver))
    if abs(amount) > min(MOST_PAID, purse):
        return None
    money = (pays(giver, taker, abs(amount)),) if amount else ()
    draft = msgspec.structs.replace(treaty, clauses=(*rest, *money))
    if len(draft.clauses) > MOST_CLAUSES:
        return None
    if value(Evaluator(world, partner, USUAL), draft) < MARGIN:  # he wants it: he has written it
        return None
    return Bargain(partner, draft.clauses, treaty.until, value(mind, draft))


def world_seat(mind: Evaluator, treaty: Treaty) -> Seat | None:
    """Who has offered a treaty."""
    return mind.world.seat_of(treaty.by)
