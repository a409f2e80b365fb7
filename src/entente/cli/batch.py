"""Options of commands that play many games."""

from __future__ import annotations

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
