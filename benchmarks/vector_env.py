"""Measure Diplomacy's vector environment: steps a second with observations, masks and rewards.

    python -m benchmarks.vector_env                  # one core
    python -m benchmarks.vector_env --device cuda    # a GPU, compared with the processor first

A step is a turn on one board: orders for all of its open units by index, results, rewards, the
next observation and the next legal orders. The choices are random.
"""

from __future__ import annotations

import argparse
import json
import platform
import sys
from collections.abc import Callable
from time import perf_counter, process_time
from typing import Any

import numpy as np

from entente.games.diplomacy.batch import COMPILED
from entente.games.diplomacy.batch.vector import Games, VectorSettings

SIZES = (64, 1024) if COMPILED else (8,)
SIZES_ON_GPU = (4_096, 65_536, 262_144)
THREADS = (32, 64, 128)
KINDS = {
    "seven powers": VectorSettings(),
    "one against random": VectorSettings(learner="rotating", opponent="random"),
    "one against greedy": VectorSettings(learner="rotating", opponent="greedy"),
}
FLOORS = {"processor": 50_000.0, "cuda": 2e6}  # steps/s of seven powers
WARM_UP = 60  # steps, so that boards differ
DURATION = 1.0  # seconds of a measurement, at least
COMPARED = ("boards", "counts", "mask", "units", "rewards", "over", "observations", "luck")


def rate(work: Callable[[], None], size: int, clock: Callable[[], float]) -> float:
    """Return steps per second, the best of three measurements."""
    best = 0.0
    for _ in range(3):
        start, rounds = clock(), 0
        while clock() - start < DURATION:
            work()
            rounds += 1
        best = max(best, rounds * size / (clock() - start))
    return best


def on_processor(size: int, settings: VectorSettings) -> float:
    """Measure on one core, in processor time because the machine may be busy."""
    games, rng = Games(size, settings), np.random.default_rng(1)
    games.begin(seed=1)

    def work() -> None:
        games.actions[:] = rng.random(games.counts.shape, dtype=np.float32) * games.counts
        games.step()

    for _ in range(WARM_UP if COMPILED else 2):
        work()
    return rate(work, size, process_time)


def on_gpu(size: int, settings: VectorSettings, threads: int) -> float:
    """Measure on the GPU."""
    import torch

    from entente.games.diplomacy.batch.vector.gpu import GamesOnGpu

    games = GamesOnGpu(size, settings, threads=threads)
    games.begin(seed=1)

    def work() -> None:
        for _ in range(4):
            games.actions.copy_(torch.rand(games.counts.shape, device="cuda") * games.counts)
            games.step()
        torch.cuda.synchronize()

    for _ in range(WARM_UP // 4):
        work()
    return rate(work, 4 * size, perf_counter)


def same_on_both(settings: VectorSettings, size: int = 512, steps: int = 80) -> list[str]:
    """Return the arrays that differ after the same games on the GPU and on the processor."""
    import torch

    from entente.games.diplomacy.batch.vector.gpu import GamesOnGpu

    ours, theirs, rng = Games(size, settings), GamesOnGpu(size, settings), np.random.default_rng(3)
    ours.begin(seed=5)
    theirs.begin(seed=5)
    for _ in range(steps):
        ours.actions[:] = rng.random(ours.counts.shape) * ours.counts
        theirs.actions.copy_(torch.from_numpy(ours.actions))
        ours.step()
        theirs.step()
        different = [
            name
            for name in COMPARED
            if not np.array_equal(getattr(ours, name), getattr(theirs, name).cpu().numpy())
        ]
        there = ours.mask.astype(bool)
        if not np.array_equal(ours.codes[there], theirs.codes.cpu().numpy()[there]):
            different.append("codes")
        if different:
            return different
    return []


def measure(device: str) -> dict[str, Any]:
    """Measure one device; the result includes the floor we set ourselves."""
    figures: dict[str, Any] = {"device": device, "compiled": COMPILED, "floor": FLOORS[device]}
    rows: list[dict[str, Any]] = []
    if device == "cuda":
        import torch

        figures["machine"] = torch.cuda.get_device_name()
        figures["different from the processor"] = {
            name: same_on_both(settings) for name, settings in KINDS.items()
        }
        for name, settings in KINDS.items():
            for size in SIZES_ON_GPU:
                for threads in THREADS if size == SIZES_ON_GPU[1] else (64,):
                    speed = on_gpu(size, settings, threads)
                    rows.append({"kind": name, "size": size, "threads": threads, "steps/s": speed})
                    print(rows[-1], file=sys.stderr, flush=True)
    else:
        figures["machine"] = f"{platform.machine()}, Python {platform.python_version()}"
        for name, settings in KINDS.items():
            for size in SIZES:
                speed = on_processor(size, settings)
                rows.append({"kind": name, "size": size, "steps/s": speed})
    return {**figures, "rows": rows}


def main() -> int:
    """Measure one device; return exit status 1 if GPU and processor play different games."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--device", choices=tuple(FLOORS), default="processor")
    parser.add_argument("--json", action="store_true", help="print JSON")
    arguments = parser.parse_args()
    figures = measure(arguments.device)
    different = figures.get("different from the processor", {})
    if arguments.json:
        print(json.dumps(figures, indent=2))
    else:
        print(f"{figures['machine']}, {'compiled' if COMPILED else 'plain Python'}")
        for name, arrays in different.items():
            print(f"{name}: {', '.join(arrays) or 'every byte as on the processor'}")
        for row in figures["rows"]:
            threads = f", {row['threads']} threads a block" if "threads" in row else ""
            print(
                f"{row['kind']:20}{row['size']:9,} boards{row['steps/s']:14,.0f} steps/s{threads}"
            )
    return 1 if any(different.values()) else 0


if __name__ == "__main__":
    sys.exit(main())
