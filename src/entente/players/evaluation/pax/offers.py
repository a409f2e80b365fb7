"""Treaties that a computer player offers (9.2): one at a time, and few; each is worth something to
both, as far as one can tell."""

from __future__ import annotations

from collections.abc import Iterator

from entente.games.pax.areas.causes import live
from entente.games.pax.areas.communication import has_line
from entente.games.pax.board import Area, Power, Status
from entente.games.pax.context import PaxContext
from entente.games.pax.records.treaty import OFFERED, Clause, Treaty
from entente.games.pax.treaties.disputes import disputed_areas, in_dispute
from entente.games.pax.treaties.obligations import forbidden
from entente.games.pax.turn.victory_points import turn_bonuses
from entente.kernel import Seat
from entente.players.evaluation.pax.bargains import (
    Bargain,
    dearer,
    defends,
    lowers,
    priced,
    removes,
    shares,
    stays_out,
)
from entente.players.evaluation.pax.evaluator import Evaluator, turns_left
from entente.players.evaluation.pax.hopes import bonus_wanted, in_the_way

MOST_OFFERS = {"movement": 3, "negotiation": 4}  # a turn: nobody shall be drowned in paper
MOST_COUNTERS = 5  # the same with counter-offers
MOST_DECLINED = 1  # a turn: who hears no twice waits for the next one
PACT_TURNS = 3  # how long a promise to stay out of an area lasts
EVEN = 2  # how much the areas of such a pact may differ in value
WANTED = 4  # areas of each seat that are thought of


def offer(mind: Evaluator, phase: str) -> str | None:
    """The next treaty a seat lays before another; None: none. After a refusal the next best is
    offered, so that nobody hears the same twice."""
    world, seat = mind.world, mind.seat
    made = world.state.offers_made.get(seat, 0)
    if made >= min(MOST_OFFERS[phase], world.number("offer_limit")):
        return None
    mine = _mine(world, seat)
    declined = made - len(mine)
    if declined > MOST_DECLINED:
        return None
    busy = {world.seat_of(power) for treaty in mine for power in treaty.parties}
    busy |= {world.seat_of(treaty.by) for treaty in _before(world, seat)}
    found = [wish for wish in _wishes(mind, phase) if wish.partner not in busy]
    found.sort(key=lambda wish: -wish.gain)
    return found[declined].written(mind) if 0 <= declined < len(found) else None


def counter(mind: Evaluator, treaty: Treaty) -> str | None:
    """Before a treaty is declined: the same at another price, where there is one that is good for
    both; None: there is none, or it lies before the other already."""
    world, seat = mind.world, mind.seat
    if world.state.offers_made.get(seat, 0) >= min(MOST_COUNTERS, world.number("offer_limit")):
        return None
    if any(treaty.by in mine.parties for mine in _mine(world, seat)):
        return None
    found = dearer(mind, treaty)
    return None if found is None else found.written(mind)


def _mine(world: PaxContext, seat: Seat) -> list[Treaty]:
    """What a seat has offered this turn and is still on the desk, or in force."""
    turn = world.state.turn
    return [
        treaty
        for treaty in world.state.treaties.values()
        if treaty.by == seat and (treaty.state == OFFERED or treaty.turn == turn)
    ]


def _before(world: PaxContext, seat: Seat) -> list[Treaty]:
    """What others have laid before a seat."""
    return [
        treaty
        for treaty in world.state.treaties.values()
        if treaty.state == OFFERED and treaty.by != seat and seat in treaty.parties
    ]


def _wishes(mind: Evaluator, phase: str) -> Iterator[Bargain]:
    if phase == "negotiation":
        yield from disputes(mind)
    yield from alliances(mind)
    if phase == "movement":
        yield from ways_cleared(mind)
        yield from pacts(mind)


# -- alliances that earn points


def alliances(mind: Evaluator) -> Iterator[Bargain]:
    """Germany and France pay an ally for the bonus of a defensive treaty (13.4)."""
    world, seat = mind.world, mind.seat
    wanted = bonus_wanted(world, seat)
    if wanted is None or turn_bonuses(world, seat):
        return
    _, allies, enemy = wanted
    for ally in allies:
        if ally in world.seats:
            clause = defends(ally, seat, enemy or "france")
            found = priced(mind, ally, (clause,), world.number("turns"))
            if found is not None:
                yield found


# -- disputes


def disputes(mind: Evaluator) -> Iterator[Bargain]:
    """Where both have control, to share it; where one's influence is in the way of the other's
    control, to buy it off; where there are two disputes, to yield in one each."""
    world, seat = mind.world, mind.seat
    quarrels: dict[Seat, list[Area]] = {}
    for area in disputed_areas(world):
        if not in_dispute(world, area, seat):
            continue
        there = {p: m.status for p, m in world.markers(area).items() if m.status > Status.INTEREST}
        others = [power for power in there if power != seat]
        if len(others) != 1 or world.seat_of(others[0]) is None or Status.TOP in there.values():
            continue
        rival = world.seat_of(others[0])
        assert rival is not None
        quarrels.setdefault(rival, []).append(area)
        yield from _settled(mind, area, others[0], there)
    for rival, areas in quarrels.items():
        yield from _swapped(mind, rival, areas)


