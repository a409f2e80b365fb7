"""Observations of a seat as one array of numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from entente.envs.extras import Array, missing

try:
    import numpy as np
except ModuleNotFoundError as error:
    raise missing("envs", error) from None

from entente.envs.arrays.question import QuestionArray
from entente.envs.env_state import EnvSpec, EnvState
from entente.kernel import Seat, registry
from entente.kernel.blocks import Block, Layout, one_of

Blocks = Callable[[Any], list[Block]]


class Observer:
    """Writes observations: the seat, its view, its decision, and the parts chosen so far.

    `slices` maps each block to its range. A game without observations gets the decision only; pass
    `blocks` to add its view.
    """

    def __init__(self, spec: EnvSpec, blocks: Blocks | None = None) -> None:
        game = spec.game
        own = registry.part(game.info.id, "observations")
        make = getattr(own, "blocks", None) if blocks is None else blocks
        drafts = getattr(own, "drafts", None)
        seat = one_of("seat", spec.seats, lambda view: view.seat)
        self._view = Layout([seat, *(make(game) if make is not None else ())])
        self._drafts = Layout(drafts(game) if drafts is not None else [])
        self._question = QuestionArray(spec)
        self._after_view = self._view.size
        self._after_drafts = self._after_view + self._drafts.size
        self.size = self._after_drafts + self._question.size

    @property
    def slices(self) -> dict[str, slice]:
        """The slice of each block."""
        slices = dict(self._view.slices)
        slices |= _shifted(self._drafts.slices, self._after_view)
        return slices | _shifted(self._question.slices, self._after_drafts)

    def array(self, state: EnvState, seat: Seat | None) -> Array:
        """Make an observation; None: of a spectator."""
        out: Array = np.zeros(self.size, dtype=np.float32)
        self.write(state, seat, out)
        return out

    def write(self, state: EnvState, seat: Seat | None, out: Array) -> None:
        """Write an observation into an array of zeros."""
        partial = None if seat is None else state.partial_action(seat)
        self._view.write(state.view(seat), out)
        if partial is not None:
            self._drafts.write(partial.labels, out, self._after_view)
        self._question.write(partial, out[self._after_drafts :])


def _shifted(slices: dict[str, slice], by: int) -> dict[str, slice]:
    return {name: slice(each.start + by, each.stop + by) for name, each in slices.items()}
