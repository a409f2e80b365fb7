"""Play whole games of Pax Britannica among computer players: endings, treaties and processor time.

    python -m benchmarks.pax_games --seats 4-8 --games 100 --workers 2 --out games.jsonl
    python -m benchmarks.pax_games --report games.jsonl

Each finished game is a line of the file; `--report` reads such a file and prints tables in
Markdown. The seed of a game follows from its number, so the figures can be reproduced.
"""

from __future__ import annotations

import argparse
import logging
import sys
import time
from collections import Counter
from collections.abc import Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from multiprocessing import get_context
from pathlib import Path
from random import Random
from traceback import format_exc

import msgspec

from entente.games.pax.context import PaxContext
from entente.games.pax.engine.character import character_of
from entente.games.pax.game import PaxBritannica
from entente.games.pax.presentation.regions import REGIONS
from entente.games.pax.records.treaty import IN_FORCE, OFFERED, Treaty
from entente.games.pax.state import PaxState
from entente.kernel import Position, Seat
from entente.players import Player, PlayerView, make

MOMENTS = {3: "1888", 6: "1900", 10: "1916"}
MOST_DECISIONS = 40_000
COUNTED = {
    "log.declared": "declarations",
    "log.congress": "congresses",
    "log.rebellion_begins": "rebellions",
    "log.ottoman_war": "ottoman wars",
    "log.adopted": "drafts adopted",
    "log.concluded": "matters settled in congress",
    "log.refused": "refusals to sign",
    "log.defends": "minors defended",
    "log.breach": "breaches",
    "log.canal": "canals",
    "log.shipped": "merchant fleets moved",
    "log.revolt": "revolts that won",
    "log.no_garrison": "colonies without a garrison",
    "log.refused_status": "demands refused",
    "log.codominion": "codominions",
    "log.ceded": "cessions",
}


class Played(msgspec.Struct):
    """The figures of a game."""

    seats: int
    number: int
    ending: str = ""
    year: int = 0
    tension: int = 0
    guilty: list[str] = []
    winners: list[str] = []
    points: dict[str, int] = {}
    characters: dict[str, str] = {}
    happened: dict[str, int] = {}
    rises: dict[str, int] = {}  # points of tension by their cause
    wars: list[str] = []
    offered: dict[str, int] = {}  # treaties by their kinds of clauses
    signed: dict[str, int] = {}
    markers: dict[str, dict[str, int]] = {}  # year, region and status: how many
    decisions: int = 0
    seconds: float = 0.0  # of the processor, in thinking
    longest: float = 0.0
    whole: float = 0.0  # of the processor, for the game
    failures: int = 0
    error: str = ""


class _Failures(logging.Handler):
    """Collects the errors that players logged."""

    def __init__(self) -> None:
        super().__init__()
        self.lines: list[str] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.lines.append(self.format(record))


def play(seats: int, number: int, names: tuple[str, ...], options: tuple[str, ...]) -> Played:
    """Play one game to its end."""
    errors = _Failures()
    logging.getLogger("entente.players").addHandler(errors)
    game = Played(seats, number)
    started = time.process_time()
    try:
        _play_to_the_end(game, names, options)
    except Exception:  # noqa: BLE001  the report counts the games that fail
        game.error = format_exc()
    finally:
        logging.getLogger("entente.players").removeHandler(errors)
    game.failures = len(errors.lines)
    if errors.lines and not game.error:
        game.error = errors.lines[0]
    game.whole = time.process_time() - started
    return game


def _play_to_the_end(played: Played, names: tuple[str, ...], options: tuple[str, ...]) -> None:
    game = PaxBritannica({})
    chosen = game.info.complete({"players": played.seats})
    for text in options:
        name, _, value = text.partition("=")
        option = next(each for each in game.info.options if each.id == name)
        chosen[name] = option.read(value)
    seed = f"{played.seats}-{played.number}"
    position = game.begin(chosen, seed)
    counter, rng = _EventCounter(played), Random(seed)
    players: dict[Seat, Player] = {}
    for place, seat in enumerate(position.context.seats):
        players[seat] = make(names[place % len(names)], "pax", f"{seed}/{seat}")
        played.characters[seat] = character_of(f"{seed}/{seat}").name
    counter.note(position)
    while position.outcome is None:
        seat = rng.choice(position.to_move)  # as at a table, where all act at the same time
        before = time.process_time()
        action = players[seat].choose(PlayerView(position, seat))
        seconds = time.process_time() - before
        played.seconds += seconds
        played.longest = max(played.longest, seconds)
        position.apply(seat, action)
        played.decisions += 1
        counter.note(position)
        if played.decisions > MOST_DECISIONS:
            raise RuntimeError(f"the game is not over after {MOST_DECISIONS} decisions")
    counter.end(position)


