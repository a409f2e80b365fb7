"""The Congress of Europe (10): when to call it, what to propose, how to vote, whether to sign."""

from __future__ import annotations

from entente.games.pax.areas.causes import live
from entente.games.pax.board import NAVY, Area, Status
from entente.games.pax.congress.agenda import find_item, offenders, party_seats, session
from entente.games.pax.congress.agenda_vote import ALL, order_menu
from entente.games.pax.congress.by_post import ATTEND, CongressPapers, item_named, item_of
from entente.games.pax.congress.drafts import draft_treaty, standard_drafts
from entente.games.pax.engine.character import USUAL
from entente.games.pax.engine.colonies import actions_of, slots_of
from entente.games.pax.engine.effects import standing_worth
from entente.games.pax.engine.evaluator import (
    Evaluator,
    divisor,
    prospects,
    tension_cost,
    total_strength,
    worth,
)
from entente.games.pax.engine.markers import MEEK
from entente.games.pax.engine.promises import givers
from entente.games.pax.engine.treaties import ENVY, draft_worth
from entente.games.pax.engine.war_decision import declaration, planned_war
from entente.games.pax.records.congress import Item, TabledDraft
from entente.games.pax.records.treaty import MARKER_CLAUSES, Clause
from entente.games.pax.war.declarations import would_be_great_war
from entente.kernel import Decision, Frame, Seat, parse_action

CALLING = 3.0  # tension
DEFIANCE = 5.0  # the refusal, and the failure of the congress
THREAT = 15.0  # pounds: every other member gets a casus belli against the seat that refuses
WAR_AT_ONCE = 40.0  # pounds: an unwanted war, per enemy
TROUBLE = 6.0  # pounds: the cost of a congress besides the tension
DEFENCE = 8.0  # the same when defending a minor
UNEASY = 65  # the tension from which no seat does that
HOPE = 0.5  # of what is at stake: the probability of a favourable decision
VOTE_PRICE = 0.5  # of what a draft brings its only winner: what a vote for it costs
LEAST_PRICE = 20.0  # pounds: such a gain is assumed at least


# -- calling


def call(evaluator: Evaluator, decision: Decision, frame: Frame) -> str:
    """10.1: call a congress if enough would be lost without one; and for a minor against a leading
    seat, if the seat could go to war for it."""
    parts = []
    for slot, choices in slots_of(decision.menu).items():
        calls = _worth_calling(evaluator) if slot == "call" else _worth_defending(evaluator, slot)
        parts.append(choices[1] if calls else choices[0])
    return "; ".join(parts)


def _worth_defending(evaluator: Evaluator, area: Area) -> bool:
    """Return whether to defend a minor: a seat that is refused must go to war for it, or loses
    points (10.5)."""
    world, seat = evaluator.world, evaluator.seat
    offender = offenders(world, area)[0]
    if offender not in world.seats or prospects(world, offender) < prospects(world, seat):
        return False
    if world.state.tension >= UNEASY or would_be_great_war(world, seat, offender):
        return False
    mine, theirs = (total_strength(world, each, NAVY) for each in (seat, offender))
    if mine < theirs or evaluator.character.quarrels > MEEK:
        return False
    points = worth(world, offender, area, world.status(offender, area)) / divisor(world, offender)
    gain = ENVY * points * divisor(world, seat)
    return gain > DEFENCE + tension_cost(evaluator, seat, CALLING + 3.0)


def _worth_calling(evaluator: Evaluator) -> bool:
    """Return whether a congress saves more than it costs; it would settle the cause of a war."""
    if planned_war(evaluator, evaluator.seat) is not None:
        return False
    return HOPE * at_stake(evaluator) > price_of_calling(evaluator)


def at_stake(evaluator: Evaluator) -> float:
    """Return what a seat may lose where it has a cause, in pounds."""
    world, stake = evaluator.world, 0.0
    for power in evaluator.powers:
        for area in dict.fromkeys(cause.area for cause in live(world, holder=power)):
            if area and world.status(power, area) > Status.NONE:
                full = worth(world, power, area, world.status(power, area))
                stake += max(0.0, full - standing_worth(world, power, area))
    return stake


def price_of_calling(evaluator: Evaluator) -> float:
    """Return the cost of calling a congress, in pounds."""
    return TROUBLE * evaluator.character.quarrels + tension_cost(evaluator, evaluator.seat, CALLING)


