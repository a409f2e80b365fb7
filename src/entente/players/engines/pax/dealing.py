"""Treaties (9): what a draft is worth to a level, what it signs, and what it offers."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from entente.games.pax.areas.communication import has_line
from entente.games.pax.board import Area, Power, Status
from entente.games.pax.economy.spending import free_money
from entente.games.pax.records.treaty import IN_FORCE, OFFERED, Clause, Treaty
from entente.kernel import Decision, Seat
from entente.players.engines.pax.features import money_now
from entente.players.engines.pax.level_evaluator import LevelEvaluator
from entente.players.evaluation.pax import offers, treaties
from entente.players.evaluation.pax.bargains import (
    LEAST_PAID,
    MOST_PAID,
    Bargain,
    draft_of,
    lowers,
    on_trust,
    pays,
    stays_out,
)
from entente.players.evaluation.pax.character import USUAL
from entente.players.evaluation.pax.evaluator import Evaluator, divisor, spendable, turns_left
from entente.players.evaluation.pax.markers import is_free
from entente.players.evaluation.pax.promises import is_at_once
from entente.players.evaluation.pax.treaties import MARGIN, NEVER

GOODWILL = 3.0  # pounds by which the other shall gain, whatever his character is
SOLD = 5  # areas of one promise
SOLD_TURNS = 1  # turns that it lasts after this one
LEAST_ASKED = 5  # pounds
WISHES = 4  # areas that it would rather have itself: these are not promised away
MOST_LOWERED = 7  # clauses, beside the money
WORTH_LOWERING = 12.0  # pounds that a lowered marker must save
MOST_DECLINED = 2  # a turn: who hears no so often waits for the next one


# -- what a draft is worth


def value(mind: LevelEvaluator, treaty: Treaty) -> float:
    """As in the evaluation; but money counts for what it can buy now, and the promises of others
    for what they are worth to this level."""
    found = treaties.value(mind, treaty)
    if found <= NEVER:
        return found
    now = money_now(mind.world, mind.weights) - 1.0
    for clause in treaty.clauses:
        if clause.kind == "pay" and is_at_once(mind, treaty, clause):
            amount = clause.number("amount")
            if clause.text("to") in mind.powers:
                found += now * amount
            elif clause.text("from") in mind.powers:
                found -= now * amount
            found += envy(mind, clause.text("from"), amount) - envy(mind, clause.text("to"), amount)
    return found


def envy(mind: LevelEvaluator, partner: Power, amount: float) -> float:
    """What it is worth in one's own pounds that another has so many less: nothing, unless he leads;
    then the more, the fewer pounds he needs for a point."""
    if not mind.weights.envies or partner != mind.ahead:
        return 0.0
    world = mind.world
    return mind.weights.envies * amount * divisor(world, mind.seat) / divisor(world, partner)


def signs(mind: LevelEvaluator, treaty: Treaty) -> bool:
    """Whether it puts its name under a draft."""
    found = value(mind, treaty)
    return found > NEVER and found > mind.weights.margin / mind.character.deals


def at_desk(mind: LevelEvaluator, decision: Decision, answers: tuple[str, ...]) -> str | None:
    """What to do about treaties, those that lie before the seat first; None: nothing."""
    world = mind.world
    found = treaties.answer(mind, answers)
    name = found.split(" ")[1] if found is not None else ""
    if found is not None and found.split(" ")[0] in ("sign", "decline"):
        treaty = world.state.treaties[name]
        if signs(mind, treaty):
            return f"sign {name}"
        instead = offers.counter(mind, treaty) if mind.weights.asks else None
        return instead if instead is not None and instead in decision.menu else f"decline {name}"
    if found is not None or world.state.phase not in ("movement", "negotiation"):
        return found
    return offer(mind, world.state.phase)


# -- what it offers


def offer(mind: LevelEvaluator, phase: str) -> str | None:
    """The next treaty a seat lays before another; None: none."""
    world, seat = mind.world, mind.seat
    made = world.state.offers_made.get(seat, 0)
    if made >= min(mind.weights.most_offers, world.number("offer_limit")):
        return None
    mine = [
        treaty
        for treaty in world.state.treaties.values()
        if treaty.by == seat and (treaty.state == OFFERED or treaty.turn == world.state.turn)
    ]
    declined = made - len(mine)
    if declined > MOST_DECLINED:
        return None
    busy = {world.seat_of(power) for treaty in mine for power in treaty.parties}
    busy |= {
        world.seat_of(treaty.by)
        for treaty in world.state.treaties.values()
        if treaty.state == OFFERED and treaty.by != seat and seat in treaty.parties
    }
    found = [wish for wish in wishes(mind, phase) if wish.partner not in busy]
    found.sort(key=lambda wish: -wish.gain)
    return found[declined].written(mind) if 0 <= declined < len(found) else None


def wishes(mind: LevelEvaluator, phase: str) -> Iterator[Bargain]:
    """All that it would like to agree upon, at its price."""
    for wish in offers._wishes(mind, phase):
        found = dearer(mind, wish)
        given = sum(
            envy(mind, c.text("to"), c.number("amount")) for c in found.clauses if c.kind == "pay"
        )
        if found.gain > given:
            yield found
    if phase != "movement":
        return
    if mind.weights.economies:
        yield from economies(mind)
    if mind.weights.sells:
        yield from sales(mind)


def dearer(mind: LevelEvaluator, wish: Bargain) -> Bargain:
    """The same bargain for more of the other's gain, as far as he has the money."""
    world = mind.world
    if not mind.weights.asks:
        return wish
    rest = tuple(clause for clause in wish.clauses if clause.kind != "pay")
    theirs = value_to(mind, wish.partner, rest, wish.until)
    amount = int(mind.weights.asks * (theirs - MARGIN - GOODWILL))
    amount = min(amount, MOST_PAID, free_money(world, wish.partner))
    paid = sum(
        c.number("amount") * (1 if c.text("to") == mind.seat else -1)
        for c in wish.clauses
        if c.kind == "pay"
    )
    if amount < LEAST_ASKED or amount <= paid or on_trust(mind, rest):
        return wish
    clauses = (*rest, pays(wish.partner, mind.seat, amount))
    return Bargain(wish.partner, clauses, wish.until, wish.gain + amount - paid)


