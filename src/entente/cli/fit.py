"""`entente arena fit`: fit evaluation weights to game results and test them in a match; and
`entente arena calibrate`: fit the mapping from evaluation to win probability."""

from __future__ import annotations

import shlex
from argparse import Namespace
from collections.abc import Callable
from pathlib import Path
from typing import Any

from entente.arena import calibration
from entente.arena.bots import is_bot
from entente.arena.entrants import find
from entente.arena.fitting import linear, paired_play
from entente.arena.fitting.linear import LinearFit
from entente.arena.fitting.match import FitMatch, match, write
from entente.arena.fitting.paired_play import PairedFit
from entente.cli.batch import PLAYERS
from entente.cli.common_args import Context, find_game, read_options
from entente.cli.files import can_be_written
from entente.cli.grid import Grid
from entente.cli.progress import ProgressBars, progress_bar
from entente.cli.screen import indented, table
from entente.cli.user_error import user_error
from entente.kernel import Game, Options
from entente.players.engines.tunable import feature_weights_of, tunable_policy_of

LEAST_GAMES = 5  # at least one is held out


def run(arguments: Namespace, context: Context) -> int:
    """Fit, play the match, write the weights. 1: the new weights are not shown to be better."""
    game, options, level = _requested("fit", arguments)
    quick = tunable_policy_of(game.info.id)
    if quick is None:
        feature_weights_of(game.info.id)  # raises before the first game
    elif arguments.players != PLAYERS:
        raise user_error("mistake.fit_by_play", game=game.info.id)
    place = _file(arguments, f"{game.info.id}-weights.json")
    can_be_written(place)
    common = (arguments.games, arguments.seed, arguments.workers)
    fitted: LinearFit | PairedFit
    with progress_bar() as shown:
        first = _counted(shown, context.words("fit.playing"), arguments.games)
        if quick is None:
            played = linear.gather(game.info.id, options, level, *common, first)
            fitted = linear.fit(game.info.id, played)
        else:
            figures = quick.figures(options)
            pairs = paired_play.gather(game.info.id, options, figures, *common, first)
            fitted = paired_play.fit(game.info.id, figures, pairs)
        second = _counted(shown, context.words("fit.match"), arguments.games)
        against = match(fitted, options, *common, second)
    command = _command_line("fit", game.info.id, None if quick else level, arguments)
    try:
        write(place, fitted, against, command)
    except OSError as error:
        reason = error.strerror or str(error)
        raise user_error("mistake.unwritable", file=str(place), error=reason) from None
    if arguments.json:
        output = {"fitted": fitted, "match": against, "better": against.better, "file": str(place)}
        context.screen.json(output)
    else:
        _show(fitted, against, place, context)
    return 0 if against.better else 1


def _counted(shown: ProgressBars, name: str, games: int) -> Callable[[int], None]:
    """Add a bar; return the function that updates it."""
    task = shown.add_task(name, total=games)
    return lambda done: shown.update(task, completed=done)


def _command_line(command: str, game: str, level: str | None, arguments: Namespace) -> str:
    """Return the command line that reproduces the result."""
    words = ["entente", "arena", command, game, *(["--players", level] if level else [])]
    words += ["--games", str(arguments.games), "--seed", arguments.seed]
    words += [word for value in arguments.option for word in ("--option", value)]
    words += ["--all-options"] if arguments.all_options else []
    return shlex.join(words)


