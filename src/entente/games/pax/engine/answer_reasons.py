"""Reasons for a level's own answers, from what its rule for the question looks at."""

from __future__ import annotations

from collections.abc import Callable

from entente.games.pax.belligerents import camp_of, enemies_of, need, strength_at
from entente.games.pax.board import ARMY, NAVY, Power, place_of
from entente.games.pax.congress.agenda import find_item, party_seats, session
from entente.games.pax.congress.agenda_vote import ALL
from entente.games.pax.congress.drafts import standard_drafts
from entente.games.pax.engine import campaign, colonies, congress
from entente.games.pax.engine.level_evaluator import LevelEvaluator
from entente.games.pax.engine.reasons import of_war
from entente.games.pax.engine.treaties import NEVER
from entente.games.pax.engine.war_decision import planned_war
from entente.games.pax.movement.movement_phase import READY
from entente.games.pax.movement.perform_orders import power_and_words
from entente.games.pax.treaties.debts import INSIST
from entente.games.pax.war.declarations import would_be_great_war
from entente.games.pax.war.peace_settlement import PRESENT_LINES, STATUS_QUO
from entente.kernel import Decision, Frame, Message, parse_action, say
from entente.kernel.message import Argument

MOST = 2  # sentences about one answer
HUNDRED = 100

Rule = Callable[[LevelEvaluator, Decision, Frame, str], list[Message]]


def own_reasons(
    evaluator: LevelEvaluator, decision: Decision, frame: Frame, action: str
) -> list[Message]:
    """Return the reasons for an answer of the level itself; empty: its rule has none."""
    rule = BY_QUESTION.get(decision.step)
    return [] if rule is None else rule(evaluator, decision, frame, action)[:MOST]


def _pounds(figure: float) -> int:
    """Return a sum in whole pounds, at least 1."""
    return max(1, round(abs(figure)))


def _parts(action: str) -> list[str]:
    return parse_action(action).choice_texts


def _always(key: str) -> Rule:
    """Return a rule that always gives the same reason."""
    return lambda evaluator, decision, frame, action: [say(f"why_pax.{key}")]


# -- colonies


def _fights(
    evaluator: LevelEvaluator, decision: Decision, frame: Frame, action: str
) -> list[Message]:
    """7.1: the odds, the prize and the cost."""
    messages = list[Message]()
    for part in sorted(_parts(action), key=lambda each: "attack" not in each):
        odds, prize = colonies.prospect(evaluator, part)
        attacks, poor = "attack" in parse_action(part).words, prize <= colonies.LEAST_PRIZE
        args: dict[str, Argument] = {"area_in": parse_action(part).words[-1]}
        if attacks or not poor:
            args["chance"] = round(HUNDRED * odds.won)
        if not poor:
            args["gain"] = round(prize)
        if not attacks:
            args["cost"] = _pounds(colonies.LOSS_PRICE * odds.lost)
        key = ("attack" if attacks else "left") + ("_poor" if poor else "")
        if key == "attack" and args["chance"] == HUNDRED:
            key = "sure"
            del args["chance"]
        messages.append(say(f"why_pax.fight.{key}", **args))
    return messages


def _losses(
    evaluator: LevelEvaluator, decision: Decision, frame: Frame, action: str
) -> list[Message]:
    """12.7."""
    return [say("why_pax.losses.all" if frame.number("round") > 2 else "why_pax.losses.share")]


def _retreats(
    evaluator: LevelEvaluator, decision: Decision, frame: Frame, action: str
) -> list[Message]:
    """7.5: where an army is missing, else home."""
    world, power, words = evaluator.world, frame.text("power"), parse_action(action).words
    there = place_of(words[-1])
    if words[1] == ARMY and colonies.is_bare(world, power, there):
        return [say("why_pax.retreat.bare", area_in=there)]
    home = there == world.home(power)
    return [say("why_pax.retreat.home" if home else "why_pax.retreat.anywhere")]


def _claims(
    evaluator: LevelEvaluator, decision: Decision, frame: Frame, action: str
) -> list[Message]:
    """11.2.10: the value of the claimed areas."""
    messages = list[Message]()
    for part in _parts(action):
        power, words = power_and_words(evaluator.seat, parse_action(part))
        if words[0] == "claim":
            gain = colonies.claim_worth(evaluator.world, power, part)
            messages.append(say("why_pax.claim.worth", area_in=words[1], gain=_pounds(gain)))
    return messages or [say("why_pax.claim.none")]


