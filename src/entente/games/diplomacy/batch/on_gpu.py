"""The same boards on a GPU of NVIDIA's: a thread for each board, and the same functions in it.

Needs `entente[gpu]`. What is in the arrays of the batch is copied there by `send` and back by
`fetch`; between the two everything stays on the GPU.
"""

from __future__ import annotations

from functools import lru_cache
from importlib.util import find_spec
from typing import Any

from entente.games.diplomacy.batch import layout as at
from entente.games.diplomacy.batch.boards import LISTED, Boards, NotInBatches
from entente.games.diplomacy.batch.compiled import COMPILED
from entente.games.diplomacy.batch.judging import judge
from entente.games.diplomacy.batch.playing import draw_orders, play

BOARD, UNITS, FATE, LUCK, ROOM, WORK = at.BOARD, at.UNITS, at.FATE, at.LUCK, at.ROOM, at.WORK
WORK_OF_JUDGING = at.GUESTS  # what stands behind is for listing orders
THREADS = 128  # in a block
KEPT = ("boards", "orders", "fates", "luck")


@lru_cache(maxsize=1)
def kernels() -> tuple[Any, Any, Any]:
    """Judging, drawing and playing, as kernels."""
    from numba import cuda, int32, int64, uint8

    @cuda.jit
    def judging(
        near: Any, masks: Any, boards: Any, orders: Any, fates: Any, size: int, checked: bool
    ) -> None:
        i = cuda.grid(1)
        if i < size:
            room = cuda.local.array(ROOM, uint8)
            work = cuda.local.array(WORK_OF_JUDGING, int64)
            judge(
                near,
                masks,
                boards,
                i * BOARD,
                orders,
                i * UNITS,
                fates,
                i * FATE,
                room,
                work,
                checked,
            )

    @cuda.jit
    def drawing(near: Any, masks: Any, boards: Any, orders: Any, luck: Any, size: int) -> None:
        i = cuda.grid(1)
        if i < size:
            room = cuda.local.array(ROOM, uint8)
            work = cuda.local.array(WORK, int64)
            listed = cuda.local.array(LISTED, int32)
            draw_orders(
                near,
                masks,
                boards,
                i * BOARD,
                orders,
                i * UNITS,
                luck,
                i * LUCK,
                room,
                work,
                listed,
            )

    @cuda.jit
    def playing(
        near: Any,
        masks: Any,
        boards: Any,
        orders: Any,
        fates: Any,
        luck: Any,
        opening: Any,
        size: int,
        seasons: int,
        again: bool,
    ) -> None:
        i = cuda.grid(1)
        if i < size:
            room = cuda.local.array(ROOM, uint8)
            work = cuda.local.array(WORK, int64)
            listed = cuda.local.array(LISTED, int32)
            play(
                near,
                masks,
                boards,
                i * BOARD,
                orders,
                i * UNITS,
                fates,
                i * FATE,
                luck,
                i * LUCK,
                room,
                work,
                listed,
                opening,
                seasons,
                again,
            )

    return judging, drawing, playing


class BoardsOnGpu:
    """A batch on the GPU. It begins as a copy of a batch on the processor."""

    def __init__(self, batch: Boards) -> None:
        if not COMPILED or find_spec("numba_cuda") is None:
            raise NotInBatches("A batch on a GPU needs numba-cuda: install entente[gpu].")
        from numba import cuda

        if not cuda.is_available():
            raise NotInBatches("No GPU was found that numba-cuda can use; use Boards instead.")
        self.batch = batch
        self._near = cuda.to_device(batch.near)
        self._masks = cuda.to_device(batch.masks)
        self._opening = cuda.to_device(batch.opening)
        self.send()

    def send(self) -> None:
        """Copy the arrays of the batch to the GPU."""
        from numba import cuda

        for name in KEPT:
            setattr(self, name, cuda.to_device(getattr(self.batch, name)))

    def fetch(self) -> Boards:
        """Copy what is on the GPU back into the arrays of the batch."""
        for name in KEPT:
            getattr(self, name).copy_to_host(getattr(self.batch, name))
        return self.batch

    boards: Any
    orders: Any
    fates: Any
    luck: Any

    def judge(self, *, checked: bool = False) -> None:
        """What becomes of the orders, as `Boards.judge`."""
        self._launch(0, self.boards, self.orders, self.fates, self.batch.size, checked)

    def draw(self) -> None:
        """A random order for each unit."""
        self._launch(1, self.boards, self.orders, self.luck, self.batch.size)

    def play(self, seasons: int, *, again: bool = False) -> None:
        """So many seasons at random, as `Boards.play`."""
        arrays = (self.boards, self.orders, self.fates, self.luck, self._opening)
        self._launch(2, *arrays, self.batch.size, seasons, again)

    def wait(self) -> None:
        """Until the GPU has done what it was told."""
        from numba import cuda

        cuda.synchronize()

    def _launch(self, kernel: int, *arguments: Any) -> None:
        blocks = (self.batch.size + THREADS - 1) // THREADS
        kernels()[kernel][blocks, THREADS](self._near, self._masks, *arguments)
