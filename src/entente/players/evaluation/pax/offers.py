"""Treaties that a computer player offers (9.2): one at a time, and few."""

from __future__ import annotations

from collections.abc import Iterator

from entente.games.pax.board import Area, Power, Status
from entente.games.pax.bonds import forbidden
from entente.games.pax.causes import live
from entente.games.pax.execution import disputed_areas, in_dispute
from entente.games.pax.lines import has_line
from entente.games.pax.points import turn_bonuses
from entente.games.pax.purse import free_money
from entente.games.pax.treaty import OFFERED, Treaty
from entente.games.pax.world import World
from entente.kernel import Seat
from entente.players.evaluation.pax.mind import Mind, divisor, turns_left, worth
from entente.players.evaluation.pax.treaties import ALLIANCE_COST, bonus_wanted

ALLIANCE_PRICE = round(ALLIANCE_COST) + 4  # pounds that an ally is offered
MOST_OFFERS = 3  # a turn, so that people at the table are not drowned in paper
MOST_DECLINED = 1  # a turn: who hears no waits for the next one
PACT_TURNS = 3  # how long a promise to stay out of an area lasts
EVEN = 2  # how much the areas of such a pact may differ in value


def offer(mind: Mind, phase: str) -> str | None:
    """The next treaty a seat lays before others; None: none."""
    world, seat = mind.world, mind.seat
    made = world.state.offers_made.get(seat, 0)
    if made >= min(MOST_OFFERS, world.number("offer_limit")):
        return None
    declined = made - len(_mine(world, seat))
    if declined > MOST_DECLINED:
        return None
    busy = {other for treaty in _mine(world, seat) for other in treaty.parties}
    wishes = [wish for wish in _wishes(mind, phase) if wish[0] not in busy]
    if declined >= len(wishes):
        return None
    partner, text = wishes[max(0, declined)]
    return f"offer with=[{partner}]; {text}"


def _mine(world: World, seat: Seat) -> list[Treaty]:
    """What a seat has offered this turn and is still on the desk, or in force."""
    turn = world.state.turn
    return [
        treaty
        for treaty in world.state.treaties.values()
        if treaty.by == seat and (treaty.state == OFFERED or treaty.turn == turn)
    ]


def _wishes(mind: Mind, phase: str) -> Iterator[tuple[Power, str]]:
    if phase == "negotiation":
        yield from disputes(mind)
    yield from alliances(mind)
    if phase == "movement":
        yield from pacts(mind)


# -- alliances that earn points


def alliances(mind: Mind) -> Iterator[tuple[Power, str]]:
    """Germany and France pay an ally for the bonus of a defensive treaty (13.4)."""
    world, seat = mind.world, mind.seat
    wanted = bonus_wanted(world, seat)
    if wanted is None or turn_bonuses(world, seat):
        return
    bonus, allies, enemy = wanted
    turns = turns_left(world) + 1
    earned = world.board.bonuses[bonus].points * turns * divisor(world, seat)
    if earned < 1.5 * ALLIANCE_PRICE or free_money(world, seat) < ALLIANCE_PRICE:
        return
    for ally in allies:
        if ally in world.seats:
            against = enemy or "france"
            clauses = [
                f"defensive power={ally}; protected={seat}; against=[{against}]",
                f"pay from={seat}; to={ally}; amount=pounds {ALLIANCE_PRICE}; due=now",
            ]
            until = world.number("turns")
            yield ally, f"until=turn {until}; clauses=[{' | '.join(clauses)}]"


# -- disputes


def disputes(mind: Mind) -> Iterator[tuple[Power, str]]:
    """Where both have control, to share it; where a rival's influence is in the way of one's own
    control, to buy it off."""
    world, seat = mind.world, mind.seat
    for area in disputed_areas(world):
        if not in_dispute(world, area, seat):
            continue
        there = {p: m.status for p, m in world.markers(area).items() if m.status > Status.INTEREST}
        others = [power for power in there if power != seat]
        if len(others) != 1 or world.seat_of(others[0]) is None:
            continue
        rival = others[0]
        if not there.get(seat, Status.NONE).is_control or Status.TOP in there.values():
            continue
        if there[rival].is_control:
            yield rival, _shared(area, (seat, rival))
        elif any(cause.area == area for cause in live(world, holder=rival)):
            yield from _bought_off(mind, area, rival)


def _shared(area: Area, members: tuple[Power, Power]) -> str:
    return f"clauses=[codominion area={area}; members=[{' | '.join(members)}]; level=protectorate]"


def _bought_off(mind: Mind, area: Area, rival: Power) -> Iterator[tuple[Power, str]]:
    world, seat = mind.world, mind.seat
    low = world.status(seat, area) is Status.PROTECTORATE
    lost = worth(world, rival, area, Status.INFLUENCE)
    lost -= worth(world, rival, area, Status.INTEREST) if low else 0.0
    price = max(4, round(0.2 * lost) + 4)
    if price > min(free_money(world, seat), 25):
        return
    lowered = f"lower power={rival}; area={area}; level=interest"
    clauses = [
        lowered if low else f"remove power={rival}; area={area}",
        f"pay from={seat}; to={rival}; amount=pounds {price}; due=now",
    ]
    yield rival, f"clauses=[{' | '.join(clauses)}]"


# -- pacts to keep out of each other's way


def pacts(mind: Mind) -> Iterator[tuple[Power, str]]:
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
        for area in mine:
            if not _competes(world, other, area, mine=theirs):
                continue
            for back in theirs:
                even = abs(world.board.value(area) - world.board.value(back)) <= EVEN
                if even and back != area and _competes(world, seat, back, mine=mine):
                    yield other, _pact(seat, area, other, back, until)
                    break
            else:
                continue
            break


def _hoped_for(world: World, seat: Seat) -> list[Area]:
    """Free unorganized areas in which a seat has a foot already, the best first."""
    found = [
        area
        for area, marker in world.areas_of(seat)
        if not marker.is_control
        and world.type_of(area) == "unorganized"
        and not world.controllers(area)
        and world.board.value(area) >= 4
    ]
    return sorted(found, key=lambda area: -world.board.value(area))[:4]


def _competes(world: World, seat: Seat, area: Area, mine: list[Area]) -> bool:
    """Whether a seat could take an area and may: not what it wants most, nor what it has promised
    somebody to leave alone."""
    if mine and area == mine[0]:
        return False
    return has_line(world, seat, area) and not forbidden(world, seat, area, Status.PROTECTORATE)


def _pact(seat: Seat, area: Area, other: Seat, back: Area, until: int) -> str:
    clauses = [
        f"no_placement power={other}; areas=[{area}]; level=protectorate",
        f"no_placement power={seat}; areas=[{back}]; level=protectorate",
    ]
    return f"until=turn {until}; clauses=[{' | '.join(clauses)}]"


def _pledged(world: World, seat: Seat, other: Seat) -> bool:
    """Whether two seats have such a pact already."""
    return any(
        treaty.state == "in_force"
        and {seat, other} <= set(treaty.parties)
        and any(clause.kind == "no_placement" for clause in treaty.clauses)
        for treaty in world.state.treaties.values()
    )