def site(evaluator: Evaluator, decision: Decision, frame: Frame) -> str:
    """10.2: not with the leader, who would preside over its own case."""
    ahead = evaluator.ahead
    choices = actions_of(decision.menu)
    return next((each for each in choices if parse_action(each).args[0] != ahead), choices[0])


def attend(evaluator: Evaluator, decision: Decision, frame: Frame) -> str:
    """10.3: a vote is worth having; all are invited."""
    return "; ".join(choices[-1] for choices in slots_of(decision.menu).values())


def agenda(evaluator: Evaluator, decision: Decision, frame: Frame) -> str:
    """10.4: one item after another, in order."""
    return order_menu(evaluator.world).write([item.name for item in session(evaluator.world).items])


def vote_agenda(evaluator: Evaluator, decision: Decision, frame: Frame) -> str:
    """10.4: separate treaties, since a joint one fails with any refusal."""
    yes, no = actions_of(decision.menu)
    return no if frame.text("proposal") == ALL else yes


# -- drafts


def table(evaluator: Evaluator, decision: Decision, frame: Frame) -> str:
    """10.4: parties and host propose the plain solution that is best for them; from the second
    round on, one that the other party could sign."""
    return draft_on(evaluator, find_item(evaluator.world, frame))


def draft_on(evaluator: Evaluator, item: Item) -> str:
    """Return what a seat tables on a dispute."""
    world = evaluator.world
    plain = standard_drafts(world, item)
    if evaluator.seat not in party_seats(world, item):
        host = world.seat_of(session(world).host) == evaluator.seat
        return "share" if host and "share" in plain else "pass"
    asks_for = {name: draft_value(evaluator, item, clauses) for name, clauses in plain.items()}
    asks_for = {name: gain for name, gain in asks_for.items() if gain > 0}
    if not asks_for:
        return "pass"
    if "share" in asks_for and holds_cause(evaluator, item):
        return "share"
    return max(asks_for, key=lambda name: asks_for[name])


def holds_cause(evaluator: Evaluator, item: Item) -> bool:
    return any(
        cause.id in item.causes
        for power in evaluator.powers
        for cause in live(evaluator.world, holder=power)
    )


def draft_value(evaluator: Evaluator, item: Item, clauses: tuple[Clause, ...]) -> float:
    """Return the value of a draft to a party, compared with no treaty."""
    return draft_worth(evaluator, draft_treaty(evaluator.world, item, clauses))


# -- votes and signatures


def vote(evaluator: Evaluator, decision: Decision, frame: Frame) -> str:
    """10.4: a party votes for what is better than no treaty; others for all that ends the quarrel,
    unless only the leader gains."""
    world = evaluator.world
    draft = session(world).drafts[frame.number("draft")]
    yes, no = actions_of(decision.menu)
    return yes if agrees_to(evaluator, find_item(world, frame), draft) else no


def agrees_to(evaluator: Evaluator, item: Item, draft: TabledDraft) -> bool:
    """Return whether a seat votes for a draft."""
    own = draft_value(evaluator, item, draft.clauses)
    if evaluator.seat in party_seats(evaluator.world, item):
        return own > 0
    return own >= price_of_vote(evaluator, item, draft)


def price_of_vote(evaluator: Evaluator, item: Item, draft: TabledDraft) -> float:
    """Return what a draft must bring a seat that is no party, in pounds: nothing if it ends the
    quarrel; but a good part of the winner's gain if only the leader gains, or if a power loses
    what the quarrel is not about."""
    if overreaches(evaluator, item, draft):
        winners = {draft.by, *party_seats(evaluator.world, item)} - {evaluator.seat}
        gains = (_gain_of(evaluator, item, draft, winner) for winner in winners)
        return VOTE_PRICE * max(LEAST_PRICE, *gains)
    if only_for_leader(evaluator, item, draft):
        return VOTE_PRICE * _gain_of(evaluator, item, draft, evaluator.ahead)
    return 0.0


