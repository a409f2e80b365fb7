"""`entente arena llm`: games with letters between language models and computer players."""

from __future__ import annotations

import os
import sys
from argparse import Namespace
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from hashlib import sha256
from itertools import islice
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING

import msgspec

from entente.arena import Tournament, TournamentRun, Variant, report, run_tournament, tables
from entente.arena.entrants import origin
from entente.arena.game_runner import MAX_DECISIONS
from entente.arena.schedule import Fixture, schedule
from entente.arena.table_writer import ReportTable
from entente.cli.batch import INTERRUPTED
from entente.cli.common_args import Context, add_data, add_options, find_game, read_options
from entente.cli.parser import Parser, whole_number
from entente.cli.progress import progress_bar
from entente.cli.screen import indented, table
from entente.cli.user_error import user_error
from entente.kernel import UserError
from entente.kernel.extras import needs

if TYPE_CHECKING:  # loaded only when models play
    from entente.agents.press.accounts import GameAccount
    from entente.agents.press.run import PressRun

FOLDER = Path("entente-arena")
MODELS = "ENTENTE_LLM_FILE"
STOPPED = 3  # exit status if the run stopped before its end, and can be continued


def configure(parser: Parser) -> None:
    words = parser.words
    file, number = words("argument.file"), "N"
    parser.add_argument("game", metavar=words("argument.game"), help=words("help.game"))
    parser.add_argument(
        "--players", metavar="llm:A,llm:B", required=True, help=words("help.llm_players")
    )
    parser.add_argument("--models", metavar=file, help=words("help.llm_models"))
    _add_number(parser, "--games", 1, 1, "help.llm_games")
    parser.add_argument(
        "--seed", metavar=words("argument.seed"), default="0", help=words("help.seed_simulate")
    )
    _add_number(parser, "--rounds", 3, 0, "help.llm_rounds")
    _add_number(parser, "--letters", 4, 1, "help.llm_letters")
    _add_number(parser, "--length", 800, 1, "help.llm_length")
    parser.add_argument(
        "--budget", metavar=words("argument.amount"), type=_amount, help=words("help.llm_budget")
    )
    parser.add_argument("--prices", metavar=file, default="", help=words("help.llm_prices"))
    _add_number(parser, "--workers", 1, 1, "help.llm_workers")
    parser.add_argument("--folder", metavar=words("argument.folder"), help=words("help.llm_folder"))
    add_options(parser)
    add_data(parser)
    parser.add_argument(
        "--max-decisions",
        metavar=number,
        type=whole_number("--max-decisions", 1),
        default=MAX_DECISIONS,
        help=words("help.max_decisions", number=MAX_DECISIONS),
    )
    parser.add_argument("--dry-run", action="store_true", help=words("help.llm_dry_run"))
    parser.add_argument("--replay", action="store_true", help=words("help.llm_replay"))
    parser.add_argument("--json", action="store_true", help=words("help.json"))


def _add_number(parser: Parser, name: str, usual: int, least: int, text: str) -> None:
    parser.add_argument(
        name,
        metavar="N",
        type=whole_number(name, least),
        default=usual,
        help=parser.words(text, number=usual),
    )


def _amount(text: str) -> float:
    """Read an amount of money."""
    with suppress(ValueError):
        value = float(text.replace(",", "."))
        if 0 < value < 1e9:
            return value
    raise user_error("mistake.amount", text=text)


def run(arguments: Namespace, context: Context) -> int:
    with _models_file(arguments.models):
        return _run(arguments, context)


@contextmanager
def _models_file(path: str | None) -> Iterator[None]:
    """Name the file of models in the environment, which the processes of the run inherit."""
    before = os.environ.get(MODELS)
    if path:
        os.environ[MODELS] = path
    try:
        yield
    finally:
        if before is not None:
            os.environ[MODELS] = before
        elif path:
            del os.environ[MODELS]


def _run(arguments: Namespace, context: Context) -> int:
    with needs("agents"):
        from entente.agents.press import run as runs

    press_run = _press_run(arguments, context)
    if arguments.replay:
        return _replay(press_run, arguments, context)
    number = arguments.games
    fixtures = list(islice(schedule(press_run.tournament, number), number))
    _estimate(press_run, fixtures, arguments, context)
    if arguments.dry_run:
        return 0
    runs.check_ready(press_run)
    return _play(press_run, arguments, context)


