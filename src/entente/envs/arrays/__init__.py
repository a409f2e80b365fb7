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
from entente.envs.env_state import EnvSpec, EnvState, PartialAction
from entente.kernel import Seat, registry
from entente.kernel.blocks import Block, BlockInfo, Layout, one_of

__all__ = ["Observer"]

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
        self._made_of = (spec, blocks, infos)
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
        self._last: dict[Seat | None, _LastObservation] = {}

    def __repr__(self) -> str:
        return f"<Observer of {self._made_of[0].game.info.id}, {self.size} numbers>"

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle and copy what it was made of: its blocks are functions."""
        return Observer, self._made_of

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
        # Two threads must not change the same arrays: who takes them out of here owns them.
        last = self._last.pop(seat, None) or _LastObservation(self)
        partial = None if seat is None else state.partial_action(seat)
        last.update(state, seat, partial)
        out: Array = last.numbers.copy()
        self._last[seat] = last
        if partial is not None:
            self._question.write_scaled(partial, out, self._after_drafts)
        return out

    def write(self, state: EnvState, seat: Seat | None, out: Array) -> None:
        """Write an observation into an array."""
        out[:] = self.array(state, seat)

    def write_unbounded(self, state: EnvState, seat: Seat | None, out: Array) -> None:
        """Write an observation in which amounts can be larger than the largest."""
        partial = None if seat is None else state.partial_action(seat)
        self._view.write(state.view(seat), out)
        if partial is not None:
            self._drafts.write(partial.labels, out, self._after_view)
        self._question.write(partial, out[self._after_drafts :])
        out *= self._scale


class _LastObservation:
    """The last observation of a seat, and what each of its blocks was written from.

    Most blocks are the same as in the observation before, even of another position. So only those
    are written whose source is another.
    """

    def __init__(self, observer: Observer) -> None:
        self.numbers: Array = np.zeros(observer.size, dtype=np.float32)
        amounts: Array = np.zeros(observer.size, dtype=np.float32)  # before scaling
        view, drafts = observer._view, observer._drafts
        self._view = self._parts(view, 0, amounts, observer._scale)
        self._drafts = self._parts(drafts, observer._after_view, amounts, observer._scale)
        self._amounts = amounts
        self._moment: object = None
        self._labels: tuple[str, ...] = ()

    def _parts(self, layout: Layout, start: int, amounts: Array, scale: Array) -> list[_Part]:
        return [
            _Part(
                block,
                start + layout.slices[block.name].start,
                amounts[start + where.start : start + where.stop],
                self.numbers[start + where.start : start + where.stop],
                scale[start + where.start] if where.stop > where.start else np.float32(1),
            )
            for block, where in zip(layout.blocks, layout.slices.values(), strict=True)
        ]

    def update(self, state: EnvState, seat: Seat | None, partial: PartialAction | None) -> None:
        """Write the view and the parts chosen so far."""
        position = state.position
        if self._moment is None or self._moment is not position.moment:
            self._moment = None
            view = state.view(seat)
            for part in self._view:
                source = part.source
                if source is None or source(view) != part.last_source:
                    part.update(view, self._amounts)
            self._moment = position.moment
        labels = () if partial is None else partial.labels
        if self._drafts and labels != self._labels:
            self._labels = ("",)  # should a block raise
            for part in self._drafts:
                part.update(labels, self._amounts)
            self._labels = labels


class _Part:
    """A block of the last observation."""

    __slots__ = (
        "_amounts",
        "_block",
        "_last",
        "_numbers",
        "_scale",
        "_start",
        "last_source",
        "source",
    )

    def __init__(
        self, block: Block, start: int, amounts: Array, numbers: Array, scale: Any
    ) -> None:
        self._block = block
        self._start = start
        self._amounts = amounts
        self._numbers = numbers
        self._scale = scale
        self.source = block.source
        self.last_source: Any = _NEVER
        self._last: Any = None  # what the block's patch has returned

    def update(self, view: Any, amounts: Array) -> None:
        """Write the block."""
        block = self._block
        self.last_source = _NEVER if block.source is None else block.source(view)
        if block.patch is not None:
            last, self._last = self._last, None
            self._last = block.patch(view, last, amounts, self._start)
        else:
            self._amounts.fill(0)
            block.write(view, amounts, self._start)
        np.multiply(self._amounts, self._scale, out=self._numbers)
        np.minimum(self._numbers, 1.0, out=self._numbers)
        np.maximum(self._numbers, -1.0, out=self._numbers)


_NEVER = object()  # the source of a block that was never written


def _shifted(slices: dict[str, slice], by: int) -> dict[str, slice]:
    return {name: slice(each.start + by, each.stop + by) for name, each in slices.items()}
