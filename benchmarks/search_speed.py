"""Measure Diplomacy's order search: positions a second, plain and compiled, and their ratio.

    python -m benchmarks.search_speed

The same source is measured twice: as it runs here, and in plain Python in another process.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
from time import process_time
from typing import Any

from entente.games.diplomacy.batch import COMPILED, Boards, layout
from entente.games.diplomacy.batch.search import AUTUMN_WEIGHTS, SPRING_WEIGHTS, new_memory
from entente.games.diplomacy.engine.array_search import ArraySearch, set_position
from entente.games.diplomacy.engine.batch_search import warm_up

SEASONS = 8  # of random play before the measured position
POSITIONS = {True: 200_000, False: 1_500}  # compiled, plain


def positions_a_second() -> float:
    """Search for each power in the same position, and return the positions a second."""
    warm_up()
    boards = Boards(1, seed=1)
    boards.play(SEASONS)
    memory, spent, start = new_memory(SPRING_WEIGHTS, AUTUMN_WEIGHTS), 0, process_time()
    for seat in range(layout.POWERS):
        set_position(memory, boards.boards, range(layout.POWERS))
        search = ArraySearch(memory, seat, seat, POSITIONS[COMPILED])
        if search.mine:
            search.run()
            spent += search.spent
    return spent / (process_time() - start)


def measure() -> dict[str, Any]:
    """Measure positions a second compiled and in plain Python; without Numba only the latter."""
    if not COMPILED:
        return {"compiled": None, "plain": positions_a_second(), "ratio": None}
    plain = subprocess.run(
        [sys.executable, "-m", "benchmarks.search_speed"],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        capture_output=True,
        text=True,
        check=True,
    )
    here, there = positions_a_second(), float(json.loads(plain.stdout)["plain"])
    return {"compiled": here, "plain": there, "ratio": here / there}


if __name__ == "__main__":
    print(json.dumps(measure()))