# -- what is played


def _press_run(arguments: Namespace, context: Context) -> PressRun:
    """Return the run; UserError if anything is wrong with it, before anything is paid."""
    from entente.agents.press import run as runs
    from entente.agents.press.desk import PressLimits
    from entente.agents.press.prices import UNIT, read_prices
    from entente.agents.press.spending import Spending
    from entente.cli.arena import players_of
    from entente.wire.press import LONGEST

    game = find_game(arguments.game, arguments.data)
    options = game.info.complete(read_options(game, arguments))
    names = players_of(arguments.players, game.info.id)
    models = runs.models_of(names)
    if arguments.length > LONGEST:
        raise user_error("mistake.llm_length", most=LONGEST)
    prices = read_prices(arguments.prices)
    is_paid = not (arguments.dry_run or arguments.replay)
    has_cap = arguments.budget is not None or not is_paid
    runs.check_prices(models.values(), prices, has_cap=has_cap)
    press = PressLimits(arguments.rounds, arguments.letters, arguments.length)
    origins = {
        name: runs.origin_of(models[name]) if name in models else origin(name, game.info.id)
        for name in names
    }
    origins["press"] = "/".join(map(str, msgspec.structs.astuple(press)))
    tournament = Tournament(
        game.info.id,
        game.info.version,
        tuple(names),
        (Variant("", options, dict(game.overrides())),),
        arguments.seed,
        arguments.max_decisions,
        origins,
    )
    tournament.meetings(0)
    folder = Path(arguments.folder) if arguments.folder else _default_folder(tournament)
    file = folder / runs.SPENDING
    if arguments.dry_run and not folder.exists():
        file = Path(":memory:")
    else:
        _make(folder)
    cap = None if arguments.budget is None else round(arguments.budget * UNIT)
    spending = Spending(file, prices, cap)
    return runs.PressRun(tournament, models, press, folder, spending, context.language)


def _default_folder(tournament: Tournament) -> Path:
    digest = sha256(msgspec.json.encode(tournament, order="deterministic")).hexdigest()[:10]
    return FOLDER / f"llm-{tournament.game}-{digest}"


def _make(folder: Path) -> None:
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        reason = error.strerror or str(error)
        raise user_error("mistake.unwritable", file=str(folder), error=reason) from None


# -- before the first request


def _estimate(
    press_run: PressRun, fixtures: Sequence[Fixture], arguments: Namespace, context: Context
) -> None:
    """Show how many calls there will be and what they cost, and in a dry run the first prompt."""
    from entente.agents.press.estimate import estimate, sample
    from entente.agents.press.prices import shown

    words, screen = context.words, context.screen
    entries = [press_run.entry(fixture) for fixture in fixtures]
    prices = press_run.spending.prices
    seen = sample(entries[0])
    found = estimate(entries, seen, prices)
    if arguments.json and not arguments.dry_run:
        return
    total = sum(each.cost for each in found.values())
    if arguments.json:
        screen.json(
            {
                "models": {name: each._asdict() for name, each in found.items()},
                "games": len(fixtures),
                "currency": prices.currency,
                "cost": total,
                "prompt": seen.prompt,
            }
        )
        return
    if arguments.dry_run:
        screen.line(words("llm.first_prompt"), "bold")
        screen.line(seen.prompt)
        screen.line()
    rows = [
        [name, str(e.calls), str(e.tokens_in), str(e.tokens_out), shown(e.cost, 2)]
        for name, e in found.items()
    ]
    heads = ("model", "calls", "tokens_in", "tokens_out")
    head = [words.catalog.get(f"llm.{name}") for name in heads]
    head.append(words("llm.cost", currency=prices.currency))
    title = words("llm.estimate", count=len(fixtures), rounds=press_run.press.rounds)
    _show_sheet(ReportTable(title, head, rows), context)
    screen.line(words("llm.estimate_note"))
    cap = press_run.spending.cap
    if cap is not None:
        most, spent, currency = shown(cap, 2), shown(press_run.spending.spent), prices.currency
        if total > cap:
            text = words("llm.cap_low", most=most, currency=currency, spent=spent)
            screen.line(text, "yellow")
        else:
            screen.line(words("llm.cap", most=most, currency=currency, spent=spent))
    screen.line()


