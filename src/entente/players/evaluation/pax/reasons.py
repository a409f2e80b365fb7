"""What a computer player says to another power: why a treaty that it offers should be signed, and
why it does not sign one that it declines.

All is made of what the seat sees: the clauses that both know, and what they are worth to itself.
"""

from __future__ import annotations

from math import ceil

from entente.games.pax.board import Power
from entente.games.pax.negotiation.offers import form_for
from entente.games.pax.records.treaty import OFFERED, Clause, Treaty
from entente.games.pax.treaties.forms import read_clauses
from entente.kernel import Message, Seat, say
from entente.kernel.menu import ListOf
from entente.players.evaluation.pax.evaluator import Evaluator, spendable
from entente.players.evaluation.pax.promises import flaw
from entente.players.evaluation.pax.treaties import (
    MARGIN,
    declined,
    plain_value,
    too_dear,
    value,
)
from entente.players.player import PlayerMessage

KINDS = {"area_in": "area_in", "other_in": "area_in", "enemy": "power_the"}  # of the game's names
MOST_ASKED = 60  # pounds: dearer wishes are not named


def explain(mind: Evaluator, action: str) -> PlayerMessage | None:
    """What to say with an action at the desk; None: nothing."""
    verb, _, rest = action.partition(" ")
    if verb == "offer":
        return _of_offer(mind, action)
    if verb == "decline":
        treaty = mind.world.state.treaties.get(rest)
        author = None if treaty is None else mind.world.seat_of(treaty.by)
        if treaty is not None and author is not None and author != mind.seat:
            return PlayerMessage(author, refusal(mind, treaty))
    return None


# -- offers


def _of_offer(mind: Evaluator, written: str) -> PlayerMessage | None:
    form = form_for(mind.world, mind.seat)
    given, many, others = form.read(written), form.fields["clauses"], form.fields["with"]
    assert isinstance(many, ListOf)
    assert isinstance(others, ListOf)
    if given is None:
        return None
    partner = (others.read(given["with"]) or [""])[0]
    if partner not in mind.world.seats:
        return None
    message = reason(mind, partner, read_clauses(many, given["clauses"]))
    return PlayerMessage(partner, message, KINDS)


def reason(mind: Evaluator, partner: Seat, clauses: tuple[Clause, ...]) -> Message:
    """The sentence that fits the clauses."""
    if any(_same(treaty, clauses) for treaty in _on_desk(mind, partner)):
        return _money("counter", mind.seat, clauses)
    kinds = {clause.kind: clause for clause in clauses}
    given_up = [c for c in clauses if c.kind in ("lower", "remove")]
    theirs = [c.text("area") for c in given_up if c.text("power") != mind.seat]
    mine = [c.text("area") for c in given_up if c.text("power") == mind.seat]
    if theirs and mine:
        return say("letter.swap", area_in=theirs[0], other_in=mine[0])
    if theirs:
        return _money("leave", mind.seat, clauses, area_in=theirs[0])
    if mine:
        return _money("yield", mind.seat, clauses, area_in=mine[0])
    if "codominion" in kinds:
        return _money("share", mind.seat, clauses, area_in=kinds["codominion"].text("area"))
    if "defensive" in kinds:
        enemy = kinds["defensive"].listed("against")[0]
        return _money("alliance", mind.seat, clauses, enemy=enemy)
    if "no_placement" in kinds:
        areas = {c.text("power"): c.listed("areas") for c in clauses if c.kind == "no_placement"}
        if mind.seat in areas and partner in areas:
            return say("letter.pact", area_in=areas[partner][0], other_in=areas[mind.seat][0])
    return _money("offer", mind.seat, clauses)


def _money(key: str, seat: Power, clauses: tuple[Clause, ...], **named: str) -> Message:
    """A sentence, with what is paid for it: by the one who speaks, by the other, or by nobody."""
    paid = sum(
        clause.number("amount") * (1 if clause.text("from") == seat else -1)
        for clause in clauses
        if clause.kind == "pay"
    )
    if not paid:
        return say(f"letter.{key}.free", **named)
    return say(f"letter.{key}.{'pays' if paid > 0 else 'asks'}", amount=abs(paid), **named)


def _on_desk(mind: Evaluator, partner: Seat) -> list[Treaty]:
    """What another has laid before the seat."""
    return [
        treaty
        for treaty in mind.world.state.treaties.values()
        if treaty.state == OFFERED and treaty.by == partner and mind.seat in treaty.parties
    ]


def _same(treaty: Treaty, clauses: tuple[Clause, ...]) -> bool:
    """Whether clauses are those of a treaty but for the money."""

    def rest(all_: tuple[Clause, ...]) -> list[Clause]:
        return [clause for clause in all_ if clause.kind != "pay"]

    return rest(treaty.clauses) == rest(clauses)


# -- refusals


def refusal(mind: Evaluator, treaty: Treaty) -> Message:
    """Why a treaty is not signed."""
    world = mind.world
    flawed = flaw(mind, treaty)
    if flawed is not None:
        return say(f"letter.refused.{flawed.key}", clause=flawed.clause + 1)
    for number, clause in enumerate(treaty.clauses):
        if key := declined(mind, treaty, clause):
            return say(f"letter.refused.{key}", clause=number + 1)
    if too_dear(mind, treaty):
        return say("letter.refused.too_dear", money=spendable(world, mind.seat))
    if any(_same(offered, treaty.clauses) for offered in _mine(mind, treaty.by)):
        return say("letter.refused.counter")
    found = value(mind, treaty)
    if plain_value(mind, treaty) > MARGIN >= found:
        return say("letter.refused.ahead")
    lacking = ceil(MARGIN / mind.character.deals - found) + 1
    if lacking > MOST_ASKED:
        return say("letter.refused.bad")
    return say("letter.refused.cheap", amount=lacking)


def _mine(mind: Evaluator, partner: Power) -> list[Treaty]:
    """What the seat itself has laid before another."""
    return [
        treaty
        for treaty in mind.world.state.treaties.values()
        if treaty.state == OFFERED and treaty.by == mind.seat and partner in treaty.parties
    ]
