"""The value of clauses without money or markers (9.4): obstacles removed, areas left alone,
alliances, favours; and the price of the seat's own promises."""

from __future__ import annotations

from entente.games.pax.areas.causes import live
from entente.games.pax.areas.communication import has_line
from entente.games.pax.board import ARMY, STATUS_WORDS, Area, Power, Status
from entente.games.pax.context import PaxContext
from entente.games.pax.economy.spending import free_money
from entente.games.pax.engine.evaluator import Evaluator, divisor, worth
from entente.games.pax.engine.markers import is_free, trouble
from entente.games.pax.engine.promises import chance, givers, means, possible_turns, trust
from entente.games.pax.movement.marker_orders import price
from entente.games.pax.records.treaty import OFFERED, Clause, Treaty
from entente.games.pax.treaties.clauses_in_force import areas_of, binding
from entente.games.pax.treaties.obligations import defended_by, forbidden
from entente.games.pax.turn.victory_points import turn_bonuses

LIMITS = ("units_max", "units_min", "build_limit")
ALLIANCE_COST = 9.0  # pounds: the probability of a war times its cost
ALLIANCE_GAIN = 6.0
CAUSE_GIVEN, CAUSE_AGAIN = (
    25.0,
    5.0,
)  # pounds: another power gets a casus belli, and a further one
MOST_CAUSES = 4
KEPT_OUT = 0.2  # of the value of control: the other might never have come
MOST_KEPT_OUT = 3  # areas: more could not have been taken anyway
FULL_PACT = 3  # turns: a shorter promise counts for less
RESOLD = 0.4  # what is left of a promise's value for each earlier turn in which it was made
FOOTHOLD = {True: 1.3, False: 0.5}  # how much more that is with a marker there, or without
GIVEN_UP = 0.25  # of that, if the power leaves the area anyway
SOON = 0.3  # of a removed obstacle if it cannot be used this turn
PEACE, NO_CAUSE = 3.0, 0.5  # pounds: a power with a casus belli, or without, keeps the peace
FAVOUR = 0.5  # pounds: coal, a passage, a limit of arms


# -- obstacles


def ways_cleared(evaluator: Evaluator, treaty: Treaty, numbers: list[int]) -> dict[Area, float]:
    """Where others lower their markers at once, so that the seat could take control."""
    gains: dict[Area, float] = {}
    for clause in (treaty.clauses[number] for number in numbers):
        if clause.kind not in ("remove", "lower") or clause.text("power") in evaluator.powers:
            continue
        if clause.kind == "lower" and STATUS_WORDS[clause.text("level")] >= Status.INFLUENCE:
            continue
        area, other = clause.text("area"), clause.text("power")
        gain = max(in_the_way(evaluator, power, other, area) for power in evaluator.powers)
        stays = _stays_out(treaty, other, area) or evaluator.world.state.phase == "movement"
        gains[area] = max(gains.get(area, 0.0), gain if stays else SOON * gain)
    return gains


def _stays_out(treaty: Treaty, power: Power, area: Area) -> bool:
    return any(
        clause.kind == "no_placement"
        and clause.text("power") == power
        and area in clause.listed("areas")
        for clause in treaty.clauses
    )


def in_the_way(evaluator: Evaluator, power: Power, other: Power, area: Area) -> float:
    """Return the value of removing another's influence where a power could take control: the anger
    that is saved, at most the value of control."""
    world = evaluator.world
    before = world.status(power, area)
    if world.status(other, area) is not Status.INFLUENCE or before.is_control:
        return 0.0
    if world.controllers(area) or not has_line(world, power, area):
        return 0.0
    if not (is_free(world, area) or world.in_unrest(area)):
        return 0.0
    anger = trouble(evaluator, power, area, Status.PROTECTORATE)
    if anger is None:
        return 0.0
    gain = worth(world, power, area, Status.PROTECTORATE) - max(
        0.0, worth(world, power, area, before)
    )
    gain -= price(world, power, area, Status.PROTECTORATE) + world.board.unit_cost("army", 1)
    return max(0.0, min(gain, anger))


