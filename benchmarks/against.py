"""Compare two source trees: the same measurements, taken in turn by a process for each tree.

Machines are noisy, so each measurement is short and repeated many times, alternating between the
trees, in processor time and on the same core. The result is the mean of the fastest fifth. Each
tree uses its own `benchmarks`, because names differ between trees.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from benchmarks.measures import MEASURES
from entente.kernel.registry import available, load

ROOT = Path(__file__).parents[1]
SLOWER = 1.1  # the ratio above which this tree counts as slower
GAMES = 2
FASTEST = 5  # one in five measurements counts
LIST_GAMES = "games"


class Comparison(NamedTuple):
    """Microseconds of one measurement in this tree and in the other."""

    game: str
    what: str
    ours: float
    theirs: float

    @property
    def ratio(self) -> float:
        """This tree's time divided by the other's."""
        return self.ours / self.theirs

    @property
    def line(self) -> str:
        mark = "   SLOWER" if self.ratio > SLOWER else ""
        return (
            f"{self.game:12}{self.what:32}{self.ours:12,.1f} µs, was "
            f"{self.theirs:12,.1f} µs: {self.ratio:5.2f} ×{mark}"
        )


class Tree:
    """A process that measures one source tree."""

    def __init__(self, root: Path) -> None:
        source = root.resolve() / "src"
        if not (source / "entente").is_dir():
            raise SystemExit(f"{root} is not a source tree of Entente: it has no src/entente")
        own = root.resolve() if (root / "benchmarks" / "measures.py").is_file() else ROOT
        path = os.pathsep.join([str(source), str(own)])
        self._process = subprocess.Popen(
            [sys.executable, "-m", "benchmarks.against"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONPATH": path, "PYTHONHASHSEED": "0"},
            cwd=own,
        )

    def __enter__(self) -> Tree:
        return self

    def __exit__(self, *why: object) -> None:
        self._process.communicate()

    def games(self) -> list[str]:
        """Return the games of the tree."""
        return self._request(LIST_GAMES).split()

    def measure(self, game: str, what: str) -> float:
        """Take one measurement, in microseconds."""
        answer = self._request(f"{game}/{what}")
        if not answer:
            raise SystemExit(f"the tree could not measure {game}, {what}")
        return float(answer)

    def _request(self, line: str) -> str:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()
        return self._process.stdout.readline()


def compare(other: Path, rounds: int) -> Iterator[Comparison]:
    """Yield all measurements of the games that both trees have."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})  # inherited by both
    with Tree(ROOT) as ours, Tree(other) as theirs:
        shared = set(theirs.games())
        for game in (each for each in ours.games() if each in shared):
            for what in MEASURES:
                times: dict[Tree, list[float]] = {ours: [], theirs: []}
                for number in range(rounds):
                    for tree in (ours, theirs) if number % 2 else (theirs, ours):
                        times[tree].append(tree.measure(game, what))
                yield Comparison(
                    game, what, mean_of_fastest(times[ours]), mean_of_fastest(times[theirs])
                )


def mean_of_fastest(times: list[float]) -> float:
    """Return the mean of the fastest fifth."""
    best = sorted(times)[: max(1, len(times) // FASTEST)]
    return sum(best) / len(best)


def serve() -> None:
    """Answer requests for measurements from stdin, line by line."""
    for line in sys.stdin:
        if line.strip() == LIST_GAMES:
            print(*available(), flush=True)
            continue
        game, _, what = line.strip().partition("/")
        print(MEASURES[what](load(game), GAMES), flush=True)


if __name__ == "__main__":
    serve()
