"""Pax Britannica: what a computer player thinks of each question, by rules of thumb.

Nothing is tried out: hundreds of orders are possible at a time, and what one of them is worth shows
only turns later. Everything is counted in pounds (see `mind`); each module has the knowledge of one
subject, with its reasons.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random

from entente.games.pax.belligerents import TALKS, belligerent_seats
from entente.games.pax.board import Area
from entente.games.pax.context import PaxContext
from entente.games.pax.movement.duties import duty_order
from entente.games.pax.movement.movement_phase import READY
from entente.games.pax.movement.reopening import most_moves
from entente.games.pax.movement.sealed_plans import Plans
from entente.games.pax.negotiation.desk import TreatyDesk
from entente.games.pax.negotiation.offers import unsigned
from entente.games.pax.records.treaty import OFFERED
from entente.games.pax.records.war import War
from entente.games.pax.state import PaxState
from entente.games.pax.war.peace_offers import awaiting, is_talked_about
from entente.games.pax.war.peace_talks import REFUSE_TALKS, RESUME_TALKS
from entente.kernel import Decision, Frame, Position, Seat
from entente.players.evaluation.pax import (
    campaign,
    colonies,
    congress,
    offers,
    orders,
    reasons,
    treaties,
    war_decision,
)
from entente.players.evaluation.pax.character import CHARACTERS as ALL
from entente.players.evaluation.pax.character import character_of
from entente.players.evaluation.pax.evaluator import Evaluator, expected_points, standing
from entente.players.player import PlayerMessage

PaxPosition = Position[PaxState, PaxContext]
Rule = Callable[[Evaluator, Decision, Frame], str]

WORLDS = 1
CHARACTERS = tuple(ALL)
DESK_PHASES = ("movement", "negotiation")


# -- how a seat stands


def evaluate(position: PaxPosition, seat: Seat) -> float:
    """By the points that are to be expected at the end, against the best of the others."""
    world = position.context
    if world.state.outcome is not None:
        return 2.0 * world.state.outcome.scores[seat] - 1.0
    mine = expected_points(world, seat)
    best = max(expected_points(world, other) for other in world.seats if other != seat)
    return standing(mine - best)


# -- what to do


def advise(
    position: PaxPosition, decisions: Sequence[Decision], seed: str, character: str = ""
) -> str:
    """What a seat does, by its rule for the question; what it may do at the desk comes first."""
    awaited = decisions[0]
    mind = mind_of(position, awaited.seat, seed, character)
    if (action := in_talks(mind, position, decisions)) is not None:
        return action
    at_desk = desk_of(decisions)
    if at_desk is not None and (action := _at_desk(mind, at_desk)) is not None:
        return action
    if awaited.step == "desk":  # nobody waits for anything, and there is nothing to be done
        return awaited.menu.sample(Random(seed))
    return RULES[awaited.step](mind, awaited, position.frame(awaited))


def desk_of(decisions: Sequence[Decision]) -> Decision | None:
    """The desk, where a seat may turn to it; a plan holds for the money there is."""
    if decisions[0].step == "plans":
        return None
    return next((each for each in decisions if each.step == "desk"), None)


def in_talks(mind: Evaluator, position: PaxPosition, decisions: Sequence[Decision]) -> str | None:
    """12.10: the answer to a peace that is offered in the course of a round."""
    for decision in decisions:
        if decision.step == TALKS:
            found = campaign.answer_talks(mind, position.frame(decision))
            if found is not None:
                return found
    return None


def called(position: PaxPosition, seat: Seat) -> bool:
    """A treaty or an offer of peace lies before the seat, whose author waits for an answer."""
    world = position.context
    if any(awaiting(world, war, seat) for war in wars_to_talk_about(world, seat)):
        return True
    if any(frame.step == "plans" for frame in world.state.stack):
        return False  # what is planned is paid for with the money there is
    return any(
        treaty.state == OFFERED and seat in unsigned(world, treaty)
        for treaty in world.state.treaties.values()
    )


def wars_to_talk_about(world: PaxContext, seat: Seat) -> list[War]:
    """The wars of a seat in which peace may be offered now."""
    return [
        war
        for war in world.state.wars
        if seat in belligerent_seats(world, war) and is_talked_about(world, war)
    ]


def explain(
    position: PaxPosition, seat: Seat, action: str, seed: str, character: str = ""
) -> PlayerMessage | None:
    """What a seat says of what it does at the desk, to the one whom it concerns."""
    return reasons.explain(mind_of(position, seat, seed, character), action)


def mind_of(position: PaxPosition, seat: Seat, seed: str, character: str) -> Evaluator:
    """A seat that thinks: with the character that was chosen for it, or one that is drawn."""
    return Evaluator(position.context, seat, ALL[character] if character else character_of(seed))


def propose(position: PaxPosition, decision: Decision, rng: Random) -> Sequence[str]:
    """The one thing it would do."""
    return [advise(position, [decision], str(rng.random()))]


def answer(position: PaxPosition, decision: Decision, rng: Random) -> str:
    """What a seat may well do."""
    return advise(position, [decision], str(rng.random()))


def rests(position: PaxPosition, asked: Decision) -> bool:
    """As soon as all answers are in."""
    return not position.state.answers


def settle(positions: Sequence[PaxPosition], seat: Seat, rng: Random) -> None:
    """What is imagined of others' secrets is that they have none."""


