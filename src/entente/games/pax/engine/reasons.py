"""Reasons for the actions of a level, in sentences: what it wants, and what it fears."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil

from entente.games.pax.areas.garrisons import TEN, missing, zone
from entente.games.pax.board import STATUS_WORDS, Area, Power
from entente.games.pax.context import PaxContext
from entente.games.pax.economy.spending import must_rebuild, must_spend
from entente.games.pax.engine import letters
from entente.games.pax.engine.bargains import draft_of, read_offer
from entente.games.pax.engine.evaluator import spendable
from entente.games.pax.engine.forces import ArmyPlanner
from entente.games.pax.engine.level_evaluator import LevelEvaluator, PlanChoice
from entente.games.pax.engine.level_treaties import gain_by_war, level_value
from entente.games.pax.engine.markers import MarkerOption, first_there
from entente.games.pax.engine.orders import needs
from entente.games.pax.engine.promises import flaw
from entente.games.pax.engine.treaties import NEVER
from entente.games.pax.engine.war_decision import planned_war, war_gain
from entente.games.pax.movement.perform_orders import power_and_words
from entente.games.pax.movement.reopening import most_moves
from entente.games.pax.records.treaty import Clause
from entente.kernel import Message, parse_action, say
from entente.kernel.message import Argument
from entente.players.player import PlayerMessage
from entente.players.search_result import Ranks, Reason

KINDS = {
    "area_in": "area_in",
    "rival_the": "power_the",
    "rival_to": "power_to",
    "partner_the": "power_the",
    "partner_to": "power_to",
    "terms": "clause",
}
UNEASY = 60  # the tension from which it is mentioned
# How much each kind of move matters (see `Ranks`).
RANKS = Ranks(
    reasons=(
        ("why_pax.war.declared", 0),
        ("why_pax.war.odds", 1),
        ("why_pax.war.won", 1),
        ("why_pax.war.enough", 1),
        ("why_pax.war.chance", 1),
        ("why_pax.honour", 1),
        ("why_pax.peace", 1),
        ("why_pax.war.nearer", 6),
        ("why_pax.war.blockade", 6),
        ("why_pax.war.strikes", 6),
        ("why_pax.war.guards", 6),
        ("why_pax.war.empty", 6),
        ("why_pax.congress.order", 8),
        ("why_pax.congress.apart", 8),
        ("why_pax.congress.invite", 8),
        ("why_pax.congress", 1),
        ("why_pax.claim", 2),
        ("why_pax.deal.over", 8),
        ("why_pax.fight", 1),
        ("why_pax.marker", 2),
        ("why_pax.deal", 3),
        ("why_pax.sell", 3),
        ("why_pax.save", 3),
        ("why_pax.canal", 3),
        ("why_pax.fleet", 4),
        ("why_pax.army", 5),
        ("why_pax.navy", 5),
        ("why_pax.room", 6),
        ("why_pax.home", 7),
        ("why_pax.duty", 7),
        ("why_pax", 8),
    ),
    verbs={"declare": 0},
    unsaid=("why_pax.second", "why_pax.alone"),
)
BY_VERB = {
    "launch": "fleet",
    "ship": "fleet",
    "canal": "canal",
    "sail": "home",
    "raise": "duty",
}
BY_STEP = {
    "declare_war": "war.peace",
    "declare_at_once": "war.peace",
    "sealed_declarations": "war.peace",
    "choose_fights": "fight.odds",
    "table_drafts": "congress.voted",
    "vote_draft": "congress.voted",
    "break_tie": "congress.voted",
    "signatures": "congress.voted",
    "congress_papers": "congress.voted",
    "congress_ballots": "congress.voted",
    "congress_signatures": "congress.voted",
    "congress_call": "congress.called",
}
# Own choices in a war, by question and first word of the answer.
IN_WAR = {
    ("manoeuvre", "move"): "war.nearer",
    ("manoeuvre", "done"): "war.placed",
    ("attacks", "fight"): "war.odds",
    ("attacks", "done"): "war.no_odds",
    ("offer_peace", "present_lines"): "war.won",
    ("offer_peace", "status_quo"): "war.enough",
    ("offer_peace", "no_offer"): "war.open",
}


def in_war(step: str, action: str) -> tuple[Reason, ...]:
    """Return the reason for an own choice in a war; less can be said about those of others."""
    key = IN_WAR.get((step, parse_action(action).verb))
    return () if key is None else (Reason(say(f"why_pax.{key}")),)


def reasons(
    evaluator: LevelEvaluator,
    step: str,
    action: str,
    options: tuple[MarkerOption, ...] = (),
    own: Sequence[Message] = (),
) -> tuple[Reason, ...]:
    """Return a sentence or two about an action; `own` are the reasons of the level's own rule."""
    messages = list(own) or _of(evaluator, step, action, options)
    if evaluator.world.state.tension >= UNEASY and step in BY_STEP:
        messages.append(say("why_pax.tension", tension=evaluator.world.state.tension))
    elif action in ("ready", "seal") and evaluator.is_behind():
        messages.append(say("why_pax.leader", rival_the=evaluator.ahead))
    return tuple(
        Reason(message, {gap: KINDS[gap] for gap in message.args if gap in KINDS})
        for message in messages
    )