# -- the congress


def _calls(
    evaluator: LevelEvaluator, decision: Decision, frame: Frame, action: str
) -> list[Message]:
    """10.1: what is at stake, and what a congress costs."""
    parts = _parts(action)
    if any(parse_action(part).verb == "defend" for part in parts) or not {"call", "silent"} & {
        *parts
    }:
        return []
    if "silent" in parts and (enemy := planned_war(evaluator, evaluator.seat)) is not None:
        return [say("why_pax.congress.war"), of_war(evaluator, evaluator.seat, enemy)]
    stake, price = congress.at_stake(evaluator), congress.price_of_calling(evaluator)
    if round(stake) <= 0:
        return [say("why_pax.congress.nothing")]
    key = "congress.stake" if "call" in parts else "congress.too_dear"
    return [say(f"why_pax.{key}", gain=round(stake), cost=round(price))]


def _site(
    evaluator: LevelEvaluator, decision: Decision, frame: Frame, action: str
) -> list[Message]:
    """10.2: not with the leader, if there is a choice."""
    ahead = evaluator.ahead
    if action == f"site {ahead}":
        return []
    if f"site {ahead}" not in decision.menu:
        return [say("why_pax.congress.any_site")]
    return [say("why_pax.congress.site", rival_the=ahead)]


def _attends(
    evaluator: LevelEvaluator, decision: Decision, frame: Frame, action: str
) -> list[Message]:
    """10.3."""
    verbs = {choice.verb for choice in parse_action(action).choices}
    keys = {"attend": "congress.attend", "invite": "congress.invite"}
    return [say(f"why_pax.{key}") for verb, key in keys.items() if verb in verbs]


def _agenda(
    evaluator: LevelEvaluator, decision: Decision, frame: Frame, action: str
) -> list[Message]:
    """10.4."""
    key = "congress.joined" if frame.text("proposal") == ALL else "congress.apart"
    return [say(f"why_pax.{key}")]


def _tables(
    evaluator: LevelEvaluator, decision: Decision, frame: Frame, action: str
) -> list[Message]:
    """10.4: the value of the proposal, or why the seat proposes as an outsider."""
    item = find_item(evaluator.world, frame)
    if evaluator.seat not in party_seats(evaluator.world, item):
        key = "congress.host" if action == "share" else "congress.outside"
        return [say(f"why_pax.{key}")]
    plain = standard_drafts(evaluator.world, item)
    if action not in plain:
        return [say("why_pax.congress.no_draft")]
    gain = _pounds(congress.draft_value(evaluator, item, plain[action]))
    shares = action == "share" and congress.holds_cause(evaluator, item)
    return [say("why_pax.congress.shares" if shares else "why_pax.congress.draft", gain=gain)]


def _votes(
    evaluator: LevelEvaluator, decision: Decision, frame: Frame, action: str
) -> list[Message]:
    """10.4: the value of a draft to a party; whether it hurts another."""
    world = evaluator.world
    item, draft = find_item(world, frame), session(world).drafts[frame.number("draft")]
    value = congress.draft_value(evaluator, item, draft.clauses)
    agrees = action.endswith("yes")
    if evaluator.seat in party_seats(world, item):
        return [_worth(value)]
    if agrees:
        return [say("why_pax.congress.ends")]
    if congress.overreaches(evaluator, item, draft):
        return [say("why_pax.congress.overreach")]
    if congress.only_for_leader(evaluator, item, draft):
        return [say("why_pax.congress.leader", rival_to=evaluator.ahead)]
    return [_worth(value)]


def _worth(value: float) -> Message:
    """Return the value of a congress treaty compared with none."""
    if value <= NEVER:
        return say("why_pax.deal.never")
    if not value:
        return say("why_pax.congress.same")
    key = "congress.gains" if value > 0 else "congress.costs"
    return say(f"why_pax.{key}", gain=_pounds(value))


