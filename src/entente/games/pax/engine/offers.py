"""Treaties that a computer player offers (9.2): one at a time, and few; each seems worth something
to both."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from entente.games.pax.areas.causes import live
from entente.games.pax.areas.communication import has_line
from entente.games.pax.board import Area, Power, Status
from entente.games.pax.context import PaxContext
from entente.games.pax.engine.bargains import (
    Bargain,
    counter_offer,
    defends,
    lowers,
    priced,
    removes,
    shares,
    stays_out,
)
from entente.games.pax.engine.clause_values import bonus_wanted, in_the_way
from entente.games.pax.engine.evaluator import Evaluator, turns_left
from entente.games.pax.records.treaty import OFFERED, Clause, Treaty
from entente.games.pax.treaties.disputes import disputed_areas, in_dispute
from entente.games.pax.treaties.obligations import forbidden
from entente.games.pax.turn.victory_points import turn_bonuses
from entente.kernel import Seat

MOST_OFFERS = {"movement": 3, "negotiation": 4}  # per turn, so that no one is flooded with offers
MOST_COUNTERS = 5  # the same with counter-offers
MOST_DECLINED = 1  # per turn; after more refusals it waits for the next one
PACT_TURNS = 3  # turns that a promise to stay out of an area lasts
EVEN = 2  # the most by which the areas of such a pact may differ in value
WANTED = 4  # areas considered for each seat


def offer(evaluator: Evaluator, phase: str) -> str | None:
    """Return the next treaty that a seat offers; None: none."""
    return next_offer(
        evaluator, wanted_bargains(evaluator, phase), MOST_OFFERS[phase], MOST_DECLINED
    )


def next_offer(
    evaluator: Evaluator, bargains: Iterable[Bargain], most: int, most_declined: int
) -> str | None:
    """Return the best of some bargains, as an offer; after a refusal, the next best. None if the
    seat has made enough offers this turn, or the partners are busy."""
    world, seat = evaluator.world, evaluator.seat
    made = world.state.offers_made.get(seat, 0)
    if made >= min(most, world.number("offer_limit")):
        return None
    mine = _mine(world, seat)
    declined = made - len(mine)
    if declined > most_declined:
        return None
    busy = {world.seat_of(power) for treaty in mine for power in treaty.parties}
    busy |= {world.seat_of(treaty.by) for treaty in _before(world, seat)}
    open_bargains = [bargain for bargain in bargains if bargain.partner not in busy]
    open_bargains.sort(key=lambda bargain: -bargain.gain)
    return (
        open_bargains[declined].written(evaluator) if 0 <= declined < len(open_bargains) else None
    )


def counter(evaluator: Evaluator, treaty: Treaty) -> str | None:
    """Instead of declining a treaty: the same at a price that is good for both; None: there is
    none, or it is already offered."""
    world, seat = evaluator.world, evaluator.seat
    if world.state.offers_made.get(seat, 0) >= min(MOST_COUNTERS, world.number("offer_limit")):
        return None
    if any(treaty.by in mine.parties for mine in _mine(world, seat)):
        return None
    bargain = counter_offer(evaluator, treaty)
    return None if bargain is None else bargain.written(evaluator)


def _mine(world: PaxContext, seat: Seat) -> list[Treaty]:
    """Return the treaties of a seat that were offered this turn, on the desk or in force."""
    turn = world.state.turn
    return [
        treaty
        for treaty in world.state.treaties.values()
        if treaty.by == seat and (treaty.state == OFFERED or treaty.turn == turn)
    ]


def _before(world: PaxContext, seat: Seat) -> list[Treaty]:
    """Return the treaties others have offered to a seat."""
    return [
        treaty
        for treaty in world.state.treaties.values()
        if treaty.state == OFFERED and treaty.by != seat and seat in treaty.parties
    ]


def wanted_bargains(evaluator: Evaluator, phase: str) -> Iterator[Bargain]:
    """Yield the treaties that a seat would like to agree on in a phase."""
    if phase == "negotiation":
        yield from disputes(evaluator)
    yield from alliances(evaluator)
    if phase == "movement":
        yield from ways_cleared(evaluator)
        yield from pacts(evaluator)


# -- alliances that earn points


def alliances(evaluator: Evaluator) -> Iterator[Bargain]:
    """Germany and France pay an ally for the bonus of a defensive treaty (13.4)."""
    world, seat = evaluator.world, evaluator.seat
    wanted = bonus_wanted(world, seat)
    if wanted is None or turn_bonuses(world, seat):
        return
    _, allies, enemy = wanted
    for ally in allies:
        if ally in world.seats:
            clause = defends(ally, seat, enemy or "france")
            bargain = priced(evaluator, ally, (clause,), world.number("turns"))
            if bargain is not None:
                yield bargain


# -- disputes


def disputes(evaluator: Evaluator) -> Iterator[Bargain]:
    """If both have control, share it; if one's influence blocks the other's control, buy it off;
    with two disputes, each yields in one."""
    world, seat = evaluator.world, evaluator.seat
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
        yield from _settled(evaluator, area, others[0], there)
    for rival, areas in quarrels.items():
        yield from _swapped(evaluator, rival, areas)


def _settled(
    evaluator: Evaluator, area: Area, rival: Power, there: dict[Power, Status]
) -> Iterator[Bargain]:
    world, seat = evaluator.world, evaluator.seat
    partner = world.seat_of(rival)
    assert partner is not None
    mine, theirs = there.get(seat, Status.NONE), there[rival]
    settlements: list[Bargain | None] = []
    if mine.is_control and theirs.is_control:
        settlements.append(priced(evaluator, partner, (shares(area, seat, rival),)))
    elif mine.is_control:
        settlements.append(priced(evaluator, partner, (_yields(world, rival, area, beside=mine),)))
    elif theirs.is_control and any(c.area == area for c in live(world, holder=seat)):
        settlements.append(priced(evaluator, partner, (shares(area, seat, rival),)))
        settlements.append(priced(evaluator, partner, (_yields(world, seat, area, beside=theirs),)))
    yield from (each for each in settlements if each is not None)


def _yields(world: PaxContext, power: Power, area: Area, beside: Status) -> Clause:
    """Return what remains to the weaker power beside control (9.2)."""
    if beside is Status.PROTECTORATE and world.status(power, area) is Status.INFLUENCE:
        return lowers(power, area)
    return removes(power, area)


def _swapped(evaluator: Evaluator, rival: Seat, areas: list[Area]) -> Iterator[Bargain]:
    """Each keeps one of two disputed areas."""
    world, seat = evaluator.world, evaluator.seat
    for kept in areas:
        for left in areas:
            if kept == left or not world.status(seat, left) or not world.status(rival, kept):
                continue
            clauses = (
                _yields(world, rival, kept, world.status(seat, kept)),
                _yields(world, seat, left, world.status(rival, left)),
            )
            bargain = priced(evaluator, rival, clauses)
            if bargain is not None:
                yield bargain


# -- influence that blocks control


def ways_cleared(evaluator: Evaluator) -> Iterator[Bargain]:
    """Yield offers in which a rival gives up influence where the seat would like to take control,
    for money or for the same elsewhere."""
    world, seat = evaluator.world, evaluator.seat
    if not turns_left(world):
        return
    until = min(world.number("turns"), world.state.turn + PACT_TURNS - 1)
    blocked = _blocked(evaluator)
    for rival, areas in blocked.items():
        for area in areas:
            clauses = (lowers(rival, area), stays_out(rival, area, "influence"))
            bargain = priced(evaluator, rival, clauses, until)
            if bargain is not None:
                yield bargain
        back = _blocked(Evaluator(world, rival, evaluator.character)).get(seat, ())
        for area, other in zip(areas[:1], back[:1], strict=False):
            if area == other:
                continue
            both = (
                lowers(rival, area),
                stays_out(rival, area, "influence"),
                lowers(seat, other),
                stays_out(seat, other, "influence"),
            )
            bargain = priced(evaluator, rival, both, until)
            if bargain is not None:
                yield bargain


def _blocked(evaluator: Evaluator) -> dict[Seat, list[Area]]:
    """Where only one rival's influence keeps a seat from taking control, best first."""
    world, seat = evaluator.world, evaluator.seat
    by_rival: dict[Seat, list[tuple[float, Area]]] = {}
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
        gain = in_the_way(evaluator, seat, rival, area)
        if gain > 0:
            by_rival.setdefault(rival, []).append((gain, area))
    return {
        rival: [area for _, area in sorted(areas, reverse=True)[:WANTED]]
        for rival, areas in by_rival.items()
    }