# -- staying out


def kept_out(evaluator: Evaluator, treaty: Treaty) -> float:
    """Return the value of others staying out of areas: the best few that they could have taken. A
    promise that is made again every turn counts for less each time."""
    world, hopes = evaluator.world, dict[Power, list[float]]()
    seen = set[tuple[Power, Area]]()
    for clause in treaty.clauses:
        power = clause.text("power")
        if clause.kind != "no_placement" or power in evaluator.powers:
            continue
        lasts = _lasts(evaluator, treaty, clause) * trust(world, power) * chance(world, clause)
        lasts *= RESOLD if treaty.secret else 1.0  # others may have bought the same
        earlier = _promised_before(evaluator, power)
        for area in sorted(areas_of(world, clause)):
            if (power, area) in seen or not _could_place(world, power, area, clause):
                continue
            seen.add((power, area))
            hope = lasts * _hope(evaluator, evaluator.seat, area) * RESOLD ** earlier.get(area, 0)
            hope *= GIVEN_UP if _gives_up(treaty, power, area) else 1.0
            if hope:
                hopes.setdefault(power, []).append(hope)
    best = [
        hope
        for power, each in hopes.items()
        for hope in sorted(each, reverse=True)[: areas_in_reach(world, power)]
    ]
    return sum(sorted(best, reverse=True)[:MOST_KEPT_OUT])


