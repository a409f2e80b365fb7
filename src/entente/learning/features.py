"""Compact features of a view, the input of the network.

Features are computed from a view only, so they never reveal what the seat may not know. The
observations of the environments (`entente.envs.arrays`) are complete and thousands of numbers long.
A few hundred games teach more about a few hundred numbers, so the `network_features` of a game
aggregate and take the point of view of the seat (own, opponent). A game without them uses its
observations.
"""

from __future__ import annotations

from typing import Any

from entente.kernel import Game, View, registry
from entente.kernel.blocks import Block, Features, Layout, one_of


class FeatureEncoder:
    """Encodes the views of a game: the seat, its decision, the board."""

    def __init__(self, game: Game[Any, Any]) -> None:
        own = registry.part(game.info.id, "network_features")
        self._layout = Layout(
            [
                one_of("whose", game.info.seats, lambda view: view.seat, strict=False),
                one_of("asked", tuple(game.steps.asking), _step, strict=False),
                *(own.blocks(game) if own is not None else _observations(game)),
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
    decision = view.decision
    return decision.step if decision is not None else None


def _observations(game: Game[Any, Any]) -> list[Block]:
    """Return the observations of a game as one block, if it has any."""
    own = registry.part(game.info.id, "observations")
    if own is None:
        return []
    table = Layout(own.blocks(game))
    return [Block("table", table.size, table.write)]
