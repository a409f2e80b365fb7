"""Divisions of a league: who plays in which, and who goes up and down between seasons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")

UP, DOWN = "up", "down"


def divided(entries: Sequence[T], size: int) -> list[list[T]]:
    """Divide ranked entries into divisions, the best first.

    A rest of less than half a division joins the last one.
    """
    groups = [list(entries[at : at + size]) for at in range(0, len(entries), size)]
    if len(groups) > 1 and len(groups[-1]) < max(2, (size + 1) // 2):
        rest = groups.pop()
        groups[-1] += rest
    return groups


def movers(count: int, division: int, divisions: int, promoted: int) -> tuple[int, int]:
    """Return how many of the `count` players of a division go up and down; 0 is the highest."""
    up = 0 if division == 0 else min(promoted, count)
    down = 0 if division == divisions - 1 else min(promoted, count - up)
    return up, down


def moves(count: int, division: int, divisions: int, promoted: int) -> list[str]:
    """Return for each place of a division whether it goes up, down or neither."""
    up, down = movers(count, division, divisions, promoted)
    return [UP] * up + [""] * (count - up - down) + [DOWN] * down


def next_order(tables: Sequence[Sequence[T]], promoted: int) -> list[T]:
    """Return everyone in the order in which the next season divides them.

    `tables` are the final standings of each division. Those who go down stand above those who stay
    in the division below, those who come up below those who stay in the division above.
    """
    pending: list[list[T]] = [[] for _ in range(len(tables) + 1)]
    coming_up: list[list[T]] = [[] for _ in range(len(tables) + 1)]
    staying: list[list[T]] = []
    for division, ranked in enumerate(tables):
        up, down = movers(len(ranked), division, len(tables), promoted)
        if up:
            coming_up[division - 1] = list(ranked[:up])
        pending[division + 1] = list(ranked[len(ranked) - down :])
        staying.append(list(ranked[up : len(ranked) - down]))
    found: list[T] = []
    for division, stay in enumerate(staying):
        found += [*pending[division], *stay, *coming_up[division]]
    return found
