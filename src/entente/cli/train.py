"""`entente train`: train a player by self-play."""

from __future__ import annotations

import shlex
from argparse import Namespace
from pathlib import Path
from typing import TYPE_CHECKING, Any

from entente.cli.batch import INTERRUPTED
from entente.cli.common_args import AnyGame, Context, add_options, find_game, read_options
from entente.cli.parser import Parser, whole_number
from entente.cli.progress import progress_bar
from entente.cli.screen import indented, table
from entente.cli.user_error import user_error

if TYPE_CHECKING:
    from entente.learning.training_run import Progress as Reached
    from entente.learning.training_run import TrainingRun

REPORT = "report.html"


def configure(parser: Parser) -> None:
    words = parser.words
    parser.add_argument("game", metavar=words("argument.game"), help=words("help.game"))
    folder = words("argument.folder")
    parser.add_argument("--output", metavar=folder, help=words("help.output"))
    for name, usual, key in (
        ("--iterations", 10, "help.iterations"),
        ("--games", 200, "help.games_train"),
        ("--workers", 1, "help.workers"),
    ):
        number = whole_number(name, 1)
        parser.add_argument(name, metavar="N", type=number, default=usual, help=words(key))
    seed = words("argument.seed")
    parser.add_argument("--seed", metavar=seed, default="0", help=words("help.seed_simulate"))
    add_options(parser)
    parser.add_argument("--json", action="store_true", help=words("help.json"))


def run(arguments: Namespace, context: Context) -> int:
    game = find_game(arguments.game)
    options = read_options(game, arguments)
    folder = Path(arguments.output) if arguments.output else Path("entente-learning", game.info.id)
    from entente.learning.report import report
    from entente.learning.training import train
    from entente.learning.training_run import Settings, TrainingRun

    complete = game.info.complete(options)
    training = TrainingRun(
        folder, Settings(game.info.id, game.info.version, complete, arguments.seed)
    )
    finished = True
    try:
        while training.done < arguments.iterations:
            finished = _iterate(training, train, arguments, context)
            if not finished:
                break
            page = report(training.record, context.language, _command_line(game, arguments))
            (folder / REPORT).write_text(page, encoding="utf-8")
    except OSError as error:
        reason = error.strerror or str(error)
        place = str(error.filename or folder)
        raise user_error("mistake.unwritable", file=place, error=reason) from None
    if arguments.json:
        context.screen.json(
            {"folder": str(folder), "finished": finished, "course": training.record}
        )
    else:
        _show(training, finished, context)
    return 0 if finished else INTERRUPTED


def _iterate(training: TrainingRun, train: Any, arguments: Namespace, context: Context) -> bool:
    """Run one iteration with a progress bar; False if it was interrupted."""
    words = context.words
    with progress_bar() as shown:
        tasks = {
            playing: shown.add_task(words(f"train.{key}", number=training.done + 1), total=None)
            for playing, key in ((True, "playing"), (False, "learning"))
        }

        def listener(reached: Reached) -> None:
            shown.update(tasks[reached.playing], completed=reached.done, total=reached.planned)

        try:
            training.iterate(arguments.games, arguments.workers, train, listener)
        except KeyboardInterrupt:
            return False
    return True


def _command_line(game: AnyGame, arguments: Namespace) -> str:
    """Return the command line that reproduces the run."""
    words = ["entente", "train", game.info.id, "--iterations", str(arguments.iterations)]
    words += ["--games", str(arguments.games)]
    words += ["--seed", arguments.seed] if arguments.seed != "0" else []
    words += [word for option in arguments.option for word in ("--option", option)]
    words += ["--all-options"] if arguments.all_options else []
    return shlex.join(words)


def _show(training: TrainingRun, finished: bool, context: Context) -> None:
    words, screen = context.words, context.screen
    keys = ("iteration", "games", "length", "network", "evaluation", "right", "agreed")
    grid = table(*(words(f"train.{key}") for key in keys))
    for column in grid.columns:
        column.justify = "right"
    for number, each in enumerate(training.record.iterations, 1):
        fit = each.fit
        losses = (f"{fit.value_loss:.3f}", f"{fit.evaluation_loss:.3f}")
        shares = (f"{100 * fit.value_accuracy:.0f} %", f"{100 * fit.policy_accuracy:.0f} %")
        grid.add_row(str(number), str(each.games), f"{each.length:.0f}", *losses, *shares)
    screen.show(indented(grid))
    screen.line()
    if training.done:
        screen.line(words("train.network_file", file=str(training.onnx)))
        screen.line(words("train.report", file=str(training.folder / REPORT)))
        game = training.record.settings.game
        command = f"ENTENTE_NETWORKS={shlex.quote(str(training.folder))} {context.command}"
        command += f" arena run {game} --players learned,normal"
        screen.line(words("train.measure", command=command))
    if not finished:
        screen.line(words("train.again"), "yellow")
