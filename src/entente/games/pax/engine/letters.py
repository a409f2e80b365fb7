"""Messages to other powers: why to sign an offered treaty, and why a treaty is declined.

They use what the seat sees: the clauses, and their value to the seat itself.
"""

from __future__ import annotations

from math import ceil

from entente.games.pax.board import Power
from entente.games.pax.engine.bargains import read_offer
from entente.games.pax.engine.evaluator import Evaluator, spendable
from entente.games.pax.engine.promises import flaw
from entente.games.pax.engine.treaties import (
    MARGIN,
    declined,
    plain_value,
    too_dear,
    value,
)
from entente.games.pax.records.treaty import OFFERED, Clause, Treaty
from entente.kernel import Message, Seat, parse_action, say
from entente.players.player import PlayerMessage

KINDS = {"area_in": "area_in", "other_in": "area_in", "enemy": "power_the"}  # of the placeholders
MOST_ASKED = 60  # pounds: higher prices are not named


def explain(evaluator: Evaluator, action: str) -> PlayerMessage | None:
    """Return the message that goes with an action at the desk; None: none."""
    parsed = parse_action(action)
    if parsed.verb == "offer":
        return _of_offer(evaluator, action)
    if parsed.verb == "decline":
        treaty = evaluator.world.state.treaties.get(parsed.args[0])
        author = None if treaty is None else evaluator.world.seat_of(treaty.by)
        if treaty is not None and author is not None and author != evaluator.seat:
            return PlayerMessage(author, refusal(evaluator, treaty))
    return None


# -- offers


def _of_offer(evaluator: Evaluator, written: str) -> PlayerMessage | None:
    offer = read_offer(evaluator, written)
    if offer is None or offer[0] not in evaluator.world.seats:
        return None
    partner, clauses, _ = offer
    return PlayerMessage(partner, reason(evaluator, partner, clauses), KINDS)


def reason(evaluator: Evaluator, partner: Seat, clauses: tuple[Clause, ...]) -> Message:
    """Return the sentence that fits the clauses."""
    if any(_same(treaty, clauses) for treaty in _on_desk(evaluator, partner)):
        return _money("counter", evaluator.seat, clauses)
    kinds = {clause.kind: clause for clause in clauses}
    given_up = [c for c in clauses if c.kind in ("lower", "remove")]
    theirs = [c.text("area") for c in given_up if c.text("power") != evaluator.seat]
    mine = [c.text("area") for c in given_up if c.text("power") == evaluator.seat]
    if theirs and mine:
        return say("letter.swap", area_in=theirs[0], other_in=mine[0])
    if theirs:
        return _money("leave", evaluator.seat, clauses, area_in=theirs[0])
    if mine:
        return _money("yield", evaluator.seat, clauses, area_in=mine[0])
    if "codominion" in kinds:
        return _money("share", evaluator.seat, clauses, area_in=kinds["codominion"].text("area"))
    if "defensive" in kinds:
        enemy = kinds["defensive"].listed("against")[0]
        return _money("alliance", evaluator.seat, clauses, enemy=enemy)
    if "no_placement" in kinds:
        areas = {c.text("power"): c.listed("areas") for c in clauses if c.kind == "no_placement"}
        if evaluator.seat in areas and partner in areas:
            return say("letter.pact", area_in=areas[partner][0], other_in=areas[evaluator.seat][0])
    return _money("offer", evaluator.seat, clauses)


def _money(key: str, seat: Power, clauses: tuple[Clause, ...], **named: str) -> Message:
    """Return a sentence, with the payment: by the seat, by the partner, or none."""
    paid = sum(
        clause.number("amount") * (1 if clause.text("from") == seat else -1)
        for clause in clauses
        if clause.kind == "pay"
    )
    if not paid:
        return say(f"letter.{key}.free", **named)
    return say(f"letter.{key}.{'pays' if paid > 0 else 'asks'}", amount=abs(paid), **named)


def _on_desk(evaluator: Evaluator, partner: Seat) -> list[Treaty]:
    """Return the treaties another seat has offered to this one."""
    return [
        treaty
        for treaty in evaluator.world.state.treaties.values()
        if treaty.state == OFFERED and treaty.by == partner and evaluator.seat in treaty.parties
    ]


def _same(treaty: Treaty, clauses: tuple[Clause, ...]) -> bool:
    """Whether the clauses are those of a treaty, except for the money."""

    def rest(all_: tuple[Clause, ...]) -> list[Clause]:
        return [clause for clause in all_ if clause.kind != "pay"]

    return rest(treaty.clauses) == rest(clauses)


# -- refusals


def refusal(evaluator: Evaluator, treaty: Treaty) -> Message:
    """Why a treaty is not signed."""
    world = evaluator.world
    flawed = flaw(evaluator, treaty)
    if flawed is not None:
        return say(f"letter.refused.{flawed.key}", clause=flawed.clause + 1)
    for number, clause in enumerate(treaty.clauses):
        if key := declined(evaluator, treaty, clause):
            return say(f"letter.refused.{key}", clause=number + 1)
    if too_dear(evaluator, treaty):
        return say("letter.refused.too_dear", money=spendable(world, evaluator.seat))
    if any(_same(offered, treaty.clauses) for offered in _mine(evaluator, treaty.by)):
        return say("letter.refused.counter")
    worth = value(evaluator, treaty)
    if plain_value(evaluator, treaty) > MARGIN >= worth:
        return say("letter.refused.ahead")
    lacking = ceil(MARGIN / evaluator.character.deals - worth) + 1
    if lacking > MOST_ASKED:
        return say("letter.refused.bad")
    return say("letter.refused.cheap", amount=lacking)


def _mine(evaluator: Evaluator, partner: Power) -> list[Treaty]:
    """Return the treaties this seat has offered to another."""
    return [
        treaty
        for treaty in evaluator.world.state.treaties.values()
        if treaty.state == OFFERED and treaty.by == evaluator.seat and partner in treaty.parties
    ]
