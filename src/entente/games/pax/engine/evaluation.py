"""The quick evaluation of Pax Britannica: rules of thumb for each question.

Nothing is tried out: hundreds of orders are legal at a time, and the value of one shows only turns
later. Everything is counted in pounds (see `evaluator`); each module covers one subject, with its
reasons.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from entente.games.pax.belligerents import belligerent_seats
from entente.games.pax.context import PaxContext
from entente.games.pax.engine import advice, letters
from entente.games.pax.engine.advice import PLANS, QUICK
from entente.games.pax.engine.character import CHARACTERS as ALL
from entente.games.pax.engine.character import character_of
from entente.games.pax.engine.evaluator import Evaluator, expected_points, standing
from entente.games.pax.engine.features import PaxPosition
from entente.games.pax.negotiation.offers import unsigned
from entente.games.pax.records.treaty import OFFERED
from entente.games.pax.records.war import War
from entente.games.pax.war.peace_offers import awaiting, is_talked_about
from entente.kernel import Decision, Seat
from entente.players.player import PlayerMessage

WORLDS = 1
CHARACTERS = tuple(ALL)


def evaluate(position: PaxPosition, seat: Seat) -> float:
    """Score a seat by its expected points against the best of the others."""
    world = position.context
    if world.state.outcome is not None:
        return 2.0 * world.state.outcome.scores[seat] - 1.0
    mine = expected_points(world, seat)
    best = max(expected_points(world, other) for other in world.seats if other != seat)
    return standing(mine - best)


def advise(
    position: PaxPosition, decisions: Sequence[Decision], seed: str, character: str = ""
) -> str:
    """Choose an answer by the rule for the question."""
    evaluator = evaluator_of(position, decisions[0].seat, seed, character)
    return advice.advise(evaluator, position, decisions, seed, QUICK).action


def wants_to_act(position: PaxPosition, seat: Seat) -> bool:
    """Whether a treaty or an offer of peace awaits the seat's answer."""
    world = position.context
    if any(awaiting(world, war, seat) for war in wars_to_talk_about(world, seat)):
        return True
    if any(frame.step == PLANS for frame in world.state.stack):
        return False  # plans are paid for with the money there is
    return any(
        treaty.state == OFFERED and seat in unsigned(world, treaty)
        for treaty in world.state.treaties.values()
    )


def wars_to_talk_about(world: PaxContext, seat: Seat) -> list[War]:
    """Return the wars of a seat in which peace may be offered now."""
    return [
        war
        for war in world.state.wars
        if seat in belligerent_seats(world, war) and is_talked_about(world, war)
    ]


def explain(
    position: PaxPosition, seat: Seat, action: str, seed: str, character: str = ""
) -> PlayerMessage | None:
    """Explain an action at the desk to the seat it concerns."""
    return letters.explain(evaluator_of(position, seat, seed, character), action)


def evaluator_of(position: PaxPosition, seat: Seat, seed: str, character: str) -> Evaluator:
    """Return the evaluator of a seat, with a character that is named or drawn."""
    return Evaluator(position.context, seat, ALL[character] if character else character_of(seed))


def propose(position: PaxPosition, decision: Decision, rng: Random) -> Sequence[str]:
    """Return the one action it would choose."""
    return [advise(position, [decision], str(rng.random()))]


def rollout_reply(position: PaxPosition, decision: Decision, rng: Random) -> str:
    """Return the action it would choose."""
    return advise(position, [decision], str(rng.random()))


def is_quiescent(position: PaxPosition, decision: Decision) -> bool:
    """As soon as all answers are in."""
    return not position.state.answers


def redeal_hidden(positions: Sequence[PaxPosition], seat: Seat, rng: Random) -> None:
    """Imagined positions have no secrets of others."""
