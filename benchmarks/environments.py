"""Measure the environments: PettingZoo's steps, choices, observations and copies of every game, and
Diplomacy's boards.

    python -m benchmarks.environments
    python -m benchmarks.environments --compiled dist/entente_games-…-linux_x86_64.whl

The first measures what is installed; the second also a compiled wheel, beside it in the same table.
Needs the extra `envs`; the boards are compiled if Numba is installed. Each figure is the best of
several runs, in processor time, on one core.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import zipfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from time import process_time

from benchmarks.measures import play
from entente.envs.arrays import Observer
from entente.envs.env_state import EnvSpec, EnvState
from entente.envs.pettingzoo import EntenteAEC, aec_env
from entente.envs.vector_env import DiplomacyVectorEnv
from entente.kernel import Options
from entente.kernel.registry import load

ROOT = Path(__file__).parents[1]
MOST_STEPS = 1500  # of one run
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


def aec_steps(env: EntenteAEC, seed: int) -> int:
    """Play a random episode, or its first steps, with the observation of every agent."""
    env.reset(seed=seed)
    rng, steps = Random(seed), 0
    for _ in env.agent_iter(MOST_STEPS):
        observation, _, over, cut_off, _ = env.last()
        if over or cut_off:
            env.step(None)
            continue
        assert observation is not None
        env.step(int(rng.choice(observation["action_mask"].nonzero()[0])))
        steps += 1
    return steps


Figures = dict[str, float]


def measure(name: str) -> Figures:
    """Measure the environment of a game."""
    spec, rng = EnvSpec(name, GAMES[name]), Random(name)
    observer, env = Observer(spec), aec_env(name, GAMES[name])
    seeds, game = iter(range(100)), load(name)
    aec_steps(env, next(seeds))  # fills caches
    random_episode(spec, rng)
    middle = random_episode(spec, rng, 60)
    other = random_episode(spec, rng, 60)  # in turn, because nothing is written twice
    seat = middle.turn or spec.seats[0]

    def observe_both() -> None:
        for state in (middle, other):
            observer.array(state, seat)

    return {
        "steps": best(lambda: aec_steps(env, next(seeds))),
        "decisions": best(lambda: play(game, {}, next(seeds))),
        "choices": best(lambda: random_episode(spec, rng).choices),
        "observations": best(lambda: 2 * repeat(100, observe_both)),
        "copies": best(lambda: repeat(2000, middle.copy)),
    }


def measure_in_process(path: str) -> dict[str, Figures]:
    """Measure the package that is found on a path, in a process of its own."""
    process = subprocess.run(
        [sys.executable, "-m", "benchmarks.environments", "--json"],
        env={**os.environ, "PYTHONPATH": os.pathsep.join([path, str(ROOT)])},
        capture_output=True,
        text=True,
        check=False,
    )
    if process.returncode:
        raise SystemExit(f"{path} cannot be measured:\n{process.stderr}")
    figures: dict[str, Figures] = json.loads(process.stdout)
    return figures


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


# What the compiled wheel should do on one quiet core, and Pax Britannica's rules in plain Python.
STEPS_GOAL = {"attrition": 10_000, "diplomacy": 10_000, "pax": 2_000, "turmoil": 10_000}
PAX_GOALS = {"plain": 6_000, "compiled": 10_000}


def table(measured: dict[str, dict[str, Figures]]) -> list[str]:
    """Return the figures as a table in Markdown: a row for each game and way to install it."""
    columns = ("steps", "decisions", "choices", "observations", "copies")
    lines = [
        f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores",
        "",
        "| game | wheel | steps/s | goal | decisions/s | choices/s | observations/s | copies/s |",
        f"| --- | --- |{' ---: |' * 6}",
    ]
    for name in GAMES:
        for wheel, figures in measured.items():
            cells = {column: f"{figures[name][column]:,.0f}" for column in columns}
            goal = ""
            if wheel == "compiled":
                goal = judge(figures[name]["steps"], STEPS_GOAL[name])
            if name == "pax":
                reached = judge(figures[name]["decisions"], PAX_GOALS[wheel])
                cells["decisions"] += f" (goal {reached})"
            shown = [cells["steps"], goal, *[cells[column] for column in columns[1:]]]
            lines.append(f"| {name} | {wheel} | {' | '.join(shown)} |")
    return lines


def judge(figure: float, goal: int) -> str:
    return f"{goal:,} {'reached' if figure >= goal else 'not reached'}"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--compiled", type=Path, metavar="WHEEL", help="also measure this wheel")
    parser.add_argument(
        "--json", action="store_true", help="print the figures of the games as JSON, no table"
    )
    arguments = parser.parse_args()
    if arguments.json:
        print(json.dumps({name: measure(name) for name in GAMES}))
        return
    measured = {"plain": {name: measure(name) for name in GAMES}}
    if arguments.compiled is not None:
        with TemporaryDirectory() as folder:
            zipfile.ZipFile(arguments.compiled).extractall(folder)
            measured["compiled"] = measure_in_process(folder)
    print("\n".join(table(measured)), flush=True)
    for number in (1, 64, 1024):
        measure_boards(number)


if __name__ == "__main__":
    main()
