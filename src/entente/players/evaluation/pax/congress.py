"""The Congress of Europe (10): when to call it, what to propose, how to vote, whether to sign."""

from __future__ import annotations

from entente.games.pax.areas.causes import live
from entente.games.pax.board import NAVY, Area, Status
from entente.games.pax.congress.agenda import find_item, offenders, party_seats, session
from entente.games.pax.congress.agenda_vote import ALL, order_menu
from entente.games.pax.congress.drafts import draft_treaty, standard_drafts
from entente.games.pax.records.congress import Item, TabledDraft
from entente.games.pax.records.treaty import Clause
from entente.games.pax.war.declarations import would_be_great_war
from entente.kernel import Decision, Frame
from entente.players.evaluation.pax.colonies import actions_of, slots_of
from entente.players.evaluation.pax.effects import standing_worth
from entente.players.evaluation.pax.evaluator import (
    Evaluator,
    divisor,
    prospects,
    tension_cost,
    total_strength,
    worth,
)
from entente.players.evaluation.pax.markers import MEEK
from entente.players.evaluation.pax.treaties import ENVY, draft_worth
from entente.players.evaluation.pax.war_decision import declaration

CALLING = 3.0  # tension
DEFIANCE = 5.0  # the refusal, and the congress that has failed
THREAT = 15.0  # pounds: every other member has cause for war against who refuses
WAR_AT_ONCE = 40.0  # pounds: a war that nobody wanted, for each enemy
TROUBLE = 6.0  # pounds: what a congress costs beside the tension
DEFENCE = 8.0  # the same where one stands up for a minor
UNEASY = 65  # the tension from which nobody does that any more
HOPE = 0.5  # of what is at stake: the chance that a congress decides in one's favour


# -- calling


def call(mind: Evaluator, decision: Decision, frame: Frame) -> str:
    """10.1: where enough is at stake that would be lost without a congress; and for a minor against
    one who is ahead, where one could go to war for it."""
    parts = []
    for slot, choices in slots_of(decision.menu).items():
        calls = _worth_calling(mind) if slot == "call" else _worth_defending(mind, slot)
        parts.append(choices[1] if calls else choices[0])
    return "; ".join(parts)


def _worth_defending(mind: Evaluator, area: Area) -> bool:
    """Whoever defends a minor and is refused must go to war for it, or loses points (10.5)."""
    world, seat = mind.world, mind.seat
    offender = offenders(world, area)[0]
    if offender not in world.seats or prospects(world, offender) < prospects(world, seat):
        return False
    if world.state.tension >= UNEASY or would_be_great_war(world, seat, offender):
        return False
    mine, theirs = (total_strength(world, each, NAVY) for each in (seat, offender))
    if mine < theirs or mind.character.quarrels > MEEK:
        return False
    points = worth(world, offender, area, world.status(offender, area)) / divisor(world, offender)
    gain = ENVY * points * divisor(world, seat)
    return gain > DEFENCE + tension_cost(mind, seat, CALLING + 3.0)


def _worth_calling(mind: Evaluator) -> bool:
    return HOPE * at_stake(mind) > price_of_calling(mind)


def at_stake(mind: Evaluator) -> float:
    """What a seat may lose where it has a cause, in pounds."""
    world, found = mind.world, 0.0
    for power in mind.powers:
        for area in dict.fromkeys(cause.area for cause in live(world, holder=power)):
            if area and world.status(power, area) > Status.NONE:
                full = worth(world, power, area, world.status(power, area))
                found += max(0.0, full - standing_worth(world, power, area))
    return found


def price_of_calling(mind: Evaluator) -> float:
    """What a congress costs whoever calls it, in pounds."""
    return TROUBLE * mind.character.quarrels + tension_cost(mind, mind.seat, CALLING)


def site(mind: Evaluator, decision: Decision, frame: Frame) -> str:
    """10.2: not with the leader, who would preside over what is his."""
    ahead = mind.ahead
    choices = actions_of(decision.menu)
    return next((each for each in choices if each.split()[1] != ahead), choices[0])


def attend(mind: Evaluator, decision: Decision, frame: Frame) -> str:
    """10.3: a vote is worth having, and nobody is kept out."""
    return "; ".join(choices[-1] for choices in slots_of(decision.menu).values())


