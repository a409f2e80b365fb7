"""`entente simulate`: play many games between computer players, and print the results."""

from __future__ import annotations

import shlex
from argparse import Namespace
from typing import Any

import msgspec

from entente.arena import Simulation, SimulationPlan, simulate
from entente.arena.entrants import find_available
from entente.cli.batch import INTERRUPTED, add_report_options
from entente.cli.common_args import (
    AnyGame,
    Context,
    add_data,
    add_options,
    find_game,
    read_options,
)
from entente.cli.parser import Parser, whole_number
from entente.cli.progress import progress_bar
from entente.cli.screen import indented, table
from entente.cli.user_error import user_error
from entente.kernel import Options, Seat

SHOWN_FAILURES = 10


def configure(parser: Parser) -> None:
    words = parser.words
    parser.add_argument("game", metavar=words("argument.game"), help=words("help.game"))
    parser.add_argument(
        "--games",
        metavar="N",
        type=whole_number("--games", 1),
        default=100,
        help=words("help.number"),
    )
    seed = words("argument.seed")
    parser.add_argument("--seed", metavar=seed, default="0", help=words("help.seed_simulate"))
    parser.add_argument("--players", metavar="A,B", default="random", help=words("help.players"))
    parser.add_argument(
        "--workers",
        metavar="N",
        type=whole_number("--workers", 1),
        default=1,
        help=words("help.workers"),
    )
    add_options(parser)
    add_data(parser)
    add_report_options(parser)


def run(arguments: Namespace, context: Context) -> int:
    game = find_game(arguments.game, arguments.data)
    options = game.info.complete(read_options(game, arguments))
    plan = SimulationPlan(
        game=game.info.id,
        players=_players(game, options, arguments.players),
        games=arguments.games,
        seed=arguments.seed,
        options=options,
        overrides=dict(game.overrides()),
        most_decisions=arguments.max_decisions,
        failures=arguments.failures,
    )
    try:
        result = _with_progress(plan, arguments.workers, context)
    except OSError as error:  # a failure could not be written down
        reason = error.strerror or str(error)
        raise user_error("mistake.unwritable", file=plan.failures, error=reason) from None
    if arguments.json:
        context.screen.json(_described(plan, game, result))
    else:
        _show(game, result, context)
    if result.interrupted:
        return INTERRUPTED
    return 1 if result.failures or result.lapses or result.fallbacks else 0


def _players(game: AnyGame, options: Options, names: str) -> dict[Seat, str]:
    """Parse one name for all seats, or one for each in order."""
    seats = game.seats(options)
    players = [find_available(name.strip(), game.info.id) for name in names.split(",")]
    if len(players) == 1:
        players *= len(seats)
    if len(players) != len(seats):
        raise user_error(
            "mistake.players", count=len(players), game=game.info.id, seats=list(seats)
        )
    return dict(zip(seats, players, strict=True))


def _with_progress(plan: SimulationPlan, workers: int, context: Context) -> Simulation:
    """Play, with a progress bar if there is a screen."""
    with progress_bar() as shown:
        task = shown.add_task(context.words("simulate.playing"), total=plan.games)
        return simulate(plan, workers, lambda done: shown.advance(task, done))


def _described(plan: SimulationPlan, game: AnyGame, result: Simulation) -> dict[str, Any]:
    """Return the result for a program, with everything needed to reproduce it."""
    output: dict[str, Any] = {
        "game": plan.game,
        "rules": game.info.version,
        "seed": plan.seed,
        "options": plan.options,
        "overrides": plan.overrides,
    }
    return output | msgspec.structs.asdict(result)


# -- for people


def _show(game: AnyGame, result: Simulation, context: Context) -> None:
    words, screen, catalog = context.words, context.screen, game.catalog(context.language)
    screen.line(catalog.get("info.title"), "bold")
    if result.interrupted:
        screen.line(words("simulate.interrupted"), "yellow")
    grid = table("", "")
    grid.columns[1].justify = "right"
    for key, value in (
        ("games", f"{result.games}"),
        ("decisions", f"{result.decisions}"),
        ("seconds", f"{result.seconds:.2f}"),
        ("decisions_per_second", f"{result.decisions_per_second:.0f}"),
        ("mean_length", f"{result.mean_length:.1f}"),
    ):
        grid.add_row(words(f"simulate.{key}"), value)
    screen.show(indented(grid))
    _show_seats(game, result, context)
    _show_endings(game, result, context)
    _show_happenings(game, result, context)
    _show_failures(result, context)


def _show_seats(game: AnyGame, result: Simulation, context: Context) -> None:
    words, catalog = context.words, game.catalog(context.language)
    columns = ("seat", "player", "wins", "draws", "losses", "mean_score")
    grid = table(*(words(f"simulate.{column}") for column in columns))
    for column in grid.columns[2:]:
        column.justify = "right"
    for seat, each in result.seats.items():
        counts = (each.wins, each.draws, each.losses)
        name = catalog.name("seat", seat)
        grid.add_row(name, each.player, *map(str, counts), f"{each.mean_score:.3f}")
    context.screen.line()
    context.screen.show(indented(grid))


def _show_endings(game: AnyGame, result: Simulation, context: Context) -> None:
    if not result.endings:
        return
    catalog = game.catalog(context.language)
    grid = table(context.words("simulate.ending"), context.words("simulate.games"))
    grid.columns[1].justify = "right"
    for key, number in result.endings.items():
        short = f"outcome.short.{key.rpartition('.')[2]}"
        grid.add_row(catalog.texts.get(short, key), str(number))
    context.screen.line()
    context.screen.show(indented(grid))


def _show_happenings(game: AnyGame, result: Simulation, context: Context) -> None:
    """Print event counts, in total and per game, by seat where they belong to one."""
    if not result.happenings:
        return
    words, catalog = context.words, game.catalog(context.language)
    grid = table(words("simulate.happening"), words("simulate.in_all"), words("simulate.a_game"))
    for column in grid.columns[1:]:
        column.justify = "right"
    for kind in game.statistics.happenings:
        for seat, number in result.happenings.get(kind, {}).items():
            name = catalog.get(f"happening.{kind}")
            label = f"{name}: {catalog.name('seat', seat)}" if seat else name
            grid.add_row(label, str(number), f"{number / result.ended:.2f}")
    context.screen.line()
    context.screen.show(indented(grid))


def _show_failures(result: Simulation, context: Context) -> None:
    words, screen = context.words, context.screen
    screen.line()
    number = len(result.failures)
    screen.line(words("simulate.failures", count=number), "red bold" if number else "green")
    for failure in result.failures[:SHOWN_FAILURES]:
        screen.line(f"  {failure.error}", "red")
        screen.line(f"    {context.command} replay {shlex.quote(failure.record)}")
    if number > SHOWN_FAILURES:
        screen.line("  " + words("simulate.more_failures", count=number - SHOWN_FAILURES))
    for seat, times in result.lapses.items():
        screen.line(words("simulate.lapses", player=result.seats[seat].player, count=times), "red")
    for seat, times in result.fallbacks.items():
        player = result.seats[seat].player
        screen.line(words("simulate.fallbacks", player=player, count=times), "red")
