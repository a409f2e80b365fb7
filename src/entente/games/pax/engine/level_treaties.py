"""Treaties (9) at a level: the value of a draft, what it signs, and what it offers."""

from __future__ import annotations

from collections.abc import Iterator
from math import ceil

from entente.games.pax.areas.causes import live
from entente.games.pax.areas.communication import has_line
from entente.games.pax.board import Area, Power, Status
from entente.games.pax.economy.spending import free_money
from entente.games.pax.engine import offers, treaties
from entente.games.pax.engine.bargains import (
    GOODWILL,
    LEAST_PAID,
    MOST_PAID,
    Bargain,
    draft_of,
    lowers,
    on_trust,
    pays,
    stays_out,
)
from entente.games.pax.engine.character import USUAL
from entente.games.pax.engine.evaluator import Evaluator, divisor, spendable, turns_left
from entente.games.pax.engine.features import money_now
from entente.games.pax.engine.level_evaluator import LevelEvaluator
from entente.games.pax.engine.markers import is_free
from entente.games.pax.engine.promises import is_at_once
from entente.games.pax.engine.treaties import MARGIN, NEVER
from entente.games.pax.engine.war_decision import war_gain
from entente.games.pax.records.treaty import IN_FORCE, OFFERED, Clause, Treaty
from entente.kernel import Seat

SOLD = 5  # areas in one promise
SOLD_TURNS = 1  # turns that it lasts after the current one
LEAST_ASKED = 5  # pounds
WISHES = 4  # areas that it wants itself and does not promise away
MOST_LOWERED = 7  # clauses, besides the money
WORTH_LOWERING = 12.0  # pounds that a lowered marker must save
SETTLES = ("lower", "remove", "codominion", "cede", "exchange")  # clauses that end a dispute
MOST_DECLINED = 2  # per turn; after more refusals it waits for the next one


# -- the value of a draft


def level_value(evaluator: LevelEvaluator, treaty: Treaty) -> float:
    """Return the quick evaluation's value, but with money at its present value, and with envy."""
    worth = treaties.value(evaluator, treaty)
    if worth <= NEVER:
        return worth
    now = money_now(evaluator.world, evaluator.weights) - 1.0
    for clause in treaty.clauses:
        if clause.kind == "pay" and is_at_once(evaluator, treaty, clause):
            amount = clause.number("amount")
            if clause.text("to") in evaluator.powers:
                worth += now * amount
            elif clause.text("from") in evaluator.powers:
                worth -= now * amount
            worth += envy(evaluator, clause.text("from"), amount) - envy(
                evaluator, clause.text("to"), amount
            )
    return worth


def envy(evaluator: LevelEvaluator, partner: Power, amount: float) -> float:
    """Return the value of a partner's loss in own pounds: 0 unless the partner leads; the more, the
    fewer pounds it needs for a point."""
    if not evaluator.weights.envies or partner != evaluator.ahead:
        return 0.0
    world = evaluator.world
    return (
        evaluator.weights.envies * amount * divisor(world, evaluator.seat) / divisor(world, partner)
    )


def signs(evaluator: LevelEvaluator, treaty: Treaty) -> bool:
    """Whether the level signs a draft."""
    worth = level_value(evaluator, treaty) - gain_by_war(evaluator, treaty)
    return worth > NEVER and worth > evaluator.weights.margin / evaluator.character.deals


def gain_by_war(evaluator: LevelEvaluator, treaty: Treaty) -> float:
    """Return what a war would bring for which a draft settles the cause; 0: none."""
    world, seat = evaluator.world, evaluator.seat
    if not evaluator.weights.provokes:
        return 0.0
    disputed = {clause.text("area") for clause in treaty.clauses if clause.kind in SETTLES}
    enemies = {
        cause.against
        for cause in live(world, holder=seat)
        if cause.area in disputed and cause.against in treaty.parties
    }
    return max([0.0, *(war_gain(evaluator, seat, enemy) for enemy in enemies)])


# -- offers


def offer(evaluator: LevelEvaluator, phase: str) -> str | None:
    """Return the next treaty that a seat offers; None: none."""
    bargains = level_bargains(evaluator, phase)
    return offers.next_offer(evaluator, bargains, evaluator.weights.most_offers, MOST_DECLINED)


def level_bargains(evaluator: LevelEvaluator, phase: str) -> Iterator[Bargain]:
    """All bargains it would like to make, at its price."""
    for wish in offers.wanted_bargains(evaluator, phase):
        bargain = asking_more(evaluator, wish)
        draft = draft_of(evaluator, bargain.partner, bargain.clauses, bargain.until)
        if gain_by_war(evaluator, draft) > bargain.gain:
            continue  # the cause for a war is worth more
        paid = sum(
            envy(evaluator, c.text("to"), c.number("amount"))
            for c in bargain.clauses
            if c.kind == "pay"
        )
        if bargain.gain > paid:
            yield bargain
    if phase != "movement":
        return
    if evaluator.weights.economies:
        yield from economies(evaluator)
    if evaluator.weights.sells:
        yield from sales(evaluator)


