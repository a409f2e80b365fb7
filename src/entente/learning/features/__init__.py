"""Compact features of a view, the input of the network.

Features are computed from a view only, so they never reveal what the seat may not know. The
observations of the environments (`entente.envs.arrays`) are complete and thousands of numbers long.
A few hundred games teach more about a few hundred numbers, so the modules here aggregate and take
the point of view of the seat (own, opponent). Other games use the observations of the environments.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from entente.envs.arrays import VIEW_BLOCKS
from entente.envs.arrays import layout as long
from entente.kernel import Game, View
from entente.learning.features import attrition, turmoil
from entente.learning.features.layout import Block, Features, Layout, one_of

COMPACT: dict[str, Callable[[Any], list[Block]]] = {
    "attrition": attrition.blocks,
    "turmoil": turmoil.blocks,
}


class FeatureEncoder:
    """Encodes the views of a game: the seat, its decision, the board."""

    def __init__(self, game: Game[Any, Any]) -> None:
        make = COMPACT.get(game.info.id)
        self._layout = Layout(
            [
                one_of("whose", game.info.seats, lambda view: view.seat),
                one_of("asked", tuple(game.steps.asking), _step),
                *(make(game) if make is not None else _environment_blocks(game)),
            ]
        )
        self.size = self._layout.size

    @property
    def slices(self) -> dict[str, slice]:
        """The slice of each block."""
        return self._layout.slices

    def encode(self, view: View) -> Features:
        """Encode a view."""
        return self._layout.encode(view)


def _step(view: View) -> str | None:
    asked = view.decision
    return asked.step if asked is not None else None


def _environment_blocks(game: Game[Any, Any]) -> list[Block]:
    """Return the observation blocks of the environments, if they have any for the game."""
    if game.info.id not in VIEW_BLOCKS:
        return []
    table = long.Layout(VIEW_BLOCKS[game.info.id](game))

    def write(view: View, out: Features, start: int) -> None:
        out[start : start + table.size] = table.array(view).tolist()

    return [Block("table", table.size, write)]
