"""Negotiation of the levels: what proposals mean, and who negotiates (see `players.letters`)."""

from __future__ import annotations

from typing import Any

from entente.games.diplomacy.answers.terms import is_term
from entente.games.diplomacy.engine.features import DiplomacyPosition
from entente.games.diplomacy.engine.negotiation.promises import (
    Facts,
    Ledger,
    as_facts,
    facts_of,
    orders_for,
)
from entente.games.diplomacy.state import SPRING
from entente.kernel import Seat, say
from entente.players.letters import Grounds, Letters, Offer


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