def asking_more(evaluator: LevelEvaluator, wish: Bargain) -> Bargain:
    """Return the same bargain for more of the partner's gain, as far as it has the money."""
    world = evaluator.world
    if not evaluator.weights.asks:
        return wish
    rest = tuple(clause for clause in wish.clauses if clause.kind != "pay")
    theirs = value_to(evaluator, wish.partner, rest, wish.until)
    amount = int(evaluator.weights.asks * (theirs - MARGIN - GOODWILL))
    amount = min(amount, MOST_PAID, free_money(world, wish.partner))
    paid = sum(
        c.number("amount") * (1 if c.text("to") == evaluator.seat else -1)
        for c in wish.clauses
        if c.kind == "pay"
    )
    if amount < LEAST_ASKED or amount <= paid or on_trust(evaluator, rest):
        return wish
    clauses = (*rest, pays(wish.partner, evaluator.seat, amount))
    return Bargain(wish.partner, clauses, wish.until, wish.gain + amount - paid)


def value_to(
    evaluator: LevelEvaluator, partner: Seat, clauses: tuple[Clause, ...], until: int
) -> float:
    """Return the likely value of clauses to another seat."""
    draft = draft_of(evaluator, partner, clauses, until)
    return treaties.value(Evaluator(evaluator.world, partner, USUAL), draft)


# -- colonies that cost more than they bring


def economies(evaluator: LevelEvaluator) -> Iterator[Bargain]:
    """9.2: control is lowered by treaty only, and a possession costs twice the upkeep of a
    protectorate: where its value is small, any partner will do, for a few pounds."""
    world, seat = evaluator.world, evaluator.seat
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
            and (gain := _saved(evaluator, area)) > WORTH_LOWERING
        ),
        reverse=True,
    )[:MOST_LOWERED]
    if not saved:
        return
    clauses = tuple(lowers(seat, area, "protectorate") for _, area in saved)
    gain = sum(each for each, _ in saved)
    for partner in world.seats:
        if partner == seat or partner == evaluator.ahead:
            continue
        theirs = value_to(evaluator, partner, clauses, 0)
        amount = max(LEAST_PAID, ceil(MARGIN + GOODWILL - theirs))
        if theirs > NEVER and amount <= spendable(world, seat):
            yield Bargain(partner, (*clauses, pays(seat, partner, amount)), 0, gain - amount)


def _saved(evaluator: LevelEvaluator, area: Area) -> float:
    """Return the gain of a protectorate instead of a possession."""
    seat = evaluator.seat
    return evaluator.worth(seat, area, Status.PROTECTORATE) - evaluator.worth(
        seat, area, Status.POSSESSION
    )


# -- promises that cost nothing


def sales(evaluator: LevelEvaluator) -> Iterator[Bargain]:
    """Yield offers in which the seat promises, for money, to stay out of areas that a partner would
    like to have and that the seat could take, but does not want."""
    world, seat = evaluator.world, evaluator.seat
    if not turns_left(world):
        return
    until = min(world.number("turns"), world.state.turn + SOLD_TURNS)
    unwanted = _unwanted(evaluator)
    for partner in world.seats:
        funds = min(MOST_PAID, free_money(world, partner))
        if partner == seat or funds < LEAST_ASKED or _promised(evaluator, partner):
            continue
        wanted = _dearest(evaluator, partner, unwanted)
        if not wanted:
            continue
        clause = stays_out(seat, " ".join(wanted), "protectorate")
        theirs = value_to(evaluator, partner, (clause,), until)
        amount = min(funds, int(evaluator.weights.asks * (theirs - MARGIN - GOODWILL)))
        if amount >= LEAST_ASKED:
            money = pays(partner, seat, amount)
            gain = amount + envy(evaluator, partner, amount)
            yield Bargain(partner, (clause, money), until, gain)


def _unwanted(evaluator: LevelEvaluator) -> list[Area]:
    """Free areas within reach, except those the seat wants most itself."""
    world, seat = evaluator.world, evaluator.seat
    free = [
        area
        for area in world.board.areas
        if is_free(world, area)
        and not world.controllers(area)
        and has_line(world, seat, area)
        and world.status(seat, area) < Status.INFLUENCE
    ]
    free.sort(key=lambda area: -evaluator.worth(seat, area, Status.PROTECTORATE))
    return free[WISHES:]


def _dearest(evaluator: LevelEvaluator, partner: Seat, areas: list[Area]) -> list[Area]:
    """Return the areas worth most to another seat."""
    ranked = sorted(
        (
            (
                value_to(evaluator, partner, (stays_out(evaluator.seat, area, "protectorate"),), 0),
                area,
            )
        )
        for area in areas
        if has_line(evaluator.world, partner, area)
    )
    return [area for each, area in reversed(ranked) if each > 0][:SOLD]


def _promised(evaluator: LevelEvaluator, partner: Seat) -> bool:
    """Whether the seat has already promised another to stay out of something."""
    return any(
        treaty.state == IN_FORCE
        and partner in treaty.parties
        and any(
            clause.kind == "no_placement" and clause.text("power") == evaluator.seat
            for clause in treaty.clauses
        )
        for treaty in evaluator.world.state.treaties.values()
    )