def run_calibration(arguments: Namespace, context: Context) -> int:
    """Fit the calibration and write it. 1: it fits no better than the uncalibrated values."""
    game, options, level = _requested("calibrate", arguments)
    place = _file(arguments, f"{game.info.id}-calibration.toml")
    can_be_written(place)
    common = (arguments.games, arguments.seed, arguments.workers)
    with progress_bar() as shown:
        counted = _counted(shown, context.words("fit.playing"), arguments.games)
        played = calibration.gather(game.info.id, options, level, *common, counted)
    command = _command_line("calibrate", game.info.id, level, arguments)
    fitted = calibration.fit(game.info.id, played, command)
    try:
        calibration.write(place, fitted)
    except OSError as error:
        reason = error.strerror or str(error)
        raise user_error("mistake.unwritable", file=str(place), error=reason) from None
    if arguments.json:
        context.screen.json({"found": fitted, "file": str(place)})
    else:
        context.screen.line(calibration.as_toml(fitted).rstrip())
        loss = {"new": f"{fitted.loss:.4f}", "old": f"{fitted.old_loss:.4f}"}
        context.screen.line(context.words("fit.chances_loss", count=fitted.positions, **loss))
        context.screen.line(context.words("fit.chances_file", file=str(place)))
    return 0 if fitted.loss < fitted.old_loss else 1


def _file(arguments: Namespace, default: str) -> Path:
    return Path(arguments.results) if arguments.results else Path("entente-arena", default)


def _requested(command: str, arguments: Namespace) -> tuple[Game[Any, Any], Options, str]:
    """Return the game, its options, and the player to fit."""
    game = find_game(arguments.game)
    if is_bot(arguments.players):
        raise user_error("mistake.fit_bot", command=command)
    if arguments.games < LEAST_GAMES:
        raise user_error("mistake.fit_games", least=LEAST_GAMES)
    options = game.info.complete(read_options(game, arguments))
    return game, options, find(arguments.players, game.info.id)


def _show(fitted: LinearFit | PairedFit, against: FitMatch, place: Path, context: Context) -> None:
    words, screen = context.words, context.screen
    if isinstance(fitted, PairedFit):
        _show_moved(fitted, context)
    else:
        _show_fitted(fitted, context)
    won = against.share
    shares = {"low": f"{100 * won.low:.0f}", "high": f"{100 * won.high:.0f}"}
    shares["even"] = f"{100 * against.even:.0f}"
    screen.line(words("fit.matched", wins=against.wins, count=against.games, **shares))
    better = against.better
    screen.line(
        words("fit.better" if better else "fit.not_better"), "green" if better else "yellow"
    )
    screen.line(words("fit.file", file=str(place)))


def _show_moved(fitted: PairedFit, context: Context) -> None:
    """Print the weights with their z-scores."""
    words, screen = context.words, context.screen
    grid = _numbers(*(words(f"fit.{key}") for key in ("feature", "old", "new", "sure")))
    for name, weight in fitted.weights.items():
        sure = fitted.sure[name]
        grid.add_row(name, f"{fitted.old[name]:.4f}", f"{weight:.4f}", f"{sure:+.1f}")
    screen.show(indented(grid))
    screen.line(words("fit.sure_means", count=fitted.games))


def _show_fitted(fitted: LinearFit, context: Context) -> None:
    """Print the weights and their fit on held-out games."""
    words, screen = context.words, context.screen
    grid = _numbers(*(words(f"fit.{key}") for key in ("feature", "old", "new")))
    for name, weight in fitted.weights.items():
        grid.add_row(name, f"{fitted.old.get(name, 0.0):.4f}", f"{weight:.4f}")
    screen.show(indented(grid))
    loss = {"new": f"{fitted.loss:.4f}", "old": f"{fitted.old_loss:.4f}"}
    screen.line(words("fit.loss", count=fitted.positions, **loss))
    grid = _numbers(*(words(f"fit.{key}") for key in ("positions", "expected", "found")))
    grid.columns[0].justify = "right"
    for each in fitted.calibration:
        grid.add_row(
            f"{each.positions}", f"{100 * each.expected:.0f} %", f"{100 * each.found:.0f} %"
        )
    screen.show(indented(grid))


def _numbers(*names: str) -> Grid:
    """Return a table with right-aligned columns after the first."""
    grid = table(*names)
    for column in grid.columns[1:]:
        column.justify = "right"
    return grid
