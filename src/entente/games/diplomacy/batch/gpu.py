"""Boards on an NVIDIA GPU: a thread per board, running the same functions.

Needs the extra `gpu`. `send` copies the arrays of the batch to the GPU and `fetch` copies them
back; in between everything stays on the GPU.
"""

from __future__ import annotations

from importlib.util import find_spec
from typing import Any

from entente.games.diplomacy.batch.boards import Boards, UnsupportedInBatch
from entente.games.diplomacy.batch.compiled import COMPILED
from entente.kernel.extras import install_command

THREADS = 128
KEPT = ("boards", "orders", "fates", "luck")


class BoardsOnGpu:
    """A batch on the GPU, starting as a copy of a batch on the processor.

    `threads` is the block size; the best value depends on the GPU.
    """

    def __init__(self, batch: Boards, *, threads: int = THREADS) -> None:
        if not COMPILED or find_spec("numba_cuda") is None:
            command = install_command("gpu")
            raise UnsupportedInBatch(f"BoardsOnGpu needs numba-cuda. Install it with: {command}")
        from numba import cuda

        if not cuda.is_available():
            raise UnsupportedInBatch(
                "CUDA finds no NVIDIA GPU on this machine. Use Boards, which runs on the processor."
            )
        from entente.games.diplomacy.batch import kernels

        self.batch = batch
        self.threads = threads
        self._kernels = kernels
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
        """Copy the data on the GPU back into the arrays of the batch."""
        for name in KEPT:
            getattr(self, name).copy_to_host(getattr(self.batch, name))
        return self.batch

    boards: Any
    orders: Any
    fates: Any
    luck: Any

    def judge(self, *, checked: bool = False) -> None:
        """Adjudicate the orders, as `Boards.judge` does."""
        self._launch(
            self._kernels.judging, self.boards, self.orders, self.fates, self.batch.size, checked
        )

    def draw(self) -> None:
        """Draw a random order for each unit."""
        self._launch(self._kernels.drawing, self.boards, self.orders, self.luck, self.batch.size)

    def play(self, seasons: int, *, again: bool = False) -> None:
        """Play a number of seasons at random, as `Boards.play` does."""
        arrays = (self.boards, self.orders, self.fates, self.luck, self._opening)
        self._launch(self._kernels.playing, *arrays, self.batch.size, seasons, again)

    def wait(self) -> None:
        """Wait until the GPU has finished."""
        from numba import cuda

        cuda.synchronize()

    def _launch(self, kernel: Any, *arguments: Any) -> None:
        blocks = (self.batch.size + self.threads - 1) // self.threads
        kernel[blocks, self.threads](self._near, self._masks, *arguments)
