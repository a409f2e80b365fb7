"""A whole turn of a computer player in short: its main moves, the important ones first.

How much a move matters is read off from what its player says for it: a war is more than a marker, a
card more than one of the spaces that it is spent on. Moves at which there was nothing to choose, or
nothing to say, are only counted; and what was said of one move is not said of another.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from entente.kernel import Message
from entente.players.thought import Reason, Thought
from entente.players.why import Teller, has_chosen

MOST = 5  # moves that are told
THOUGHT = 24  # moves that are thought over, the last of a turn
EACH = 2  # reasons of a move
LAST = 8  # the rank of what is told only where there is nothing else
LEAST = 9  # that of what nobody has ranked

# The first that a reason's key begins with says how much its move matters: 0 is most.
RANKS = (
    ("why_pax.war.declared", 0),
    ("why_pax.congress", 1),
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
    ("why_turmoil.score", 0),
    ("why_turmoil.card", 1),
    ("why_turmoil.naval", 1),
    ("why_turmoil.space.takes", 2),
    ("why_turmoil.space.breaks", 2),
    ("why_turmoil.space.check", 3),
    ("why_turmoil.space.holds", 4),
    ("why_turmoil.space", 5),
    ("why_attrition.declare", 0),
    ("why_attrition.surrender", 0),
    ("why_attrition.attack", 1),
    ("why_attrition.battle", 2),
    ("why_attrition.take", 3),
    ("why_attrition.reinforce", 3),
    ("why_attrition.guard", 4),
)
UNSAID = ("why_pax.second", "why_pax.alone")  # the next move of the turn says it

# The same of actions by their first word, where nothing was said for them.
VERBS = {
    "score": 0,
    "event": 1,
    "ops": 1,
    "naval": 1,
    "both": 1,
    "cancel": 1,
    "declare": 0,
}


class ToldDeed(msgspec.Struct):
    """A move of a turn: what was done, and why."""

    move: int
    action: str
    text: str
    things: list[str]
    reasons: list[str]


class Deed(NamedTuple):
    """A move of a turn, and what its player thought, if anything is known of that."""

    move: int
    action: str
    thought: Thought | None


def rank(reasons: Sequence[Reason]) -> tuple[int, float]:
    """How much a move matters for which this is said: the least comes first."""
    if not reasons:
        return LEAST, 0.0
    message = reasons[0].message
    found = next((n for key, n in RANKS if message.key.startswith(key)), LEAST)
    return found, -_gain(message)


def _gain(message: Message) -> float:
    gain = message.args.get("gain", 0)
    return float(gain) if isinstance(gain, int) else 0.0


def told(teller: Teller, deeds: Sequence[Deed]) -> tuple[list[ToldDeed], int]:
    """The main moves of a turn, and how many others there were."""
    ranked = list[tuple[tuple[int, float], int, Deed, tuple[Reason, ...]]]()
    for deed in deeds:
        if deed.thought is not None and has_chosen(deed.thought):
            reasons = reasons_of(deed.thought, deed.action)
            known = rank(reasons)
            if not reasons and (verb := deed.action.split(" ", 1)[0]) in VERBS:
                known = VERBS[verb], 0.0
            ranked.append((known, deed.move, deed, reasons))
    ranked.sort(key=lambda each: each[:2])
    found, said = list[ToldDeed](), set[str]()
    for (weight, _), move, deed, reasons in ranked:
        told = teller.reasons([x for x in reasons if x.message.key not in UNSAID])
        if not told and weight < LEAST and deed.thought is not None:
            told = teller.verdict(deed.thought, deed.action)
        sentences = [each for each in told if each not in said][:EACH]
        if not sentences or len(found) == MOST or (found and weight == LAST):
            continue
        said.update(sentences)
        text = teller.action(deed.action)
        found.append(ToldDeed(move, deed.action, text, teller.things(deed.action), sentences))
    if not found:  # nobody can say why, but it can be said what
        last = [(each.move, each.action) for each in deeds[-MOST:]]
        found = [ToldDeed(n, a, teller.action(a), teller.things(a), []) for n, a in last]
    return found, len(deeds) - len(found)


def reasons_of(thought: Thought, action: str) -> tuple[Reason, ...]:
    """What is said for an action: only what was said for that one."""
    line = next((each for each in thought.lines if each.action == action), None)
    if line is None:
        return ()
    if line.reasons:
        return line.reasons
    return thought.reasons if line is thought.lines[0] else ()


def sentences(teller: Teller, deeds: Sequence[ToldDeed], others: int) -> list[str]:
    """The same as sentences, one a move."""
    lines = [teller.deed(each.text, each.reasons) for each in deeds]
    return [*lines, teller.others(others)] if others else lines