def _of(
    evaluator: LevelEvaluator, step: str, action: str, options: tuple[MarkerOption, ...]
) -> list[Message]:
    world = evaluator.world
    power, words = power_and_words(evaluator.seat, parse_action(action))
    if options:
        return _of_cause(evaluator, power, words) or _of_marker(evaluator, options)
    if words[0] == "offer" or (
        words[0] in ("sign", "decline") and words[-1] in world.state.treaties
    ):
        return [_of_treaty(evaluator, action)]
    if step in ("open_movement", "plans"):
        if words[0] in ("ready", "seal") and evaluator.compared is not None:
            return [_of_plans(evaluator.compared, "waits")]
        if words[0] in ("ready", "seal"):
            money = spendable(world, evaluator.seat)
            return [say("why_pax.ready", money=money) if money else say("why_pax.ready_none")]
        if words[0] == "lower":
            return [say("why_pax.room", area_in=words[1])]
        if words[0] == "march":
            return [_of_march(evaluator, power, words)]
        if words[:2] == ["buy", "navy"]:
            if evaluator.arms:
                return [say("why_pax.navy_leader", rival_the=evaluator.ahead)]
            return [say("why_pax.navy")]
        if words[:2] == ["buy", "army"]:
            return [_of_purchase(evaluator, power, " ".join(words), step)]
        key = BY_VERB.get(words[0])
        return [say(f"why_pax.{key}")] if key else []
    choices = parse_action(action).choices
    parts = [power_and_words(evaluator.seat, choice)[1][0] for choice in choices]
    if step == "congress_call" and not {"call", "defend"} & {*parts}:
        return [say("why_pax.congress.silent")]
    if step == "choose_fights" and "attack" not in parts:
        return [say("why_pax.fight.declined")]
    if "declare " in action:
        return [say("why_pax.war.declared")]
    return [say(f"why_pax.{BY_STEP[step]}")] if step in BY_STEP else []


def _of_march(evaluator: LevelEvaluator, power: Power, words: list[str]) -> Message:
    """Where an army is missing, must fight, or relieves a strong one, or is sent ahead of a war;
    else a general reason."""
    world = evaluator.world
    _, strength, here, there = words
    if there == world.home(power):
        return say("why_pax.home")
    if int(strength) == TEN and missing(world, power) and there in zone(world, power):
        return say("why_pax.duty")
    if int(strength) > 1 and here == world.home(power) and planned_war(evaluator, power):
        quiet = world.armies(power, there) and not world.in_unrest(there)
        if world.holds(power, there) and quiet:
            return say("why_pax.deployed")
    return _of_need(world, power, there) or say("why_pax.army")


def _of_need(world: PaxContext, power: Power, area: Area) -> Message | None:
    """Return what armies are for in an area that a power controls."""
    marker = world.marker(power, area)
    if marker is None or not marker.is_control:
        return None
    if marker.fights or world.in_unrest(area):
        strength = world.board.strength(area)
        return say("why_pax.army_fights", area_in=area, strength=strength)
    stack = world.armies(power, area)
    if not stack:
        return say("why_pax.army_lacks", area_in=area)
    return say("why_pax.army_relief", area_in=area) if min(stack) > 1 else None


def _of_purchase(evaluator: LevelEvaluator, power: Power, order: str, step: str) -> Message:
    """Return the area for which an army is bought, or the duty."""
    world = evaluator.world
    if must_rebuild(world, power):
        return say("why_pax.duty")
    most = 1 if step == "plans" else most_moves(world, evaluator.seat)
    for area, first in needs(ArmyPlanner(world, power, most)):
        if first == order:
            return _of_need(world, power, area) or say("why_pax.army")
        break
    return say("why_pax.duty" if must_spend(world, power) else "why_pax.army")


def _of_plans(choice: PlanChoice, key: str) -> Message:
    return say(f"why_pax.{key}", count=choice.plans, turn=choice.turn)


def _of_cause(evaluator: LevelEvaluator, power: Power, words: list[str]) -> list[Message]:
    """Return the reason for an influence beside another's new control; empty: it is none."""
    if words[-1] != "influence":
        return []
    rival = first_there(evaluator.world, power, words[-2])
    if rival is None:
        return []
    return [say("why_pax.cause"), of_war(evaluator, power, rival)]