class _EventCounter:
    """Counts the events of a game."""

    def __init__(self, played: Played) -> None:
        self.played = played
        self.happened: Counter[str] = Counter()
        self.offered: Counter[str] = Counter()
        self.signed: Counter[str] = Counter()
        self.known: dict[str, str] = {}
        self.turn = 0

    def note(self, position: Position[PaxState, PaxContext]) -> None:
        state = position.state
        for entry in state.news:
            key, args = entry.message.key, entry.message.args
            if key in COUNTED:
                self.happened[COUNTED[key]] += 1
            if key == "log.war_round" and args["round"] == 1:
                powers = args["powers"]
                assert isinstance(powers, list)
                self.played.wars.append(f"{state.turn}: {' '.join(map(str, powers))}")
            if key == "log.war_round":
                self.happened["war rounds"] += 1
        self._treaties(state.treaties)
        if state.turn != self.turn:
            self._markers(state, self.turn)
            self.turn = state.turn

    def _treaties(self, treaties: dict[str, Treaty]) -> None:
        for name, treaty in treaties.items():
            if self.known.get(name) == treaty.state:
                continue
            kinds = " + ".join(sorted({clause.kind for clause in treaty.clauses}))
            if treaty.state == OFFERED:
                self.offered[kinds] += 1
            elif self.known.get(name) in (None, OFFERED) and treaty.origin == "desk":
                self.signed[kinds] += 1
            self.known[name] = treaty.state if treaty.state == OFFERED else IN_FORCE
        for name in list(self.known):
            if name not in treaties:
                del self.known[name]

    def _markers(self, state: PaxState, turn: int) -> None:
        """Count the areas by region and highest status at the end of a turn."""
        year = MOMENTS.get(turn)
        if year is None:
            return
        counts: Counter[str] = Counter()
        for region, areas in REGIONS.items():
            for area in areas:
                markers = state.markers.get(area, {})
                best = max((marker.was for marker in markers.values()), default=0)
                word = ("free", "interest", "influence", "control", "control", "control")[best]
                counts[f"{region} {word}"] += 1
        self.played.markers[year] = dict(counts)

    def end(self, position: Position[PaxState, PaxContext]) -> None:
        state, outcome, played = position.state, position.outcome, self.played
        assert outcome is not None
        if state.turn == max(MOMENTS) and not state.guilty:
            self._markers(state, state.turn)
        played.ending = outcome.reason.key
        played.year = position.context.year
        played.tension = state.tension
        played.guilty = list(state.guilty)
        played.winners = list(outcome.winners)
        played.points = dict(state.totals)
        played.happened = dict(self.happened)
        played.offered, played.signed = dict(self.offered), dict(self.signed)
        rises: Counter[str] = Counter()
        for rise in state.rises:
            rises[rise.kind] += rise.amount
        played.rises = dict(rises)


# -- many games


def play_all(
    seats: Iterable[int],
    games: int,
    first: int,
    workers: int,
    names: tuple[str, ...],
    options: tuple[str, ...],
) -> Iterator[Played]:
    work = [(n, number) for number in range(first, first + games) for n in seats]
    if workers == 1:
        for n, number in work:
            yield play(n, number, names, options)
        return
    with ProcessPoolExecutor(workers, get_context("spawn")) as pool:
        futures = [pool.submit(play, n, number, names, options) for n, number in work]
        for future in as_completed(futures):
            yield future.result()


# -- the report


def report(games: list[Played]) -> str:
    """Return tables in Markdown: by number of seats, then over all games."""
    lines: list[str] = []
    numbers = sorted({game.seats for game in games})
    parts = [(str(n), [game for game in games if game.seats == n]) for n in numbers]
    if len(parts) > 1:
        parts.append(("all", games))
    lines += _table(["players", *(name for name, _ in parts)], list(_rows(parts)))
    lines += ["", *_points(parts), "", *_treaties(games), "", *_filled(games), "", *_rises(games)]
    return "\n".join(lines)


def _table(head: list[str], rows: list[list[str]]) -> list[str]:
    return [
        f"| {' | '.join(head)} |",
        f"| {' | '.join(['---'] + ['---:'] * (len(head) - 1))} |",
        *(f"| {' | '.join(row)} |" for row in rows),
    ]


def _mean(values: Iterable[float]) -> float:
    numbers = list(values)
    return sum(numbers) / len(numbers) if numbers else 0.0