def overreaches(evaluator: Evaluator, item: Item, draft: TabledDraft) -> bool:
    """Whether a draft takes money, or markers beyond the disputed areas, from a power that does not
    gain by it; its author may give what it likes."""
    world = evaluator.world
    causes = {cause.area for cause in world.state.causes if cause.id in item.causes}
    disputed = {*item.areas, *causes}
    losers = {
        world.seat_of(power) or power
        for clause in draft.clauses
        if clause.kind == "pay"
        or (clause.kind in MARKER_CLAUSES and clause.text("area") not in disputed)
        for power in givers(clause)
    }
    return any(
        loser not in world.seats or _gain_of(evaluator, item, draft, loser) <= 0
        for loser in losers - {draft.by, evaluator.seat}
    )


def only_for_leader(evaluator: Evaluator, item: Item, draft: TabledDraft) -> bool:
    """Whether the leader gains by a draft and no other party does."""
    leader, parties = evaluator.ahead, party_seats(evaluator.world, item)
    if leader not in parties or _gain_of(evaluator, item, draft, leader) <= 0:
        return False
    return all(party == leader or _gain_of(evaluator, item, draft, party) <= 0 for party in parties)


def _gain_of(evaluator: Evaluator, item: Item, draft: TabledDraft, other: Seat) -> float:
    """Return what a draft brings another seat, in pounds that are worth as many points to this
    one."""
    world = evaluator.world
    gain = draft_value(Evaluator(world, other, USUAL), item, draft.clauses)
    return gain * divisor(world, evaluator.seat) / divisor(world, other)


def sign(evaluator: Evaluator, decision: Decision, frame: Frame) -> str:
    """10.5: sign unless that costs more than defying Europe."""
    world = evaluator.world
    adopted = session(world).adopted
    assert adopted is not None
    signs, refuses = actions_of(decision.menu)
    return signs if obeys(evaluator, find_item(world, frame), adopted) else refuses


def obeys(evaluator: Evaluator, item: Item, adopted: TabledDraft) -> bool:
    """Return whether a seat signs what was adopted."""
    value = draft_value(evaluator, item, adopted.clauses)
    if evaluator.seat not in party_seats(evaluator.world, item):
        return value > 0
    return value > -price_of_defiance(evaluator, item)


def price_of_defiance(evaluator: Evaluator, item: Item) -> float:
    """10.5: the price of refusing: a casus belli for all; and if a minor's defence was announced,
    war with the minor and likely with its defenders."""
    price = THREAT * evaluator.character.quarrels + tension_cost(
        evaluator, evaluator.seat, DEFIANCE
    )
    defended = [minor for minor in item.minors if minor not in evaluator.powers]
    if not defended:
        return price
    allies = len([seat for seat in item.announcers if seat != evaluator.seat])
    return (
        price
        + WAR_AT_ONCE * (1 + allies)
        + tension_cost(evaluator, evaluator.seat, allies * DEFIANCE)
    )


# -- by post


def papers(evaluator: Evaluator, decision: Decision, frame: Frame) -> str:
    """10.8: attend, invite all, and table the same drafts as in a debate."""
    world = evaluator.world
    point = CongressPapers().point(world, frame, evaluator.seat)
    if point and point not in (ATTEND, *world.seats):
        return draft_on(evaluator, item_named(world, point))
    return actions_of(decision.menu)[0]


def ballots(evaluator: Evaluator, decision: Decision, frame: Frame) -> str:
    """10.8: the same votes as in a debate."""
    world, parts = evaluator.world, list[str]()
    for slot, (no, yes) in slots_of(decision.menu).items():
        draft = session(world).drafts[int(slot) - 1]
        parts.append(yes if agrees_to(evaluator, item_of(world, draft), draft) else no)
    return "; ".join(parts)


def signatures(evaluator: Evaluator, decision: Decision, frame: Frame) -> str:
    """10.8: the same signatures as in a debate."""
    world, parts = evaluator.world, list[str]()
    for slot, (signs, refuses) in slots_of(decision.menu).items():
        draft = session(world).drafts[int(slot) - 1]
        parts.append(signs if obeys(evaluator, item_of(world, draft), draft) else refuses)
    return "; ".join(parts)


# -- war instead


def break_off(evaluator: Evaluator, decision: Decision, frame: Frame) -> str:
    """10.4, 10.5: war only if it would be declared anyway."""
    choices = actions_of(decision.menu)
    return declaration(evaluator, choices) or choices[0]


def keep_promise(evaluator: Evaluator, decision: Decision, frame: Frame) -> str:
    choices = actions_of(decision.menu)
    return declaration(evaluator, choices) or choices[-1]