def of_war(evaluator: LevelEvaluator, power: Power, rival: Power) -> Message:
    """Return the likely gain of a war, and whether the leader's losses are part of it."""
    key = "gain_leader" if evaluator.harm_to(rival) else "gain"
    gain = max(0, round(war_gain(evaluator, power, rival)))
    return say(f"why_pax.war.{key}", rival_the=rival, gain=gain)


def _of_marker(evaluator: LevelEvaluator, options: tuple[MarkerOption, ...]) -> list[Message]:
    """Return the value of a marker, and the alternatives."""
    first = options[0]
    control = STATUS_WORDS[parse_action(first.order).words[-1]].is_control
    key = "why_pax.marker" if control else "why_pax.marker_plain"  # only control needs an army
    messages = [say(key, gain=round(first.gain), cost=round(first.cost))]
    if evaluator.compared is not None:
        return [*messages, _of_plans(evaluator.compared, "planned")]
    area = parse_action(first.order).words[-2]
    others = [option for option in options[1:] if parse_action(option.order).words[-2] != area]
    if others:
        other = others[0]
        where = parse_action(other.order).words[-2]
        second = say(
            "why_pax.second", area_in=where, gain=round(other.gain), cost=round(other.cost)
        )
        return [*messages, second]
    return [*messages, say("why_pax.taken" if control else "why_pax.alone")]


# -- treaties


def _of_treaty(evaluator: LevelEvaluator, action: str) -> Message:
    verb = parse_action(action).verb
    if verb == "offer":
        return _of_offer(evaluator, action)
    treaty = evaluator.world.state.treaties[parse_action(action).args[0]]
    worth = level_value(evaluator, treaty)
    partners = [each for each in treaty.parties if each != evaluator.seat]
    names: dict[str, Argument] = {"partner_the": partners, "terms": _terms(treaty.clauses)}
    fought = gain_by_war(evaluator, treaty)
    if verb == "decline" and fought > 0 and worth > NEVER:
        return say("why_pax.deal.fought", gain=round(fought - worth), **names)
    if worth <= NEVER:
        flawed = flaw(evaluator, treaty)
        return say(f"why_pax.deal.{flawed.key if flawed is not None else 'never'}")
    gain = round(worth)
    if verb == "decline":
        key = "declined" if gain >= 0 else "declined_cost"
    else:
        key = "signed" if gain > 0 else "signed_even"
    return say(f"why_pax.deal.{key}", gain=abs(gain), **names)


def _of_offer(evaluator: LevelEvaluator, action: str) -> Message:
    """Return the use of an offer: what it saves or sells, the ally it wins, or what it is worth."""
    offer = read_offer(evaluator, action)
    assert offer is not None
    partner, clauses, until = offer
    mine = [c for c in clauses if c.text("power") == evaluator.seat]
    others = [c for c in clauses if c not in mine]
    if mine and all(c.kind == "lower" for c in mine) and len(others) == 1:
        return say("why_pax.save.lowered", partner_the=partner, count=len(mine))
    kinds = [c.kind for c in others]
    if [c.kind for c in mine] == ["no_placement"] and kinds == ["pay"]:
        (payment,) = others
        if payment.text("to") == evaluator.seat:
            amount = payment.number("amount")
            return say("why_pax.sell.promise", partner_to=partner, amount=amount)
    if not mine and kinds == ["defensive", "pay"]:
        aid, payment = others
        if (aid.text("protected"), payment.text("to")) == (evaluator.seat, partner):
            rivals, amount = aid.listed("against"), payment.number("amount")
            return say(
                "why_pax.deal.alliance", partner_the=partner, rival_the=rivals, amount=amount
            )
    worth = round(level_value(evaluator, draft_of(evaluator, partner, clauses, until)))
    key = "offered" if worth > 0 else "offered_even"
    return say(
        f"why_pax.deal.{key}", partner_the=partner, terms=_terms(clauses), gain=max(0, worth)
    )


def _terms(clauses: Sequence[Clause]) -> list[str]:
    """Return the kinds of the clauses of a treaty, each once."""
    return list(dict.fromkeys(clause.kind for clause in clauses))


def letter(evaluator: LevelEvaluator, action: str) -> PlayerMessage | None:
    """Return the message that goes with an action at the desk, to the seat it concerns; an
    acceptable price is named as this level sees it."""
    explained = letters.explain(evaluator, action)
    if explained is None or explained.message.key != "letter.refused.cheap":
        return explained
    treaty = evaluator.world.state.treaties[parse_action(action).args[0]]
    lacking = (
        ceil(evaluator.weights.margin / evaluator.character.deals - level_value(evaluator, treaty))
        + 1
    )
    if lacking > letters.MOST_ASKED:
        return explained._replace(message=say("letter.refused.bad"))
    return explained._replace(message=say("letter.refused.cheap", amount=max(1, lacking)))
