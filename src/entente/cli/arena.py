"""`entente arena`: who is stronger, measured; `balance`: which variant is fairer; `fit`: what
things are worth, found from games; `chances`: what worths are worth.

`entente arena report FILE` tells again what a file of results has.
"""

from __future__ import annotations

import re
import shlex
from argparse import Namespace
from collections.abc import Sequence
from hashlib import sha256
from pathlib import Path
from typing import Any

import msgspec

from entente.arena import (
    Table,
    Tournament,
    TournamentRun,
    Variant,
    local,
    read,
    report,
    run_tournament,
    tables,
)
from entente.arena.bots import check_bot_tournament
from entente.arena.entrants import find, origin
from entente.arena.game_runner import MAX_DECISIONS
from entente.arena.on_ray import load_ray, on_ray
from entente.arena.table_writer import ReportTable, TableWriter
from entente.arena.tournament_run import Executor
from entente.arena.variants import parse_variation, variants
from entente.cli import fit
from entente.cli.batch import INTERRUPTED, PLAYERS, add_report_options, progress_bar
from entente.cli.common_args import (
    AnyGame,
    Context,
    add_data,
    add_options,
    data_folder,
    find_game,
    read_options,
)
from entente.cli.parser import Parser, whole_number
from entente.cli.screen import indented, table
from entente.cli.user_error import user_error

BALANCE, CHANCES, FIT, REPORT = "balance", "chances", "fit", "report"
NAMED = (BALANCE, CHANCES, FIT, REPORT)
FOLDER = Path("entente-arena")
SHOWN_FAILURES = 10
MOST_SEATS = 99
_TIMES = re.compile(r"(.+)\*(\d+)")


def configure(parser: Parser) -> None:
    words = parser.words
    parser.add_argument(
        "what", nargs="+", metavar=words("argument.arena"), help=words("help.arena_what")
    )
    parser.add_argument("--players", metavar="A,B", default=PLAYERS, help=words("help.entrants"))
    parser.add_argument(
        "--games",
        metavar="N",
        type=whole_number("--games", 1),
        default=100,
        help=words("help.games_arena"),
    )
    seed = words("argument.seed")
    parser.add_argument("--seed", metavar=seed, default="0", help=words("help.seed_simulate"))
    parser.add_argument(
        "--workers",
        metavar="K",
        type=whole_number("--workers", 1),
        default=1,
        help=words("help.workers"),
    )
    address = words("argument.address")
    parser.add_argument("--ray", metavar=address, help=words("help.ray"))
    file = words("argument.file")
    parser.add_argument("--results", metavar=file, help=words("help.results"))
    parser.add_argument("--report", metavar=file, help=words("help.report"))
    vary = words("argument.vary")
    parser.add_argument(
        "--vary", metavar=vary, action="append", default=[], help=words("help.vary")
    )
    add_options(parser)
    add_data(parser)
    add_report_options(parser)


def run(arguments: Namespace, context: Context) -> int:
    kind, name = _what(arguments.what)
    if bool(arguments.vary) != (kind == BALANCE):
        raise user_error("mistake.vary_balance")
    if kind == FIT:
        place = Path(arguments.results) if arguments.results else None
        return fit.run(name, place, arguments, context)
    if kind == CHANCES:
        place = Path(arguments.results) if arguments.results else None
        return fit.run_calibration(name, place, arguments, context)
    if kind == REPORT:
        file = Path(name)
        played = _read(file)
    else:
        game = find_game(name, arguments.data)
        tournament = _tournament(game, arguments)
        file = Path(arguments.results) if arguments.results else _default_file(tournament)
        played = _play(tournament, file, arguments, context)
    page = Path(arguments.report) if arguments.report else file.with_suffix(".html")
    command = _command_line(tournament, arguments, kind) if kind != REPORT else ""
    _write(page, report(played, context.language, command))
    found = tables(played)
    if arguments.json:
        context.screen.json(_described(played, found, file, page))
    else:
        _show(played, found, context)
        _show_files(played, file, page, context)
    if not played.finished:
        return INTERRUPTED
    return 1 if any(each.needs_attention for each in found) else 0


# -- what is asked for


def _what(given: Sequence[str]) -> tuple[str, str]:
    """`GAME`, `balance GAME`, `chances GAME`, `fit GAME` or `report FILE`."""
    if len(given) == 1 and given[0] not in NAMED:
        return "", given[0]
    if len(given) == 2 and given[0] in NAMED:
        return given[0], given[1]
    raise user_error("mistake.arena", given=" ".join(given))


def _tournament(game: AnyGame, arguments: Namespace) -> Tournament:
    options = game.info.complete(read_options(game, arguments))
    if arguments.vary:
        kinds = variants(game, options, [parse_variation(text) for text in arguments.vary])
    else:
        kinds = [Variant("", options, dict(game.overrides()))]
    players = tuple(_players(arguments.players, game.info.id))
    tournament = Tournament(
        game.info.id,
        game.info.version,
        players,
        tuple(kinds),
        arguments.seed,
        arguments.max_decisions,
        {name: origin(name) for name in players},
    )
    for number in range(len(kinds)):  # what cannot be played is refused before the first game
        tournament.loaded(number)
        tournament.meetings(number)
    check_bot_tournament(tournament, on_ray=arguments.ray is not None)
    return tournament


