"""What speaks for an action, in a sentence or two: what it is for, and what is feared."""

from __future__ import annotations

from entente.games.turmoil.board import LIBERAL, NEUTRAL, OTHER, REGIONS
from entente.games.turmoil.events import unplayable
from entente.games.turmoil.naval import attempt_bonus, fails_anyway
from entente.games.turmoil.play import scoring_cards
from entente.games.turmoil.turmoil import Turmoil
from entente.kernel import Decision, Seat, say
from entente.kernel.message import Argument
from entente.players.minds.turmoil.knowledge import chance_of_war, in_war, lead
from entente.players.thought import Line, Ranks, Reason

FACES = 6
MOST = 3  # reasons
MUCH_WORSE = 0.15  # than expected: then it is said what went worst
KINDS = {"card": "card", "space": "space", "region": "region"}
TO_PLAY = ("event", "ops", "naval", "score", "both", "cancel")
# How much the moves of a turn matter (see `Ranks`).
RANKS = Ranks(
    reasons=(
        ("why_turmoil.score", 0),
        ("why_turmoil.card", 1),
        ("why_turmoil.naval", 1),
        ("why_turmoil.space.takes", 2),
        ("why_turmoil.space.breaks", 2),
        ("why_turmoil.space.check", 3),
        ("why_turmoil.space.holds", 4),
        ("why_turmoil.space", 5),
        ("why_turmoil.order", 8),
    ),
    verbs=dict.fromkeys(TO_PLAY, 1) | {"score": 0},
)


def reasons(t: Turmoil, decision: Decision, line: Line) -> tuple[Reason, ...]:
    """What a seat would say of the line that it has chosen, by what it knows."""
    seat, (verb, *words) = decision.seat, line.action.split()
    found = list[Reason]()
    if decision.step == "play_card":
        found += _card(t, seat, verb, words[0])
    elif verb in ("place", "check") and words[0] in t.land.open:
        found += _space(t, seat, verb, words[0])
    elif decision.step == "order":
        found.append(_reason(f"order.{verb}"))
    elif verb == "remove" and words[0] in t.land.open:
        found += _removed(t, seat, words)
    found += _war(t, seat)
    found += _feared(seat, line)
    return tuple(found[:MOST])


def _reason(key: str, **args: Argument) -> Reason:
    kinds = {gap: kind for gap, kind in KINDS.items() if gap in args}
    return Reason(say(f"why_turmoil.{key}", **args), kinds)


def _card(t: Turmoil, seat: Seat, verb: str, card: str) -> list[Reason]:
    """Why this card, and why so."""
    if verb == "score":
        return [_scored(t, seat, t.board.cards[card].region)]
    found, ops = list[Reason](), t.worth(seat, card)
    theirs = t.board.is_event_of(card, OTHER[seat])
    if verb == "naval":
        if theirs:
            found.append(_reason("naval.away", card=card))
        found += _in_reach(t, seat, card)
    elif verb == "event":
        found.append(_reason("card.event", card=card, ops=ops))
    elif verb in ("both", "cancel"):
        found.append(_reason(f"card.{verb}", card=card))
    elif theirs:
        barred = unplayable(t, card, OTHER[seat]) is not None
        found.append(_reason("card.barred" if barred else "card.theirs", card=card, ops=ops))
    else:
        neutral = t.board.side_of[card] == NEUTRAL
        found.append(_reason("card.neutral" if neutral else "card.own", card=card, ops=ops))
    for each in scoring_cards(t, seat)[:1]:
        found.append(_reason("score.waits", region=t.board.cards[each].region))
    return found


def _scored(t: Turmoil, seat: Seat, region: str) -> Reason:
    points = lead(t, region) * (1 if seat == LIBERAL else -1)
    if not points:
        return _reason("score.level", region=region)
    key = "score.ahead" if points > 0 else "score.behind"
    return _reason(key, region=region, points=abs(points))


def _in_reach(t: Turmoil, seat: Seat, card: str) -> list[Reason]:
    """6.3.1: from which die on the navy advances, where it can."""
    bonus = attempt_bonus(t, seat) + t.board.is_event_of(card, seat)
    die = t.board.needed[t.state.navy[seat] + 1] - t.worth(seat, card) - bonus
    if die > FACES or fails_anyway(t, seat):
        return []
    return [_reason("naval.reach", card=card, die=max(1, die))]


def _space(t: Turmoil, seat: Seat, verb: str, space: str) -> list[Reason]:
    """Why here."""
    own, other = t.support(seat, space), t.support(OTHER[seat], space)
    stability, holder = t.board.stability[space], t.state.holder[space]
    if verb == "check":
        found = [_reason("space.check", space=space)]
    elif holder == seat:
        found = [_reason("space.holds", space=space)]
    elif own + 1 - other >= stability:
        found = [_reason("space.takes", space=space)]
    elif holder == OTHER[seat] and other - own - 1 < stability:
        found = [_reason("space.breaks", space=space)]
    else:
        found = [_reason("space.grows", space=space)]
    if space in t.board.battlegrounds:
        found.append(_reason("space.ground", region=t.board.region_of[space]))
    return found


def _removed(t: Turmoil, seat: Seat, words: list[str]) -> list[Reason]:
    """Why support goes from here: of a side that is named, or that the question is about."""
    space, of = words[0], words[1] if len(words) > 1 else t.state.stack[-1].args.get("of")
    if of not in OTHER:
        return []
    if of == seat:
        return [_reason("space.spares", space=space)]
    own, other = t.support(seat, space), t.support(OTHER[seat], space)
    breaks = t.state.holder[space] == OTHER[seat] and other - 1 - own < t.board.stability[space]
    return [_reason("space.breaks" if breaks else "space.weakens", space=space)]


def _war(t: Turmoil, seat: Seat) -> list[Reason]:
    """What a crisis would bring, where it can bring war."""
    faces = round(FACES * chance_of_war(t))
    if not faces or t.state.alliance:
        return []
    comes_to = in_war(t, {region: lead(t, region) for region in REGIONS})
    welcome = (comes_to > 0) == (seat == LIBERAL)
    return [_reason("war.welcome" if welcome else "war.feared", faces=faces)]


def _feared(seat: Seat, line: Line) -> list[Reason]:
    """With what the opponent answered where it went worst."""
    if line.worst is None or line.worth - line.worst < MUCH_WORSE:
        return []
    for step in line.feared:
        verb, *words = step.action.split()
        if step.seat != seat and verb in TO_PLAY and words:
            return [_reason("feared.card", card=words[0])]
    return []
