"""How fast the environments are: choices, rows and copies of every game, and boards of Diplomacy.

    python -m benchmarks.environments

Needs `entente[envs]`; the boards are compiled where Numba is installed. Each figure is the best of
three, by the time of the processor, on one core.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import process_time

from entente.envs.arrays import Observer
from entente.envs.env_state import EnvSpec, EnvState
from entente.envs.vector_env import DiplomacyVectorEnv
from entente.kernel import Options

TRIES = 3
GAMES: dict[str, Options] = {
    "attrition": {},
    "diplomacy": {"end_year": 1904},
    "pax": {"turns": 2, "players": 4},
    "turmoil": {},
}


def best(work: Callable[[], int]) -> float:
    """How often a second something is done that says how often it did it."""
    rates = []
    for _ in range(TRIES):
        start = process_time()
        done = work()
        rates.append(done / (process_time() - start))
    return max(rates)


def played(setting: EnvSpec, rng: Random, most: int = 1 << 30) -> EnvState:
    """A game at random, or its beginning."""
    play = setting.begin(str(rng.random()))
    while (turn := play.turn) is not None and play.choices < most:
        play.choose(turn, rng.choice(list(play.legal_actions(turn))))
    return play


def repeated(times: int, work: Callable[[], object]) -> int:
    for _ in range(times):
        work()
    return times


def measure(name: str) -> None:
    setting, rng = EnvSpec(name, GAMES[name]), Random(name)
    observer = Observer(setting)
    played(setting, rng)  # what is worked out once
    choices = best(lambda: played(setting, rng).choices)
    middle = played(setting, rng, 60)
    seat = middle.turn or setting.seats[0]
    rows = best(lambda: repeated(200, lambda: observer.array(middle, seat)))
    copies = best(lambda: repeated(2000, middle.copy))
    print(f"{name:10} {choices:9,.0f} {rows:9,.0f} {copies:9,.0f}")


def measure_boards(number: int) -> None:
    envs = DiplomacyVectorEnv(number)
    envs.reset(seed=1)
    envs.sample_orders()
    envs.step()

    def phases() -> int:
        steps = max(3, 4096 // number)
        for _ in range(steps):
            envs.sample_orders()
            envs.step()
        return steps * number

    print(f"{number:6,} boards {best(phases):12,.0f} phases/s at random")


def main() -> None:
    print(f"{'':10} {'choices/s':>9} {'rows/s':>9} {'copies/s':>9}")
    for name in GAMES:
        measure(name)
    for number in (1, 64, 1024):
        measure_boards(number)


if __name__ == "__main__":
    main()
