"""What a seat sees of a position as a short row of numbers, as a network reads it.

A row is made of a view and of nothing else, so that it tells nothing that the seat may not know.
The rows of the environments (`entente.envs.arrays`) say everything and are thousands of numbers
long. A few hundred games teach more about a few hundred numbers: for the games that have a module
here, things are counted together and told from the side of the seat (own, the other's). All other
games use the rows of the environments.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from entente.envs.arrays import OF_VIEWS
from entente.envs.arrays import layout as long
from entente.kernel import Game, View
from entente.learning.features import attrition, turmoil
from entente.learning.features.layout import Block, Layout, Row, one_of

SHORT: dict[str, Callable[[Any], list[Block]]] = {
    "attrition": attrition.blocks,
    "turmoil": turmoil.blocks,
}


class FeatureEncoder:
    """Writes the rows of a game: whose it is, what is asked of it, the table."""

    def __init__(self, game: Game[Any, Any]) -> None:
        make = SHORT.get(game.info.id)
        self._layout = Layout(
            [
                one_of("whose", game.info.seats, lambda view: view.seat),
                one_of("asked", tuple(game.steps.asking), _step),
                *(make(game) if make is not None else _as_environments_do(game)),
            ]
        )
        self.size = self._layout.size

    @property
    def slices(self) -> dict[str, slice]:
        """Where each block stands."""
        return self._layout.slices

    def row(self, view: View) -> Row:
        """The row of a view."""
        return self._layout.row(view)


def _step(view: View) -> str | None:
    asked = view.decision
    return asked.step if asked is not None else None


def _as_environments_do(game: Game[Any, Any]) -> list[Block]:
    """Everything that the view says, where the environments know the game."""
    if game.info.id not in OF_VIEWS:
        return []
    table = long.Layout(OF_VIEWS[game.info.id](game))

    def write(view: View, out: Row, start: int) -> None:
        out[start : start + table.size] = table.array(view).tolist()

    return [Block("table", table.size, write)]
