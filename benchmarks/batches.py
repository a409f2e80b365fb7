"""Measure Diplomacy in batches: adjudications and whole random phases a second, by batch size.

The positions come from random games after some years. An adjudication resolves one board with an
order for each unit; a phase lists every legal order, draws one for each unit and carries them out,
with retreats and winters.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
from collections.abc import Callable
from time import perf_counter, process_time
from typing import Any

from entente.games.diplomacy.batch import COMPILED, Boards, layout
from entente.games.diplomacy.batch.gpu import THREADS as USUAL_THREADS
from entente.games.diplomacy.batch.gpu import BoardsOnGpu

SIZES = (1, 16, 256, 4096)
SIZES_IN_PLAIN_PYTHON = (1, 16)
SIZES_ON_GPU = (4_096, 65_536, 1_048_576)
THREADS = (32, 64, 128, 256)  # in a block, at the largest size
FLOORS = {
    "processor": {"adjudications/s": 600_000.0, "phases/s": 30_000.0},
    "cuda": {"adjudications/s": 150e6, "phases/s": 10e6},
}
YEARS = 8  # played before the measurement
SEASONS = 4  # in one call
DURATION = 0.5  # seconds of a measurement, at least


def rate(work: Callable[[], object], amount: int, clock: Callable[[], float]) -> float:
    """Return the rate per second, the best of three measurements."""
    work()
    best = 0.0
    for _ in range(3):
        start, rounds = clock(), 0
        while clock() - start < DURATION:
            work()
            rounds += 1
        best = max(best, rounds * amount / (clock() - start))
    return best


def batch(size: int) -> Boards:
    return Boards(size, seed=size)


def on_processor(size: int) -> dict[str, Any]:
    """Measure a batch on one core, in processor time because the machine may be busy."""
    boards = batch(size)
    boards.play(2 * YEARS, again=True)
    phases = rate(lambda: boards.play(SEASONS, again=True), size * SEASONS, process_time)
    boards.draw()
    return {
        "size": size,
        "units": units(boards),
        "adjudications/s": rate(lambda: boards.judge(checked=True), size, process_time),
        "phases/s": phases,
    }


def on_gpu(size: int, threads: int) -> dict[str, Any]:
    """Measure a batch on the GPU."""
    boards = BoardsOnGpu(batch(size), threads=threads)
    boards.play(2 * YEARS, again=True)

    def synchronous(work: Callable[[], None]) -> Callable[[], None]:
        def work_and_wait() -> None:
            work()
            boards.wait()

        return work_and_wait

    play = synchronous(lambda: boards.play(SEASONS, again=True))
    phases = rate(play, size * SEASONS, perf_counter)
    boards.draw()
    judge = synchronous(lambda: boards.judge(checked=True))
    adjudications = rate(judge, size, perf_counter)
    return {
        "size": size,
        "threads": threads,
        "units": units(boards.fetch()),
        "adjudications/s": adjudications,
        "phases/s": phases,
    }


def units(boards: Boards) -> float:
    """Return the average number of units on a board."""
    counts = boards.boards[layout.COUNT :: layout.BOARD]
    return sum(int(count) for count in counts) / boards.size


def same_on_both(size: int = 20_000, seasons: int = 60) -> bool:
    """Return whether the GPU plays exactly the games that the processor plays."""
    ours = Boards(size, seed=7)
    theirs = BoardsOnGpu(Boards(size, seed=7))
    ours.play(seasons, again=True)
    theirs.play(seasons, again=True)
    ours.draw()
    theirs.draw()
    ours.judge()
    theirs.judge()
    fetched = theirs.fetch()
    return all(
        bytes(getattr(ours, name)) == bytes(getattr(fetched, name))
        for name in ("boards", "orders", "fates", "luck")
    )


def measure(device: str = "processor") -> dict[str, Any]:
    """Measure one device; the result includes the floors we set ourselves."""
    figures: dict[str, Any] = {"device": device, "compiled": COMPILED, "floor": FLOORS[device]}
    if device == "cuda":
        figures["same games as the processor"] = same_on_both()
        figures["machine"] = gpu_name()
        *smaller, largest = SIZES_ON_GPU
        figures["sizes"] = [on_gpu(size, USUAL_THREADS) for size in smaller]
        figures["sizes"] += [on_gpu(largest, threads) for threads in THREADS]
    else:
        figures["machine"] = f"{platform.machine()}, Python {platform.python_version()}"
        sizes = SIZES if COMPILED else SIZES_IN_PLAIN_PYTHON
        figures["sizes"] = [on_processor(size) for size in sizes]
    return figures


def gpu_name() -> str:
    from numba import cuda

    name = cuda.get_current_device().name
    return name.decode() if isinstance(name, bytes) else str(name)


def main() -> int:
    """Measure one device; return exit status 1 if GPU and processor play different games."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--device", choices=tuple(FLOORS), default="processor")
    parser.add_argument("--json", action="store_true", help="print JSON")
    arguments = parser.parse_args()
    figures = measure(arguments.device)
    if arguments.json:
        print(json.dumps(figures, indent=2))
    else:
        print(f"{figures['machine']}, {'compiled' if figures['compiled'] else 'plain Python'}")
        for row in figures["sizes"]:
            threads = f", {row['threads']} threads a block" if "threads" in row else ""
            print(
                f"{row['size']:9,} boards of {row['units']:4.1f} units"
                f"{row['adjudications/s']:15,.0f} adjudications/s{row['phases/s']:15,.0f} phases/s"
                f"{threads}"
            )
    return 0 if figures.get("same games as the processor", True) else 1


if __name__ == "__main__":
    sys.exit(main())
