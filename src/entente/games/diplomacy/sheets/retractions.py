"""What else on a sheet decides whether an order is followed: what takes it back, and what stands on
its line and is not understood.

An order is followed only if every word of its line was understood or is listed as harmless. What
takes orders back is tied to the orders on its own line; on a line of its own it is tied to all
orders of its power in that phase.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from entente.games.diplomacy.board import Board
from entente.games.diplomacy.notation.ambiguity import LONGEST
from entente.games.diplomacy.notation.map_names import lexicon
from entente.games.diplomacy.notation.talk import is_harmless
from entente.games.diplomacy.notation.words import begins_with_a_unit
from entente.games.diplomacy.sheets.lines import Line, Part
from entente.kernel import Refusal, refuse

# Refusals of orders whose words were all understood, though they cannot be followed.
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
# Those in which one name is wrong: it is the business of one order if that begins like one.
_MISSPELT = frozenset(
    f"reading.{key}" for key in ("unknown_province", "unknown_near", "strange_letter")
)


def taken_back(parts: Iterable[Part]) -> None:
    """Put in doubt what is taken back: the orders of a line, else those of a power in its phase."""
    for part in parts:
        if any(line.withdraws for line in part.lines):
            part.lines[:] = _doubted(part.lines)


def _doubted(lines: Sequence[Line]) -> list[Line]:
    beside = {line.number for line in lines if not line.withdraws and line.doubt is None}
    on_lines: dict[int, Line] = {}
    of_powers: dict[int | None, Line] = {}
    for line in lines:
        if not line.withdraws:
            continue
        if line.number in beside:
            on_lines[line.number] = line
        else:
            of_powers[line.power] = line

    def doubted(line: Line) -> Line:
        if line.withdraws:
            key = "taken_back" if line.number in beside else "all_taken_back"
            return line._replace(doubt=refuse("III.4", f"reading.{key}", text=line.text[:LONGEST]))
        cause = on_lines.get(line.number) or of_powers.get(line.power) or of_powers.get(None)
        if line.power is None and of_powers:
            cause = cause or next(iter(of_powers.values()))  # whose it is nobody knows
        if cause is None or line.doubt is not None:
            return line
        why = refuse(
            "III.4",
            "reading.is_taken_back",
            text=line.text[:LONGEST],
            line=cause.number,
            words=cause.text[:LONGEST],
        )
        return line._replace(doubt=why)

    return [doubted(line) for line in lines]


def doubt_neighbours(
    board: Board, lines: Sequence[Line], why_not: Callable[[Line], Refusal | None]
) -> list[Line]:
    """Lines of a phase, in doubt where another order or word on the same line is not understood.

    `why_not` says why a line by itself cannot be followed.
    """
    numbers: dict[int, int] = {}
    for line in lines:
        numbers[line.number] = numbers.get(line.number, 0) + 1
    strange: dict[int, Line] = {}
    for line in lines:
        if numbers[line.number] > 1 and line.doubt is None and line.number not in strange:
            why = why_not(line)
            if why is not None and is_strange(board, line, why):
                strange[line.number] = line

    def doubted(line: Line) -> Line:
        cause = strange.get(line.number)
        if cause is None or line.doubt is not None or why_not(line) is not None:
            return line
        words = cause.text[:LONGEST]
        why = refuse("III.4", "reading.beside", text=line.text[:LONGEST], words=words)
        return line._replace(doubt=why)

    return [doubted(line) for line in lines]


def is_strange(board: Board, line: Line, why: Refusal) -> bool:
    """Whether a line has words that nobody understood, and that may be about its neighbours."""
    key = why.message.key
    if key in _UNDERSTOOD or key.startswith("void."):
        return False
    if key in _MISSPELT and begins_with_a_unit(line.text):
        return False
    return not is_harmless(lexicon(board, "en"), line.text)