def value_to(mind: LevelEvaluator, partner: Seat, clauses: tuple[Clause, ...], until: int) -> float:
    """What clauses are likely worth to another seat."""
    draft = draft_of(mind, partner, clauses, until)
    return treaties.value(Evaluator(mind.world, partner, USUAL), draft)


# -- colonies that cost more than they bring


def economies(mind: LevelEvaluator) -> Iterator[Bargain]:
    """9.2: control is lowered by treaty only, and a possession costs twice the upkeep of a
    protectorate: where its value is small, any partner will do, for a few pounds."""
    world, seat = mind.world, mind.seat
    under_way = {
        clause.text("area")
        for treaty in world.state.treaties.values()
        if treaty.state in (OFFERED, IN_FORCE)
        for clause in treaty.clauses
        if clause.kind == "lower" and clause.text("power") == seat
    }
    saved = sorted(
        (
            (gain, area)
            for area, marker in world.areas_of(seat)
            if marker.was is marker.status is Status.POSSESSION
            and area not in under_way
            and (gain := _saved(mind, area)) > WORTH_LOWERING
        ),
        reverse=True,
    )[:MOST_LOWERED]
    if not saved:
        return
    clauses = tuple(lowers(seat, area, "protectorate") for _, area in saved)
    gain = sum(each for each, _ in saved)
    for partner in world.seats:
        if partner == seat or partner == mind.ahead:
            continue
        theirs = value_to(mind, partner, clauses, 0)
        amount = max(LEAST_PAID, ceil(MARGIN + GOODWILL - theirs))
        if theirs > NEVER and amount <= spendable(world, seat):
            yield Bargain(partner, (*clauses, pays(seat, partner, amount)), 0, gain - amount)


def _saved(mind: LevelEvaluator, area: Area) -> float:
    """What is won by a protectorate in place of a possession."""
    seat = mind.seat
    return mind.worth(seat, area, Status.PROTECTORATE) - mind.worth(seat, area, Status.POSSESSION)


# -- promises that cost nothing


def sales(mind: LevelEvaluator) -> Iterator[Bargain]:
    """It stays out of areas that another would like to have and that it could take, but does not
    want; the other pays for it."""
    world, seat = mind.world, mind.seat
    if not turns_left(world):
        return
    until = min(world.number("turns"), world.state.turn + SOLD_TURNS)
    unwanted = _unwanted(mind)
    for partner in world.seats:
        purse = min(MOST_PAID, free_money(world, partner))
        if partner == seat or purse < LEAST_ASKED or _promised(mind, partner):
            continue
        wanted = _dearest(mind, partner, unwanted)
        if not wanted:
            continue
        clause = stays_out(seat, " ".join(wanted), "protectorate")
        theirs = value_to(mind, partner, (clause,), until)
        amount = min(purse, int(mind.weights.asks * (theirs - MARGIN - GOODWILL)))
        if amount >= LEAST_ASKED:
            money = pays(partner, seat, amount)
            gain = amount + envy(mind, partner, amount)
            yield Bargain(partner, (clause, money), until, gain)


def _unwanted(mind: LevelEvaluator) -> list[Area]:
    """Free areas within reach, but for those that the seat would like to have most itself."""
    world, seat = mind.world, mind.seat
    free = [
        area
        for area in world.board.areas
        if is_free(world, area)
        and not world.controllers(area)
        and has_line(world, seat, area)
        and world.status(seat, area) < Status.INFLUENCE
    ]
    free.sort(key=lambda area: -mind.worth(seat, area, Status.PROTECTORATE))
    return free[WISHES:]


def _dearest(mind: LevelEvaluator, partner: Seat, areas: list[Area]) -> list[Area]:
    """Those of some areas that are worth most to another."""
    found = sorted(
        ((value_to(mind, partner, (stays_out(mind.seat, area, "protectorate"),), 0), area))
        for area in areas
        if has_line(mind.world, partner, area)
    )
    return [area for each, area in reversed(found) if each > 0][:SOLD]


def _promised(mind: LevelEvaluator, partner: Seat) -> bool:
    """Whether the seat has promised another to stay out of something already."""
    return any(
        treaty.state == IN_FORCE
        and partner in treaty.parties
        and any(
            clause.kind == "no_placement" and clause.text("power") == mind.seat
            for clause in treaty.clauses
        )
        for treaty in mind.world.state.treaties.values()
    )
