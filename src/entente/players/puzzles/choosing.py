"""Choose among puzzles: many kinds, both sides, and none that is nearly another one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from entente.players.puzzles.puzzle import Puzzle, one_by_one

ALIKE = 3  # puzzles with the same answer
A_KIND = 0.4  # share of a kind, at most

Kind = tuple[str, str]


def kind_of(puzzle: Puzzle) -> Kind:
    """Return what a puzzle is about: its question, and what is done."""
    return puzzle.step, puzzle.theme


def answer_key(puzzle: Puzzle) -> tuple[object, ...]:
    """Return what two puzzles have in common whose answers are nearly the same: the seat, the
    question, and the places and cards of the best answer. Which unit goes there does not matter."""
    words = set[str]()
    for action in one_by_one(puzzle.solution[0]):
        _, *rest = action.split()
        words |= {word for word in rest if "-" not in word and not word.isdigit()}
    return puzzle.seat, kind_of(puzzle), frozenset(words)


def choose(
    puzzles: Iterable[Puzzle],
    most: int,
    kept: Iterable[Puzzle] = (),
    alike: int = ALIKE,
    a_kind: float = A_KIND,
) -> list[Puzzle]:
    """Return up to this many puzzles, one kind after the other in turn, and `kept` before others.

    No more than `alike` have nearly the same answer, two from one game never; and no kind has more
    than its share.
    """
    chosen = dict[str, Puzzle]()
    answers, kinds, games = Counter[object](), Counter[Kind](), Counter[object]()
    limit = max(1, round(a_kind * most))

    def take(puzzle: Puzzle) -> bool:
        key, kind = answer_key(puzzle), kind_of(puzzle)
        from_game = (key, puzzle.source)
        if puzzle.id in chosen or answers[key] >= alike or games[from_game] or kinds[kind] >= limit:
            return False
        chosen[puzzle.id] = puzzle
        for counter, each in ((answers, key), (games, from_game), (kinds, kind)):
            counter[each] += 1  # type: ignore[index]
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
    return sorted(chosen.values(), key=lambda each: (each.rating, each.id))
