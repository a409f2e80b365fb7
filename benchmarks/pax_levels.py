"""Play one level of Pax Britannica against six of another, in every seat, and print how it fared.

    python -m benchmarks.pax_levels --processes 16 --minutes 5 --results build/pax_levels.jsonl
    python -m benchmarks.pax_levels --results build/pax_levels.jsonl --report

Each game that ends is a line in the file of results; the same command goes on where the last one
stopped. `--match` names other matches, as `LONE-OTHERS`. A player is a level, with other weights
behind commas to try them out: `--match hard,positions=0-normal`. With `--until 4` a game stops
after that turn, and the expected points at the end count; such games are kept apart.
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Generator, Iterable, Sequence
from contextlib import closing
from pathlib import Path
from random import Random
from statistics import correlation, fmean, linear_regression
from typing import NamedTuple

import msgspec

from benchmarks.source_checkout import find_games
from entente.arena.executors import init_worker
from entente.arena.intervals import share
from entente.arena.processes import run_in_processes
from entente.games.pax.engine.engine import PaxEngine
from entente.games.pax.engine.features import WEIGHTS, PaxPosition, expected
from entente.games.pax.game import PaxBritannica
from entente.kernel import Seat
from entente.players import PlayerView
from entente.players.search_result import SearchResult

ROOT = Path(__file__).parents[1]
MATCHES = ("hard-normal", "normal-easy", "normal-hard")
GAMES = 100  # of each match, at least
SEATS = 7
MOST_DECISIONS = 40_000
COUNTED = {
    "log.declared": "declarations",
    "log.congress": "congresses",
    "log.war_round": "war rounds",
    "log.breach": "breaches",
    "log.concluded": "settled",
}


class Played(msgspec.Struct, frozen=True, omit_defaults=True):
    """What is kept of a game. `expected` are the points that each seat could expect after each
    turn; `longest` are the longest thoughts in CPU seconds, by player."""

    match: str
    number: int
    until: int
    lone: Seat
    points: dict[Seat, float] = {}
    first: float = 0.0  # of the lone player: 1, or its share of a tie
    great_war: bool = False
    tension: int = 0
    counts: dict[str, int] = {}
    lone_counts: dict[str, int] = {}
    expected: dict[int, dict[Seat, float]] = {}
    longest: dict[str, float] = {}
    seconds: dict[str, float] = {}
    decisions: dict[str, int] = {}
    error: str = ""


class Work(NamedTuple):
    """A game to play, and when to stop (in seconds since 1970)."""

    match: str
    number: int
    until: int
    deadline: float
    seed: str


class TimeIsUp(Exception):
    """The run has to stop before the game is over."""


def engine_of(name: str, seed: str) -> PaxEngine:
    """Return the engine of a level, with other weights behind commas."""
    level, *changes = name.split(",")
    weights = WEIGHTS[level]
    for change in changes:
        key, _, value = change.partition("=")
        now = getattr(weights, key)
        new: object = value == "1" if isinstance(now, bool) else type(now)(value)
        if isinstance(now, tuple):
            new = tuple(float(each) for each in value.split("/"))
        weights = msgspec.structs.replace(weights, **{key: new})
    return PaxEngine(weights, seed)


def play(work: Work) -> Played | None:
    """Play a game; None if the time is up before it is over."""
    lone_name, _, others = work.match.partition("-")
    game = PaxBritannica({})
    seed = f"{work.seed}-{work.number // SEATS}"
    position = game.begin(game.info.complete({"players": SEATS}), seed)
    seats = position.context.seats
    lone = seats[work.number % SEATS]
    names = {seat: lone_name if seat == lone else others for seat in seats}
    table = _Table(position, {s: engine_of(names[s], f"{seed}/{s}") for s in seats}, names, lone)
    try:
        table.play(work, Random(seed))
    except TimeIsUp:
        return None
    except Exception as error:  # noqa: BLE001  counted and reported
        return Played(work.match, work.number, work.until, lone, error=repr(error))
    return table.result(work)


class _Table:
    """A game and what is noted about it."""

    def __init__(
        self,
        position: PaxPosition,
        engines: dict[Seat, PaxEngine],
        names: dict[Seat, str],
        lone: Seat,
    ) -> None:
        self.position, self.engines, self.names, self.lone = position, engines, names, lone
        self.counts: Counter[str] = Counter()
        self.lone_counts: Counter[str] = Counter()
        self.longest: defaultdict[str, float] = defaultdict(float)
        self.seconds: defaultdict[str, float] = defaultdict(float)
        self.decisions: Counter[str] = Counter()
        self.expected: dict[int, dict[Seat, float]] = {}

    def play(self, work: Work, rng: Random) -> None:
        position = self.position
        while position.outcome is None and not (work.until and position.state.turn > work.until):
            if time.time() > work.deadline:
                raise TimeIsUp
            seat, turn = rng.choice(position.to_move), position.state.turn
            action = self._choose(seat)
            position.apply(seat, action)
            for entry in position.state.news:
                key = COUNTED.get(entry.message.key)
                if key is not None:
                    self.counts[key] += 1
                    if entry.message.args.get("power") == self.lone:
                        self.lone_counts[key] += 1
            if position.state.turn != turn:
                seats = position.context.seats
                self.expected[turn] = {seat: round(expected(position, seat), 1) for seat in seats}
            if sum(self.decisions.values()) > MOST_DECISIONS:
                raise RuntimeError("no end")

    def _choose(self, seat: Seat) -> str:
        name, before = self.names[seat], time.process_time()
        result: SearchResult = self.engines[seat].think(PlayerView(self.position, seat))
        took = time.process_time() - before
        self.longest[name] = max(self.longest[name], took)
        self.seconds[name] += took
        self.decisions[name] += 1
        return result.action

    def result(self, work: Work) -> Played:
        position, state = self.position, self.position.state
        points = {seat: float(total) for seat, total in state.totals.items()}
        if position.outcome is None:
            points = {seat: expected(position, seat) for seat in position.context.seats}
        best = [seat for seat, value in points.items() if value == max(points.values())]
        return Played(
            work.match,
            work.number,
            work.until,
            self.lone,
            points,
            (self.lone in best) / len(best),
            position.outcome is not None and "great_war" in position.outcome.reason.key,
            state.tension,
            dict(self.counts),
            dict(self.lone_counts),
            self.expected,
            {name: round(value, 2) for name, value in self.longest.items()},
            {name: round(value, 1) for name, value in self.seconds.items()},
            dict(self.decisions),
        )


# -- results


def read(path: Path) -> list[Played]:
    """Read the results; a torn last line is left out."""
    if not path.exists():
        return []
    lines = path.read_bytes().split(b"\n")[:-1]
    return [msgspec.json.decode(line, type=Played) for line in lines]


def run(arguments: argparse.Namespace) -> int:
    """Play what is missing; say whether all is played."""
    deadline = time.time() + 60 * arguments.minutes if arguments.minutes else float("inf")
    path: Path = arguments.results
    path.parent.mkdir(parents=True, exist_ok=True)
    there = {(game.match, game.number, game.until) for game in read(path)}
    rounds = range(-(-arguments.games // SEATS))
    planned = [
        Work(match, SEATS * number + place, arguments.until, deadline, arguments.seed)
        for number in rounds
        for place in range(SEATS)
        for match in arguments.match
    ]
    for match in arguments.match:
        for name in match.split("-"):
            engine_of(name, "")  # a wrong name is an error at once
    work = [each for each in planned if (each.match, each.number, each.until) not in there]
    print(f"{len(planned)} games, {len(planned) - len(work)} of them played before", flush=True)
    with path.open("ab") as file, closing(_playing(work, arguments.processes)) as games:
        try:
            for game in games:
                if game is None:
                    continue
                file.write(msgspec.json.encode(game) + b"\n")
                file.flush()
                os.fsync(file.fileno())
                there.add((game.match, game.number, game.until))
                shown = {seat: round(value) for seat, value in game.points.items()}
                print(
                    f"{game.match} {game.number}: {game.lone} {game.first:.1f} {shown}{game.error}"
                )
        except KeyboardInterrupt:
            print("interrupted; the same command goes on", flush=True)
    print("\n".join(tables(read(path))), flush=True)
    return 0


def _playing(work: Sequence[Work], processes: int) -> Generator[Played | None, None, None]:
    if processes > 1 and work:
        yield from run_in_processes(play, work, processes, init_worker)
    else:
        yield from map(play, work)


# -- tables


def tables(games: Iterable[Played]) -> list[str]:
    """Return a table of the matches, one of the seats, and how well points were foreseen."""
    by_match: dict[tuple[str, int], list[Played]] = defaultdict(list)
    for game in games:
        by_match[game.match, game.until].append(game)
    lines = [
        "| match | games | first | 95 % | points | best other | declarations (own) | congresses "
        "| war rounds | Great War | tension | a move | longest | failures |",
        "| --- " + "| ---: " * 13 + "|",
    ]
    for (match, until), some in sorted(by_match.items()):
        lines.append(_row(match + (f" until turn {until}" if until else ""), some))
    for (match, until), some in sorted(by_match.items()):
        lines += ["", f"{match}{f' until {until}' if until else ''}: first and points by seat"]
        lines.append(_by_seat([game for game in some if not game.error]))
        lines += _foresight([game for game in some if not game.error])
    return lines


def _row(match: str, games: list[Played]) -> str:
    played = [game for game in games if not game.error]
    if not played:
        return f"| {match} | 0 |" + " |" * 11 + f" {len(games)} |"
    name, count = match.partition("-")[0], len(played)
    won = sum(game.first for game in played)
    part = share(round(won), count)
    other = [max(v for s, v in game.points.items() if s != game.lone) for game in played]

    def mean(key: str) -> float:
        return fmean(game.counts.get(key, 0) for game in played)

    own = fmean(game.lone_counts.get("declarations", 0) for game in played)
    seconds = sum(game.seconds.get(name, 0.0) for game in played)
    decisions = sum(game.decisions.get(name, 0) for game in played)
    cells = [
        match,
        str(count),
        f"{100 * won / count:.0f} %",
        f"{100 * part.low:.0f}–{100 * part.high:.0f}",
        f"{fmean(game.points[game.lone] for game in played):.0f}",
        f"{fmean(other):.0f}",
        f"{mean('declarations'):.2f} ({own:.2f})",
        f"{mean('congresses'):.2f}",
        f"{mean('war rounds'):.1f}",
        f"{sum(game.great_war for game in played)}",
        f"{fmean(game.tension for game in played):.0f}",
        f"{1000 * seconds / max(1, decisions):.0f} ms",
        f"{max(game.longest.get(name, 0.0) for game in played):.1f} s",
        f"{len(games) - count}",
    ]
    return "| " + " | ".join(cells) + " |"


def _by_seat(games: list[Played]) -> str:
    parts = []
    for seat in dict.fromkeys(game.lone for game in games):
        mine = [game for game in games if game.lone == seat]
        rest = [game.points[seat] for game in games if game.lone != seat]
        usual = f"{fmean(rest):.0f}" if rest else "–"
        won = sum(game.first for game in mine)
        own = fmean(game.points[seat] for game in mine)
        parts.append(f"{seat} {won:.0f}/{len(mine)} {own:.0f} (else {usual})")
    return "; ".join(parts)


def _foresight(games: list[Played]) -> list[str]:
    """Return the regression of the final points on those expected after some turns."""
    lines = []
    for turn in (1, 2, 3, 4, 6, 8):
        pairs = [
            (then[seat], game.points[seat])
            for game in games
            if not game.until and not game.great_war and (then := game.expected.get(turn))
            for seat in game.points
        ]
        if len(pairs) > SEATS:
            seen, real = zip(*pairs, strict=True)
            slope, intercept = linear_regression(seen, real)
            r = correlation(seen, real)
            lines.append(
                f"after turn {turn}: final = {slope:.2f} × expected + {intercept:.0f}, r = {r:.2f}"
            )
    return lines


def main() -> int:
    """Play or report."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--match", action="append", help="LONE-OTHERS; may be repeated")
    parser.add_argument("--results", type=Path, default=ROOT / "build/pax_levels.jsonl")
    parser.add_argument("--games", type=int, default=GAMES, help="of each match, at least")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--minutes", type=float, help="stop after so many, and keep what is done")
    parser.add_argument("--until", type=int, default=0, help="stop a game after this turn")
    parser.add_argument("--seed", default="pax")
    parser.add_argument("--report", action="store_true", help="play nothing, print the tables")
    arguments = parser.parse_args()
    arguments.match = arguments.match or list(MATCHES)
    if arguments.games < 1 or arguments.processes < 1:
        parser.error("--games and --processes must be at least 1")
    find_games()
    if arguments.report:
        print("\n".join(tables(read(arguments.results))))
        return 0
    return run(arguments)


if __name__ == "__main__":
    sys.exit(main())
