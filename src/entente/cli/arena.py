"""`entente arena`: rate computer players (`run`), compare variants (`balance`), let language models
play with letters (`llm`), fit evaluations (`fit`, `calibrate`), and print results again (`report`).
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
from entente.cli import fit, llm_arena
from entente.cli.batch import INTERRUPTED, PLAYERS, add_report_options
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
from entente.cli.progress import progress_bar
from entente.cli.screen import indented, table
from entente.cli.user_error import user_error
from entente.kernel import registry
from entente.kernel.entry_points import installed

RUN, BALANCE, LLM, FIT = "run", "balance", "llm", "fit"
CALIBRATE, REPORT = "calibrate", "report"
COMMANDS = (RUN, BALANCE, LLM, FIT, CALIBRATE, REPORT)
FOLDER = Path("entente-arena")
SHOWN_FAILURES = 10
MAX_SEATS = 99
_TIMES = re.compile(r"(.+)\*(\d+)")


def configure(parser: Parser) -> None:
    words = parser.words
    summaries = {name: words(f"help.arena_command.{name}") for name in COMMANDS}
    run, balance, models, fitting, calibrate, report = parser.add_commands(
        "arena_command", words("argument.command"), summaries
    )
    parser.renamed = {"chances": CALIBRATE} | {
        game: f"{RUN} {game}" for game in installed(registry.GROUP)
    }
    for each in (run, balance):
        _add_tournament(each)
    balance.add_argument(
        "--vary",
        metavar=words("argument.vary"),
        action="append",
        default=[],
        help=words("help.vary"),
    )
    run.set_defaults(vary=[])
    llm_arena.configure(models)
    for each, file in ((fitting, "help.weights_file"), (calibrate, "help.calibration_file")):
        _add_fit(each, file)
    report.add_argument("file", metavar=words("argument.file"), help=words("help.results_read"))
    _add_report(report)
    report.add_argument("--json", action="store_true", help=words("help.json"))


def _add_tournament(parser: Parser) -> None:
    """Add the arguments of `run` and `balance`."""
    words = parser.words
    parser.add_argument("game", metavar=words("argument.game"), help=words("help.game"))
    parser.add_argument("--players", metavar="A,B", default=PLAYERS, help=words("help.entrants"))
    _add_games(parser, "help.games_arena")
    parser.add_argument("--ray", metavar=words("argument.address"), help=words("help.ray"))
    file = words("argument.file")
    parser.add_argument("--results", metavar=file, help=words("help.results"))
    _add_report(parser)
    add_options(parser)
    add_data(parser)
    add_report_options(parser)


def _add_fit(parser: Parser, file: str) -> None:
    """Add the arguments of `fit` and `calibrate`."""
    words = parser.words
    parser.add_argument("game", metavar=words("argument.game"), help=words("help.game"))
    name = words("argument.name")
    parser.add_argument("--players", metavar=name, default=PLAYERS, help=words("help.level_fit"))
    _add_games(parser, "help.games_fit")
    parser.add_argument("--results", metavar=words("argument.file"), help=words(file))
    add_options(parser)
    parser.add_argument("--json", action="store_true", help=words("help.json"))


def _add_games(parser: Parser, games: str) -> None:
    """Add `--games`, `--seed` and `--workers`."""
    words = parser.words
    count = whole_number("--games", 1)
    parser.add_argument("--games", metavar="N", type=count, default=100, help=words(games))
    seed = words("argument.seed")
    parser.add_argument("--seed", metavar=seed, default="0", help=words("help.seed_simulate"))
    count = whole_number("--workers", 1)
    parser.add_argument("--workers", metavar="N", type=count, default=1, help=words("help.workers"))


def _add_report(parser: Parser) -> None:
    words = parser.words
    parser.add_argument("--report", metavar=words("argument.file"), help=words("help.report"))


def run(arguments: Namespace, context: Context) -> int:
    match arguments.arena_command:
        case None:
            missing = context.words("argument.command")
            raise user_error("mistake.missing", names=missing, command="entente arena")
        case "llm":
            return llm_arena.run(arguments, context)
        case "fit":
            return fit.run(arguments, context)
        case "calibrate":
            return fit.run_calibration(arguments, context)
        case "report":
            file = Path(arguments.file)
            return _report(_read(file), file, "", arguments, context)
        case command:
            return _run_tournament(command, arguments, context)


def _run_tournament(command: str, arguments: Namespace, context: Context) -> int:
    """Run `run` and `balance`."""
    if command == BALANCE and not arguments.vary:
        raise user_error("mistake.vary_balance")
    tournament = _tournament(find_game(arguments.game, arguments.data), arguments)
    file = Path(arguments.results) if arguments.results else _default_file(tournament)
    played = _play(tournament, file, arguments, context)
    line = _command_line(tournament, arguments, command)
    return _report(played, file, line, arguments, context)


def _report(
    played: TournamentRun, file: Path, command: str, arguments: Namespace, context: Context
) -> int:
    """Write the HTML report and print the tables; 1 if something needs attention."""
    page = Path(arguments.report) if arguments.report else file.with_suffix(".html")
    _write(page, report(played, context.language, command))
    standings = tables(played)
    if arguments.json:
        context.screen.json(_described(played, standings, file, page))
    else:
        _show(played, standings, context)
        _show_files(played, file, page, context)
    if not played.finished:
        return INTERRUPTED
    return 1 if any(each.needs_attention for each in standings) else 0


# -- the tournament


def _tournament(game: AnyGame, arguments: Namespace) -> Tournament:
    options = game.info.complete(read_options(game, arguments))
    if arguments.vary:
        kinds = variants(game, options, [parse_variation(text) for text in arguments.vary])
    else:
        kinds = [Variant("", options, dict(game.overrides()))]
    players = tuple(players_of(arguments.players, game.info.id))
    tournament = Tournament(
        game.info.id,
        game.info.version,
        players,
        tuple(kinds),
        arguments.seed,
        arguments.max_decisions,
        {name: origin(name, game.info.id) for name in players},
    )
    for number in range(len(kinds)):  # refuse an invalid tournament before the first game
        tournament.loaded(number)
        tournament.meetings(number)
    check_bot_tournament(tournament, on_ray=arguments.ray is not None)
    return tournament


def players_of(names: str, game: str) -> list[str]:
    """Parse `greedy,random` or `hard,greedy*6`."""
    entrants = list[str]()
    for name in (each.strip() for each in names.split(",")):
        several = _TIMES.fullmatch(name)
        times = int(several[2]) if several else 1
        if not 1 <= times <= MAX_SEATS:
            raise user_error("mistake.times", text=name)
        entrants += [find(several[1].strip() if several else name, game)] * times
    return entrants


def _default_file(tournament: Tournament) -> Path:
    """Return a file name for each tournament, so that the same command finds its results again."""
    digest = sha256(msgspec.json.encode(tournament, order="deterministic")).hexdigest()[:10]
    return FOLDER / f"{tournament.game}-{digest}.jsonl"


def _command_line(tournament: Tournament, arguments: Namespace, command: str) -> str:
    """Return the command line that reproduces the results."""
    words = ["entente", "arena", command, tournament.game]
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


# -- playing


def _play(
    tournament: Tournament, file: Path, arguments: Namespace, context: Context
) -> TournamentRun:
    """Play with a progress bar."""
    with progress_bar() as shown:
        task = shown.add_task(context.words("simulate.playing"))

        def progress(done: int, planned: int) -> None:
            shown.update(task, completed=done, total=planned)

        try:
            executor = _executor(arguments)
            return run_tournament(
                tournament, arguments.games, file, executor, arguments.failures, progress
            )
        except OSError as error:
            reason = error.strerror or str(error)
            place = error.filename or file
            raise user_error("mistake.unwritable", file=str(place), error=reason) from None


def _executor(arguments: Namespace) -> Executor:
    if arguments.ray is None:
        return local(arguments.workers)
    load_ray()  # fail before anything is written
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


# -- printing


def _described(
    played: TournamentRun, standings: Sequence[Table], file: Path, page: Path
) -> dict[str, Any]:
    """Return the result as JSON, with everything needed to reproduce it."""
    return {
        "tournament": played.tournament,
        "games": len(played.games),
        "planned": played.planned,
        "finished": played.finished,
        "results": str(file),
        "report": str(page),
        "tables": standings,
    }


def _show(played: TournamentRun, standings: Sequence[Table], context: Context) -> None:
    writer = TableWriter(played.tournament.loaded(0), context.language)
    screen = context.screen
    screen.line(writer.title, "bold")
    screen.line(writer.played(played))
    if not played.finished:
        screen.line(writer.interim(played), "yellow")
    if len(standings) > 1:
        _show_sheet(writer.variants(standings), context)
    for each in standings:
        if len(standings) > 1:
            screen.line()
            screen.line(each.variant.name, "bold")
        _show_table(each, writer, context)


def _show_table(of: Table, writer: TableWriter, context: Context) -> None:
    sheets = [writer.standings(of)] if len(of.standings) > 1 else []
    sheets.append(writer.by_seat(of))
    if len(of.standings) > 2:
        sheets.append(writer.meetings(of))
    sheets += [writer.lengths(of), writer.endings(of), writer.times(of)]
    for sheet in sheets:
        if sheet.rows:
            _show_sheet(sheet, context)
    for sheet in (writer.failures(of), writer.lapses(of)):
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