def _at_desk(mind: Evaluator, decision: Decision) -> str | None:
    """Treaties are answered at any time; offers are made where something can be agreed upon."""
    world = mind.world
    answers = tuple(TreatyDesk().answers(world, mind.seat))
    found = treaties.answer(mind, answers)
    if found is not None and found.startswith("decline "):
        instead = offers.counter(mind, world.state.treaties[found.split(" ")[1]])
        found = instead if instead is not None and instead in decision.menu else found
    if found is not None or world.state.phase not in DESK_PHASES:
        return found
    return offers.offer(mind, world.state.phase)


def open_movement(mind: Evaluator, decision: Decision, frame: Frame) -> str:
    """6.6: one order after the other, then ready."""
    most = most_moves(mind.world, mind.seat)
    order = orders.next_order(mind, most, None)
    return order or duty_order(mind.world, mind.seat, most) or READY


def plans(mind: Evaluator, decision: Decision, frame: Frame) -> str:
    """6.7: the same on the map as one's own plan makes it."""
    planned, where = plan_so_far(mind, frame)
    order = orders.next_order(Evaluator(planned, mind.seat, mind.character), 1, where)
    if order is not None and order in decision.menu:
        return order
    return plan_ends(mind, frame)


def plan_so_far(mind: Evaluator, frame: Frame) -> tuple[PaxContext, set[Area] | None]:
    """6.7: the map as a seat's own plan makes it, and where it may still place markers."""
    ask = Plans()
    where = ask._where(mind.world, frame, mind.seat)
    planned = ask._planned(mind.world, frame, mind.seat)
    return planned, None if where is None else set(where)


def plan_ends(mind: Evaluator, frame: Frame) -> str:
    """What is still one's duty, then the seal."""
    return Plans().default_answer(mind.world, frame, mind.seat)


def peace_talks(mind: Evaluator, decision: Decision, frame: Frame) -> str:
    """P62: answers what is offered; it makes its own offers in the window."""
    found = campaign.answer_talks(mind, frame)
    return found or next(a for a in (RESUME_TALKS, REFUSE_TALKS) if a in decision.menu)


def first(mind: Evaluator, decision: Decision, frame: Frame) -> str:
    """The first answer of a list, whatever the position."""
    return colonies.actions_of(decision.menu)[0]


def last(mind: Evaluator, decision: Decision, frame: Frame) -> str:
    """The last answer of a list, whatever the position."""
    return colonies.actions_of(decision.menu)[-1]


RULES: dict[str, Rule] = {
    "open_movement": open_movement,
    "plans": plans,
    "deficit": colonies.deficit,
    "choose_fights": colonies.choose_fights,
    "choose_losses": colonies.choose_losses,
    "choose_retreat": colonies.retreat,
    "to_legal_place": colonies.retreat,
    "keep_interest": first,  # it costs nothing and brings something
    "claims": colonies.claims,
    "ratify_claims": first,
    "allot": first,  # nothing for minors
    "negotiate": first,  # ready: what there is to agree upon is agreed at the desk
    "shortfall": treaties.shortfall,
    "congress_call": congress.call,
    "congress_site": congress.site,
    "congress_attend": congress.attend,
    "propose_agenda": congress.agenda,
    "vote_agenda": congress.vote_agenda,
    "table_drafts": congress.table,
    "vote_draft": congress.vote,
    "break_tie": congress.vote,
    "break_off": congress.break_off,
    "signatures": congress.sign,
    "keep_promise": congress.keep_promise,
    "answer_defiance": congress.break_off,
    "declare_war": war_decision.declare_war,
    "declare_at_once": war_decision.declare_war,
    "sealed_declarations": war_decision.sealed_declarations,
    "honour_obligation": war_decision.honour,
    "invoke_allies": war_decision.invoke,
    "ottoman_sides": first,  # to stay out
    "passages": campaign.passages,
    "choose_leader": campaign.lead_oneself,
    "volunteer": last,
    "manoeuvre": campaign.manoeuvre,
    "attacks": campaign.attacks,
    "allies_join": campaign.allies_join,
    "choose_war_retreat": campaign.war_retreat,
    "peace_talks": peace_talks,
    "offer_peace": campaign.offer_peace,
    "sign_peace": campaign.sign_peace,
    "end_unreachable": campaign.end_unreachable,
    "end_campaign": first,  # it would come to the same in the end
    "spoils": campaign.spoils,
    "agree_spoils": campaign.agree_spoils,
}