def agenda(mind: Evaluator, decision: Decision, frame: Frame) -> str:
    """10.4: one after the other, as they arose."""
    return order_menu(mind.world).write([item.name for item in session(mind.world).items])


def vote_agenda(mind: Evaluator, decision: Decision, frame: Frame) -> str:
    """10.4: rather not one treaty for all, which anybody's refusal brings down."""
    yes, no = actions_of(decision.menu)
    return no if frame.text("proposal") == ALL else yes


# -- drafts


def table(mind: Evaluator, decision: Decision, frame: Frame) -> str:
    """10.4: parties and host propose; of the plain solutions the one that is best for oneself; from
    the second round on, one that the other party could sign."""
    world = mind.world
    item = find_item(world, frame)
    plain = standard_drafts(world, item)
    if mind.seat not in party_seats(world, item):
        host = world.seat_of(session(world).host) == mind.seat
        return "share" if host and "share" in plain else "pass"
    asks_for = {name: draft_value(mind, item, clauses) for name, clauses in plain.items()}
    asks_for = {name: found for name, found in asks_for.items() if found > 0}
    if not asks_for:
        return "pass"
    if "share" in asks_for and holds_cause(mind, item):
        return "share"
    return max(asks_for, key=lambda name: asks_for[name])


def holds_cause(mind: Evaluator, item: Item) -> bool:
    return any(
        cause.id in item.causes for power in mind.powers for cause in live(mind.world, holder=power)
    )


def draft_value(mind: Evaluator, item: Item, clauses: tuple[Clause, ...]) -> float:
    """What a draft is worth to a party, against no treaty at all."""
    return draft_worth(mind, draft_treaty(mind.world, item, clauses))


# -- votes and signatures


def vote(mind: Evaluator, decision: Decision, frame: Frame) -> str:
    """10.4: a party votes for what is better than no treaty; others for whatever ends the quarrel,
    unless all the good of it is the leader's."""
    world = mind.world
    item = find_item(world, frame)
    draft = session(world).drafts[frame.number("draft")]
    if mind.seat in party_seats(world, item):
        agrees = draft_value(mind, item, draft.clauses) > 0
    else:
        agrees = not only_for_leader(mind, item, draft) and _harmless(mind, item, draft)
    yes, no = actions_of(decision.menu)
    return yes if agrees else no


def _harmless(mind: Evaluator, item: Item, draft: TabledDraft) -> bool:
    return draft_value(mind, item, draft.clauses) >= 0


def only_for_leader(mind: Evaluator, item: Item, draft: TabledDraft) -> bool:
    ahead = mind.ahead
    if ahead not in item.parties:
        return False
    return all(
        clause.kind in ("remove", "lower") and clause.text("power") != ahead
        for clause in draft.clauses
    )


def sign(mind: Evaluator, decision: Decision, frame: Frame) -> str:
    """10.5: what was adopted is signed unless it costs more than defying Europe."""
    world = mind.world
    adopted = session(world).adopted
    assert adopted is not None
    item = find_item(world, frame)
    found = draft_value(mind, item, adopted.clauses)
    outsider = mind.seat not in party_seats(world, item)
    signs, refuses = actions_of(decision.menu)
    if outsider:
        return signs if found > 0 else refuses
    return signs if found > -price_of_defiance(mind, item) else refuses


def price_of_defiance(mind: Evaluator, item: Item) -> float:
    """10.5: what it costs to refuse: cause for war for all; and where somebody has announced the
    defence of a minor, war with the minor and likely with each of them."""
    found = THREAT * mind.character.quarrels + tension_cost(mind, mind.seat, DEFIANCE)
    defended = [minor for minor in item.minors if minor not in mind.powers]
    if not defended:
        return found
    allies = len([seat for seat in item.announcers if seat != mind.seat])
    return found + WAR_AT_ONCE * (1 + allies) + tension_cost(mind, mind.seat, allies * DEFIANCE)


# -- war instead


def break_off(mind: Evaluator, decision: Decision, frame: Frame) -> str:
    """10.4, 10.5: war only where it would be declared anyway."""
    choices = actions_of(decision.menu)
    return declaration(mind, choices) or choices[0]


def keep_promise(mind: Evaluator, decision: Decision, frame: Frame) -> str:
    choices = actions_of(decision.menu)
    return declaration(mind, choices) or choices[-1]