def _settled(
    mind: Evaluator, area: Area, rival: Power, there: dict[Power, Status]
) -> Iterator[Bargain]:
    world, seat = mind.world, mind.seat
    partner = world.seat_of(rival)
    assert partner is not None
    mine, theirs = there.get(seat, Status.NONE), there[rival]
    found: list[Bargain | None] = []
    if mine.is_control and theirs.is_control:
        found.append(priced(mind, partner, (shares(area, seat, rival),)))
    elif mine.is_control:
        found.append(priced(mind, partner, (_yields(world, rival, area, beside=mine),)))
    elif theirs.is_control and any(c.area == area for c in live(world, holder=seat)):
        found.append(priced(mind, partner, (shares(area, seat, rival),)))
        found.append(priced(mind, partner, (_yields(world, seat, area, beside=theirs),)))
    yield from (each for each in found if each is not None)


def _yields(world: PaxContext, power: Power, area: Area, beside: Status) -> Clause:
    """What is left to the weaker one beside control (9.2)."""
    if beside is Status.PROTECTORATE and world.status(power, area) is Status.INFLUENCE:
        return lowers(power, area)
    return removes(power, area)


def _swapped(mind: Evaluator, rival: Seat, areas: list[Area]) -> Iterator[Bargain]:
    """Each keeps one of two areas over which they quarrel."""
    world, seat = mind.world, mind.seat
    for kept in areas:
        for left in areas:
            if kept == left or not world.status(seat, left) or not world.status(rival, kept):
                continue
            clauses = (
                _yields(world, rival, kept, world.status(seat, kept)),
                _yields(world, seat, left, world.status(rival, left)),
            )
            found = priced(mind, rival, clauses)
            if found is not None:
                yield found


# -- an influence in the way of control


def ways_cleared(mind: Evaluator) -> Iterator[Bargain]:
    """A rival gives up his influence where one would like to take control; for money, or where he
    would like the same of oneself elsewhere."""
    world, seat = mind.world, mind.seat
    if not turns_left(world):
        return
    until = min(world.number("turns"), world.state.turn + PACT_TURNS - 1)
    blocked = _blocked(mind)
    for rival, areas in blocked.items():
        for area in areas:
            clauses = (lowers(rival, area), stays_out(rival, area, "influence"))
            found = priced(mind, rival, clauses, until)
            if found is not None:
                yield found
        back = _blocked(Evaluator(world, rival, mind.character)).get(seat, ())
        for area, other in zip(areas[:1], back[:1], strict=False):
            if area == other:
                continue
            both = (
                lowers(rival, area),
                stays_out(rival, area, "influence"),
                lowers(seat, other),
                stays_out(seat, other, "influence"),
            )
            found = priced(mind, rival, both, until)
            if found is not None:
                yield found


def _blocked(mind: Evaluator) -> dict[Seat, list[Area]]:
    """Where a seat would take control but for the influence of one other; the best first."""
    world, seat = mind.world, mind.seat
    found: dict[Seat, list[tuple[float, Area]]] = {}
    for area in world.board.areas:
        others = [
            power
            for power, marker in world.markers(area).items()
            if marker.status > Status.INTEREST and not world.same_side(power, seat)
        ]
        rival = others[0] if len(others) == 1 and others[0] in world.seats else None
        marker = None if rival is None else world.marker(rival, area)
        if rival is None or marker is None or marker.is_new:
            continue
        gain = in_the_way(mind, seat, rival, area)
        if gain > 0:
            found.setdefault(rival, []).append((gain, area))
    return {
        rival: [area for _, area in sorted(areas, reverse=True)[:WANTED]]
        for rival, areas in found.items()
    }


# -- pacts to keep out of each other's way


def pacts(mind: Evaluator) -> Iterator[Bargain]:
    """Each leaves an unorganized area to the other, of about the same value (16)."""
    world, seat = mind.world, mind.seat
    if turns_left(world) < PACT_TURNS:
        return
    until = world.state.turn + PACT_TURNS
    mine = _hoped_for(world, seat)
    for other in world.seats:
        if other == seat or _pledged(world, seat, other):
            continue
        theirs = _hoped_for(world, other)
        pair = _fair_pair(world, seat, mine, other, theirs)
        if pair is not None:
            clauses = (
                stays_out(other, pair[0], "protectorate"),
                stays_out(seat, pair[1], "protectorate"),
            )
            found = priced(mind, other, clauses, until)
            if found is not None:
                yield found


def _fair_pair(
    world: PaxContext, seat: Seat, mine: list[Area], other: Seat, theirs: list[Area]
) -> tuple[Area, Area] | None:
    """An area that the other leaves, and one that he gets for it."""
    for area in mine:
        if not _competes(world, other, area, theirs):
            continue
        for back in theirs:
            even = abs(world.board.value(area) - world.board.value(back)) <= EVEN
            if even and back != area and _competes(world, seat, back, mine):
                return area, back
    return None


def _hoped_for(world: PaxContext, seat: Seat) -> list[Area]:
    """Free unorganized areas in which a seat has a foot already, the best first."""
    found = [
        area
        for area, marker in world.areas_of(seat)
        if not marker.is_control
        and world.type_of(area) == "unorganized"
        and not world.controllers(area)
        and world.board.value(area) >= 4
    ]
    return sorted(found, key=lambda area: -world.board.value(area))[:WANTED]


def _competes(world: PaxContext, seat: Seat, area: Area, mine: list[Area]) -> bool:
    """Whether a seat could take an area and may: not what it wants most, nor what it has promised
    somebody to leave alone."""
    if mine and area == mine[0]:
        return False
    return has_line(world, seat, area) and not forbidden(world, seat, area, Status.PROTECTORATE)


def _pledged(world: PaxContext, seat: Seat, other: Seat) -> bool:
    """Whether two seats have such a pact already."""
    return any(
        treaty.state == "in_force"
        and {seat, other} <= set(treaty.parties)
        and any(clause.kind == "no_placement" for clause in treaty.clauses)
        for treaty in world.state.treaties.values()
    )
