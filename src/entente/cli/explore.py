"""`entente explore`: what was played first in games between computers, and how it ended."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path

from entente.cli.common_args import AnyGame, Context, find_game
from entente.cli.files import can_be_written
from entente.cli.grid import Grid
from entente.cli.parser import Parser, whole_number
from entente.cli.progress import progress_bar
from entente.cli.user_error import user_error
from entente.kernel.openings import WHOLE_GAME, OpeningBook, OpeningsModule, in_plain_words
from entente.players.explorer import (
    ExplorerGame,
    ExplorerTable,
    GameFilter,
    ResultCounts,
    arena_games,
    continuations,
    read_games,
    write_games,
)
from entente.players.explorer.game_file import openings_of
from entente.players.explorer.mining import USUAL_LEVELS, play_game
from entente.players.registry import find


def configure(parser: Parser) -> None:
    words = parser.words
    parser.add_argument("game", metavar=words("argument.game"), help=words("help.game"))
    parser.add_argument("--side", metavar=words("argument.seat"), help=words("help.side_explore"))
    parser.add_argument(
        "--move",
        action="append",
        default=[],
        metavar=words("argument.action"),
        help=words("help.move_explore"),
    )
    parser.add_argument("--level", metavar="LEVEL", help=words("help.level_explore"))
    parser.add_argument("--file", metavar=words("argument.file"), help=words("help.file_explore"))
    parser.add_argument("--json", action="store_true", help=words("help.json"))
    parser.add_argument(
        "--play", metavar="N", type=whole_number("--play", 1), help=words("help.play_explore")
    )
    parser.add_argument(
        "--players",
        metavar="A,B",
        default=",".join(USUAL_LEVELS),
        help=words("help.players_explore", usual=",".join(USUAL_LEVELS)),
    )
    parser.add_argument(
        "--seed",
        metavar=words("argument.seed"),
        default="explorer",
        help=words("help.seed_explore"),
    )
    parser.add_argument("--out", metavar=words("argument.out"), help=words("help.out_explore"))


def run(arguments: Namespace, context: Context) -> int:
    """Print a table, or play games for one. 1: there are no games."""
    game = find_game(arguments.game, None)
    module = openings_of(game.info.id)
    if module is None:
        raise user_error("mistake.no_openings", game=game.info.id)
    if arguments.play is not None:
        return _play(game, module, arguments, context)
    side = _side(game, module.BOOK, arguments.side)
    games = _games(game, arguments.file)
    wanted = GameFilter(arguments.level)
    found = continuations(games, module.BOOK, side, arguments.move, wanted)
    if arguments.json:
        context.screen.json(found)
    else:
        _show(game, module.BOOK, side, arguments.move, found, context)
    return 0 if found.total.games else 1


def _side(game: AnyGame, book: OpeningBook, named: str | None) -> str:
    sides = book.sides(game.info.seats)
    if named is None:
        return sides[0]
    if named not in sides:
        known = [each for each in sides if each != WHOLE_GAME]
        raise user_error("mistake.explored_side", side=named, known=known)
    return named


def _games(game: AnyGame, file: str | None) -> tuple[ExplorerGame, ...]:
    if file is None:
        return arena_games(game.info.id)
    try:
        return read_games(Path(file).read_bytes())
    except OSError as error:
        reason = error.strerror or str(error)
        raise user_error("mistake.unreadable", file=file, error=reason) from None
    except (ValueError, EOFError) as error:  # not gzip, or not JSON of this kind
        raise user_error("mistake.unreadable", file=file, error=str(error)) from None


def _play(game: AnyGame, module: OpeningsModule, arguments: Namespace, context: Context) -> int:
    """Play games, and write those that someone won."""
    if not arguments.out:
        raise user_error("mistake.explore_out")
    names = [name.strip() for name in arguments.players.split(",")]
    levels = tuple(find(name, game.info.id) for name in names)
    place = Path(arguments.out)
    can_be_written(place)
    played = list[ExplorerGame]()
    with progress_bar() as shown:
        task = shown.add_task(context.words("explore.playing"), arguments.play)
        for number in range(arguments.play):
            found = play_game(game, module, f"{arguments.seed}/{number}", levels)
            if found is not None:
                played.append(found)
            shown.advance(task, 1)
    try:
        write_games(place, played)
    except OSError as error:
        reason = error.strerror or str(error)
        raise user_error("mistake.unwritable", file=str(place), error=reason) from None
    context.screen.line(context.words("explore.played", number=len(played), file=str(place)))
    return 0 if played else 1


def _show(
    game: AnyGame,
    book: OpeningBook,
    side: str,
    path: list[str],
    found: ExplorerTable,
    context: Context,
) -> None:
    screen, words, catalog = context.screen, context.words, game.catalog(context.language)

    def described(move: str, number: int) -> str:
        name = book.name(side, 0 if book.is_set else number, move)
        text = "; ".join(in_plain_words(game, move, catalog))
        return f"{text} ({catalog.get(f'opening.name.{name}')})" if name else text

    seat = side if side != WHOLE_GAME else game.info.seats[0]
    screen.line(f"{catalog.get('info.title')} · {catalog.name('seat', seat)}", "bold")
    for number, move in enumerate(path):
        screen.line(f"  {described(move, number)}")
    screen.line(words("explore.games", number=found.total.games))
    if found.step is None or not found.rows:
        return
    screen.gap()
    headings = [catalog.get(f"opening.step.{book.steps[found.step]}")]
    headings += [words(f"explore.{each}") for each in ("count", "won", "drawn", "lost", "score")]
    if book.measure is not None:
        headings.append(catalog.get("opening.measure"))
    grid = Grid(*headings)
    for column in grid.columns[1:]:
        column.justify = "right"
    for row in found.rows:
        grid.add_row(described(row.move, len(path)), *_cells(row.tally, book))
    screen.show(grid)


def _cells(tally: ResultCounts, book: OpeningBook) -> list[str]:
    shares = (tally.wins, tally.draws, tally.losses)
    cells = [str(tally.games), *(f"{100 * each / tally.games:.0f} %" for each in shares)]
    cells.append(f"{tally.score:.2f}")
    if book.measure is not None:
        cells.append("" if tally.measure is None else f"{tally.measure:.1f}")
    return cells
