"""Treaties offered and signed (9.4), and how offers and treaties expire."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from entente.games.pax.board import Power
from entente.games.pax.context import PaxContext
from entente.games.pax.negotiation import negotiation_phase
from entente.games.pax.records.treaty import (
    EXPIRED,
    IN_FORCE,
    OFFERED,
    Treaty,
)
from entente.games.pax.treaties import leaving
from entente.games.pax.treaties.breaches import change
from entente.games.pax.treaties.clauses_in_force import log_treaty, must_sign, parties
from entente.games.pax.treaties.execution import comes_into_force
from entente.games.pax.treaties.expiry import expire_if_done
from entente.games.pax.treaties.forms import offer_form, parties_of, read_clauses
from entente.kernel import (
    Seat,
    parse_action,
    say,
)
from entente.kernel.menu import Form, ListOf


def expire(world: PaxContext) -> None:
    """9.4: end treaties and offers whose time is over."""
    turn, kept = world.state.turn, {}
    for name, treaty in world.state.treaties.items():
        if treaty.state == OFFERED:
            continue  # an offer lasts for the turn in which it was made
        if treaty.state == IN_FORCE and treaty.until and treaty.until < turn:
            treaty = msgspec.structs.replace(treaty, state=EXPIRED)
        if treaty.state == IN_FORCE and world.since(3):
            treaty = leaving.forget_wishes(expire_if_done(world, treaty))
        kept[name] = treaty
    world.state.treaties = kept
    recent = [charge for charge in world.state.charges if charge.turn >= turn - 1]
    world.state.charges = tuple(charge for charge in recent if charge.treaty in kept)


def form_for(world: PaxContext, seat: Seat) -> Form:
    """Return the form in which a seat offers a treaty."""
    return offer_form(world.board, seat, world.majors, world.number("turns"), world.since(3))


def written_treaty(world: PaxContext, seat: Seat, written: str) -> Treaty:
    """Return the treaty that an action offers, signed by its author."""
    form = form_for(world, seat)
    fields = form.read(written)
    assert fields is not None, written
    many, others = form.fields["clauses"], form.fields["with"]
    assert isinstance(many, ListOf)
    assert isinstance(others, ListOf)
    clauses = read_clauses(many, fields["clauses"])
    bound = [power for clause in clauses for power in must_sign(world, clause)]
    powers = parties_of(seat, others.read(fields["with"]) or [], bound)
    until = fields.get("until")
    return Treaty(
        id=offer_name(world, powers),
        by=seat,
        parties=powers,
        clauses=clauses,
        secret=fields.get("secret") == "yes",
        until=int(parse_action(until).words[-1]) if until else 0,
        signed=world.powers_of(seat),
    )


def offer(world: PaxContext, seat: Seat, written: str) -> Treaty:
    """Offer a treaty to its parties; its author has signed it."""
    treaty = written_treaty(world, seat, written)
    world.state.treaties = {**world.state.treaties, treaty.id: treaty}
    made = world.state.offers_made
    world.state.offers_made = {**made, seat: made.get(seat, 0) + 1}
    message = say("log.offered", seat=seat, treaty=treaty.id)
    world.log_to(parties(world, treaty), message)
    return treaty


def offer_name(world: PaxContext, powers: Iterable[Power]) -> str:
    """Return a name that reveals nothing to others: it counts the treaties these powers have
    discussed."""
    group = ".".join(sorted(powers))
    known = [t for t in world.state.treaties if t.rpartition("-")[0] == group]
    last = max((int(t.rpartition("-")[2]) for t in known), default=0)
    return f"{group}-{last + 1}"


def unsigned(world: PaxContext, treaty: Treaty) -> list[Seat]:
    """Whose signature is missing."""
    missing = [power for power in treaty.parties if power not in treaty.signed]
    seats = (world.seat_of(power) for power in missing)
    return list(dict.fromkeys(seat for seat in seats if seat is not None))


def sign(world: PaxContext, seat: Seat, treaty: Treaty) -> None:
    """Sign a treaty; with the last signature it is in force."""
    treaty = change(world, treaty, signed=(*treaty.signed, *world.powers_of(seat)))
    world.log_to(parties(world, treaty), say("log.signed", seat=seat, treaty=treaty.id))
    if not unsigned(world, treaty):
        in_force(world, treaty)


def in_force(world: PaxContext, treaty: Treaty) -> None:
    """Put a treaty in force that all have signed. A public one gets a public name."""
    state = world.state
    name = treaty.id
    if not treaty.secret:
        state.public_treaties += 1
        name = f"treaty-{state.public_treaties}"
    rest = {each: other for each, other in state.treaties.items() if each != treaty.id}
    treaty = msgspec.structs.replace(
        treaty, id=name, state=IN_FORCE, turn=state.turn, since=len(state.purchases)
    )
    state.treaties = {**rest, name: treaty}
    log_treaty(world, treaty, say("log.treaty", treaty=name, parties=list(treaty.parties)))
    comes_into_force(world, treaty)
    if not (treaty.secret and world.since(3)):  # else others would see who has signed something
        negotiation_phase.concern(world, parties(world, treaty))
