"""Who is asked again in the open phase, and why (6.6)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from entente.games.pax.board import Area, Power, place_of
from entente.games.pax.context import PaxContext
from entente.games.pax.movement.perform_orders import power_and_words
from entente.games.pax.records.movement_state import CANAL, OWN, TREATY, WATCH, Reopening
from entente.games.pax.state import Cause
from entente.kernel import Action, Message, Seat, say

MARKER_VERBS = ("place", "raise", "lower")
FIRST_RULES = "1"  # under which watch lists take effect at once


# -- the seats an order concerns


def concerned(
    world: PaxContext, seat: Seat, action: Action, causes: tuple[Cause, ...], bound: set[Seat]
) -> dict[Seat, Reopening]:
    """6.6: the seats that an order just carried out concerns, and why (C1 to C5). `bound` are the
    seats it concerns by a treaty or a canal."""
    _, words = power_and_words(seat, action)
    place = place_of_order(words)
    reopened: dict[Seat, Reopening] = {}
    if place:
        kind, powers = _stake(world, words[0], place)
        for other in world.seats if powers else ():
            if not powers.isdisjoint(world.powers_of(other)):
                reopened[other] = Reopening(other, seat, kind, place)
    if world.state.causes is not causes:
        for cause in sorted(set(world.state.causes) ^ set(causes), key=lambda each: each.id):
            for power in (cause.holder, cause.against):
                if (party := world.seat_of(power)) is not None:
                    reopened.setdefault(party, Reopening(party, seat, "cause", cause.area))
    for other in world.by_precedence(bound) if bound else ():
        isthmus = words[1] if words[0] == CANAL else place
        why = CANAL if words[0] == CANAL else TREATY
        reopened.setdefault(other, Reopening(other, seat, why, isthmus))
    reopened.pop(seat, None)
    return reopened


def _stake(world: PaxContext, verb: str, place: Area) -> tuple[str, set[Power]]:
    """Return the powers with a stake in a place where an order was carried out, and which."""
    markers = world.markers(place)
    if verb == "march":
        return "army", {power for power, marker in markers.items() if marker.fights}
    state = world.state
    present = {*markers, *state.armies.get(place, ())}
    for where, forces in state.navies.items():
        if place_of(where) == place:
            present |= forces.keys()
    return "marker", present


def place_of_order(words: Sequence[str]) -> Area:
    """Return the area that an order changes, or moves an army into; empty if none."""
    if words[0] == "march":
        return words[-1]
    return words[1] if words[0] in MARKER_VERBS else ""


# -- watch lists


def note_step(world: PaxContext, seat: Seat, action: Action) -> None:
    """Note an action for seats that are ready. Their watch lists take effect only when its author
    is ready too: until then the author may take it back, and has learned nothing."""
    _, words = power_and_words(seat, action)
    step, state = (seat, place_of_order(words)), world.state
    state.unheard = {
        each: tuple(dict.fromkeys((*state.unheard.get(each, ()), step)))
        for each in state.moving.ready
        if each != seat
    }


def alarm_watchers(world: PaxContext, seat: Seat) -> None:
    """6.6: when a seat is ready, ask the seats again that have it, or a place where it acted, on
    their private watch list (C6). Under the first rules they were asked at once."""
    state = world.state
    if state.rules == FIRST_RULES:
        return
    noted = {
        each: [step for step in steps if step[0] == seat] for each, steps in _unseen_steps(world)
    }
    if any(noted.values()):  # reveals who watches what
        state.reveal()
    state.unheard = {
        each: rest
        for each, steps in _unseen_steps(world)
        if (rest := tuple(step for step in steps if step[0] != seat))
    }
    for each, steps in noted.items():
        names = state.watched.get(each, ())
        seen = [place for by, place in steps if place in names or by in names]
        if seen:
            reopen(world, Reopening(each, seat, WATCH, seen[0]))


def _unseen_steps(world: PaxContext) -> list[tuple[Seat, tuple[tuple[Seat, Area], ...]]]:
    return [(each, world.state.unheard.get(each, ())) for each in world.state.moving.ready]


def watching(world: PaxContext, seat: Seat, action: Action) -> set[Seat]:
    """Return the seats with the place of an order, or its author, on a watch list. Only the first
    rules need this: they ask at once."""
    _, words = power_and_words(seat, action)
    place, watched = place_of_order(words), world.state.watched
    return {each for each, names in watched.items() if place in names or seat in names} - {seat}


# -- being asked again


def reopen(world: PaxContext, why: Reopening) -> None:
    """6.6: re-open a ready seat; past the limit, the phase ends in a sealed round instead."""
    state, seat = world.state, why.seat
    moving = state.moving
    if seat not in moving.ready:
        return
    times = moving.reopened.get(seat, 0)
    if times >= world.number("reopen_limit"):
        if not moving.final_due and state.rules != FIRST_RULES:
            world.log("log.final_due", seat=seat)
        state.moving = msgspec.structs.replace(moving, final_due=True)
        return
    state.moving = msgspec.structs.replace(
        moving,
        ready=tuple(each for each in moving.ready if each != seat),
        reopened={**moving.reopened, seat: times + 1},
    )
    if state.rules != FIRST_RULES:
        state.unheard = {each: steps for each, steps in state.unheard.items() if each != seat}
        state.reopenings = (*state.reopenings, why)
        _log_reopening(world, why)


def _log_reopening(world: PaxContext, why: Reopening) -> None:
    """Log who is asked again; a private reason goes to that seat alone."""
    if why.kind == OWN:
        return  # its actions are logged
    public = in_words(why.as_seen_by(None))
    if why.as_seen_by(None) == why:
        world.state.log(public)
    else:
        world.state.log(in_words(why), [why.seat], public)


def in_words(why: Reopening) -> Message:
    """Return why a seat is asked again, as a sentence."""
    place = "_in" if why.area else ""
    return say(f"log.reopened_{why.kind}{place}", seat=why.seat, by=why.by, area=why.area)


def all_seen_by(why: tuple[Reopening, ...], viewer: Seat | None) -> Iterator[Reopening]:
    """Yield the reasons as a viewer may know them."""
    return (each.as_seen_by(viewer) for each in why)


def most_moves(world: PaxContext, seat: Seat) -> int:
    """6.6: how often each of a seat's pieces may move."""
    return 1 + world.state.moving.reopened.get(seat, 0)