def _signs(
    evaluator: LevelEvaluator, decision: Decision, frame: Frame, action: str
) -> list[Message]:
    """10.5: the value of what was adopted, against the price of defiance."""
    world, item = evaluator.world, find_item(evaluator.world, frame)
    adopted = session(world).adopted
    assert adopted is not None
    value = congress.draft_value(evaluator, item, adopted.clauses)
    if value > 0 or value <= NEVER or evaluator.seat not in party_seats(world, item):
        return [_worth(value)]
    if not value:
        return [say("why_pax.congress.obeys_same")]
    key = "congress.obeys" if action == "sign" else "congress.defies"
    return [say(f"why_pax.{key}", gain=_pounds(value))]


# -- wars


def _declares(
    evaluator: LevelEvaluator, decision: Decision, frame: Frame, action: str
) -> list[Message]:
    """12.2: the likely gain of a war."""
    for part in _parts(action):
        words = parse_action(part).words
        if words[0] in ("declare", "careful"):
            return [say("why_pax.war.declared"), of_war(evaluator, words[1], words[2])]
    return [say("why_pax.war.peace")]


def _honours(
    evaluator: LevelEvaluator, decision: Decision, frame: Frame, action: str
) -> list[Message]:
    """12.2: allies are honoured unless that costs too much."""
    if parse_action(action).verb == "honour":
        return [say("why_pax.honour.kept")]
    great = would_be_great_war(evaluator.world, frame.text("power"), frame.text("against"))
    return [say("why_pax.honour.great_war" if great else "why_pax.honour.broken")]


def _manoeuvres(
    evaluator: LevelEvaluator, decision: Decision, frame: Frame, action: str
) -> list[Message]:
    """12.5: where a unit is going."""
    if action == campaign.DONE:
        return [say("why_pax.war.placed")]
    world, war = evaluator.world, need(evaluator.world, frame.number("war"))
    power, kind, strength, here, _ = parse_action(action).args
    way = campaign.way_of(world, war, power, kind, int(strength), here)
    if way is None:
        return [say("why_pax.war.nearer")]
    goal = place_of(way[1])
    if kind == NAVY:
        return [say("why_pax.war.blockade", area_in=goal)]
    if strength_at(world, enemies_of(war, power), ARMY, goal):
        return [say("why_pax.war.strikes", area_in=goal)]
    bare = colonies.is_bare(world, power, goal)
    return [say("why_pax.war.guards" if bare else "why_pax.war.empty", area_in=goal)]


def _attacks(
    evaluator: LevelEvaluator, decision: Decision, frame: Frame, action: str
) -> list[Message]:
    """12.6: the odds."""
    if action == campaign.DONE:
        return [say("why_pax.war.no_odds")]
    war = need(evaluator.world, frame.number("war"))
    chance = round(HUNDRED * campaign.attack_odds(evaluator.world, war, action))
    return [say("why_pax.war.chance", chance=chance)]


def _joins(
    evaluator: LevelEvaluator, decision: Decision, frame: Frame, action: str
) -> list[Message]:
    """12.6: the odds of all together."""
    odds = campaign.odds_together(evaluator.world, frame)
    key = "together" if odds > campaign.GOOD_ODDS else "too_weak" if odds >= 0 else "hopeless"
    return [say(f"why_pax.war.{key}", chance=round(HUNDRED * abs(odds)))]


def _flees(
    evaluator: LevelEvaluator, decision: Decision, frame: Frame, action: str
) -> list[Message]:
    """12.7: away from enemies, home, to friends."""
    world, war = evaluator.world, need(evaluator.world, frame.number("war"))
    power, there = frame.text("power"), place_of(parse_action(action).words[-1])
    foes, camp = enemies_of(war, power), camp_of(war, power)
    if any(strength_at(world, foes, kind, there) for kind in (ARMY, NAVY)):
        return [say("why_pax.flee.danger")]
    if there == world.home(power):
        return [say("why_pax.flee.home")]
    friends = strength_at(world, camp, frame.text("kind"), there)
    return [say("why_pax.flee.friends" if friends else "why_pax.flee.alone")]


def _passes(
    evaluator: LevelEvaluator, decision: Decision, frame: Frame, action: str
) -> list[Message]:
    """12.9."""
    war = need(evaluator.world, frame.number("war"))
    foes: set[Power] = {
        foe for power in evaluator.powers if power in war.entered for foe in enemies_of(war, power)
    }
    closed = any(
        choice.verb == "close" and choice.words[-1] in foes
        for choice in parse_action(action).choices
    )
    return [say("why_pax.passage.closed" if closed else "why_pax.passage.left")]


