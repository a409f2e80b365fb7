"""Peace offers during a round: what is open to whom, and its consequences (12.10, P62). The
question is in `peace_talks`."""

from __future__ import annotations

import msgspec

from entente.games.pax.belligerents import belligerent_seats
from entente.games.pax.context import PaxContext
from entente.games.pax.records.treaty import Clause, bound_by
from entente.games.pax.records.war import WAR, PeaceOffer, Talks, War
from entente.games.pax.war.peace import can_sign, draft_of
from entente.games.pax.war.peace_settlement import PRESENT_LINES, STATUS_QUO, parting, signatories
from entente.kernel import Seat

MOST_OFFERS = 3  # of one seat in a round
ACCEPT, REJECT = "make_peace", "reject_peace"
STANDARD = (STATUS_QUO, PRESENT_LINES)

# Steps of the end of a round, or of a war: peace has its window there, or is signed already.
ENDING = frozenset(
    (
        "peace_window",
        "talks_lapse",
        "offer_peace",
        "sign_peace",
        "drafts_over",
        "peace_agreed",
        "end_test",
        "unreachable",
        "end_unreachable",
        "leave_war",
    )
)


# -- the record


def talks_of(world: PaxContext, number: int) -> Talks:
    """Return what has been said about peace in this round of a war."""
    known = (talks for talks in world.state.talks if talks.war == number)
    return next(known, Talks(number))


def store_talks(world: PaxContext, talks: Talks) -> None:
    rest = tuple(each for each in world.state.talks if each.war != talks.war)
    world.state.talks = (*rest, talks) if talks.offers or talks.silent else rest


def replace_offer(world: PaxContext, offer: PeaceOffer, **changes: object) -> PeaceOffer:
    """Replace fields of an offer."""
    talks, after = talks_of(world, offer.war), msgspec.structs.replace(offer, **changes)
    offers = tuple(after if each == offer else each for each in talks.offers)
    store_talks(world, msgspec.structs.replace(talks, offers=offers))
    return after


def open_offers(world: PaxContext, war: War) -> list[PeaceOffer]:
    """Return the offers that may still be signed: an entry into a war or an exit voids earlier
    ones."""
    return [o for o in talks_of(world, war.id).offers if o.open and o.entered == war.entered]


def offer_by(world: PaxContext, war: War, seat: Seat) -> PeaceOffer | None:
    """Return the open offer of a seat."""
    return next((o for o in open_offers(world, war) if o.by == seat), None)


def awaiting(world: PaxContext, war: War, seat: Seat) -> list[PeaceOffer]:
    """Return the offers that a seat has still to answer."""
    return [o for o in open_offers(world, war) if seat != o.by and seat not in o.answers]


def offers_left(world: PaxContext, war: War, seat: Seat) -> int:
    """Return how many offers a seat may still make in this round."""
    made = sum(offer.by == seat for offer in talks_of(world, war.id).offers)
    return MOST_OFFERS - made


def is_talked_about(world: PaxContext, war: War) -> bool:
    """P62: whether peace may be offered now: in the war phase, while a war is fought or is to be.

    Not in its formal window or while it ends; not while its powers fight a rebellion or an Ottoman
    war first, from which their units could not be called home."""
    if world.state.phase != "war" or world.state.congress is not None or not can_sign(world, war):
        return False
    stack = world.state.stack
    if any(frame.step in ENDING and frame.args.get("war") == war.id for frame in stack):
        return False
    others = [each for each in world.state.wars if war.kind == WAR and each.kind != WAR]
    return not any(power in each.entered for each in others for power in war.entered)


# -- what an offer would bring


def clauses_of(world: PaxContext, war: War, written: str, author: Seat) -> tuple[Clause, ...]:
    return () if written in STANDARD else draft_of(world, war, written, author).clauses


def willing(offer: PeaceOffer) -> list[Seat]:
    """Return the seats that have accepted an offer."""
    return [offer.by, *(seat for seat, verb in offer.answers.items() if verb == ACCEPT)]


def missing(world: PaxContext, war: War, offer: PeaceOffer) -> list[Seat]:
    """Return the seats that have not answered an offer."""
    seats = belligerent_seats(world, war)
    return [seat for seat in seats if seat != offer.by and seat not in offer.answers]


def would_bind(world: PaxContext, war: War, offer: PeaceOffer, seats: list[Seat]) -> bool:
    """12.10: whether an offer brings peace if these seats sign it."""
    signed = signatories(world, war, seats)
    leaving, _ = parting(war, signed)
    clauses = clauses_of(world, war, offer.written, offer.by)
    return bool(leaving) and all(p in signed for clause in clauses for p in bound_by(clause))
