"""The long test: thousands of random games of every game, with each option alone and with all."""

from __future__ import annotations

import argparse
import sys

from entente.arena.simulate import SimulationPlan, simulate
from entente.kernel import GameInfo, Options
from entente.kernel.info import spell
from entente.kernel.registry import available, load

FEWER = {"pax": 100}  # divides the number of games where each takes seconds


def option_sets(info: GameInfo) -> list[tuple[str, Options]]:
    """Return the default options, every other value of each option, and all optional rules."""
    sets: list[tuple[str, Options]] = [("defaults", {})]
    for option in info.options:
        for value in option.tried or option.values:
            if value != option.default:
                sets.append((f"{option.id}={spell(value)}", {option.id: value}))
    return [*sets, ("all optional rules", info.all_rules())]


def main() -> int:
    """Play; return exit status 1 if any game failed."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=500, help="games for each set of options")
    parser.add_argument("--seed", default="7")
    parser.add_argument("--workers", type=int, default=2)
    arguments = parser.parse_args()
    failed = 0
    for name in available():
        info = load(name).info
        for label, options in option_sets(info):
            players = dict.fromkeys(load(name).seats(info.complete(options)), "random")
            games = max(1, arguments.games // FEWER.get(name, 1))
            plan = SimulationPlan(name, players, games, arguments.seed, options)
            result = simulate(plan, arguments.workers)
            failed += len(result.failures)
            print(
                f"{name}, {label:28} {result.games:6} games {result.decisions:9} decisions "
                f"{result.decisions_per_second:9,.0f}/s {len(result.failures):4} failures",
                flush=True,
            )
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
