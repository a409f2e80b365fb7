"""What a congress is about (10.1): disputes over areas, and grievances without one."""

from __future__ import annotations

from entente.games.pax.areas.causes import live
from entente.games.pax.board import Area, Power, Status
from entente.games.pax.context import PaxContext
from entente.games.pax.records.congress import Congress, Item
from entente.games.pax.state import Cause
from entente.games.pax.treaties.disputes import in_dispute
from entente.kernel import Frame, Message, Seat, say
from entente.kernel.message import Argument


def item_name(cause: Cause) -> str:
    """Causes about one area are one item; others go by the pair and the kind."""
    return cause.area or f"{cause.kind}.{cause.holder}.{cause.against}"


def items(world: PaxContext, defended: dict[Area, list[Seat]]) -> tuple[Item, ...]:
    """10.1, 10.4: the items in the order in which their causes arose."""
    causes_of: dict[str, list[Cause]] = {}
    for cause in live(world):
        causes_of.setdefault(item_name(cause), []).append(cause)
    for area in defended:
        causes_of.setdefault(area, [])
    return tuple(_item(world, name, causes, defended) for name, causes in causes_of.items())


def _item(
    world: PaxContext, name: str, causes: list[Cause], defended: dict[Area, list[Seat]]
) -> Item:
    parties = [power for cause in causes for power in (cause.holder, cause.against)]
    minors: list[Power] = []
    area = name if name in world.board.areas else ""
    if area:
        parties += [p for p in world.markers(area) if in_dispute(world, area, p)]
    if name in defended:
        minors = offended_minors(world, area)
        parties += [*minors, *offenders(world, area)]
    return Item(
        name,
        area,
        tuple(cause.id for cause in causes),
        tuple(dict.fromkeys(parties)),
        tuple(minors),
        tuple(defended.get(name, ())),
    )


def offended_minors(world: PaxContext, area: Area) -> list[Power]:
    """Minors whose influence faces new control of a major (10.1)."""
    if not offenders(world, area):
        return []
    return [p for p in world.minors if world.status(p, area) is Status.INFLUENCE]


def offenders(world: PaxContext, area: Area) -> list[Power]:
    """Majors with control in an area where a minor has influence: it can only be new."""
    return [power for power in world.controllers(area) if world.is_major(power)]


def defensible(world: PaxContext, seat: Seat) -> list[Area]:
    """Return where a seat may announce the defence of a minor against another."""
    influenced = {
        area
        for minor in world.minors
        for area, marker in world.areas_of(minor)
        if marker.status is Status.INFLUENCE
    }
    return [
        area
        for area in world.board.areas
        if area in influenced
        and (majors := offenders(world, area))
        and not any(world.seat_of(power) == seat for power in majors)
    ]


def party_seats(world: PaxContext, item: Item) -> list[Seat]:
    """Return the seats of an item's parties; minors have none."""
    seats = (world.seat_of(power) for power in item.parties)
    return list(dict.fromkeys(seat for seat in seats if seat is not None))


def involved_seats(world: PaxContext, agenda: tuple[Item, ...]) -> tuple[Seat, ...]:
    """10.2: the seats of all parties, and those who announced a minor's defence (P57)."""
    seats = {seat for item in agenda for seat in (*party_seats(world, item), *item.announcers)}
    return tuple(seat for seat in world.seats if seat in seats)


def european(world: PaxContext) -> list[Seat]:
    """Seats that are European powers (10.2, 10.3)."""
    far = world.board.tables.powers.roles.congress_invited
    return [seat for seat in world.seats if seat not in far]


def session(world: PaxContext) -> Congress:
    """Return the congress in session."""
    assert world.state.congress is not None
    return world.state.congress


def find_item(world: PaxContext, frame: Frame) -> Item:
    name = frame.text("item")
    return next(item for item in session(world).items if item.name == name)


def in_round(world: PaxContext, key: str, **args: Argument) -> Message:
    """Return a question of the debate, with the number of the round if there may be several."""
    rounds = world.number("congress_rounds")
    numbers = [f.number("round") for f in world.state.stack if f.step in _WITH_ROUND]
    if rounds == 1 or not numbers:
        return say(key, **args)
    return say(f"{key}_round", **args, round=numbers[-1], rounds=rounds)


_WITH_ROUND = ("vote_drafts", "after_votes")  # what comes after the question in its round
