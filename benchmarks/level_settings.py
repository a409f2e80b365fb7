"""Measure settings of the level hard in a game for two: find which search and weights win more.

    python -m benchmarks.level_settings attrition --try turns=3 --try fear_beyond=0.4,plans=8 \\
        --against hard:1,rusher --games 100 --processes 16 --minutes 9

Each set of settings meets each opponent from both sides, with the same seeds, and so does hard as
it is. A setting is a field of the game's level or of its weights. Each game is a line in the file
of results; the same command continues where the last one stopped. It prints a table: games won,
with the interval, on each side, and the longest search in processor seconds.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from msgspec.structs import fields, replace

from benchmarks.keyed_games import play_missing
from benchmarks.source_checkout import find_games
from entente.arena.entrants import entrant, find
from entente.arena.intervals import share
from entente.games.attrition.engine.engine import LEVELS as ATTRITION
from entente.games.attrition.engine.engine import AttritionEngine, AttritionLevel
from entente.games.turmoil.engine.engine import LEVELS as TURMOIL
from entente.games.turmoil.engine.engine import TurmoilEngine, TurmoilLevel
from entente.kernel import registry
from entente.players import Player, PlayerView
from entente.players.engines import HARD, Engine

ROOT = Path(__file__).parents[1]
AS_IT_IS = "hard"
LEVELS: dict[str, AttritionLevel | TurmoilLevel] = {
    "attrition": ATTRITION[HARD],
    "turmoil": TURMOIL[HARD],
}


class Work(NamedTuple):
    """A game: the settings and their side, the opponent, the options, and when to stop."""

    game: str
    settings: str
    opponent: str
    side: str
    seed: str
    options: tuple[str, ...]
    until: float

    @property
    def key(self) -> str:
        return " ".join((*self[:5], *self.options))


def level_of(game: str, settings: str) -> AttritionLevel | TurmoilLevel:
    """Return hard with settings such as `turns=3,fear_beyond=0.4`."""
    level = LEVELS[game]
    weights = level.weights
    of_weights = {field.name for field in fields(weights)}
    of_level = {field.name for field in fields(level)} - {"weights"}
    for each in settings.split(",") if settings != AS_IT_IS else ():
        name, _, value = each.partition("=")
        if name in of_weights:
            weights = replace(weights, **{name: float(value)})
        elif isinstance(getattr(level, name, None), int | float):
            level = replace(level, **{name: type(getattr(level, name))(float(value))})
        else:
            known = ", ".join(sorted(of_weights | of_level))
            raise SystemExit(f"hard has no number {name!r}; there are {known}")
    return replace(level, weights=weights)


class SettingsPlayer:
    """Hard with other settings."""

    def __init__(self, game: str, settings: str, seed: str) -> None:
        level = level_of(game, settings)
        self._engine: Engine = (
            AttritionEngine(level, seed)
            if isinstance(level, AttritionLevel)
            else TurmoilEngine(level, seed)
        )

    def choose(self, view: PlayerView) -> str:
        return self._engine.think(view).action


def play(work: Work) -> dict[str, Any] | None:
    """Play a game; None if the time is up."""
    game = registry.load(work.game)
    position = game.begin(dict.fromkeys(work.options, True), work.seed)
    players: dict[str, Player] = {
        side: SettingsPlayer(work.game, work.settings, f"{work.seed}/{side}")
        if side == work.side
        else entrant(work.opponent, work.game, f"{work.seed}/{side}")
        for side in sides_of(work.game)
    }
    longest = 0.0
    while position.outcome is None:
        if time.time() > work.until:
            return None
        decision = position.decisions[0]
        seat, began = decision.seat, time.process_time()
        action = players[seat].choose(PlayerView(position, seat))
        if seat == work.side:
            longest = max(longest, time.process_time() - began)
        position.apply(seat, action, decision.window)
    score = position.outcome.scores[work.side]
    return {"key": work.key, "score": score, "longest": longest, "turn": position.state.turn}


def sides_of(game: str) -> tuple[str, ...]:
    rules = registry.load(game)
    return tuple(rules.seats(rules.info.complete({})))


def works(arguments: argparse.Namespace, until: float) -> Iterator[Work]:
    for number in range((arguments.games + 1) // 2):
        for settings in (AS_IT_IS, *arguments.settings):
            for opponent in arguments.against.split(","):
                for side in sides_of(arguments.game):
                    options, seed = tuple(arguments.option), f"{arguments.seed}-{number}"
                    yield Work(arguments.game, settings, opponent, side, seed, options, until)


def table(planned: list[Work], played: dict[str, dict[str, float]]) -> list[str]:
    """Return a line for each set of settings and opponent."""
    rows: dict[tuple[str, str], list[tuple[str, dict[str, float]]]] = {}
    for work in planned:
        if work.key in played:
            rows.setdefault((work.settings, work.opponent), []).append(
                (work.side, played[work.key])
            )
    lines = list[str]()
    for (settings, opponent), games in rows.items():
        won = sum(game["score"] for _, game in games)
        sure = share(round(won), len(games))
        sides = [
            f"{side} {sum(mine):.0f} of {len(mine)}"
            for side in dict.fromkeys(side for side, _ in games)
            if (mine := [game["score"] for on, game in games if on == side])
        ]
        lines.append(
            f"{settings} – {opponent}: {100 * won / len(games):.0f} % "
            f"({100 * sure.low:.0f}–{100 * sure.high:.0f}) of {len(games)}; {', '.join(sides)}; "
            f"longest {max(game['longest'] for _, game in games):.1f} s"
        )
    return lines


def main() -> int:
    """Play what is missing and print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("game", choices=sorted(LEVELS))
    parser.add_argument("--try", dest="settings", action="append", default=[], metavar="SETTINGS")
    parser.add_argument("--against", default="hard:1", help="opponents, separated by commas")
    parser.add_argument("--option", action="append", default=[], help="an optional rule")
    parser.add_argument("--games", type=int, default=100, help="games of each match")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--minutes", type=float, help="stop after this many minutes")
    parser.add_argument("--seed", default="settings")
    parser.add_argument("--results", type=Path, default=ROOT / "build/level-settings.jsonl")
    arguments = parser.parse_args()
    if arguments.games < 1 or arguments.processes < 1:
        parser.error("--games and --processes must be at least 1")
    find_games()
    for settings in arguments.settings:
        level_of(arguments.game, settings)
    for opponent in arguments.against.split(","):
        find(opponent, arguments.game)
    until = time.time() + 60 * arguments.minutes if arguments.minutes else float("inf")
    planned = list(works(arguments, until))
    played = play_missing(arguments.results, planned, play, arguments.processes)
    print("\n".join(table(planned, played)))
    return 0 if all(work.key in played for work in planned) else 3


if __name__ == "__main__":
    sys.exit(main())
