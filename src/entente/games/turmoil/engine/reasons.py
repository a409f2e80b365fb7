"""Reasons for an action, in a sentence or two: its aim, and what is feared."""

from __future__ import annotations

from collections.abc import Sequence

from entente.games.turmoil.board import LIBERAL, NEUTRAL, OTHER, REGIONS
from entente.games.turmoil.context import TurmoilContext
from entente.games.turmoil.engine.features import chance_of_war, in_war, lead
from entente.games.turmoil.engine.line_comparison import LITTLE, difference
from entente.games.turmoil.engine.search import Search
from entente.games.turmoil.events import unplayable
from entente.games.turmoil.naval import attempt_bonus, fails_anyway
from entente.games.turmoil.play import must_score, scoring_cards
from entente.games.turmoil.turn import MALUS
from entente.kernel import Decision, Frame, Seat, parse_action, say
from entente.kernel.message import Argument
from entente.players.player_texts import ACTION
from entente.players.search_result import Ranks, Reason, SearchLine

FACES = 6
MOST = 2  # reasons
MUCH_WORSE = 0.15  # than expected: then the worst case is mentioned
KINDS = {"card": "card", "space": "space", "region": "region", "other": ACTION}
EVEN = "why_turmoil.end.even"
TO_PLAY = ("event", "ops", "naval", "score", "both", "cancel")
# How much each kind of move matters (see `Ranks`).
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
        (EVEN, 8),
        ("why_turmoil.end", 6),
        ("why_turmoil.order", 8),
    ),
    verbs=dict.fromkeys(TO_PLAY, 1) | {"score": 0},
)


def reasons(search: Search, lines: Sequence[SearchLine]) -> tuple[Reason, ...]:
    """Return the reasons for the first line, which was chosen, from what the seat knows."""
    position, decision, line = search.worlds[0], search.decision, lines[0]
    t, seat = position.context, decision.seat
    messages = _of_move(t, decision, position.frame(decision), parse_action(line.action).words)
    if not messages or decision.step == "order":
        parted = _parted(search, lines)
        even = any(each.message.key == EVEN for each in parted)
        messages = (
            parted if even else messages + parted
        )  # actions that lead to the same result have no aim
    messages += _war(t, seat)
    messages += _feared(seat, line)
    return tuple(messages[:MOST])


def _of_move(
    t: TurmoilContext, decision: Decision, frame: Frame, words: tuple[str, ...]
) -> list[Reason]:
    """Return the aim of an action, as far as the board shows it."""
    seat, verb, space = decision.seat, words[0], words[1] if len(words) > 1 else ""
    if decision.step == "play_card":
        return _card(t, seat, verb, space)
    if decision.step == "helgoland" and verb == "naval":
        return of_attempt(t, seat, space, MALUS)
    if decision.step == "order":
        return [_reason(f"order.{verb}")]
    if decision.step == "reveal_scoring" and verb == "reveal":
        return [_reason("score.reveal")]
    if space not in t.land.open:
        return []
    if verb == "check":
        return [_reason("space.check", space=space), *_ground(t, space)]
    if verb == "place":
        return _space(t, seat, space, 1)
    if verb == "replace":
        return _space(t, seat, space, 2)
    if verb == "remove":
        return _removed(t, seat, space, words[2] if len(words) > 2 else frame.args.get("of"))
    if verb == "shift":
        return _shifted(t, seat, space, words[2], frame.text("of"))
    return []


def _reason(key: str, **args: Argument) -> Reason:
    kinds = {gap: kind for gap, kind in KINDS.items() if gap in args}
    return Reason(say(f"why_turmoil.{key}", **args), kinds)


def _card(t: TurmoilContext, seat: Seat, verb: str, card: str) -> list[Reason]:
    """Why this card, and why in this way."""
    if verb == "score":
        return [_scored(t, seat, card)]
    messages, ops = list[Reason](), t.worth(seat, card)
    theirs = t.board.is_event_of(card, OTHER[seat])
    if verb == "naval":
        messages += of_attempt(t, seat, card)
    elif verb == "event":
        messages.append(_reason("card.event", card=card, ops=ops))
    elif verb in ("both", "cancel"):
        messages.append(_reason(f"card.{verb}", card=card))
    elif theirs:
        barred = unplayable(t, card, OTHER[seat]) is not None
        messages.append(_reason("card.barred" if barred else "card.theirs", card=card, ops=ops))
    else:
        neutral = t.board.side_of[card] == NEUTRAL
        messages.append(_reason("card.neutral" if neutral else "card.own", card=card, ops=ops))
    for each in scoring_cards(t, seat)[:1]:
        messages.append(_reason("score.waits", region=t.board.cards[each].region))
    return messages


def _scored(t: TurmoilContext, seat: Seat, card: str) -> Reason:
    region = t.board.cards[card].region
    points = lead(t, region) * (1 if seat == LIBERAL else -1)
    if points <= 0 and must_score(t, seat, scoring_cards(t, seat)):
        return _reason("score.must", region=region)
    if not points:
        return _reason("score.level", region=region)
    key = "score.ahead" if points > 0 else "score.behind"
    return _reason(key, region=region, points=abs(points))


