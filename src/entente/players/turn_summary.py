"""A turn of a computer player in short: its main moves, the most important first.

The reasons of a move tell how much it matters: a war more than a marker, a card more than one of
the spaces it is spent on. Moves without a choice or without reasons are only counted, and no
sentence is repeated.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from entente.kernel import Message, parse_action
from entente.players.engines import module_of
from entente.players.explanation import ExplanationWriter, has_chosen
from entente.players.move_review import AnalysisResult
from entente.players.search_result import Ranks, Reason, SearchResult

MOST = 5  # moves in a summary
THOUGHT = 24  # moves that are analysed, the last of a turn
EACH = 2  # reasons of a move
LAST = 8  # the rank of a move shown only if there is no other
LEAST = 9  # the rank of an unranked move


class TurnMoveText(msgspec.Struct):
    """A move of a turn in words: the action and the reasons."""

    move: int
    action: str
    text: str
    things: list[str]
    reasons: list[str]


class TurnMove(NamedTuple):
    """A move of a turn and what its player thought, if known."""

    move: int
    action: str
    thoughts: AnalysisResult | None

    @property
    def thought(self) -> SearchResult | None:
        return None if self.thoughts is None else self.thoughts.search


def ranks_of(game_id: str) -> Ranks:
    """Return the ranks of a game's moves."""
    ranks: Ranks = getattr(module_of(game_id), "RANKS", Ranks())
    return ranks


def rank(ranks: Ranks, reasons: Sequence[Reason], action: str) -> tuple[int, float]:
    """Return the sort key of a move with these reasons: what matters most comes first."""
    if not reasons:
        return ranks.verbs.get(parse_action(action).verb, LEAST), 0.0
    message = reasons[0].message
    number = next((n for key, n in ranks.reasons if message.key.startswith(key)), LEAST)
    return number, -_gain(message)


def _gain(message: Message) -> float:
    gain = message.args.get("gain", 0)
    return float(gain) if isinstance(gain, int) else 0.0


def main_moves(
    writer: ExplanationWriter, deeds: Sequence[TurnMove]
) -> tuple[list[TurnMoveText], int]:
    """Return the main moves of a turn, and the number of the others."""
    ranks = ranks_of(writer.game.info.id)
    ranked = list[tuple[tuple[int, float], int, TurnMove, tuple[Reason, ...]]]()
    for deed in deeds:
        if deed.thought is not None and has_chosen(deed.thought):
            reasons = reasons_of(deed.thought, deed.action)
            ranked.append((rank(ranks, reasons, deed.action), deed.move, deed, reasons))
    ranked.sort(key=lambda each: each[:2])
    texts, used = list[TurnMoveText](), set[str]()
    for (weight, _), move, deed, reasons in ranked:
        candidates = writer.reasons([x for x in reasons if x.message.key not in ranks.unsaid])
        if not candidates and weight < LEAST and deed.thoughts is not None:
            then = writer.at(deed.thoughts.worths)
            candidates = then.verdict(deed.thoughts.search, deed.action)
        sentences = [each for each in candidates if each not in used][:EACH]
        if not sentences or len(texts) == MOST or (texts and weight == LAST):
            continue
        used.update(sentences)
        text = writer.action(deed.action)
        texts.append(TurnMoveText(move, deed.action, text, writer.things(deed.action), sentences))
    if not texts:  # no reasons at all: list the last moves
        last = [(each.move, each.action) for each in deeds[-MOST:]]
        texts = [TurnMoveText(n, a, writer.action(a), writer.things(a), []) for n, a in last]
    return texts, len(deeds) - len(texts)


def reasons_of(result: SearchResult, action: str) -> tuple[Reason, ...]:
    """Return the reasons for an action: those of its own line."""
    line = next((each for each in result.lines if each.action == action), None)
    if line is None:
        return ()
    if line.reasons:
        return line.reasons
    return result.reasons if line is result.lines[0] else ()


def source(writer: ExplanationWriter, how: str, deeds: Sequence[TurnMove]) -> list[str]:
    """Return where the analysis of a turn comes from, if there is any (see
    `ExplanationWriter.source`)."""
    return [writer.source(how, "turn")] if any(each.thought for each in deeds) else []


def sentences(writer: ExplanationWriter, deeds: Sequence[TurnMoveText], others: int) -> list[str]:
    """Return the summary as sentences, one per move."""
    lines = [writer.move_with_reasons(each.text, each.reasons) for each in deeds]
    return [*lines, writer.others(others)] if others else lines
