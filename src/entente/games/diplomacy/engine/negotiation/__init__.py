"""Negotiation of the levels: what proposals mean, and who negotiates (see `players.letters`)."""

from __future__ import annotations

from typing import Any

from entente.games.diplomacy.answers.slots import ABSENT, CONCEDE
from entente.games.diplomacy.answers.terms import DRAW_TERM, is_term, last_year, zone_of
from entente.games.diplomacy.engine.features import DiplomacyPosition
from entente.games.diplomacy.engine.negotiation.promises import (
    Agreement,
    Breach,
    Facts,
    Ledger,
    agreed_orders,
    as_facts,
    breaches,
    facts_of,
    orders_for,
    province,
)
from entente.games.diplomacy.phases import ordered_unit
from entente.games.diplomacy.state import SPRING
from entente.kernel import Caution, Seat, say
from entente.kernel.caution import loss
from entente.players.letters import Grounds, Letters, Offer, PromiseRecord


def can_negotiate(position: DiplomacyPosition) -> bool:
    """Whether proposals can be made and answered now: while orders are written."""
    top = position.state.top
    return top is not None and top.step == "orders"


def facts(position: DiplomacyPosition) -> Facts:
    """Return the public facts that promises refer to."""
    return facts_of(position.context)


def concerns(facts: Any, offer: Offer, seat: Seat) -> bool:
    """Whether a proposal is about a seat or the sender's dealings with it."""
    known = as_facts(facts)
    if seat == offer.sender or seat not in offer.seats:
        return False
    if seat not in known.powers or offer.sender not in known.powers:
        return False  # out of the game
    return any(map(is_term, offer.items)) or any(
        orders_for(offer.items, each, known) for each in (seat, offer.sender)
    )


def binding(letters: Letters, facts: Any, seat: Seat) -> str:
    """Return a text that changes when what binds a seat or its partners does."""
    ledger = Ledger(letters, as_facts(facts))
    open_ = [(each.number, each.parties) for each in ledger.open if seat in each.parties]
    counts = {each: ledger.counts(each) for each in sorted(as_facts(facts).powers)}
    return repr((open_, counts))


def count_promises(letters: Letters, seat: Seat) -> tuple[int, int]:
    """Return how many promises a seat has kept and broken."""
    return Ledger(letters).counts(seat)


def promises(letters: Letters) -> list[PromiseRecord]:
    """Return the promises that were kept or broken, of those that asked anything of their seat."""
    known = [as_facts(season.facts) for season in letters.seasons]
    return [
        PromiseRecord(
            promise.agreement.number,
            promise.seat,
            promise.agreement.partners(promise.seat),
            promise.kept,
            made if promise.kept or promise.ended is None else promise.ended,
        )
        for promise in Ledger(letters).promises
        if promise.kept is not None
        and (made := promise.agreement.offer.season) < len(known)
        and promise.agreement.asks(promise.seat, known[made])
    ]


def outcomes(letters: Letters, facts: Any) -> dict[int, list[Grounds]]:
    """Return who kept and who broke each agreement, in words, by the number of its proposal.

    Without the `facts` of the current season, the game is over. An agreement that still binds its
    parties has no outcome.
    """
    now = None if facts is None else as_facts(facts)
    known = [as_facts(season.facts) for season in letters.seasons]
    after = known if now is None else [*known, now]
    ledger = Ledger(letters, now)
    found = dict[int, list[Grounds]]()
    for promise in sorted(ledger.promises, key=lambda each: each.kept is not False):
        agreement, ended = promise.agreement, promise.ended
        made = agreement.offer.season
        if promise.kept is None or made >= len(known):
            continue
        if not agreement.asks(promise.seat, known[made]):
            continue
        if ended is None:
            message = say("letter_outcome.kept", who=promise.seat)
        elif not promise.kept:
            year, season = known[ended].year, known[ended].season
            key = "spring" if season == SPRING else "autumn"
            message = say(f"letter_outcome.broken_{key}", who=promise.seat, year=year)
        elif any(agreement.is_in_force(ended + 1, later) for later in after[ended + 1 :][:1]):
            message = say("letter_outcome.released", who=promise.seat)
        else:
            message = say("letter_outcome.kept", who=promise.seat)
        found.setdefault(agreement.number, []).append(Grounds(message, {"who": "seat_the"}))
    return found


def cautions(letters: Letters, facts: Any, seat: Seat, action: str) -> list[Caution]:
    """Return a caution for each promise of a seat that its orders would break.

    A seat that concedes or submits nothing gives no orders; the vote has its own confirmation.
    """
    if action.split("; ")[-1] in (ABSENT, CONCEDE):
        return []
    now = as_facts(facts)
    ledger = Ledger(letters, now)
    found = list[Caution]()
    for agreement in ledger.open:
        if seat not in agreement.parties:
            continue
        agreed = agreed_orders(ledger.open, agreement, letters.now)
        for breach in breaches(agreement, seat, letters.now, now, action, agreed):
            caution = _caution(agreement, seat, breach, now)
            if caution not in found:  # two agreements may promise the same
                found.append(caution)
    return found


def _caution(agreement: Agreement, seat: Seat, breach: Breach, facts: Facts) -> Caution:
    """Return the caution about a broken promise, with the provinces to show."""
    partners, item, order = list(agreement.partners(seat)), breach.item, breach.order
    if item == DRAW_TERM:
        return loss("caution.promised_draw", partners=partners)
    if not is_term(item):
        return loss("caution.promised_order", _place(item), partners=partners, order=item)
    year = last_year(item) or facts.year
    if (zone := zone_of(item)) is not None:
        return loss(
            "caution.promised_zone",
            _place(order),
            zone,
            partners=partners,
            order=order,
            province=zone,
            year=year,
        )
    return loss("caution.promised_peace", _place(order), partners=partners, order=order, year=year)


def _place(order: str) -> str:
    """Return the province of an order's unit."""
    return province(ordered_unit(order).split()[1])