# -- pacts to stay out


def pacts(evaluator: Evaluator) -> Iterator[Bargain]:
    """Each leaves the other an unorganized area of about the same value (16)."""
    world, seat = evaluator.world, evaluator.seat
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
            bargain = priced(evaluator, other, clauses, until)
            if bargain is not None:
                yield bargain


def _fair_pair(
    world: PaxContext, seat: Seat, mine: list[Area], other: Seat, theirs: list[Area]
) -> tuple[Area, Area] | None:
    """Return an area that the partner leaves, and one that it gets in return."""
    for area in mine:
        if not _competes(world, other, area, theirs):
            continue
        for back in theirs:
            even = abs(world.board.value(area) - world.board.value(back)) <= EVEN
            if even and back != area and _competes(world, seat, back, mine):
                return area, back
    return None


def _hoped_for(world: PaxContext, seat: Seat) -> list[Area]:
    """Free unorganized areas in which a seat has a marker, best first."""
    areas = [
        area
        for area, marker in world.areas_of(seat)
        if not marker.is_control
        and world.type_of(area) == "unorganized"
        and not world.controllers(area)
        and world.board.value(area) >= 4
    ]
    return sorted(areas, key=lambda area: -world.board.value(area))[:WANTED]


def _competes(world: PaxContext, seat: Seat, area: Area, mine: list[Area]) -> bool:
    """Whether a seat could and may take an area that is neither its first wish nor promised
    away."""
    if mine and area == mine[0]:
        return False
    return has_line(world, seat, area) and not forbidden(world, seat, area, Status.PROTECTORATE)


def _pledged(world: PaxContext, seat: Seat, other: Seat) -> bool:
    """Whether two seats already have such a pact."""
    return any(
        treaty.state == "in_force"
        and {seat, other} <= set(treaty.parties)
        and any(clause.kind == "no_placement" for clause in treaty.clauses)
        for treaty in world.state.treaties.values()
    )
