"""Games on an NVIDIA GPU, in torch tensors: a thread per board, running the same functions.

    games = GamesOnGpu(65_536)
    games.begin(seed=7)
    games.actions[:] = …              # a tensor on the GPU
    games.step()

Every array of `Games` is a tensor here, under the same name. The kernels read and write the memory
of the tensors: nothing is copied. Needs the extra `gpu`, and torch.
"""

from __future__ import annotations

from typing import Any

from entente.games.diplomacy.batch import layout as at
from entente.games.diplomacy.batch.boards import SEEDS, Boards, UnsupportedInBatch
from entente.games.diplomacy.batch.compiled import COMPILED
from entente.games.diplomacy.batch.vector import layout as of
from entente.games.diplomacy.batch.vector.games import ARRAYS, SHAPES, USUAL, VectorSettings
from entente.kernel.extras import install_command

THREADS = 64
BATCH = {  # the arrays of the batch
    "boards": ("B", at.BOARD, (at.BOARD,)),
    "orders": ("i", at.UNITS, (at.UNITS,)),
    "fates": ("B", at.FATE, (at.FATE,)),
    "goals": ("i", at.UNITS, (at.UNITS,)),
    "wanted": ("i", at.ADJUSTED, (at.ADJUSTED,)),
    "luck": ("q", at.LUCK, (at.LUCK,)),
    "learners": ("B", 1, ()),
}
OF_BEGINNING = [name for name in ARRAYS[: ARRAYS.index("actions")] if name != "fates"]


class GamesOnGpu:
    """A number of games on the GPU; see `Games`. `threads` is the block size.

    A step returns when it is queued: torch waits where it must, as for its own work.
    """

    def __init__(
        self, size: int, settings: VectorSettings = USUAL, *, threads: int = THREADS
    ) -> None:
        settings.check()
        if size < 1:
            raise UnsupportedInBatch(f"A batch of {size} boards is none: at least one is needed.")
        torch, cuda = _libraries()
        from entente.games.diplomacy.batch.vector import kernels

        self.size, self.settings, self.threads = size, settings, threads
        self._torch, self._kernels = torch, kernels
        one = Boards(1, last_year=settings.last_year, centres_to_win=settings.centres_to_win)
        self._tables = [cuda.to_device(table) for table in (one.near, one.masks, one.opening)]
        width = settings.width
        shapes = {
            **BATCH,
            **SHAPES,
            "codes": ("i", of.SLOTS * width, (of.SLOTS, width)),
            "mask": ("B", of.SLOTS * width, (of.SLOTS, width)),
        }
        kinds = {"B": torch.uint8, "i": torch.int32, "q": torch.int64, "f": torch.float32}
        self._flat: dict[str, Any] = {}
        for name, (kind, many, shape) in shapes.items():
            flat = torch.zeros(size * many, dtype=kinds[kind], device="cuda")
            self._flat[name] = cuda.as_cuda_array(flat)
            setattr(self, name, flat.view(size, *shape))

    boards: Any
    learners: Any
    luck: Any
    counts: Any
    units: Any
    actions: Any
    values: Any
    rewards: Any
    over: Any
    last_boards: Any
    codes: Any
    mask: Any
    past: Any
    observations: Any

    def begin(self, seed: int | None = None) -> None:
        """Begin all games; with a seed, also all random numbers."""
        flat, torch = self._flat, self._torch
        if seed is not None:
            self._launch(self._kernels.seeding, flat["luck"], seed & SEEDS, self.size)
        learners = torch.frombuffer(bytearray(self.settings.learners(self.size)), dtype=torch.uint8)
        self.learners.copy_(learners)
        self.observations.zero_()
        self._launch(
            self._kernels.beginning,
            *self._tables,
            *(flat[name] for name in OF_BEGINNING),
            flat["values"],
            flat["observations"],
            *self._numbers(),
        )

    def step(self) -> None:
        """Take a turn on each board by the indices in `actions`, as `Games.step` does."""
        arrays = (self._flat[name] for name in ARRAYS)
        self._launch(self._kernels.stepping, *self._tables, *arrays, *self._numbers())

    def _numbers(self) -> tuple[int, int, int, int]:
        settings = self.settings
        return self.size, settings.width, settings.rival, settings.measure

    def _launch(self, kernel: Any, *arguments: Any) -> None:
        blocks = (self.size + self.threads - 1) // self.threads
        kernel[blocks, self.threads](*arguments)


def _libraries() -> tuple[Any, Any]:
    """Import torch and numba's CUDA target, or say what is missing."""
    try:
        import torch
        from numba import cuda
    except ModuleNotFoundError as error:
        raise UnsupportedInBatch(
            f"Games on a GPU need torch and numba-cuda: {install_command('gpu')}"
        ) from error
    if not COMPILED or not torch.cuda.is_available() or not cuda.is_available():
        raise UnsupportedInBatch("numba and torch found no usable GPU; use Games instead.")
    return torch, cuda
