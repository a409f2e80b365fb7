"""Which answer to give to each question, by rules of thumb.

All levels share the rules; a `Policy` has what differs between them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Generic, NamedTuple, TypeVar

from entente.games.pax.belligerents import TALKS
from entente.games.pax.engine import (
    campaign,
    colonies,
    congress,
    offers,
    treaties,
    war_decision,
)
from entente.games.pax.engine.bargains import keeps_price
from entente.games.pax.engine.evaluator import Evaluator
from entente.games.pax.engine.features import PaxPosition
from entente.games.pax.engine.markers import Advice, propose_marker
from entente.games.pax.engine.orders import MarkerSearch, next_order
from entente.games.pax.movement.duties import duty_order
from entente.games.pax.movement.movement_phase import READY
from entente.games.pax.movement.reopening import most_moves
from entente.games.pax.movement.sealed_plans import Plans
from entente.games.pax.negotiation.desk import TreatyDesk
from entente.games.pax.records.treaty import Treaty
from entente.games.pax.war.peace_talks import REFUSE_TALKS, RESUME_TALKS
from entente.kernel import Decision, Frame, parse_action

DESK_PHASES = ("movement", "negotiation")
MOVEMENT, PLANS = "open_movement", "plans"

E = TypeVar("E", bound=Evaluator)
Rule = Callable[[Evaluator, Decision, Frame], str]


class Policy(NamedTuple, Generic[E]):
    """How a level deals and invests."""

    signs: Callable[[E, Treaty], bool]
    counters: Callable[[E], bool]  # whether it makes counter-offers
    offer: Callable[[E, str], str | None]
    markers: MarkerSearch[E]


def advise(
    evaluator: E,
    position: PaxPosition,
    decisions: Sequence[Decision],
    seed: str,
    policy: Policy[E],
) -> Advice:
    """Choose an answer: talks and the desk first, then the rule for the question."""
    awaited = decisions[0]
    if (action := in_talks(evaluator, position, decisions)) is not None:
        return Advice(action)
    desk = desk_of(decisions)
    if desk is not None and (action := at_desk(evaluator, desk, policy)) is not None:
        return Advice(action)
    if awaited.step == "desk":  # optional, and there is nothing to do
        return Advice(awaited.menu.sample(Random(seed)))
    if awaited.step == MOVEMENT:
        return movement(evaluator, policy)
    frame = position.frame(awaited)
    if awaited.step == PLANS:
        return plans(evaluator, awaited, frame, policy)
    return Advice(RULES[awaited.step](evaluator, awaited, frame))


def in_talks(
    evaluator: Evaluator, position: PaxPosition, decisions: Sequence[Decision]
) -> str | None:
    """12.10: the answer to a peace offer during a round."""
    for decision in decisions:
        if decision.step == TALKS:
            answer = campaign.answer_talks(evaluator, position.frame(decision))
            if answer is not None:
                return answer
    return None


# -- the desk


def desk_of(decisions: Sequence[Decision]) -> Decision | None:
    """Return the desk, if a seat may turn to it; a plan counts on the present money."""
    if decisions[0].step == PLANS:
        return None
    return next((each for each in decisions if each.step == "desk"), None)


def at_desk(evaluator: E, decision: Decision, policy: Policy[E]) -> str | None:
    """Answer treaties at any time; make offers in the phases of `DESK_PHASES`."""
    world = evaluator.world
    answers = tuple(TreatyDesk().answers(world, evaluator.seat))

    def signs(evaluator: E, treaty: Treaty) -> bool:
        return policy.signs(evaluator, treaty) and keeps_price(evaluator, treaty)

    answer = treaties.answer(evaluator, answers, signs)
    if answer is not None and parse_action(answer).verb == "decline" and policy.counters(evaluator):
        instead = offers.counter(evaluator, world.state.treaties[parse_action(answer).args[0]])
        answer = instead if instead is not None and instead in decision.menu else answer
    if answer is not None or world.state.phase not in DESK_PHASES:
        return answer
    return policy.offer(evaluator, world.state.phase)


# -- movement


def movement(evaluator: E, policy: Policy[E]) -> Advice:
    """6.6: one order after the other, then ready."""
    most = most_moves(evaluator.world, evaluator.seat)
    advice = next_order(evaluator, most, None, policy.markers)
    return advice or Advice(duty_order(evaluator.world, evaluator.seat, most) or READY)


def plans(evaluator: E, decision: Decision, frame: Frame, policy: Policy[E]) -> Advice:
    """6.7: the same on the map as the seat's own plan makes it; then duties, then the seal."""
    ask = Plans()
    where = ask._where(evaluator.world, frame, evaluator.seat)
    planned = evaluator.on(ask._planned(evaluator.world, frame, evaluator.seat))
    advice = next_order(planned, 1, None if where is None else set(where), policy.markers)
    if advice is not None and advice.action in decision.menu:
        return advice
    return Advice(ask.default_answer(evaluator.world, frame, evaluator.seat))


# -- other questions


def peace_talks(evaluator: Evaluator, decision: Decision, frame: Frame) -> str:
    """P62: answers what is offered; its own offers are made in the window."""
    answer = campaign.answer_talks(evaluator, frame)
    return answer or next(a for a in (RESUME_TALKS, REFUSE_TALKS) if a in decision.menu)


def first(evaluator: Evaluator, decision: Decision, frame: Frame) -> str:
    """Return the first answer of a list, in any position."""
    return colonies.actions_of(decision.menu)[0]


def last(evaluator: Evaluator, decision: Decision, frame: Frame) -> str:
    """Return the last answer of a list, in any position."""
    return colonies.actions_of(decision.menu)[-1]


RULES: dict[str, Rule] = {
    "deficit": colonies.deficit,
    "choose_fights": colonies.choose_fights,
    "choose_losses": colonies.choose_losses,
    "choose_retreat": colonies.retreat,
    "to_legal_place": colonies.retreat,
    "keep_interest": first,  # it costs nothing and brings something
    "claims": colonies.claims,
    "ratify_claims": first,
    "allot": first,  # nothing for minors
    "negotiate": first,  # ready: treaties are made at the desk
    "shortfall": treaties.shortfall,
    "congress_call": congress.call,
    "congress_site": congress.site,
    "congress_attend": congress.attend,
    "propose_agenda": congress.agenda,
    "vote_agenda": congress.vote_agenda,
    "table_drafts": congress.table,
    "vote_draft": congress.vote,
    "break_tie": congress.vote,
    "congress_papers": congress.papers,
    "congress_ballots": congress.ballots,
    "congress_signatures": congress.signatures,
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
    "end_campaign": first,  # the end would be the same
    "spoils": campaign.spoils,
    "agree_spoils": campaign.agree_spoils,
}

# The policy without search, the same for every seat except its character.
QUICK: Policy[Evaluator] = Policy(
    treaties.signs, lambda evaluator: True, offers.offer, propose_marker
)
