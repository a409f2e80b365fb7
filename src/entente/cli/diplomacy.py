"""`entente diplomacy`: the adjudicator for programs, and the referee for people."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import msgspec

from entente.cli.mistake import mistake
from entente.cli.parser import Parser
from entente.cli.records import read_record
from entente.cli.setting import Context
from entente.games.diplomacy.board import Board
from entente.games.diplomacy.cases import Judge
from entente.games.diplomacy.exchange import export_game, import_game
from entente.games.diplomacy.game import Diplomacy
from entente.games.diplomacy.referee import Moved, Referee, Wintered
from entente.games.diplomacy.rules import CLASSIC, STANDARD, Rules
from entente.games.diplomacy.sheet import sheet_svg
from entente.games.diplomacy.tables import PACKAGE
from entente.games.diplomacy.verdict import Verdict
from entente.games.diplomacy.wording import OrderCatalog
from entente.kernel import Catalog, registry
from entente.kernel.record import dump, record_of

RULES = {"standard": STANDARD, "classic": CLASSIC}


def configure(parser: Parser) -> None:
    """`adjudicate`, `judge`, `export` and `import`."""
    words = parser.words
    actions = parser.add_subparsers(
        dest="action",
        metavar=words("argument.action"),
        title=words("help.commands"),
        parser_class=Parser,
    )
    summary = words("diplomacy.adjudicate")
    adjudicate = actions.add_parser("adjudicate", help=summary, words=words, description=summary)
    adjudicate.add_argument("--explain", action="store_true", help=words("diplomacy.explain"))
    summary = words("diplomacy.judge")
    judge = actions.add_parser("judge", help=summary, words=words, description=summary)
    file, record = words("argument.file"), words("argument.record")
    judge.add_argument("file", metavar=file, help=words("diplomacy.file"))
    judge.add_argument("--svg", metavar=words("argument.folder"), help=words("diplomacy.svg"))
    summary = words("diplomacy.export")
    export = actions.add_parser("export", help=summary, words=words, description=summary)
    export.add_argument("record", metavar=record, help=words("diplomacy.record"))
    export.add_argument("--to", metavar=file, help=words("diplomacy.to"))
    summary = words("diplomacy.import")
    importing = actions.add_parser("import", help=summary, words=words, description=summary)
    importing.add_argument("file", metavar=file, help=words("diplomacy.saved"))
    importing.add_argument("--save", metavar=record, required=True, help=words("diplomacy.save"))
    for each in (adjudicate, judge):
        each.add_argument("--rules", metavar="|".join(RULES), help=words("diplomacy.rules"))


def run(arguments: argparse.Namespace, context: Context) -> int:
    """The action that was named."""
    actions = {"adjudicate": adjudicate, "judge": judge, "export": export, "import": import_}
    if arguments.action is None:
        missing = context.words("argument.action")
        raise mistake("mistake.missing", names=missing, command="entente diplomacy")
    return actions[arguments.action](arguments, context)


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
    referee = Referee(board, rules_of(arguments, "classic"), context.language)
    verdict, status = Verdict(board, catalog), 0
    pictures = Pictures(board, context.language, arguments.svg)
    for judged in referee.judge(text):
        for line in verdict.lines(judged):
            context.screen.line(line)
        if any(answer.refusal is not None for answer in judged.answers):
            status = 1
        if isinstance(judged, Wintered) and any(done.void for done in judged.adjusted.values()):
            status = 1
        if isinstance(judged, Moved):
            pictures.draw(judged)
        context.screen.line()
    for line in verdict.standing(referee.position):
        context.screen.line(line)
    for path in pictures.written:
        context.screen.line(context.words("diplomacy.drawn", path=str(path)))
    return status


def export(arguments: argparse.Namespace, context: Context) -> int:
    """A record of ours as a saved game of the package `diplomacy`."""
    path = Path(arguments.record)
    record = read_record(arguments.record)
    if record.header.game != "diplomacy":
        raise mistake("diplomacy.other_game", path=str(path), name=record.header.game)
    saved = msgspec.json.encode(export_game(record.match(registry.load), path.stem))
    if arguments.to is None:
        sys.stdout.buffer.write(saved + b"\n")
        return 0
    write_file(Path(arguments.to), saved + b"\n")
    context.screen.line(context.words("diplomacy.written", path=arguments.to))
    return 0


def import_(arguments: argparse.Namespace, context: Context) -> int:
    """A saved game of the package `diplomacy` as a record of ours."""
    try:
        data = Path(arguments.file).read_bytes()
    except OSError as error:
        raise mistake("diplomacy.cannot_read", path=arguments.file, reason=str(error)) from None
    match = import_game(Diplomacy({}), data)
    write_file(Path(arguments.save), dump(record_of(match)))
    moves = len(match.moves)
    context.screen.line(context.words("diplomacy.imported", path=arguments.save, moves=moves))
    return 0


def write_file(path: Path, data: bytes) -> None:
    """Write a file that is not there yet."""
    if path.exists():
        raise mistake("diplomacy.exists", path=str(path))
    try:
        path.write_bytes(data)
    except OSError as error:
        raise mistake("diplomacy.cannot_write", path=str(path), reason=str(error)) from None


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
        again = sum(each.name.startswith(path.stem) for each in self.written)
        if again:
            path = path.with_stem(f"{path.stem}-{again + 1}")
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
