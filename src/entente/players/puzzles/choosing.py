"""Choose among puzzles: many kinds, both sides, and none that is nearly another one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from entente.players.puzzles.puzzle import REACHED, Puzzle, one_by_one

ALIKE = 3  # puzzles whose answers are nearly the same
OVERLAP = 0.6  # of the places and cards of two answers: from here on they are nearly the same
A_KIND = 0.45  # share of a kind, at most

Kind = tuple[str, str, tuple[str, ...]]


def kind_of(puzzle: Puzzle) -> Kind:
    """Return what a puzzle is about: its question, and what the best answer does."""
    verbs = {action.split()[0] for action in one_by_one(puzzle.solution[0])}
    return puzzle.step, puzzle.theme, tuple(sorted(verbs))


def things_of(puzzle: Puzzle) -> frozenset[str]:
    """Return the places and cards of the best answer. Which unit goes there matters only where
    several are to be chosen."""
    words = (word for action in one_by_one(puzzle.solution[0]) for word in action.split()[1:])
    several = puzzle.how == REACHED
    return frozenset(word for word in words if (several or "-" not in word) and not word.isdigit())


def are_alike(one: Puzzle, other: Puzzle) -> bool:
    """Return whether two puzzles have nearly the same answer, for the same side."""
    if (one.seat, one.step, one.theme) != (other.seat, other.step, other.theme):
        return False
    mine, theirs = things_of(one), things_of(other)
    return len(mine & theirs) >= OVERLAP * len(mine | theirs)


def choose(
    puzzles: Iterable[Puzzle],
    most: int,
    kept: Iterable[Puzzle] = (),
    alike: int = ALIKE,
    a_kind: float = A_KIND,
) -> list[Puzzle]:
    """Return up to this many puzzles, one kind after the other in turn, and `kept` before others.

    No more than `alike` have nearly the same answer, of one game only one; and no kind has more
    than its share.
    """
    chosen = dict[str, Puzzle]()
    kinds = Counter[Kind]()
    limit = max(1, round(a_kind * most))

    def take(puzzle: Puzzle) -> bool:
        kind = kind_of(puzzle)
        if puzzle.id in chosen or kinds[kind] >= limit:
            return False
        similar = [each for each in chosen.values() if are_alike(each, puzzle)]
        if len(similar) >= alike or any(each.source == puzzle.source for each in similar):
            return False
        chosen[puzzle.id] = puzzle
        kinds[kind] += 1
        return True

    for group in (kept, puzzles):
        by_kind = dict[Kind, list[Puzzle]]()
        for each in sorted(group, key=lambda puzzle: puzzle.id, reverse=True):
            by_kind.setdefault(kind_of(each), []).append(each)
        while by_kind and len(chosen) < most:
            for kind, waiting in sorted(by_kind.items()):
                while waiting and len(chosen) < most and not take(waiting.pop()):
                    pass
                if not waiting:
                    del by_kind[kind]
    return side_by_side(chosen.values())


def side_by_side(puzzles: Iterable[Puzzle]) -> list[Puzzle]:
    """Return puzzles so that similar positions follow each other: their file packs better."""
    left = sorted(puzzles, key=lambda each: (each.source, each.id))
    parts = {each.id: frozenset(each.start.split(",")) for each in left}
    ordered = left[:1]
    del left[:1]
    while left:
        last = parts[ordered[-1].id]
        nearest = max(left, key=lambda each: len(parts[each.id] & last))
        left.remove(nearest)
        ordered.append(nearest)
    return ordered
