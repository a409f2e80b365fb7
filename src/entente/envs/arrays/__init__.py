"""What a seat sees of a play, as one row of numbers."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from entente.envs.extras import missing

try:
    import numpy as np
except ModuleNotFoundError as error:
    raise missing("envs", error) from None

from entente.envs.arrays import attrition, diplomacy, pax, turmoil
from entente.envs.arrays.layout import Array, Block, Layout, one_of
from entente.envs.arrays.question import QuestionArray
from entente.envs.env_state import EnvSpec, EnvState
from entente.kernel import Seat

Blocks = Callable[[Any], list[Block]]

OF_VIEWS: dict[str, Blocks] = {
    "attrition": attrition.blocks,
    "diplomacy": diplomacy.blocks,
    "pax": pax.blocks,
    "turmoil": turmoil.blocks,
}
OF_DRAFTS: dict[str, Blocks] = {"diplomacy": diplomacy.drafts}


class Observer:
    """Writes rows: whose they are, the view, what is asked, what is chosen so far.

    `slices` says where each block stands. A game that is not known here has only the question; for
    a better row, name the `blocks` of its view.
    """

    def __init__(self, setting: EnvSpec, blocks: Blocks | None = None) -> None:
        game, name = setting.game, setting.game.info.id
        make = OF_VIEWS.get(name) if blocks is None else blocks
        seat = one_of("seat", setting.seats, lambda view: view.seat)
        self._view = Layout([seat, *(make(game) if make is not None else ())])
        self._drafts = Layout(OF_DRAFTS[name](game) if name in OF_DRAFTS else [])
        self._question = QuestionArray(setting)
        self._after_view = self._view.size
        self._after_drafts = self._after_view + self._drafts.size
        self.size = self._after_drafts + self._question.size

    @property
    def slices(self) -> dict[str, slice]:
        """Where each block stands."""
        found = dict(self._view.slices)
        found |= _moved(self._drafts.slices, self._after_view)
        return found | _moved(self._question.slices, self._after_drafts)

    def array(self, play: EnvState, seat: Seat | None) -> Array:
        """A row of its own; None: what a spectator sees."""
        out: Array = np.zeros(self.size, dtype=np.float32)
        self.write(play, seat, out)
        return out

    def write(self, play: EnvState, seat: Seat | None, out: Array) -> None:
        """Fill in a row of zeros."""
        making = None if seat is None else play.making(seat)
        self._view.write(play.view(seat), out[: self._after_view])
        if making is not None:
            self._drafts.write(making.said, out[self._after_view : self._after_drafts])
        self._question.write(making, out[self._after_drafts :])


def _moved(slices: dict[str, slice], by: int) -> dict[str, slice]:
    return {name: slice(each.start + by, each.stop + by) for name, each in slices.items()}
