"""Measure the environments: choices, observations and copies of every game, and Diplomacy's boards.

    python -m benchmarks.environments

Needs the extra `envs`; the boards are compiled if Numba is installed. Each figure is the best of
three runs, in processor time, on one core.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from time import process_time

from entente.envs.arrays import Observer
from entente.envs.env_state import EnvSpec, EnvState
from entente.envs.vector_env import DiplomacyVectorEnv
from entente.kernel import Options

RUNS = 3
GAMES: dict[str, Options] = {
    "attrition": {},
    "diplomacy": {"end_year": 1904},
    "pax": {"turns": 2, "players": 4},
    "turmoil": {},
}


def best(work: Callable[[], int]) -> float:
    """Return the best rate per second of work that returns how much it did."""
    rates = []
    for _ in range(RUNS):
        start = process_time()
        amount = work()
        rates.append(amount / (process_time() - start))
    return max(rates)


def random_episode(spec: EnvSpec, rng: Random, most: int = 1 << 30) -> EnvState:
    """Play a random episode, or its first choices."""
    state = spec.begin(str(rng.random()))
    while (turn := state.turn) is not None and state.choices < most:
        state.choose(turn, rng.choice(list(state.legal_actions(turn))))
    return state


def repeat(times: int, work: Callable[[], object]) -> int:
    for _ in range(times):
        work()
    return times


def measure(name: str) -> None:
    spec, rng = EnvSpec(name, GAMES[name]), Random(name)
    observer = Observer(spec)
    random_episode(spec, rng)  # fills caches
    choices = best(lambda: random_episode(spec, rng).choices)
    middle = random_episode(spec, rng, 60)
    seat = middle.turn or spec.seats[0]
    observations = best(lambda: repeat(200, lambda: observer.array(middle, seat)))
    copies = best(lambda: repeat(2000, middle.copy))
    print(f"{name:10} {choices:9,.0f} {observations:14,.0f} {copies:9,.0f}")


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
    print(f"{'':10} {'choices/s':>9} {'observations/s':>14} {'copies/s':>9}")
    for name in GAMES:
        measure(name)
    for number in (1, 64, 1024):
        measure_boards(number)


if __name__ == "__main__":
    main()
