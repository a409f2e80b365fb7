"""`entente diplomacy`: the adjudicator for programs, and the referee for people."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import msgspec

from entente.cli.mistake import mistake
from entente.cli.parser import Parser
from entente.cli.setting import Context
from entente.games.diplomacy.board import Board
from entente.games.diplomacy.cases import Judge
from entente.games.diplomacy.referee import Moved, Referee, Retreated
from entente.games.diplomacy.rules import CLASSIC, STANDARD, Rules
from entente.games.diplomacy.sheet import sheet_svg
from entente.games.diplomacy.tables import PACKAGE
from entente.games.diplomacy.verdict import Verdict
from entente.games.diplomacy.wording import OrderCatalog
from entente.kernel import Catalog

RULES = {"standard": STANDARD, "classic": CLASSIC}


def configure(parser: Parser) -> None:
    """`adjudicate` and `judge`."""
    words = parser.words
    actions = parser.add_subparsers(
        dest="action", metavar="ACTION", title=words("help.commands"), parser_class=Parser
    )
    summary = words("diplomacy.adjudicate")
    adjudicate = actions.add_parser("adjudicate", help=summary, words=words, description=summary)
    adjudicate.add_argument("--explain", action="store_true", help=words("diplomacy.explain"))
    summary = words("diplomacy.judge")
    judge = actions.add_parser("judge", help=summary, words=words, description=summary)
    judge.add_argument("file", metavar="FILE", help=words("diplomacy.file"))
    judge.add_argument("--svg", metavar="DIR", help=words("diplomacy.svg"))
    for each in (adjudicate, judge):
        each.add_argument("--rules", metavar="|".join(RULES), help=words("diplomacy.rules"))


def run(arguments: argparse.Namespace, context: Context) -> int:
    """The action that was named."""
    if arguments.action == "adjudicate":
        return adjudicate(arguments, context)
    if arguments.action == "judge":
        return judge(arguments, context)
    raise mistake("mistake.missing", names="ACTION", command="entente diplomacy")


def adjudicate(arguments: argparse.Namespace, context: Context) -> int:
    """Cases in JSON from standard input, an answer for each line; 1 if any line was no case."""
    catalog = Catalog.load(context.language, "entente.kernel", PACKAGE)
    judge = Judge(Board({}), rules_of(arguments, "standard"), catalog, explain=arguments.explain)
    status = 0
    for line in sys.stdin.buffer:
        if line.strip():
            answer = judge.answer(line)
            status = 1 if "error" in answer else status
            sys.stdout.buffer.write(msgspec.json.encode(answer) + b"\n")
            sys.stdout.buffer.flush()
    return status


def judge(arguments: argparse.Namespace, context: Context) -> int:
    """A person's sheet of orders, answered in words; 1 if a line could not be followed."""
    text = read(arguments.file)
    board = Board({})
    catalog = OrderCatalog(board, Catalog.load(context.language, "entente.kernel", PACKAGE))
    referee = Referee(board, rules_of(arguments, "classic"), context.language, context.language)
    verdict, status = Verdict(board, catalog), 0
    pictures = Pictures(board, context.language, arguments.svg)
    for judged in referee.judge(text):
        for line in verdict.lines(judged):
            context.screen.line(line)
        if any(answer.refusal is not None for answer in judged.answers):
            status = 1
        if isinstance(judged, Moved):
            pictures.draw(judged)
        if not isinstance(judged, Moved | Retreated) or not referee.dislodged:
            context.screen.line()
    for line in verdict.standing(referee.position):
        context.screen.line(line)
    for path in pictures.written:
        context.screen.line(context.words("diplomacy.drawn", path=str(path)))
    return status


class Pictures:
    """Maps of the movement phases, one file each."""

    def __init__(self, board: Board, language: str, folder: str | None) -> None:
        self.board = board
        self.language = language
        self.folder = Path(folder) if folder else None
        self.written: list[Path] = []

    def draw(self, judged: Moved) -> None:
        """Write the picture of a phase, if pictures are wanted."""
        if self.folder is None:
            return
        picture = sheet_svg(
            self.board,
            judged.results,
            season=judged.season,
            year=judged.year,
            language=self.language,
            centres=judged.centres,
        )
        path = self.folder / f"{judged.year}-{judged.season}.svg"
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            path.write_text(picture, encoding="utf-8")
        except OSError as error:
            raise mistake("diplomacy.cannot_write", path=str(path), reason=str(error)) from None
        self.written.append(path)


def rules_of(arguments: argparse.Namespace, default: str) -> Rules:
    """The set of rules that was named."""
    name = arguments.rules or default
    if name not in RULES:
        raise mistake("diplomacy.no_rules", name=name, known=list(RULES))
    return RULES[name]


def read(name: str) -> str:
    """A text file; `-` is standard input."""
    try:
        if name == "-":
            return sys.stdin.read()
        return Path(name).read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise mistake("diplomacy.cannot_read", path=name, reason=str(error)) from None