def _rows(parts: list[tuple[str, list[Played]]]) -> Iterator[list[str]]:
    def row(name: str, figures: Iterable[object]) -> list[str]:
        return [name, *(str(figure) for figure in figures)]

    groups = [games for _, games in parts]
    ended = [[game for game in games if game.ending] for games in groups]
    yield row("games", (len(games) for games in groups))
    yield row(
        "failures (games or recovered errors)", (sum(bool(g.error) for g in x) for x in groups)
    )
    yield row("the Great War", (sum("great_war" in g.ending for g in x) for x in ended))
    yield row(
        "… with no one to blame",
        (sum("great_war" in g.ending and not g.guilty for g in x) for x in ended),
    )
    yield row("tension at the end", (f"{_mean(g.tension for g in x):.0f}" for x in ended))
    yield row("wars a game", (f"{_mean(len(g.wars) for g in x):.2f}" for x in ended))
    for name in (*dict.fromkeys(COUNTED.values()), "war rounds"):
        yield row(
            f"{name} a game", (f"{_mean(g.happened.get(name, 0) for g in x):.2f}" for x in ended)
        )
    yield row(
        "treaties offered a game",
        (f"{_mean(sum(g.offered.values()) for g in x):.1f}" for x in ended),
    )
    yield row(
        "treaties signed a game", (f"{_mean(sum(g.signed.values()) for g in x):.1f}" for x in ended)
    )
    yield row(
        "points of the winner", (f"{_mean(max(g.points.values()) for g in x):.0f}" for x in ended)
    )
    yield row("decisions a game", (f"{_mean(g.decisions for g in x):.0f}" for x in ended))
    yield row(
        "seconds a decision",
        (f"{sum(g.seconds for g in x) / max(1, sum(g.decisions for g in x)):.4f}" for x in ended),
    )
    yield row(
        "longest decision, seconds",
        (f"{max((g.longest for g in x), default=0):.2f}" for x in ended),
    )
    yield row("seconds a game", (f"{_mean(g.whole for g in x):.1f}" for x in ended))


def _points(parts: list[tuple[str, list[Played]]]) -> list[str]:
    powers = sorted({power for _, games in parts for game in games for power in game.points})
    rows = []
    for power in powers:
        cells = []
        for _, games in parts:
            with_it = [game for game in games if power in game.points]
            won = sum(power in game.winners for game in with_it)
            mean = _mean(game.points[power] for game in with_it)
            cells.append(f"{mean:.0f} ({won})" if with_it else "")
        rows.append([power, *cells])
    names: dict[str, list[int]] = {}
    wins: Counter[str] = Counter()
    for _, games in parts[-1:]:
        for game in games:
            for seat, points in game.points.items():
                names.setdefault(game.characters[seat], []).append(points)
                wins[game.characters[seat]] += seat in game.winners
    for name, of_character in sorted(names.items()):
        rows.append(
            [f"*{name}*", *[""] * (len(parts) - 1), f"{_mean(of_character):.0f} ({wins[name]})"]
        )
    return _table(["points (games won)", *(name for name, _ in parts)], rows)


def _treaties(games: list[Played]) -> list[str]:
    offered: Counter[str] = Counter()
    signed: Counter[str] = Counter()
    for game in games:
        offered.update(game.offered)
        signed.update(game.signed)
    rows = [
        [kind, f"{offered[kind] / len(games):.2f}", f"{signed[kind] / len(games):.2f}"]
        for kind in sorted(offered | signed, key=lambda each: -offered[each])
    ]
    return _table(["clauses", "offered a game", "signed a game"], rows)


def _filled(games: list[Played]) -> list[str]:
    years = list(MOMENTS.values())
    rows = []
    for region, areas in REGIONS.items():
        cells = []
        for year in years:
            reached = [game for game in games if year in game.markers]
            words = [
                _mean(game.markers[year].get(f"{region} {word}", 0) for game in reached)
                for word in ("control", "influence", "interest", "free")
            ]
            cells.append(" / ".join(f"{100 * each / len(areas):.0f}" for each in words))
        rows.append([f"{region} ({len(areas)})", *cells])
    head = ["highest marker, % of areas: control / influence / interest / none", *years]
    return _table(head, rows)


def _rises(games: list[Played]) -> list[str]:
    total: Counter[str] = Counter()
    for game in games:
        total.update(game.rises)
    rows = [[kind, f"{amount / len(games):.1f}"] for kind, amount in total.most_common()]
    return _table(["tension by its cause", "points a game"], rows)


def _numbers(text: str) -> list[int]:
    first, _, last = text.partition("-")
    return list(range(int(first), int(last or first) + 1))


def read(path: Path) -> list[Played]:
    return [msgspec.json.decode(line, type=Played) for line in path.read_bytes().splitlines()]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else "")
    parser.add_argument("--seats", type=_numbers, default=[7], help="4-8, or one number")
    parser.add_argument("--games", type=int, default=20, help="games for each number of seats")
    parser.add_argument("--first", type=int, default=0, help="number of the first game")
    parser.add_argument("--workers", type=int, default=1)
    parser.add_argument("--players", default="greedy", help="one name, or one for each seat")
    parser.add_argument("--option", action="append", default=[], help="name=value")
    parser.add_argument("--out", type=Path, help="append each game to this file")
    parser.add_argument("--report", type=Path, help="play nothing, report on such a file")
    arguments = parser.parse_args()
    if arguments.report is not None:
        print(report(read(arguments.report)))
        return 0
    games = []
    names, options = tuple(arguments.players.split(",")), tuple(arguments.option)
    for game in play_all(
        arguments.seats, arguments.games, arguments.first, arguments.workers, names, options
    ):
        games.append(game)
        if arguments.out is not None:
            with arguments.out.open("ab") as file:
                file.write(msgspec.json.encode(game) + b"\n")
        if game.error:
            print(f"{game.seats}-{game.number}: {game.error}", file=sys.stderr)
    print(report(games))
    return 1 if any(game.error for game in games) else 0


if __name__ == "__main__":
    sys.exit(main())
