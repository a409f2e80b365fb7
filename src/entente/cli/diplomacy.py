"""`entente diplomacy`: the adjudicator for programs, and the referee for people."""

from __future__ import annotations

import argparse
import logging
import sys
from collections.abc import Iterator
from pathlib import Path

import msgspec

from entente.cli.common_args import Context, add_option, read_options
from entente.cli.files import read_text, without_mark
from entente.cli.game_import import import_games, write_file
from entente.cli.parser import Parser
from entente.cli.records import read_record, record_error
from entente.cli.user_error import user_error
from entente.games.diplomacy.board import Board
from entente.games.diplomacy.cases.judge import Judge
from entente.games.diplomacy.data_schema import PACKAGE
from entente.games.diplomacy.drawing.results_sheet import sheet_svg
from entente.games.diplomacy.exchange import export_game
from entente.games.diplomacy.game import INFO, Diplomacy, rulings
from entente.games.diplomacy.notation.order_catalog import OrderCatalog
from entente.games.diplomacy.rules.powers import rules_of
from entente.games.diplomacy.rules.results import VOID
from entente.games.diplomacy.sheets.referee import Judgement, Moved, Referee, Wintered
from entente.games.diplomacy.sheets.referee_report import RefereeReport
from entente.kernel import Options, registry
from entente.kernel.info import spell
from entente.kernel.record import RecordError
from entente.kernel.text import catalog_of

_LOG = logging.getLogger(__name__)


def configure(parser: Parser) -> None:
    """Add `adjudicate`, `judge`, `export` and `import`."""
    words = parser.words
    summaries = {name: words(f"diplomacy.{name}") for name in ACTIONS}
    actions = parser.add_commands("action", words("argument.action"), summaries)
    adjudicate, judge, export, importing = actions
    adjudicate.add_argument("--explain", action="store_true", help=words("diplomacy.explain"))
    file, record = words("argument.file"), words("argument.record")
    judge.add_argument("file", metavar=file, help=words("diplomacy.file"))
    judge.add_argument("--svg", metavar=words("argument.folder"), help=words("diplomacy.svg"))
    export.add_argument("record", metavar=record, help=words("diplomacy.record"))
    export.add_argument("--output", metavar=file, help=words("diplomacy.output"))
    importing.add_argument("file", metavar=file, help=words("diplomacy.saved"))
    importing.add_argument("--save", metavar=record, required=True, help=words("diplomacy.save"))
    importing.add_argument("--follow", action="store_true", help=words("diplomacy.follow"))
    add_option(importing)
    for each in (adjudicate, judge):
        sets = "|".join(map(spell, INFO.option("rules").values))
        each.add_argument("--rules", metavar=sets, help=words("diplomacy.rules"))
        add_option(each)


def run(arguments: argparse.Namespace, context: Context) -> int:
    """Run the named action."""
    if arguments.action is None:
        missing = context.words("argument.action")
        raise user_error("mistake.missing", names=missing, command="entente diplomacy")
    return ACTIONS[arguments.action](arguments, context)


def adjudicate(arguments: argparse.Namespace, context: Context) -> int:
    """Read cases in JSON from standard input and print an answer for each line; return 1 if a line
    was not a case."""
    catalog = catalog_of(PACKAGE, context.language)
    judge = Judge(Board({}), options_of(arguments), catalog, explain=arguments.explain)
    status = 0
    for number, each in enumerate(sys.stdin.buffer, 1):
        line = each if number > 1 else without_mark(each, "-")
        if line.strip():
            answer = judge.answer(line, number)
            status = 1 if "error" in answer else status
            sys.stdout.buffer.write(msgspec.json.encode(answer) + b"\n")
            sys.stdout.buffer.flush()
    return status


def judge(arguments: argparse.Namespace, context: Context) -> int:
    """Answer a sheet of orders in words; return 1 if a line could not be read."""
    text, options = read_text(arguments.file), options_of(arguments)
    board = Board({})
    catalog = OrderCatalog(board, catalog_of(PACKAGE, context.language))
    referee = Referee(board, rules_of(options), context.language)
    verdict, status = RefereeReport(board, catalog), 0
    context.screen.line(verdict.rules(rulings(options)))
    context.screen.line()
    pictures = Pictures(board, context.language, arguments.svg)
    for judged in judgements(referee, text):
        for line in verdict.lines(judged):
            context.screen.line(line)
        if judged_wrong(judged):
            status = 1
        if isinstance(judged, Moved):
            pictures.draw(judged)
        context.screen.line()
    for line in verdict.standing(referee.position):
        context.screen.line(line)
    for path in pictures.written:
        context.screen.line(context.words("diplomacy.drawn", path=str(path)))
    return status


def judgements(referee: Referee, text: str) -> Iterator[Judgement]:
    """Yield the phases of a sheet. An internal error ends the reading without a traceback."""
    try:
        yield from referee.judge(text)
    except Exception as error:
        _LOG.debug("a sheet could not be read", exc_info=error)
        raise user_error("diplomacy.unreadable", reason=type(error).__name__) from error


def judged_wrong(judged: Judgement) -> bool:
    """Return whether a line was not understood or an order is void."""
    if any(answer.is_lost for answer in judged.answers):
        return True
    if isinstance(judged, Moved):
        return any(result.outcome == VOID for result in judged.results.results)
    return isinstance(judged, Wintered) and any(done.void for done in judged.adjusted.values())


def export(arguments: argparse.Namespace, context: Context) -> int:
    """Write a record as a saved game of the package `diplomacy`."""
    path = Path(arguments.record)
    record = read_record(arguments.record)
    if record.header.game != "diplomacy":
        raise user_error("diplomacy.other_game", path=str(path), name=record.header.game)
    try:
        match = record.match(registry.load)
    except RecordError as error:
        raise record_error(arguments.record, error, context.command) from None
    saved = msgspec.json.encode(export_game(match, path.stem))
    if any(match.state.hides(seat) for seat in match.seats):
        print(f"entente: {context.words('diplomacy.still_secret')}", file=sys.stderr)
    if arguments.output is None:
        sys.stdout.buffer.write(saved + b"\n")
        return 0
    write_file(Path(arguments.output), saved + b"\n")
    context.screen.line(context.words("diplomacy.written", path=arguments.output))
    return 0


class Pictures:
    """Maps of the movement phases, one file for each."""

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
            raise user_error("diplomacy.cannot_write", path=str(path), reason=str(error)) from None
        self.written.append(path)


def options_of(arguments: argparse.Namespace) -> Options:
    """Return the game's options, with the requested readings of the rules."""
    chosen = read_options(Diplomacy({}), arguments)
    known = [option.id for option in INFO.options if option.kind == "ruling"]
    for name in chosen:
        if name not in known:
            raise user_error("diplomacy.no_ruling", name=name, known=known)
    if arguments.rules is not None:
        named = INFO.option("rules").read(arguments.rules)
        if chosen.setdefault("rules", named) != named:
            other = spell(chosen["rules"])
            raise user_error("diplomacy.two_rules", name=spell(named), other=other)
    return INFO.complete(chosen)


ACTIONS = {"adjudicate": adjudicate, "judge": judge, "export": export, "import": import_games}