def _makes_peace(
    evaluator: LevelEvaluator, decision: Decision, frame: Frame, action: str
) -> list[Message]:
    """12.10: the terms, the state of the war, and its length."""
    war, tension = need(evaluator.world, frame.number("war")), evaluator.world.state.tension
    if campaign.is_winning(evaluator, war):
        return [say("why_pax.war.on")]
    if war.round >= campaign.LONG_WAR:
        return [say("why_pax.peace.long", count=war.round)]
    if tension > campaign.ALARMING:
        return [say("why_pax.peace.tension", tension=tension)]
    terms, balance = frame.text("terms"), campaign.balance(evaluator, war)
    if terms not in (PRESENT_LINES, STATUS_QUO):
        return [say("why_pax.peace.written")]
    if action != "accept":
        return [say("why_pax.peace.refused", gain=round(balance))]
    if terms == PRESENT_LINES and balance < campaign.BEARABLE:
        return [say("why_pax.peace.lasted", count=war.round, gain=_pounds(balance))]
    return [say("why_pax.peace.accepted", gain=round(balance))]


def _offers_peace(
    evaluator: LevelEvaluator, decision: Decision, frame: Frame, action: str
) -> list[Message]:
    """12.10: a war that can be won goes on."""
    war = need(evaluator.world, frame.number("war"))
    return [say("why_pax.war.on")] if campaign.is_winning(evaluator, war) else []


def _ends(
    evaluator: LevelEvaluator, decision: Decision, frame: Frame, action: str
) -> list[Message]:
    """12.10: whether an enemy can reach anything."""
    world, war = evaluator.world, need(evaluator.world, frame.number("war"))
    if campaign.is_out_of_reach(world, war, camp_of(war, frame.text("camp"))):
        return [say("why_pax.peace.safe")]
    if war.round >= campaign.LONG_WAR:
        return [say("why_pax.peace.long", count=war.round)]
    return [say("why_pax.peace.exposed")]


def _negotiates(
    evaluator: LevelEvaluator, decision: Decision, frame: Frame, action: str
) -> list[Message]:
    """9.2: treaties are made at the desk."""
    return [say("why_pax.deal.over")] if action == READY else []


def _shortfall(
    evaluator: LevelEvaluator, decision: Decision, frame: Frame, action: str
) -> list[Message]:
    """9.4: promised money that is not paid."""
    return [say("why_pax.insists" if action == INSIST else "why_pax.shortfall")]


def _agrees(
    evaluator: LevelEvaluator, decision: Decision, frame: Frame, action: str
) -> list[Message]:
    """12.10: what the seat is given, and what it would get in turn."""
    got, due = campaign.shares(evaluator, frame)
    key = "agreed" if action == "agree" else "refused"
    return [say(f"why_pax.spoils_{key}", gain=round(got), due=round(due))]


BY_QUESTION: dict[str, Rule] = {
    "negotiate": _negotiates,
    "deficit": _always("deficit"),
    "shortfall": _shortfall,
    "choose_fights": _fights,
    "choose_losses": _losses,
    "choose_retreat": _retreats,
    "to_legal_place": _retreats,
    "claims": _claims,
    "ratify_claims": _always("claim.ratified"),
    "congress_call": _calls,
    "congress_site": _site,
    "congress_attend": _attends,
    "propose_agenda": _always("congress.order"),
    "vote_agenda": _agenda,
    "table_drafts": _tables,
    "vote_draft": _votes,
    "break_tie": _votes,
    "signatures": _signs,
    "congress_papers": _always("congress.voted"),
    "congress_ballots": _always("congress.voted"),
    "congress_signatures": _always("congress.voted"),
    "break_off": _declares,
    "keep_promise": _declares,
    "answer_defiance": _declares,
    "declare_war": _declares,
    "declare_at_once": _declares,
    "sealed_declarations": _declares,
    "honour_obligation": _honours,
    "ottoman_sides": _always("war.aside"),
    "volunteer": _always("war.aside"),
    "passages": _passes,
    "manoeuvre": _manoeuvres,
    "attacks": _attacks,
    "allies_join": _joins,
    "choose_war_retreat": _flees,
    "offer_peace": _offers_peace,
    "sign_peace": _makes_peace,
    "end_unreachable": _ends,
    "end_campaign": _always("peace.same"),
    "spoils": _always("spoils"),
    "agree_spoils": _agrees,
}
