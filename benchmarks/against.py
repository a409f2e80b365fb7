"""Two source trees side by side: the same measurements, taken in turn by a process for each tree.

Machines are noisy, so each measurement is short and taken many times, now with the one tree, now
with the other, in processor time and on the same core. The mean of the quickest fifth counts. Each
tree brings its own `benchmarks`, as names differ between them.
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
SLOWER = 1.1  # times as long as before is what we bear
GAMES = 2
QUICKEST = 5  # one of so many measurements counts
GAMES_ASKED = "games"


class Beside(NamedTuple):
    """Microseconds of this tree and of the other."""

    game: str
    what: str
    ours: float
    theirs: float

    @property
    def ratio(self) -> float:
        """How many times as long it takes in this tree."""
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
            raise SystemExit(f"{root} is no source tree of Entente: there is no src/entente in it")
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
        """The games that the tree has."""
        return self._ask(GAMES_ASKED).split()

    def measure(self, game: str, what: str) -> float:
        """Microseconds."""
        answer = self._ask(f"{game}/{what}")
        if not answer:
            raise SystemExit(f"the tree could not measure {game}, {what}")
        return float(answer)

    def _ask(self, line: str) -> str:
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(f"{line}\n")
        self._process.stdin.flush()
        return self._process.stdout.readline()


def beside(other: Path, rounds: int) -> Iterator[Beside]:
    """All measurements of all games that both have, in this tree and in another."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})  # inherited by both
    with Tree(ROOT) as ours, Tree(other) as theirs:
        known = set(theirs.games())
        for game in (each for each in ours.games() if each in known):
            for what in MEASURES:
                times: dict[Tree, list[float]] = {ours: [], theirs: []}
                for number in range(rounds):
                    for tree in (ours, theirs) if number % 2 else (theirs, ours):
                        times[tree].append(tree.measure(game, what))
                yield Beside(game, what, quick(times[ours]), quick(times[theirs]))


def quick(times: list[float]) -> float:
    """Return the mean of the quickest fifth."""
    best = sorted(times)[: max(1, len(times) // QUICKEST)]
    return sum(best) / len(best)


def serve() -> None:
    """Measure what is asked for, line by line, until nothing more is."""
    for line in sys.stdin:
        if line.strip() == GAMES_ASKED:
            print(*available(), flush=True)
            continue
        game, _, what = line.strip().partition("/")
        print(MEASURES[what](load(game), GAMES), flush=True)


if __name__ == "__main__":
    serve()
