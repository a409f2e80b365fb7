"""`entente bench`: measure a player by the benchmark, look at its positions, print leaderboards."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from entente.arena.benchmark import (
    NAME,
    SUITES,
    BenchmarkPlan,
    BenchmarkRun,
    LeaderboardEntry,
    add_entry,
    chosen_parts,
    fingerprint,
    merge_entries,
    read_entries,
    run_benchmark,
    summarise,
)
from entente.arena.benchmark.definition import GAME
from entente.arena.intervals import Share
from entente.arena.json_lines import replace_lines
from entente.cli.batch import FAILURES, INTERRUPTED
from entente.cli.common_args import AnyGame, Context, nearest
from entente.cli.parser import Parser, whole_number
from entente.cli.progress import Task, progress_bar
from entente.cli.screen import indented, table
from entente.cli.user_error import user_error
from entente.games.diplomacy.benchmark import CriticalPosition, read_suite
from entente.kernel import registry

DIPLOMACY, POSITIONS, LEADERBOARD = "diplomacy", "positions", "leaderboard"
COMMANDS = (DIPLOMACY, POSITIONS, LEADERBOARD)


def configure(parser: Parser) -> None:
    words = parser.words
    summaries = {name: words(f"help.bench_command.{name}") for name in COMMANDS}
    run, positions, leaderboard = parser.add_commands(
        "bench_command", words("argument.command"), summaries
    )
    _configure_run(run)
    positions.add_argument(
        "position", metavar=words("argument.position"), nargs="?", help=words("help.position")
    )
    positions.add_argument("--json", action="store_true", help=words("help.json"))
    file = words("argument.file")
    leaderboard.add_argument("files", metavar=file, nargs="+", help=words("help.leaderboards"))
    leaderboard.add_argument("--merge", metavar=file, help=words("help.merge"))
    leaderboard.add_argument("--json", action="store_true", help=words("help.json"))


def _configure_run(parser: Parser) -> None:
    words = parser.words
    name, folder, file = (words(f"argument.{each}") for each in ("name", "folder", "file"))
    parser.add_argument("player", metavar=name, help=words("help.bench_player"))
    parser.add_argument(
        "--suite", metavar="A,B", default=",".join(SUITES), help=words("help.bench_suite")
    )
    for flag, text in (("--rounds", "help.rounds"), ("--workers", "help.workers")):
        count = whole_number(flag, 1)
        parser.add_argument(flag, metavar="N", type=count, default=1, help=words(text))
    parser.add_argument("--name", metavar=name, default="", help=words("help.bench_name"))
    parser.add_argument("--results", metavar=folder, help=words("help.bench_results"))
    parser.add_argument("--leaderboard", metavar=file, help=words("help.leaderboard"))
    parser.add_argument("--failures", metavar=folder, default=FAILURES, help=words("help.failures"))
    parser.add_argument("--json", action="store_true", help=words("help.json"))


def run(arguments: Namespace, context: Context) -> int:
    match arguments.bench_command:
        case None:
            missing = context.words("argument.command")
            raise user_error("mistake.missing", names=missing, command="entente bench")
        case "positions":
            return _positions(arguments, context)
        case "leaderboard":
            return _leaderboard(arguments, context)
        case _:
            return _run(arguments, context)


# -- measuring a player


def _run(arguments: Namespace, context: Context) -> int:
    plan = BenchmarkPlan.of(
        arguments.player, arguments.name, chosen_parts(arguments.suite), arguments.rounds
    )
    folder = Path(arguments.results) if arguments.results else plan.folder
    board = Path(arguments.leaderboard) if arguments.leaderboard else None
    if board is not None and board.exists():
        _read(board)  # fail before anything is played
    try:
        done = _with_progress(plan, folder, arguments, context)
        entry = summarise(done)
        if board is not None and done.finished:
            add_entry(board, entry)
    except OSError as error:
        reason = error.strerror or str(error)
        place = str(error.filename or folder)
        raise user_error("mistake.unwritable", file=place, error=reason) from None
    if arguments.json:
        context.screen.json(_described(done, entry, folder))
    else:
        _show(done, entry, context)
        _show_files(done, folder, board, context)
    if not done.finished:
        return INTERRUPTED
    return 1 if entry.blemishes else 0


def _with_progress(
    plan: BenchmarkPlan, folder: Path, arguments: Namespace, context: Context
) -> BenchmarkRun:
    with progress_bar() as shown:
        tasks = dict[str, Task]()

        def progress(part: str, done: int, planned: int) -> None:
            if part not in tasks:
                tasks[part] = shown.add_task(_part(part, context))
            shown.update(tasks[part], completed=done, total=planned)

        return run_benchmark(plan, folder, arguments.workers, arguments.failures, progress)


def _part(name: str, context: Context) -> str:
    """Return the words for a suite; a match is called by its name."""
    key = f"bench.suite.{name}"
    return context.words(key) if key in context.words else name


def _described(done: BenchmarkRun, entry: LeaderboardEntry, folder: Path) -> dict[str, Any]:
    return {
        "entry": entry,
        "share": entry.share,
        "exploited": entry.exploited,
        "positions": done.positions,
        "finished": done.finished,
        "resumed": done.resumed,
        "results": str(folder),
    }


def _show(done: BenchmarkRun, entry: LeaderboardEntry, context: Context) -> None:
    words, screen = context.words, context.screen
    screen.line(_title(entry.version, entry.fingerprint, context), "bold")
    screen.line(words("bench.player", name=entry.name, player=entry.player))
    if not done.finished:
        screen.line(words("bench.interim"), "yellow")
    if entry.blemishes:
        screen.line(words("bench.blemishes", count=entry.blemishes), "red")
    if entry.positions:
        _show_positions(done, entry, context)
    if entry.matches:
        _show_matches(entry, context)
    screen.line()
    for key, value in (("share", entry.share), ("exploited", entry.exploited)):
        if value is not None:
            screen.line(words(f"bench.{key}", percent=_per_cent(value)))
    screen.line(words("bench.cost", calls=entry.calls, seconds=f"{entry.seconds:.1f}"))


def _title(version: int, digest: str, context: Context) -> str:
    return context.words("bench.title", name=NAME, version=version, fingerprint=digest)


def _show_positions(done: BenchmarkRun, entry: LeaderboardEntry, context: Context) -> None:
    words, screen = context.words, context.screen
    assert entry.positions is not None
    head = ("position", "theme", "points", "answer")
    grid = table(*(words(f"bench.{column}") for column in head))
    grid.columns[2].justify = "right"
    for each in done.positions:
        theme = words(f"bench.themes.{each.theme}")
        grid.add_row(each.position, theme, _per_cent(each.score), each.answers[0])
    screen.line()
    screen.show(indented(grid))
    score = words("bench.score", share=_interval(entry.positions.score))
    screen.line(score, "bold")
    errors = [(each.position, error) for each in done.positions for error in each.errors]
    for position, error in errors[:10]:
        screen.line(f"  {position}: {error}", "red")


def _show_matches(entry: LeaderboardEntry, context: Context) -> None:
    words, screen = context.words, context.screen
    head = ("match", "games", "share_column", "solos", "failures", "calls", "seconds", "longest")
    grid = table(*(words(f"bench.{column}") for column in head))
    for column in grid.columns[1:]:
        column.justify = "right"
    for each in entry.matches:
        grid.add_row(
            each.match,
            str(each.games),
            _interval(each.share),
            str(each.solos),
            str(each.failures + each.fallbacks),
            str(each.calls),
            f"{each.seconds:.1f}",
            f"{each.longest:.1f}",
        )
    screen.line()
    screen.show(indented(grid))
    if any(each.suite == "probes" for each in entry.matches):
        screen.line(words("bench.probe_note"), "dim")


def _show_files(done: BenchmarkRun, folder: Path, board: Path | None, context: Context) -> None:
    words, screen = context.words, context.screen
    screen.line(words("bench.results", folder=str(folder)))
    if done.resumed:
        screen.line(words("bench.there", count=done.resumed))
    if not done.finished:
        screen.line(words("arena.again"), "yellow")
    elif board is not None:
        screen.line(words("bench.added", file=str(board)))


def _per_cent(value: float) -> str:
    return f"{100 * value:.1f} %"


def _interval(share: Share) -> str:
    return f"{100 * share.rate:.1f} % ({100 * share.low:.0f}–{100 * share.high:.0f})"


# -- positions


def _positions(arguments: Namespace, context: Context) -> int:
    suite = read_suite()
    if arguments.position is not None:
        found = suite.find(arguments.position)
        if found is None:
            names = [each.name for each in suite.position]
            known = nearest(arguments.position, names) or names
            raise user_error("mistake.bench_position", name=arguments.position, known=known)
        if arguments.json:
            context.screen.json(found)
        else:
            _show_position(found, context)
        return 0
    if arguments.json:
        context.screen.json(suite)
        return 0
    catalog = registry.load(GAME).catalog(context.language)
    screen, words = context.screen, context.words
    screen.line(_title(suite.version, fingerprint(), context), "bold")
    for each in suite.position:
        seat = catalog.name("seat", each.seat)
        theme = words(f"bench.themes.{each.theme}")
        screen.parts(
            (f"  {each.name:<24}", "cyan"),
            f" {catalog.get(each.title)} ",
            (f"({theme}, {seat})", "dim"),
        )
    screen.line()
    screen.line(words("bench.how", command=context.command), "dim")
    return 0


def _show_position(position: CriticalPosition, context: Context) -> None:
    game: AnyGame = registry.load(GAME)
    catalog, screen, words = game.catalog(context.language), context.screen, context.words
    start = position.place(game)
    screen.line(catalog.get(position.title), "bold")
    screen.prose(catalog.get(position.why))
    decision = start.decision(position.seat)
    assert decision is not None

    def named(seat: str, text: str) -> str:
        return words("bench.named", name=catalog.name("seat", seat), text=text)

    screen.line()
    screen.line(named(position.seat, catalog.say(decision.prompt)), "bold")
    for power, units in start.state.units.items():
        if units:
            centres = ", ".join(start.state.centres[power])
            screen.line("  " + named(power.lower(), f"{', '.join(units)} [{centres}]"))
    screen.line()
    screen.line(words(f"bench.judge.{position.judge}", count=len(position.against)))
    for number, each in enumerate(position.against, 1):
        orders = "; ".join(named(seat, text) for seat, text in each.orders.items())
        screen.line(f"  {number}. {orders or words('bench.nothing')}")
    screen.line(words("bench.solutions"))
    for solution in position.solutions:
        screen.line(f"  {solution}", "green")


# -- leaderboards


def _leaderboard(arguments: Namespace, context: Context) -> int:
    entries = merge_entries(entry for file in arguments.files for entry in _read(Path(file)))
    if arguments.merge:
        target = Path(arguments.merge)
        try:
            replace_lines(target, entries)
        except OSError as error:
            reason = error.strerror or str(error)
            raise user_error("mistake.unwritable", file=str(target), error=reason) from None
    if arguments.json:
        context.screen.json(entries)
        return 0
    for digest in dict.fromkeys(entry.fingerprint for entry in entries):
        _show_entries([entry for entry in entries if entry.fingerprint == digest], context)
    if not entries:
        context.screen.line(context.words("bench.empty"))
    return 0


def _read(path: Path) -> list[LeaderboardEntry]:
    try:
        return read_entries(path)
    except FileNotFoundError:
        raise user_error("mistake.no_file", file=str(path)) from None
    except OSError as error:
        reason = error.strerror or str(error)
        raise user_error("mistake.unreadable", file=str(path), error=reason) from None


def _show_entries(entries: Sequence[LeaderboardEntry], context: Context) -> None:
    words, screen = context.words, context.screen
    first = entries[0]
    screen.line(_title(first.version, first.fingerprint, context), "bold")
    if first.fingerprint != fingerprint():
        screen.line(words("bench.other_version"), "yellow")
    head = ("name", "share_all", "exploited_column", "score_column", "games", "blemish_column")
    grid = table(*(words(f"bench.{column}") for column in (*head, "calls", "seconds", "date")))
    for column in grid.columns[1:]:
        column.justify = "right"
    for entry in entries:
        grid.add_row(
            entry.name,
            _or_dash(entry.share),
            _or_dash(entry.exploited),
            _or_dash(entry.positions.score.rate if entry.positions else None),
            str(sum(each.games for each in entry.matches)),
            str(entry.blemishes),
            str(entry.calls),
            f"{entry.seconds:.0f}",
            entry.date,
        )
    screen.show(indented(grid))
    screen.line()


def _or_dash(value: float | None) -> str:
    return "–" if value is None else _per_cent(value)
