"""Fit the weights of Diplomacy's order search by play: find which should be larger or smaller.

    python -m benchmarks.diplomacy_fit --processes 16 --minutes 9 --results build/fit.jsonl
    python -m benchmarks.diplomacy_fit --results build/fit.jsonl --report

In each game (on arrays) one power plays with every weight a step larger or smaller, at random, and
six with the default weights. A weight that should be larger does better with the plus sign: since
the signs are independent, its effect is the mean of share times sign. Each game is a line in the
file of results; the same command adds more. The report lists the effects with their standard
errors, and the weights moved according to their certainty, ready to be pasted into the evaluation.
Before you adopt them, play a match against the old weights (`benchmarks.diplomacy_arena`).
"""

from __future__ import annotations

import argparse
import json
import math
import sys
import time
from collections.abc import Iterator
from multiprocessing import get_context
from pathlib import Path
from random import Random
from typing import NamedTuple

from benchmarks.diplomacy_arena import Searcher, Task, play
from entente.games.diplomacy.batch import layout as at
from entente.games.diplomacy.batch.search import AUTUMN_WEIGHTS, NAMES, SPRING_WEIGHTS
from entente.games.diplomacy.engine.batch_search import warm_up

ROOT = Path(__file__).parents[1]
STEP = 0.3  # of a weight
SMALLEST = {
    "squares": 3,
    "size": 5,
    "threat": 15,
    "rivals": 30,
    "crossed": 60,
}  # steps of weights near zero
DEFAULT_SMALLEST = 40
FIXED = ("decided", "strongest", "gone")  # decide the game, or do not occur with seven powers
CERTAIN = 2.0  # standard errors at which three quarters of a step are taken
SEASONS = ("spring", "autumn")


class Weight(NamedTuple):
    """A weight that is fitted."""

    season: str
    name: str
    value: int

    @property
    def step(self) -> int:
        smallest = SMALLEST.get(self.name, DEFAULT_SMALLEST)
        return max(smallest, round(abs(self.value) * STEP))


def fitted() -> list[Weight]:
    """Return the weights that are fitted. The value of a centre is the unit of all others."""
    return [
        Weight(season, name, value)
        for season, weights in zip(SEASONS, (SPRING_WEIGHTS, AUTUMN_WEIGHTS), strict=True)
        for name, value in zip(NAMES, weights, strict=True)
        if name not in (*FIXED, "centres")
        and not (season == "spring" and name == "builds")
        and not (season == "autumn" and name in ("standing", "lodged"))
    ]


def moved_weights(moves: dict[tuple[str, str], int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the weights of both seasons, some of them moved."""
    spring, autumn = (
        tuple(
            value + moves.get((season, name), 0) for name, value in zip(NAMES, weights, strict=True)
        )
        for season, weights in zip(SEASONS, (SPRING_WEIGHTS, AUTUMN_WEIGHTS), strict=True)
    )
    return spring, autumn


def signs_of(seed: int, number: int) -> list[int]:
    """Return the signs of a game, which follow from its seed."""
    rng = Random(f"fit/{seed}")
    return [rng.choice((-1, 1)) for _ in range(number)]


def one_game(work: tuple[int, int, int]) -> dict[str, float]:
    """Play the game of a seed; return its seed and the share of the moved_weights player."""
    seed, positions, last_year = work
    weights = fitted()
    signs = signs_of(seed, len(weights))
    moves = {
        (each.season, each.name): sign * each.step
        for each, sign in zip(weights, signs, strict=True)
    }
    one = Searcher(positions, *moved_weights(moves))
    ending = play(Task(one, Searcher(positions), seed % at.POWERS, seed, last_year))
    return {"seed": seed, "share": ending.share}


def games_of(first: int, positions: int, last_year: int) -> Iterator[tuple[int, int, int]]:
    seed = first
    while True:
        yield seed, positions, last_year
        seed += 1


def run(arguments: argparse.Namespace) -> None:
    """Play for some minutes and add the games to the results."""
    known = read(arguments.results)
    first = max((int(game["seed"]) for game in known), default=0) + 1
    until, number = time.monotonic() + 60 * arguments.minutes, len(known)
    warm_up()  # fills the cache of compiled functions before the processes start
    arguments.results.parent.mkdir(parents=True, exist_ok=True)
    work = games_of(first, arguments.positions, arguments.until)
    with (
        arguments.results.open("a", encoding="utf-8") as file,
        get_context("spawn").Pool(arguments.processes) as pool,
    ):
        waiting = [
            pool.apply_async(one_game, (next(work),)) for _ in range(2 * arguments.processes)
        ]
        while waiting and time.monotonic() < until:
            file.write(json.dumps(waiting.pop(0).get()) + "\n")
            file.flush()
            waiting.append(pool.apply_async(one_game, (next(work),)))
            number += 1
            if number % 100 == 0:
                print(f"{number} games", flush=True)


def read(results: Path) -> list[dict[str, float]]:
    if not results.exists():
        return []
    return [json.loads(line) for line in results.read_text("utf-8").splitlines() if line]


def report(results: Path) -> str:
    """Return the effect of each weight, and the weights moved by what is certain of them."""
    games, weights = read(results), fitted()
    if len(games) < 2:
        return f"{len(games)} games in {results}: too few"
    shares = [game["share"] for game in games]
    mean = sum(shares) / len(shares)
    spread = math.sqrt(sum((each - mean) ** 2 for each in shares) / (len(shares) - 1))
    error = spread / math.sqrt(len(shares))
    signs = [signs_of(int(game["seed"]), len(weights)) for game in games]
    lines = [f"{len(games)} games, share {100 * mean:.1f} % ± {100 * error:.1f} (par 14.3)", ""]
    moves = dict[tuple[str, str], int]()
    for number, weight in enumerate(weights):
        effect = sum((share - mean) * row[number] for share, row in zip(shares, signs, strict=True))
        sure = effect / len(shares) / error
        moves[weight.season, weight.name] = round(weight.step * math.tanh(sure / CERTAIN))
        lines.append(
            f"{weight.season:6} {weight.name:10} {weight.value:6} ± {weight.step:4}: "
            f"{100 * effect / len(shares):+5.2f} % ({sure:+4.1f} standard errors) -> "
            f"{weight.value + moves[weight.season, weight.name]}"
        )
    spring, autumn = moved_weights(moves)
    arena = ",".join(
        f"{season}.{name}={value}"
        for season, weights_now in zip(SEASONS, (spring, autumn), strict=True)
        for name, value in zip(NAMES, weights_now, strict=True)
        if (season, name) in moves
    )
    lines += ["", f"SPRING_WEIGHTS = {spring}", f"AUTUMN_WEIGHTS = {autumn}"]
    lines += ["", f"python -m benchmarks.diplomacy_arena --games 280 --one 20000:{arena}"]
    return "\n".join(lines)


def main() -> int:
    """Play or report."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--results", type=Path, default=ROOT / "build/fit.jsonl")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--minutes", type=float, default=5.0)
    parser.add_argument("--positions", type=int, default=4_000)
    parser.add_argument("--until", type=int, default=1912)
    parser.add_argument("--report", action="store_true", help="only print the report")
    arguments = parser.parse_args()
    if not arguments.report:
        run(arguments)
    print(report(arguments.results))
    return 0


if __name__ == "__main__":
    sys.exit(main())