def areas_in_reach(world: PaxContext, power: Power) -> int:
    """How many more areas a power could take with its money, besides those that it has promised to
    leave alone: a promise about others costs it nothing."""
    cost = world.board.prices[Status.PROTECTORATE].cost + world.board.unit_cost(ARMY, 1)
    affordable = max(1, max(free_money(world, power), means(world, power)) // cost)
    left_alone = {
        area
        for bound in binding(world, power, "no_placement")
        for area in areas_of(world, bound.clause)
    }
    return max(0, affordable - len(left_alone))


def _promised_before(evaluator: Evaluator, power: Power) -> dict[Area, int]:
    """In how many treaties of earlier turns a power has promised the seat to stay out of areas."""
    world, counts = evaluator.world, dict[Area, int]()
    for treaty in world.state.treaties.values():
        if treaty.state == OFFERED or treaty.turn >= world.state.turn:
            continue
        if not {*treaty.parties} & {*evaluator.powers}:
            continue
        areas = {
            area
            for clause in treaty.clauses
            if clause.kind == "no_placement" and clause.text("power") == power
            for area in areas_of(world, clause)
        }
        for area in areas:
            counts[area] = counts.get(area, 0) + 1
    return counts


def _lasts(evaluator: Evaluator, treaty: Treaty, clause: Clause) -> float:
    """How much one turn of a promise for several turns counts."""
    return min(1.0, len(possible_turns(evaluator.world, treaty, clause)) / FULL_PACT)


def _hope(evaluator: Evaluator, power: Power, area: Area) -> float:
    """Return the value a power may hope for in an area without control."""
    world = evaluator.world
    if world.controllers(area) or not has_line(world, power, area):
        return 0.0
    foothold = world.status(power, area) > Status.NONE
    full = max(0.0, worth(world, power, area, _aim(world, area)))
    return FOOTHOLD[foothold] * KEPT_OUT * full


def _aim(world: PaxContext, area: Area) -> Status:
    """Return the marker a power would place there."""
    return Status.PROTECTORATE if is_free(world, area) else Status.INTEREST


def _could_place(world: PaxContext, power: Power, area: Area, clause: Clause) -> bool:
    """Whether a promise to stay out of an area rules out anything legal (6.1)."""
    level = STATUS_WORDS[clause.text("level") or "interest"]
    opened = is_free(world, area) or world.in_unrest(area)
    if level > (Status.POSSESSION if opened else Status.INFLUENCE):
        return False
    if not has_line(world, power, area) or forbidden(world, power, area, level):
        return False
    return world.can_have(power, area, level)


def _gives_up(treaty: Treaty, power: Power, area: Area) -> bool:
    """Whether a power leaves an area by the same treaty: then a promise not to return says
    little."""
    return any(
        clause.kind in ("lower", "remove")
        and (clause.text("power"), clause.text("area")) == (power, area)
        for clause in treaty.clauses
    )


# -- duties and favours


def duty(evaluator: Evaluator, treaty: Treaty, clause: Clause) -> float:
    """Return the cost of keeping an own promise."""
    world = evaluator.world
    turns = possible_turns(world, treaty, clause)
    if not turns:
        return 0.0
    if clause.kind == "no_placement":
        power, lasts = clause.text("power"), _lasts(evaluator, treaty, clause)
        total = 0.0
        for area in areas_of(world, clause):
            hope = _hope(evaluator, power, area)
            total += GIVEN_UP * hope if _gives_up(treaty, power, area) else hope
        return -lasts * total
    if clause.kind == "no_war":
        return -1.0 * len(clause.listed("towards"))
    if clause.kind == "grant_cb":
        return -CAUSE_GIVEN - CAUSE_AGAIN * (min(MOST_CAUSES, len(turns)) - 1)
    return -ALLIANCE_COST if clause.kind == "defensive" else -2.0


def favour(evaluator: Evaluator, treaty: Treaty, clause: Clause) -> float:
    """Return the value of another's promise to the seat."""
    world, power = evaluator.world, givers(clause)[0]
    if not possible_turns(world, treaty, clause):
        return 0.0
    word = trust(world, power) * chance(world, clause)
    if clause.kind == "defensive":
        return word * _protection(evaluator, treaty, clause)
    if clause.kind == "no_war":
        if not {*clause.listed("towards")} & {*evaluator.powers}:
            return 0.0
        cause = any(live(world, holder=power, against=mine) for mine in evaluator.powers)
        return word * (PEACE if cause else NO_CAUSE)
    taker = clause.text("to") or clause.text("user") or clause.text("holder")
    return word * FAVOUR if taker in evaluator.powers or clause.kind in LIMITS else 0.0


def _protection(evaluator: Evaluator, treaty: Treaty, clause: Clause) -> float:
    """Return the value of an ally with the points it earns the seat; one that is already bound adds
    nothing."""
    power, protected = clause.text("power"), clause.text("protected")
    if protected not in evaluator.powers or not possible_turns(evaluator.world, treaty, clause):
        return 0.0
    enemies = [each for each in clause.listed("against") if each not in (power, protected)]
    known = [each for each in enemies if defended_by(evaluator.world, protected, (power,), each)]
    gain = ALLIANCE_GAIN if len(known) < len(enemies) else 0.0
    return gain + alliance_bonus(evaluator, treaty, clause)


def alliance_bonus(evaluator: Evaluator, treaty: Treaty, clause: Clause) -> float:
    """13.4: the bonus of a defensive treaty for Germany or France in the turns it lasts."""
    world = evaluator.world
    wanted = bonus_wanted(world, evaluator.seat)
    if wanted is None or turn_bonuses(world, evaluator.seat):
        return 0.0
    bonus, allies, enemy = wanted
    if clause.text("power") not in allies or (enemy and enemy not in clause.listed("against")):
        return 0.0
    last = min(x for x in (treaty.until, clause.until, world.number("turns")) if x)
    points = world.board.bonuses[bonus].points * max(0, last - world.state.turn + 1)
    return points * divisor(world, evaluator.seat)


def bonus_wanted(world: PaxContext, seat: Power) -> tuple[str, tuple[Power, ...], Power] | None:
    """Return the bonus a seat earns by being defended: by whom, against whom."""
    if seat == "germany":
        return "german_defensive_treaty", ("russia",), ""
    if seat == "france":
        return "french_defensive_treaty", ("italy", "russia", "great_britain"), "germany"
    return None
