"""Observations of a seat as one array of numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from entente.envs.extras import Array, missing

try:
    import numpy as np
except ModuleNotFoundError as error:
    raise missing("envs", error) from None

from entente.envs.arrays.question import BLOCKS, QuestionArray
from entente.envs.env_state import EnvSpec, EnvState
from entente.kernel import Seat, registry
from entente.kernel.blocks import Block, BlockInfo, Layout, one_of

SEAT = BlockInfo(1, "the seat that observes")

Blocks = Callable[[Any], list[Block]]


class Observer:
    """Writes observations: the seat, its view, its decision, and the parts chosen so far.

    `slices` maps each block to its range, `infos` to its meaning and its largest amount. All
    numbers are from -1 to 1: an amount is divided by the largest one, and larger ones count as
    that. A block without an info keeps its numbers, within the same bounds. A game without
    observations gets the decision only; pass `blocks` to add its view, and `infos`.
    """

    def __init__(
        self,
        spec: EnvSpec,
        blocks: Blocks | None = None,
        infos: Mapping[str, BlockInfo] | None = None,
    ) -> None:
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
        own_infos = getattr(own, "BLOCKS", {}) if infos is None else infos
        self.infos: dict[str, BlockInfo] = {"seat": SEAT, **own_infos, **BLOCKS}
        self._scale = self._find_scale()

    def _find_scale(self) -> Array:
        scale: Array = np.ones(self.size, dtype=np.float32)
        units = {**self._view.units, **self._drafts.units}
        for name, where in self.slices.items():
            if name in self.infos:
                scale[where] = units.get(name, 1.0) / self.infos[name].most
        return scale

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
        self.write_unbounded(state, seat, out)
        np.clip(out, -1.0, 1.0, out=out)

    def write_unbounded(self, state: EnvState, seat: Seat | None, out: Array) -> None:
        """Write an observation in which amounts can be larger than the largest."""
        partial = None if seat is None else state.partial_action(seat)
        self._view.write(state.view(seat), out)
        if partial is not None:
            self._drafts.write(partial.labels, out, self._after_view)
        self._question.write(partial, out[self._after_drafts :])
        out *= self._scale


def _shifted(slices: dict[str, slice], by: int) -> dict[str, slice]:
    return {name: slice(each.start + by, each.stop + by) for name, each in slices.items()}
