"""The clauses in force now (9.4), the seats they bind, and who may know of them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from entente.games.pax.board import Area, Power
from entente.games.pax.context import PaxContext
from entente.games.pax.records.treaty import (
    IN_FORCE,
    Clause,
    Treaty,
    bound_by,
    parties_to,
)
from entente.games.pax.treaties.conditions import holds
from entente.kernel import Message, Seat


class Bound(NamedTuple):
    """A clause in force now."""

    treaty: Treaty
    number: int
    clause: Clause


def at_work(world: PaxContext, *kinds: str) -> Iterator[Bound]:
    """Yield the clauses of these kinds that are in force now: by turn and by condition."""
    turn = world.state.turn
    for treaty in world.state.treaties.values():
        if treaty.state != IN_FORCE or (treaty.until and turn > treaty.until):
            continue
        for number, clause in enumerate(treaty.clauses):
            if clause.kind not in kinds or number in treaty.done:
                continue
            if turn < clause.start or (clause.until and turn > clause.until):
                continue
            if holds(world, clause.when):
                yield Bound(treaty, number, clause)


def binding(world: PaxContext, power: Power, *kinds: str) -> Iterator[Bound]:
    """Yield the clauses of these kinds that bind a power."""
    for bound in at_work(world, *kinds):
        if bound.clause.text("power") == power and bound.treaty.binds(power):
            yield bound


def areas_of(world: PaxContext, clause: Clause) -> set[Area]:
    """Return the areas that a clause names, by themselves or by a tag."""
    areas: set[Area] = set()
    for word in clause.listed("areas"):
        areas |= {word} if word in world.board.areas else set(world.board.tagged(word))
    return areas


def must_sign(world: PaxContext, clause: Clause) -> list[Power]:
    """Return who must sign for a clause; before version 3 all whom it names."""
    return bound_by(clause) if world.since(3) else parties_to(clause)


def parties(world: PaxContext, treaty: Treaty) -> list[Seat]:
    """Return the seats that know of a treaty by being party to it."""
    return _seats_of(world, treaty.parties)


def bound_seats(world: PaxContext, treaty: Treaty) -> list[Seat]:
    """Return the seats that a treaty still binds: those that have left it have no say in it
    (P63)."""
    return _seats_of(world, treaty.bound if world.since(3) else treaty.parties)


def _seats_of(world: PaxContext, powers: tuple[Power, ...]) -> list[Seat]:
    seats = (world.seat_of(power) for power in powers)
    known = {seat for seat in seats if seat is not None}
    return [seat for seat in world.seats if seat in known]


def knows(world: PaxContext, seat: Seat | None, treaty: Treaty) -> bool:
    """Return whether a seat may know of a treaty: what is secret or only offered, its parties
    (14)."""
    if treaty.state != "offered" and not treaty.secret:
        return True
    return seat is not None and seat in parties(world, treaty)


def log_treaty(world: PaxContext, treaty: Treaty, message: Message) -> None:
    """Log a line about a treaty for the seats that may know of it."""
    if treaty.secret:
        world.log_to(parties(world, treaty), message)
    else:
        world.state.log(message)
