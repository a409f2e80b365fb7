"""`entente arena fit`: weights of what a mind counts, fitted from games and tried in a match; and
`entente arena chances`: how what minds call good becomes a chance."""

from __future__ import annotations

from argparse import Namespace
from pathlib import Path
from typing import Any

from entente.arena import chances
from entente.arena.entrants import find
from entente.arena.fitting import Fitted, Match, fit, gather, match, write
from entente.arena.intervals import share
from entente.arena.playing import MOST_DECISIONS
from entente.cli.files import can_be_written
from entente.cli.many_games import FAILURES, bar
from entente.cli.mistake import mistake
from entente.cli.screen import indented, table
from entente.cli.setting import Context, find_game, read_options
from entente.kernel import Game, Options
from entente.players.minds.fitted import knowledge_of

LEAST_GAMES = 5  # one of them is held out


def run(name: str, file: Path | None, arguments: Namespace, context: Context) -> int:
    """Fit, play the match, write the file. 1: the new weights are not shown to be better."""
    game, options, level = _asked(name, arguments)
    knowledge_of(game.info.id)  # what cannot be fitted is refused before the first game
    place = file or Path("entente-arena", f"{game.info.id}-weights.json")
    can_be_written(place)
    common = (arguments.seed, arguments.workers)
    with bar() as shown:
        task = shown.add_task(context.words("fit.playing"), total=arguments.games)
        played = gather(
            game.info.id,
            options,
            level,
            arguments.games,
            *common,
            lambda done: shown.update(task, completed=done),
        )
        fitted = fit(game.info.id, played)
        second = shown.add_task(context.words("fit.match"), total=arguments.games)
        against = match(
            fitted,
            options,
            arguments.games,
            *common,
            lambda done: shown.update(second, completed=done),
        )
    try:
        write(place, fitted, against)
    except OSError as error:
        reason = error.strerror or str(error)
        raise mistake("mistake.unwritable", file=str(place), error=reason) from None
    if arguments.json:
        told = {"fitted": fitted, "match": against, "better": against.better, "file": str(place)}
        context.screen.json(told)
    else:
        _show(fitted, against, place, context)
    return 0 if against.better else 1


def run_chances(name: str, file: Path | None, arguments: Namespace, context: Context) -> int:
    """Fit how worths become chances, and write it. 1: it fits no better than they do themselves."""
    game, options, level = _asked(name, arguments)
    place = file or Path("entente-arena", f"{game.info.id}-chances.toml")
    can_be_written(place)
    with bar() as shown:
        task = shown.add_task(context.words("fit.playing"), total=arguments.games)
        played = chances.gather(
            game.info.id,
            options,
            level,
            arguments.games,
            arguments.seed,
            arguments.workers,
            lambda done: shown.update(task, completed=done),
        )
    given = f"--players {level} --games {arguments.games} --seed {arguments.seed}"
    found = chances.fit(game.info.id, played, f"entente arena chances {game.info.id} {given}")
    try:
        chances.write(place, found)
    except OSError as error:
        reason = error.strerror or str(error)
        raise mistake("mistake.unwritable", file=str(place), error=reason) from None
    if arguments.json:
        context.screen.json({"found": found, "file": str(place)})
    else:
        context.screen.line(chances.written(found).rstrip())
        loss = {"new": f"{found.loss:.4f}", "old": f"{found.old_loss:.4f}"}
        context.screen.line(context.words("fit.chances_loss", count=found.positions, **loss))
        context.screen.line(context.words("fit.chances_file", file=str(place)))
    return 0 if found.loss < found.old_loss else 1


def _asked(name: str, arguments: Namespace) -> tuple[Game[Any, Any], Options, str]:
    """The game, its options, and who plays it. What only measures players is refused rather than
    left aside."""
    others = {
        "--ray": arguments.ray is not None,
        "--data": arguments.data is not None,
        "--report": arguments.report is not None,
        "--failures": arguments.failures != FAILURES,
        "--max-decisions": arguments.max_decisions != MOST_DECISIONS,
    }
    if given := [name for name, is_given in others.items() if is_given]:
        raise mistake("mistake.fit_alone", names=given)
    game = find_game(name)
    if arguments.games < LEAST_GAMES:
        raise mistake("mistake.fit_games", least=LEAST_GAMES)
    options = game.info.complete(read_options(game, arguments))
    return game, options, find(arguments.players, game.info.id)


def _show(fitted: Fitted, against: Match, place: Path, context: Context) -> None:
    words, screen = context.words, context.screen
    grid = table(*(words(f"fit.{key}") for key in ("feature", "old", "new")))
    for column in grid.columns[1:]:
        column.justify = "right"
    for name, weight in fitted.weights.items():
        grid.add_row(name, f"{fitted.old.get(name, 0.0):.4f}", f"{weight:.4f}")
    screen.show(indented(grid))
    loss = {"new": f"{fitted.loss:.4f}", "old": f"{fitted.old_loss:.4f}"}
    screen.line(words("fit.loss", count=fitted.positions, **loss))
    grid = table(*(words(f"fit.{key}") for key in ("positions", "expected", "found")))
    for column in grid.columns:
        column.justify = "right"
    for each in fitted.calibration:
        grid.add_row(
            f"{each.positions}", f"{100 * each.expected:.0f} %", f"{100 * each.found:.0f} %"
        )
    screen.show(indented(grid))
    won = share(against.wins, against.games)
    shares = {"low": f"{100 * won.low:.0f}", "high": f"{100 * won.high:.0f}"}
    screen.line(words("fit.matched", wins=against.wins, count=against.games, **shares))
    better = against.better
    screen.line(
        words("fit.better" if better else "fit.not_better"), "green" if better else "yellow"
    )
    screen.line(words("fit.file", file=str(place)))
