"""Casus belli (9.1): how they arise and end."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import msgspec

from entente.games.pax.board import STATUS_WORDS, UNITED_STATES, Area, Power, Status
from entente.games.pax.context import PaxContext
from entente.games.pax.state import Cause, Marker

OPEN, SETTLED, USED = "open", "settled", "used"


def give_cause(
    world: PaxContext, kind: str, holder: Power, against: Power, area: Area = "", treaty: str = ""
) -> bool:
    """Give a power a casus belli against another; False if it already has this cause."""
    if not is_new_cause(world, kind, holder, against, area, treaty):
        return False
    state = world.state
    state.causes_made += 1
    made = Cause(state.causes_made, kind, holder, against, area, treaty)
    state.causes = (*state.causes, made)
    if area:
        world.log("log.cause_in", kind=kind, holder=holder, against=against, area=area)
    else:
        world.log("log.cause", kind=kind, holder=holder, against=against)
    return True


def is_new_cause(
    world: PaxContext, kind: str, holder: Power, against: Power, area: Area = "", treaty: str = ""
) -> bool:
    """Return whether a power could have this cause, and does not have it already."""
    if world.same_side(holder, against):
        return False
    wanted = (kind, holder, against, area, treaty)
    return not any(
        (cause.kind, cause.holder, cause.against, cause.area, cause.treaty) == wanted
        and cause.state != USED
        for cause in world.state.causes
    )


def live(
    world: PaxContext, holder: Power | None = None, against: Power | None = None
) -> list[Cause]:
    """Causes that may still be used."""
    return [
        cause
        for cause in world.state.causes
        if cause.state == OPEN
        and holder in (None, cause.holder)
        and against in (None, cause.against)
    ]


def mark(world: PaxContext, state: str, which: Callable[[Cause], bool]) -> None:
    """Mark causes as settled or used."""
    world.state.causes = tuple(
        msgspec.structs.replace(cause, state=state)
        if cause.state == OPEN and which(cause)
        else cause
        for cause in world.state.causes
    )


def drop(world: PaxContext, which: Callable[[Cause], bool]) -> None:
    """Drop causes whose ground is gone."""
    world.state.causes = tuple(cause for cause in world.state.causes if not which(cause))


# -- placing


class Offence(NamedTuple):
    """A casus belli that a marker gives: of which kind, to whom, against whom."""

    kind: str
    holder: Power
    against: Power


def offences(world: PaxContext, power: Power, area: Area, placed: Marker) -> Iterator[Offence]:
    """Yield who gets cause against whom when a power places a marker (6.1, P55).

    Where the lower marker comes second, its owner has the cause against the higher one's. A minor
    has none; a major may announce its defence (5.4).
    """
    for other, theirs in world.markers(area).items():
        if world.same_side(other, power):
            continue
        for holder, against in _holders(placed, power, theirs, other, clash(world, placed, theirs)):
            if world.seat_of(holder) is not None or not world.since(3):
                yield _dispute(world, holder, against)
    if placed.is_control and monroe(world, power, area):
        yield Offence("monroe_doctrine", UNITED_STATES, power)


def _holders(
    placed: Marker, power: Power, theirs: Marker, other: Power, ruling: str | None
) -> list[tuple[Power, Power]]:
    """Return whose marker gives cause to whom, by the table of placements."""
    if ruling == "mutual":
        return [(power, other), (other, power)]
    if ruling == "holder":
        return [(power, other) if placed.status < theirs.status else (other, power)]
    return []


def _dispute(world: PaxContext, holder: Power, against: Power) -> Offence:
    minor = world.seat_of(against) is None
    return Offence(
        "minor_protectorate_on_influence" if minor else "status_dispute", holder, against
    )


def clash(world: PaxContext, mine: Marker, theirs: Marker) -> str | None:
    """Return what the table of placements says of two markers; the first was placed last.

    Established control of both is a codominion in this phase, and no conflict.
    """
    if mine.holds and theirs.holds:
        return None
    for row in world.board.tables.tables.placement:
        if STATUS_WORDS[row.placing] != mine.status or STATUS_WORDS[row.other] != theirs.status:
            continue
        if row.other_state == "any" or theirs.is_new:
            return row.casus_belli
    return None


def monroe(world: PaxContext, power: Power, area: Area) -> bool:
    """Return whether control of this power in this area offends the Monroe Doctrine: another
    power's, in the western hemisphere, where no power had control at the start."""
    if power == UNITED_STATES or area not in world.board.tagged("western_hemisphere"):
        return False
    return area not in world.board.controlled_at_start or area == "alaska"


def placed(world: PaxContext, power: Power, area: Area) -> None:
    """Apply the immediate consequences of a marker just placed or raised (6.1)."""
    marker = world.marker(power, area)
    assert marker is not None
    for kind, holder, against in list(offences(world, power, area, marker)):
        give_cause(world, kind, holder, against, area)


# -- whether they still rest on something


def recompute(world: PaxContext) -> None:
    """Void the causes about an area whose ground is gone (8, step 6)."""
    drop(world, lambda cause: cause.state == OPEN and not rests(world, cause))


def rests(world: PaxContext, cause: Cause) -> bool:
    """Return whether the ground of a cause still exists."""
    if not cause.area:
        return True
    if cause.kind == "double_establishment" and claimed(world, cause.area):
        return True  # a victor claims an area also if no counter is left for it
    holder = world.marker(cause.holder, cause.area)
    against = world.marker(cause.against, cause.area)
    if cause.kind == "monroe_doctrine":
        return against is not None and against.is_control
    if cause.kind in ("status_dispute", "double_establishment", "minor_protectorate_on_influence"):
        if holder is None or against is None:
            return False
        return illegal_together(world, cause.area, cause.holder, cause.against)
    return True


def claimed(world: PaxContext, area: Area) -> bool:
    """12.10: whether an area is before a congress of victors, who all claim it."""
    now = world.state.congress
    if now is None or not now.after_war or not world.since(3):
        return False
    return any(area in item.areas for item in now.items)


def illegal_together(world: PaxContext, area: Area, one: Power, other: Power) -> bool:
    """Return whether the markers of two powers clash in an area (8, 9.3)."""
    low, high = sorted((world.status(one, area), world.status(other, area)))
    if low is Status.NONE:
        return False
    if low.is_control:
        partners = world.state.codominions.get(area, ())
        return not (one in partners and other in partners)
    if high >= Status.POSSESSION:
        return True
    return high is Status.PROTECTORATE and low is Status.INFLUENCE
