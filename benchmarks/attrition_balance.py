"""Compare sets of industry values in An Attrition of Souls: count how often each side wins.

    python -m benchmarks.attrition_balance --games 400 --processes 16 --minutes 5
    python -m benchmarks.attrition_balance now east --positions 240 --games 100 --processes 16
    python -m benchmarks.attrition_balance now --rules historical --bid none --bid central_1

Only reconstructed values differ (decision 21); both sides start with the 7 and 12 points of the
rulebook. Both sides are played by hard with a budget of `--positions`; 0 is its judgement without
search, which is fifty times as fast and enough to choose the sets worth a longer match. `--bid`
gives a side more tiles in its first turn (rule H1). Each game is a line in the file of results; the
same command continues where the last one stopped.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

from msgspec.structs import replace

from benchmarks.keyed_games import play_missing
from benchmarks.source_checkout import find_games
from entente.arena.intervals import share
from entente.games.attrition import create
from entente.games.attrition.bid import BID, NO_BID, OPTION
from entente.games.attrition.board import CENTRAL, SIDES
from entente.games.attrition.engine.engine import LEVELS, AttritionEngine
from entente.games.attrition.game import Attrition
from entente.kernel import Options
from entente.players import PlayerView
from entente.players.engines import HARD

ROOT = Path(__file__).parents[1]

SERBIA: Mapping[str, int] = {"belgrade": 1, "moscow": 0}
EAST: Mapping[str, int] = {"baltics": 1, "ukraine": 0}
NO_EGYPT: Mapping[str, int] = {"alexandria": 0, "kiev": 2}
LATE: Mapping[str, int] = {"washington": 0, "bucharest": 0}
INNER: Mapping[str, int] = {"berlin": 2, "hungary": 2}
TURKEY: Mapping[str, int] = {"istanbul": 3}
# What differs from the present values.
SETS: dict[str, Mapping[str, int]] = {
    "now": {},
    "serbia": SERBIA,
    "east": {**SERBIA, **EAST},
    "near": {**SERBIA, **EAST, **NO_EGYPT},
    "late": LATE,
    "inner": INNER,
    "turkey": TURKEY,
    "east-late": {**SERBIA, **EAST, **LATE},
    "east-inner": {**SERBIA, **EAST, **INNER},
    "near-late": {**SERBIA, **EAST, **NO_EGYPT, **LATE},
    "near-late-turkey": {**SERBIA, **EAST, **NO_EGYPT, **LATE, **TURKEY},
    "near-late-inner": {**SERBIA, **EAST, **NO_EGYPT, **LATE, **INNER},
}
RULES = ("base", "all", "historical")


class Work(NamedTuple):
    """A game to play, and when to stop."""

    values: str
    rules: str
    positions: int
    seed: str
    until: float
    bid: str = NO_BID

    @property
    def key(self) -> str:
        key = f"{self.values} {self.rules} {self.positions} {self.seed}"
        return key if self.bid == NO_BID else f"{key} {self.bid}"


@cache
def rules_with(values: str) -> Attrition:
    """Return the game with a set of values."""
    rows = [{"id": region, "ip": points} for region, points in SETS[values].items()]
    return create({"map.toml": {"region": rows}} if rows else {})


def options_of(game: Attrition, rules: str, bid: str = NO_BID) -> Options:
    """Return no optional rule, all but the set-up, or the historical set-up; and the bid."""
    chosen: Options = game.info.all_rules() if rules == "all" else {}
    return game.info.complete({**chosen, "historical_setup": rules == "historical", BID: bid})


def play(work: Work) -> dict[str, Any] | None:
    """Play a game; None if the time is up."""
    game = rules_with(work.values)
    level = replace(LEVELS[HARD], positions=work.positions)
    if work.positions:  # as many operations a position as hard
        whole = LEVELS[HARD]
        level = replace(level, operations=whole.operations * work.positions / whole.positions)
    else:
        level = replace(level, worlds=1)
    position = game.begin(options_of(game, work.rules, work.bid), work.seed)
    engines = {str(side): AttritionEngine(level, f"{work.seed}/{side}") for side in SIDES}
    while position.outcome is None:
        if time.time() > work.until:
            return None
        decision = position.decisions[0]
        thought = engines[decision.seat].think(PlayerView(position, decision.seat))
        position.apply(decision.seat, thought.action, decision.window)
    outcome = position.outcome
    return {
        "key": work.key,
        "central": outcome.scores[CENTRAL],
        "turn": position.state.turn,
        "reason": outcome.reason.key,
    }


def table(planned: list[Work], played: dict[str, dict[str, Any]]) -> list[str]:
    """Return a line for each set, rules and bid."""
    rows: dict[tuple[str, str, int, str], list[dict[str, Any]]] = {}
    for work in planned:
        if work.key in played:
            setting = (work.values, work.rules, work.positions, work.bid)
            rows.setdefault(setting, []).append(played[work.key])
    lines = list[str]()
    for (values, rules, positions, bid), games in rows.items():
        won, turns = (sum(game[name] for game in games) for name in ("central", "turn"))
        sure = share(round(won), len(games))
        lines.append(
            f"{values:18}{rules:11}{bid:10}{positions:5} positions: "
            f"{100 * won / len(games):5.1f} % for Central "
            f"({100 * sure.low:.0f}–{100 * sure.high:.0f}) of {len(games)}, "
            f"{turns / len(games) + 1:.1f} turns"
        )
    return lines


def main() -> int:
    """Play the missing games and print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("values", nargs="*", help=f"of {', '.join(SETS)} (default: all)")
    parser.add_argument("--rules", choices=RULES, action="append", help="default: base")
    parser.add_argument("--bid", choices=OPTION.values, action="append", help="default: none")
    parser.add_argument("--positions", type=int, default=0)
    parser.add_argument("--games", type=int, default=200, help="games with each set and rules")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--minutes", type=float, help="stop after this many minutes")
    parser.add_argument("--seed", default="balance")
    parser.add_argument("--results", type=Path, default=ROOT / "build/attrition-balance.jsonl")
    arguments = parser.parse_args()
    if arguments.games < 1 or arguments.processes < 1 or arguments.positions < 0:
        parser.error("--games and --processes must be at least 1, --positions at least 0")
    if unknown := [name for name in arguments.values if name not in SETS]:
        parser.error(f"there is no set {', '.join(unknown)}; there are {', '.join(SETS)}")
    find_games()
    until = time.time() + 60 * arguments.minutes if arguments.minutes else float("inf")
    planned = [
        Work(values, rules, arguments.positions, f"{arguments.seed}-{number}", until, bid)
        for number in range(arguments.games)
        for values in arguments.values or SETS
        for rules in arguments.rules or RULES[:1]
        for bid in arguments.bid or [NO_BID]
    ]
    played = play_missing(arguments.results, planned, play, arguments.processes)
    print("\n".join(table(planned, played)))
    return 0 if all(work.key in played for work in planned) else 3


if __name__ == "__main__":
    sys.exit(main())
