"""Options and progress bar of commands that play many games."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, redirect_stdout

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from entente.arena.game_runner import MAX_DECISIONS
from entente.cli.parser import Parser, whole_number

INTERRUPTED = 130
FAILURES = "entente-failures"  # the folder, where none is named
PLAYERS = "greedy"  # at the arena, where none are named


def add_report_options(parser: Parser) -> None:
    words = parser.words
    parser.add_argument(
        "--failures",
        metavar=words("argument.folder"),
        default=FAILURES,
        help=words("help.failures"),
    )
    parser.add_argument(
        "--max-decisions",
        metavar="N",
        type=whole_number("--max-decisions", 1),
        default=MAX_DECISIONS,
        help=words("help.max_decisions", number=MAX_DECISIONS),
    )
    parser.add_argument("--json", action="store_true", help=words("help.json"))


@contextmanager
def progress_bar() -> Iterator[Progress]:
    """Show a progress bar while games are played, if there is a screen. What players print goes
    there as well, so that the output is the result alone."""
    shown = Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        MofNCompleteColumn(),
        TimeRemainingColumn(),
        console=Console(file=sys.stderr),
        transient=True,
        disable=not sys.stderr.isatty(),
    )
    with redirect_stdout(sys.stderr), shown:
        yield shown
