"""Measure the levels against players from outside: DumbBot, a scripted beginner, and each other.

    python -m benchmarks.yardstick --results build/yardstick.jsonl --processes 16
    python -m benchmarks.yardstick --results build/yardstick.jsonl --report docs/strength.md

Every player takes every seat, with the same seeds. Each finished game is a line in the file of
results; the same command continues where the last one stopped and plays only the missing games.
With `--minutes` it stops by itself and also keeps the moves of unfinished games. `--report` plays
nothing: it prints the tables and puts them into a page. A source checkout is enough, with
`PYTHONPATH=src` and msgspec.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Generator, Sequence
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

from benchmarks.page_sections import replace_section
from benchmarks.source_checkout import find_games
from benchmarks.yardstick_games import (
    Paused,
    Played,
    Work,
    YardstickFile,
    head_of,
    play,
    read,
    work_of,
)
from benchmarks.yardstick_matches import MATCHES, chosen, fixtures
from benchmarks.yardstick_tables import costs, markdown
from entente.arena.entrants import find
from entente.arena.executors import init_worker
from entente.arena.processes import run_in_processes

ROOT = Path(__file__).parents[1]
SECTION = "yardstick"
GAMES = 100  # of each match, at least


def run(arguments: argparse.Namespace) -> int:
    """Play the missing games; return exit status 3 if some are still missing."""
    matches = chosen(arguments.matches)
    for match in matches:
        for name in dict.fromkeys(match.players):
            find(name, match.game)
    until = time.time() + 60 * arguments.minutes if arguments.minutes else float("inf")
    head = head_of(arguments.seed, dict.fromkeys(match.game for match in matches))
    results = YardstickFile(arguments.results, head, accept_changes=arguments.accept_changes)
    planned = list(fixtures(matches, arguments.games, arguments.seed))
    work = work_of(planned, results, arguments.results.with_suffix(".failures"), until)
    print(f"{len(planned)} games, {len(planned) - len(work)} of them already played", flush=True)
    done = len(planned) - len(work)
    try:
        with closing(_playing(work, arguments.processes)) as games:
            for game in games:
                if game is None:
                    continue
                results.add(game)
                done += isinstance(game, Played)
                print(f"[{done}/{len(planned)}] {_line(game)}", flush=True)
    except KeyboardInterrupt:
        print("interrupted; the same command continues", flush=True)
    finally:
        results.close()
    print("\n".join(costs(results.played.values())), flush=True)
    return 0 if done == len(planned) else 3


def _playing(work: Sequence[Work], processes: int) -> Generator[Played | Paused | None, None, None]:
    if not work:
        return
    if processes > 1:
        yield from run_in_processes(play, work, processes, init_worker)
    else:
        yield from map(play, work)


def _line(game: Played | Paused) -> str:
    """Return a line of progress about a game."""
    if isinstance(game, Paused):
        return f"{game.match} {game.number}: paused after {len(game.moves)} moves"
    result = game.result
    seconds = sum(each.seconds for each in result.thought.values())
    if result.ending is None:
        return f"{game.match} {game.number}: FAILED, {result.fault and result.fault.error}"
    best = max(result.ending.scores, key=result.ending.scores.__getitem__)
    share = f"{best} ({result.players[best]}) {result.ending.scores[best]:.2f}"
    return f"{game.match} {game.number}: {share}, {game.year or '–'}, {seconds:.0f} s"


def report(arguments: argparse.Namespace) -> int:
    """Print the tables and put them into the page."""
    if not arguments.results.exists():
        raise SystemExit(f"no results in {arguments.results}")
    head, played, _ = read(arguments.results)
    known = {match.name for match in MATCHES}
    date, numba = datetime.now(UTC).date(), "with" if head.fast else "without"
    lines = [f"Played until {date}, {numba} Numba.", ""]
    lines += markdown(game for game in played.values() if game.match in known)
    print("\n".join(lines))
    replace_section(arguments.report, SECTION, lines)
    return 0


def main() -> int:
    """Play or report."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("matches", nargs="*", help="games or matches (default: all)")
    parser.add_argument("--results", type=Path, default=ROOT / "build/yardstick.jsonl")
    parser.add_argument("--games", type=int, default=GAMES, help="minimum games of each match")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--minutes", type=float, help="stop after this time; unfinished games keep")
    parser.add_argument("--seed", default="yardstick")
    parser.add_argument(
        "--accept-changes", action="store_true", help="mix with results of other code"
    )
    parser.add_argument(
        "--report", type=Path, metavar="PAGE", help="play nothing, write the tables"
    )
    arguments = parser.parse_args()
    if arguments.games < 1 or arguments.processes < 1:
        parser.error("--games and --processes must be at least 1")
    if arguments.minutes is not None and arguments.minutes <= 0:
        parser.error("--minutes must be more than 0")
    find_games()
    return report(arguments) if arguments.report else run(arguments)


if __name__ == "__main__":
    sys.exit(main())