# -- playing


def _play(press_run: PressRun, arguments: Namespace, context: Context) -> int:
    from entente.agents.press import run as runs

    stopped: UserError | None = None
    file = press_run.folder / runs.RESULTS
    with progress_bar() as bar:
        task = bar.add_task(context.words("simulate.playing"))

        drawing = Lock()  # several games may play at once

        def progress(done: int, planned: int) -> None:
            with drawing:
                bar.update(task, completed=done, total=planned)

        def step(text: str) -> None:
            with drawing:
                task.name = text[:60]
                bar.update(task, task.done)

        executor = runs.executor(press_run, arguments.workers, step)
        try:
            played = run_tournament(
                press_run.tournament,
                arguments.games,
                file,
                executor,
                progress=progress,
                most=arguments.games,
            )
        except UserError as error:
            stopped = error
            played = runs.so_far(press_run, arguments.games)
        except OSError as error:
            reason = error.strerror or str(error)
            place = str(error.filename or file)
            raise user_error("mistake.unwritable", file=place, error=reason) from None
    accounts = press_run.accounts(arguments.games)
    page = _write_report(press_run, played, accounts, context)
    _show(press_run, played, accounts, page, arguments, context)
    if stopped is not None:
        sys.stdout.flush()
        print(f"entente: {stopped.text(context.language)}", file=sys.stderr)
        return STOPPED
    if not played.finished:
        return INTERRUPTED
    attention = any(each.needs_attention for each in tables(played))
    return 1 if attention or any(each.fallbacks for each in accounts) else 0


def _write_report(
    press_run: PressRun,
    played: TournamentRun,
    accounts: Sequence[GameAccount],
    context: Context,
) -> Path:
    from entente.agents.press import run as runs
    from entente.agents.press.pages import PAGE, report_parts

    catalog = press_run.tournament.loaded(0).catalog(context.language)
    links = {each.name: f"{runs.GAMES}/{each.name}/{PAGE}" for each in accounts}
    first, more = report_parts(accounts, links, context.language, catalog)
    page = press_run.folder / runs.REPORT
    page.write_text(report(played, context.language, "", first, more), encoding="utf-8")
    return page


def _show(
    press_run: PressRun,
    played: TournamentRun,
    accounts: Sequence[GameAccount],
    page: Path,
    arguments: Namespace,
    context: Context,
) -> None:
    from entente.agents.press.pages import AccountWriter
    from entente.agents.press.prices import shown

    words, screen, spending = context.words, context.screen, press_run.spending
    writer = AccountWriter(context.language)
    first, is_clean = writer.first_line(accounts)
    if arguments.json:
        screen.json(
            {
                "note": first,
                "games": len(played.games),
                "planned": played.planned,
                "finished": played.finished,
                "currency": spending.prices.currency,
                "spent": spending.spent,
                "report": str(page),
                "accounts": accounts,
            }
        )
        return
    if accounts:
        screen.line(first, "green" if is_clean else "red bold")
        for sheet in writer.models(accounts):
            screen.line()
            _show_sheet(sheet, context)
    screen.line()
    amount, currency = shown(spending.spent), spending.prices.currency
    screen.line(words("llm.spent", amount=amount, currency=currency))
    screen.line(words("arena.report", file=str(page)))
    if not played.finished:
        screen.line(words("arena.again"), "yellow")


def _show_sheet(sheet: ReportTable, context: Context) -> None:
    grid = table(*sheet.head)
    for column in grid.columns[sheet.words :]:
        column.justify = "right"
    for row in sheet.rows:
        grid.add_row(*row)
    context.screen.line(sheet.title, "bold")
    context.screen.show(indented(grid))


def _replay(press_run: PressRun, arguments: Namespace, context: Context) -> int:
    """Play the finished games again from their transcripts; 1 if one comes out differently."""
    from entente.agents.press import run as runs

    words, screen = context.words, context.screen
    found = runs.replay_all(press_run, arguments.games)
    for folder, count in found.items():
        if count:
            screen.line(words("llm.replay_differs", file=str(folder), count=count), "red")
    if any(found.values()):
        return 1
    screen.line(words("llm.replayed", count=len(found)), "green")
    return 0
