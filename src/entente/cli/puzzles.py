"""`entente puzzles`: find puzzles in games between computer players, check and choose them."""

from __future__ import annotations

import time
from argparse import Namespace
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import closing
from pathlib import Path
from typing import TypeVar

from entente.arena.executors import init_worker
from entente.arena.processes import run_in_processes
from entente.cli.common_args import Context, find_game
from entente.cli.files import can_be_written
from entente.cli.parser import Parser, whole_number
from entente.cli.progress import progress_bar
from entente.cli.user_error import user_error
from entente.players.puzzles import Puzzle, read_puzzles, write_puzzles
from entente.players.puzzles.choosing import choose
from entente.players.puzzles.mining import USUAL_PLAYERS, MiningWork, has_miner, holds, mine
from entente.players.registry import find

USUAL_GAMES, USUAL_MOST = 20, 100
SAVED = 10.0  # seconds between two times that the file is written while games are played

W = TypeVar("W")
R = TypeVar("R")


def configure(parser: Parser) -> None:
    words = parser.words
    names = ("mine", "check", "choose")
    summaries = {name: words(f"help.puzzles_command.{name}") for name in names}
    commands = parser.add_commands("puzzles_command", words("argument.command"), summaries)
    mining, checking, choosing = commands
    mining.add_argument("game", metavar=words("argument.game"), help=words("help.game"))
    mining.add_argument(
        "--games",
        metavar="N",
        type=whole_number("--games", 1),
        default=USUAL_GAMES,
        help=words("help.games_puzzles", number=USUAL_GAMES),
    )
    mining.add_argument(
        "--seed", metavar=words("argument.seed"), default="0", help=words("help.seed_simulate")
    )
    mining.add_argument(
        "--players",
        metavar="A,B",
        default=",".join(USUAL_PLAYERS),
        help=words("help.players_puzzles", usual=",".join(USUAL_PLAYERS)),
    )
    mining.add_argument(
        "--minutes",
        metavar="N",
        type=whole_number("--minutes", 1),
        help=words("help.minutes_puzzles"),
    )
    for each in (checking, choosing):
        each.add_argument(
            "files",
            metavar=words("argument.file"),
            nargs="+",
            type=Path,
            help=words("help.files_puzzles"),
        )
    choosing.add_argument(
        "--most",
        metavar="N",
        type=whole_number("--most", 1),
        default=USUAL_MOST,
        help=words("help.most_puzzles", number=USUAL_MOST),
    )
    for each in (mining, checking):
        each.add_argument(
            "--workers",
            metavar="N",
            type=whole_number("--workers", 1),
            default=1,
            help=words("help.workers"),
        )
    for each in commands:
        each.add_argument(
            "--out", metavar=words("argument.out"), required=True, help=words("help.out_puzzles")
        )


def run(arguments: Namespace, context: Context) -> int:
    """Mine, check or choose, and write what is left. 1: nothing is."""
    place = Path(arguments.out)
    if arguments.puzzles_command == "mine":
        found = _mined(arguments, context, place)
    elif arguments.puzzles_command == "check":
        found = _checked(arguments, context, place)
    else:
        can_be_written(place)
        first, *others = [_read(file) for file in arguments.files]
        rest = [each for puzzles in others for each in puzzles]
        found = choose(rest, arguments.most, first) if others else choose(first, arguments.most)
    _write(place, found)
    context.screen.line(context.words("puzzles.found", number=len(found), file=str(place)))
    return 0 if found else 1


def _mined(arguments: Namespace, context: Context, place: Path) -> list[Puzzle]:
    game = find_game(arguments.game, None).info.id
    if not has_miner(game):
        raise user_error("mistake.no_miner", game=game)
    names = [name.strip() for name in arguments.players.split(",")]
    players = tuple(find(name, game) for name in names)
    can_be_written(place)
    work = [
        MiningWork(game, f"{arguments.seed}/{number}", players, number)
        for number in range(arguments.games)
    ]
    begun = saved = time.monotonic()
    found = dict[str, Puzzle]()
    with (
        progress_bar() as shown,
        closing(_results(mine, work, arguments.workers)) as results,
    ):
        task = shown.add_task(context.words("puzzles.mining"), len(work))
        for puzzles in results:
            found |= {each.id: each for each in puzzles}
            shown.advance(task, 1)
            now = time.monotonic()
            if puzzles and now - saved > SAVED:
                _write(place, _ordered(found.values()))
                saved = now
            if arguments.minutes is not None and now - begun > 60 * arguments.minutes:
                break
    return _ordered(found.values())


def _checked(arguments: Namespace, context: Context, place: Path) -> list[Puzzle]:
    can_be_written(place)
    puzzles = [each for file in arguments.files for each in _read(file)]
    found = list[Puzzle]()
    with progress_bar() as shown:
        task = shown.add_task(context.words("puzzles.checking"), len(puzzles))
        for puzzle, held in _results(_with_check, puzzles, arguments.workers):
            shown.advance(task, 1)
            if held:
                found.append(puzzle)
    return _ordered(found)


def _with_check(puzzle: Puzzle) -> tuple[Puzzle, bool]:
    return puzzle, holds(puzzle)


def _results(do: Callable[[W], R], work: Sequence[W], workers: int) -> Generator[R, None, None]:
    """Yield each result as it is done, in this process or in several."""
    if workers == 1:
        yield from map(do, work)
    elif work:
        yield from run_in_processes(do, work, workers, init_worker)


def _ordered(puzzles: Iterable[Puzzle]) -> list[Puzzle]:
    return sorted(puzzles, key=lambda each: (each.rating, each.id))


def _read(file: Path) -> tuple[Puzzle, ...]:
    try:
        return read_puzzles(file.read_bytes())
    except OSError as error:
        reason = error.strerror or str(error)
        raise user_error("mistake.unreadable", file=str(file), error=reason) from None


def _write(place: Path, puzzles: Sequence[Puzzle]) -> None:
    try:
        write_puzzles(place, puzzles)
    except OSError as error:
        reason = error.strerror or str(error)
        raise user_error("mistake.unwritable", file=str(place), error=reason) from None