def _players(names: str, game: str) -> list[str]:
    """`greedy,random` or `hard,greedy*6`."""
    found = list[str]()
    for name in (each.strip() for each in names.split(",")):
        several = _TIMES.fullmatch(name)
        times = int(several[2]) if several else 1
        if not 1 <= times <= MOST_SEATS:
            raise user_error("mistake.times", text=name)
        found += [find(several[1].strip() if several else name, game)] * times
    return found


def _default_file(tournament: Tournament) -> Path:
    """One for each tournament: the same command finds its own results again."""
    digest = sha256(msgspec.json.encode(tournament, order="deterministic")).hexdigest()[:10]
    return FOLDER / f"{tournament.game}-{digest}.jsonl"


def _command_line(tournament: Tournament, arguments: Namespace, kind: str) -> str:
    """The command that has the same results again."""
    words = ["entente", "arena", *([kind] if kind else []), tournament.game]
    words += ["--players", arguments.players, "--games", str(arguments.games)]
    words += ["--seed", arguments.seed] if arguments.seed != "0" else []
    for flag, values in (("--vary", arguments.vary), ("--option", arguments.option)):
        words += [word for value in values for word in (flag, value)]
    words += ["--all-options"] if arguments.all_options else []
    folder = data_folder(arguments.data)
    words += ["--data", folder] if folder else []
    if arguments.max_decisions != MAX_DECISIONS:
        words += ["--max-decisions", str(arguments.max_decisions)]
    return shlex.join(words)


# -- doing it


def _play(
    tournament: Tournament, file: Path, arguments: Namespace, context: Context
) -> TournamentRun:
    """Play, with a bar on the screen where there is one."""
    with progress_bar() as shown:
        task = shown.add_task(context.words("simulate.playing"))

        def progress(done: int, planned: int) -> None:
            shown.update(task, completed=done, total=planned)

        try:
            crew = _executor(arguments)
            return run_tournament(
                tournament, arguments.games, file, crew, arguments.failures, progress
            )
        except OSError as error:
            reason = error.strerror or str(error)
            place = error.filename or file
            raise user_error("mistake.unwritable", file=str(place), error=reason) from None


def _executor(arguments: Namespace) -> Executor:
    if arguments.ray is None:
        return local(arguments.workers)
    load_ray()  # before anything is written
    return lambda work: on_ray(arguments.ray, arguments.workers)(work)


def _read(file: Path) -> TournamentRun:
    try:
        tournament, games = read(file)
    except FileNotFoundError:
        raise user_error("mistake.no_file", file=str(file)) from None
    except OSError as error:
        reason = error.strerror or str(error)
        raise user_error("mistake.unreadable", file=str(file), error=reason) from None
    return TournamentRun(tournament, games, len(games))


def _write(page: Path, text: str) -> None:
    try:
        page.parent.mkdir(parents=True, exist_ok=True)
        page.write_text(text, encoding="utf-8")
    except OSError as error:
        reason = error.strerror or str(error)
        raise user_error("mistake.unwritable", file=str(page), error=reason) from None


# -- telling it


def _described(
    played: TournamentRun, found: Sequence[Table], file: Path, page: Path
) -> dict[str, Any]:
    """The result for a program, with all that is needed to have it again."""
    return {
        "tournament": played.tournament,
        "games": len(played.games),
        "planned": played.planned,
        "finished": played.finished,
        "results": str(file),
        "report": str(page),
        "tables": found,
    }


def _show(played: TournamentRun, found: Sequence[Table], context: Context) -> None:
    teller = TableWriter(played.tournament.loaded(0), context.language)
    screen = context.screen
    screen.line(teller.title, "bold")
    screen.line(teller.played(played))
    if not played.finished:
        screen.line(teller.interim(played), "yellow")
    if len(found) > 1:
        _show_sheet(teller.variants(found), context)
    for each in found:
        if len(found) > 1:
            screen.line()
            screen.line(each.variant.name, "bold")
        _show_table(each, teller, context)


def _show_table(of: Table, teller: TableWriter, context: Context) -> None:
    sheets = [teller.standings(of)] if len(of.standings) > 1 else []
    sheets.append(teller.by_seat(of))
    if len(of.standings) > 2:
        sheets.append(teller.meetings(of))
    sheets += [teller.lengths(of), teller.endings(of), teller.times(of)]
    for sheet in sheets:
        if sheet.rows:
            _show_sheet(sheet, context)
    for sheet in (teller.failures(of), teller.lapses(of)):
        _show_failures(sheet, context)


def _show_sheet(sheet: ReportTable, context: Context) -> None:
    grid = table(*sheet.head)
    for column in grid.columns[sheet.words :]:
        column.justify = "right"
    for row in sheet.rows:
        grid.add_row(*row)
    context.screen.line()
    context.screen.line(sheet.title, "bold")
    context.screen.show(indented(grid))


def _show_failures(sheet: ReportTable, context: Context) -> None:
    screen, number = context.screen, len(sheet.rows)
    screen.line()
    screen.line(sheet.title, "red bold" if number else "green")
    for row in sheet.rows[:SHOWN_FAILURES]:
        screen.line("  " + "  ".join(row), "red")
    if number > SHOWN_FAILURES:
        screen.line("  " + context.words("simulate.more_failures", count=number - SHOWN_FAILURES))


def _show_files(played: TournamentRun, file: Path, page: Path, context: Context) -> None:
    words, screen = context.words, context.screen
    screen.line()
    screen.line(words("arena.results", file=str(file)))
    if played.resumed:
        screen.line(words("arena.there", count=played.resumed))
    screen.line(words("arena.report", file=str(page)))
    if not played.finished:
        screen.line(words("arena.again"), "yellow")
