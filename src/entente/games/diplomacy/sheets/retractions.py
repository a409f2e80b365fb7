"""Retractions, and text that is not understood on the line of an order.

An order is followed only if every word of its line is understood or listed as harmless. A
retraction applies to the orders on its own line; on a line of its own, to all orders of its power
in that phase.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from entente.games.diplomacy.board import Board
from entente.games.diplomacy.notation.ambiguity import LONGEST
from entente.games.diplomacy.notation.chat_words import is_harmless
from entente.games.diplomacy.notation.map_names import lexicon
from entente.games.diplomacy.notation.tokens import ARROW, begins_with_a_unit, plain_words
from entente.games.diplomacy.notation.vocabulary import (
    BUILD,
    CONVOY,
    DISBAND,
    HOLD,
    MOVE,
    PHRASES,
    REMOVE,
    RETREAT,
    SUPPORT,
)
from entente.games.diplomacy.sheets.lines import SheetLine, SheetPart
from entente.kernel import Refusal, refuse

# Refusals of orders that are fully understood but cannot be followed.
_UNDERSTOOD = frozenset(
    f"reading.{key}"
    for key in (
        "ambiguous",
        "breaks_off",
        "build_type",
        "convoy_goal",
        "fleet_route",
        "no_action",
        "no_route",
        "nobody",
        "not_dislodged",
        "not_in_movement",
        "not_in_retreats",
        "not_in_winter",
        "not_yours",
        "other_kind",
        "retreat_by_sea",
        "struck_out",
        "whose_build",
        "whose_waiver",
    )
)
_VERBS = (HOLD, MOVE, SUPPORT, CONVOY, RETREAT, DISBAND, BUILD, REMOVE)
# Refusals for one wrong name: they concern only that order if it begins like one.
_MISSPELT = frozenset(
    f"reading.{key}" for key in ("unknown_province", "unknown_near", "strange_letter")
)


# Whether it concerns only its own line, and whether it is vague.
_KEYS = {
    (True, False): "taken_back",
    (False, False): "all_taken_back",
    (True, True): "put_in_doubt_beside",
    (False, True): "puts_in_doubt",
}


def doubt_lone_verbs(parts: Iterable[SheetPart]) -> None:
    """Put orders in doubt beside a lone verb of the same power, such as `hold` on its own line."""
    for part in parts:
        pieces = Counter(line.number for line in part.lines)
        ordered = {line.power for line in part.lines if begins_an_order(line)} - {None}
        for number, line in enumerate(part.lines):
            if line.power in ordered and line.doubt is None and is_verb(line.text):
                part.lines[number] = line._replace(
                    withdraws=True, vague=True, sweeping=pieces[line.number] == 1
                )


def is_verb(text: str) -> bool:
    """Return whether a text is a verb of orders without a unit."""
    if begins_with_a_unit(text):
        return False
    words = plain_words(text[:LONGEST])
    return any(PHRASES[kind].take(words) for kind in _VERBS)


def begins_an_order(line: SheetLine) -> bool:
    """Return whether a line looks like an order and is more than a verb."""
    return line.doubt is None and (begins_with_a_unit(line.text) or ARROW in line.text)


def taken_back(parts: Iterable[SheetPart]) -> None:
    """Put retracted orders in doubt: those of a line, or of a power in its phase."""
    for part in parts:
        if any(line.withdraws for line in part.lines):
            part.lines[:] = _doubted(part.lines)


def _doubted(lines: Sequence[SheetLine]) -> list[SheetLine]:
    beside = {line.number for line in lines if not line.withdraws and line.doubt is None}
    on_lines: dict[int, SheetLine] = {}
    of_powers: dict[int | None, SheetLine] = {}
    for line in lines:
        if not line.withdraws:
            continue
        if line.number in beside and not line.sweeping:
            on_lines[line.number] = line
        else:
            of_powers[line.power] = line

    def doubted(line: SheetLine) -> SheetLine:
        if line.withdraws:
            key = _KEYS[line.number in beside and not line.sweeping, line.vague]
            return line._replace(doubt=refuse("III.4", f"reading.{key}", text=line.text[:LONGEST]))
        cause = on_lines.get(line.number) or of_powers.get(line.power) or of_powers.get(None)
        if line.power is None and of_powers:
            cause = cause or next(iter(of_powers.values()))  # of an unknown power
        if cause is None or line.doubt is not None:
            return line
        why = refuse(
            "III.4",
            "reading.is_in_doubt" if cause.vague else "reading.is_taken_back",
            text=line.text[:LONGEST],
            line=cause.number,
            words=cause.text[:LONGEST],
        )
        return line._replace(doubt=why)

    return [doubted(line) for line in lines]


def doubt_neighbours(
    board: Board, lines: Sequence[SheetLine], why_not: Callable[[SheetLine], Refusal | None]
) -> list[SheetLine]:
    """Put lines in doubt if another order or word on the same line is not understood.

    `why_not` explains why a line on its own cannot be followed.
    """
    numbers: dict[int, int] = {}
    for line in lines:
        numbers[line.number] = numbers.get(line.number, 0) + 1
    strange: dict[int, SheetLine] = {}
    for line in lines:
        if numbers[line.number] > 1 and line.doubt is None and line.number not in strange:
            why = why_not(line)
            if why is not None and is_strange(board, line, why):
                strange[line.number] = line

    def doubted(line: SheetLine) -> SheetLine:
        cause = strange.get(line.number)
        if cause is None or line.doubt is not None or why_not(line) is not None:
            return line
        words = cause.text[:LONGEST]
        why = refuse("III.4", "reading.beside", text=line.text[:LONGEST], words=words)
        return line._replace(doubt=why)

    return [doubted(line) for line in lines]


def is_strange(board: Board, line: SheetLine, why: Refusal) -> bool:
    """Return whether a line has unknown words that may concern its neighbours."""
    key = why.message.key
    if key in _UNDERSTOOD or key.startswith("void."):
        return False
    if key in _MISSPELT and begins_with_a_unit(line.text):
        return False
    return not is_harmless(lexicon(board, "en"), line.text)
