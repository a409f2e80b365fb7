"""What is said about many games: where failures go, how long one may last, how it is told."""

from __future__ import annotations

from entente.arena.playing import MOST_DECISIONS
from entente.cli.parser import Parser, whole_number


def add_reports(parser: Parser) -> None:
    words = parser.words
    parser.add_argument(
        "--failures",
        metavar=words("argument.folder"),
        default="entente-failures",
        help=words("help.failures"),
    )
    parser.add_argument(
        "--max-decisions",
        metavar="N",
        type=whole_number("--max-decisions", 1),
        default=MOST_DECISIONS,
        help=words("help.max_decisions", number=MOST_DECISIONS),
    )
    parser.add_argument("--json", action="store_true", help=words("help.json"))