def of_attempt(t: TurmoilContext, seat: Seat, card: str, more: int = 0) -> list[Reason]:
    """Return the aim of a naval attempt, with this additional modifier."""
    away = t.board.is_event_of(card, OTHER[seat])
    return [*([_reason("naval.away", card=card)] if away else []), *_in_reach(t, seat, card, more)]


def _in_reach(t: TurmoilContext, seat: Seat, card: str, more: int) -> list[Reason]:
    """6.3.1: the die from which the navy advances; 6.3.2: what is left if it cannot."""
    bonus = attempt_bonus(t, seat) + t.board.is_event_of(card, seat) + more
    die = t.board.needed[t.state.navy[seat] + 1] - t.worth(seat, card) - bonus
    if die > FACES or fails_anyway(t, seat):
        return [_reason("naval.vain" if t.state.improved[seat] else "naval.improves", card=card)]
    if die <= 1:
        return [_reason("naval.sure", card=card)]
    if die == FACES:
        return [_reason("naval.six", card=card)]
    return [_reason("naval.reach", card=card, die=die)]


def _space(t: TurmoilContext, seat: Seat, space: str, more: int) -> list[Reason]:
    """Why the seat wants to be further ahead here."""
    ahead = t.support(seat, space) + more - t.support(OTHER[seat], space)
    stability, holder = t.board.stability[space], t.state.holder[space]
    if holder == seat:
        key = "holds"
    elif ahead >= stability:
        key = "takes"
    elif holder == OTHER[seat] and -ahead < stability:
        key = "breaks"
    else:
        key = "grows"
    return [_reason(f"space.{key}", space=space), *_ground(t, space)]


def _ground(t: TurmoilContext, space: str) -> list[Reason]:
    if space not in t.board.battlegrounds:
        return []
    return [_reason("space.ground", region=t.board.region_of[space])]


def _removed(t: TurmoilContext, seat: Seat, space: str, of: Argument | None) -> list[Reason]:
    """Why support is removed here: of the named side, or of the side in question."""
    if of not in OTHER:
        return []
    if of == seat:
        return spared(t, seat, space) or [_reason("space.spares", space=space)]
    ahead = t.support(OTHER[seat], space) - 1 - t.support(seat, space)
    breaks = t.state.holder[space] == OTHER[seat] and ahead < t.board.stability[space]
    return [_reason("space.breaks" if breaks else "space.weakens", space=space)]


def spared(t: TurmoilContext, seat: Seat, space: str) -> list[Reason]:
    """Why own support can be spared here; empty if it is needed."""
    holder, stability = t.state.holder[space], t.board.stability[space]
    ahead = t.support(seat, space) - 1 - t.support(OTHER[seat], space)
    if holder == seat:
        return [_reason("space.kept", space=space)] if ahead >= stability else []
    blocks = (
        holder != OTHER[seat] and -ahead >= stability
    )  # without it the opponent would have control
    return [] if blocks else [_reason("space.idle", space=space)]


def _shifted(t: TurmoilContext, seat: Seat, source: str, target: str, of: str) -> list[Reason]:
    """Why support moves from one space to another."""
    if of == seat:
        return [*_space(t, seat, target, 1)[:1], *spared(t, seat, source)]
    there = t.support(of, target) + 1 - t.support(seat, target)
    mine = t.state.holder[target] == seat and -there < t.board.stability[target]
    harmless = there < t.board.stability[target] and not mine
    messages = _removed(t, seat, source, of)
    return [*messages, _reason("space.harmless", space=target)] if harmless else messages


def _parted(search: Search, lines: Sequence[SearchLine]) -> list[Reason]:
    """Why the first line is better than the next worse one."""
    first = lines[0]
    others = [each for each in lines[1:] if each.worth < first.worth] or list(lines[1:])
    if not others:
        return []
    other, ahead = others[0].action, first.worth - others[0].worth
    parted = difference(search.seat, search.ends(first.action), search.ends(other), search.weights)
    if parted is None:
        return []
    name, figures = parted
    if name == "behind" or (name == "even" and abs(ahead) > LITTLE):
        # what follows was decisive, if it was searched; else it was an error of judgement
        later = first.worst is not None and ahead > LITTLE
        return [_reason("end.later", other=other)] if later else []
    key = f"{name}_some" if figures.get("points") == 0 else name
    return [_reason(f"end.{key}", other=other, **figures)]


def _war(t: TurmoilContext, seat: Seat) -> list[Reason]:
    """Return what a crisis would bring, if it can bring war."""
    faces = round(FACES * chance_of_war(t))
    if not faces or t.state.alliance:
        return []
    comes_to = in_war(t, {region: lead(t, region) for region in REGIONS})
    welcome = (comes_to > 0) == (seat == LIBERAL)
    return [_reason("war.welcome" if welcome else "war.feared", faces=faces)]


def _feared(seat: Seat, line: SearchLine) -> list[Reason]:
    """How the opponent replied in the worst world."""
    if line.worst is None or line.worth - line.worst < MUCH_WORSE:
        return []
    for step in line.feared:
        verb, *words = parse_action(step.action).words
        if step.seat != seat and verb in TO_PLAY and words:
            return [_reason("feared.card", card=words[0])]
    return []
