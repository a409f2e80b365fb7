"""`entente analyse`: the course of a game, and what a computer player thinks at one of its
positions."""

from __future__ import annotations

from argparse import Namespace
from typing import Any

import msgspec

from entente.cli.common_args import Context, find_seat
from entente.cli.output import print_setup
from entente.cli.parser import Parser, whole_number
from entente.cli.records import read_record, record_error
from entente.cli.user_error import user_error
from entente.kernel import Seat, registry
from entente.kernel.record import AnyMatch, Record, RecordError
from entente.players import USUAL, PlayerView
from entente.players.calibration import scale_at
from entente.players.engines import LEVELS
from entente.players.explanation import ExplanationText, ExplanationWriter
from entente.players.levels import LevelPlayer
from entente.players.move_review import SEED
from entente.players.win_chances import chances, evaluations

COLUMNS = 60  # of the graph
STEPS = "▁▂▃▄▅▆▇█"


def configure(parser: Parser) -> None:
    words = parser.words
    parser.add_argument("file", metavar=words("argument.file"), help=words("help.file"))
    move = whole_number("--move", 0)
    parser.add_argument("--move", metavar="N", type=move, help=words("help.move_analyse"))
    known = ", ".join(LEVELS)
    level = words("help.level_analyse", known=known, usual=USUAL)
    parser.add_argument("--level", metavar=words("argument.name"), help=level)
    seat = words("argument.seat")
    parser.add_argument("--seat", metavar=seat, help=words("help.seat_analyse"))
    parser.add_argument("--json", action="store_true", help=words("help.json"))


def run(arguments: Namespace, context: Context) -> int:
    if arguments.level not in (None, *LEVELS):
        raise user_error("mistake.level", name=arguments.level, known=list(LEVELS))
    if arguments.move is None and (arguments.level, arguments.seat) != (None, None):
        raise user_error("mistake.moment_alone")
    try:
        record = read_record(arguments.file)
        if arguments.move is not None and arguments.move > len(record.moves):
            raise user_error("mistake.at", number=arguments.move, most=len(record.moves))
        match = record.match(registry.load)
    except RecordError as error:
        raise record_error(arguments.file, error, context.command) from None
    course = _course(match)
    analysis = _analyse(record, arguments, context) if arguments.move is not None else None
    if arguments.json:
        output: dict[str, Any] = {"course": course}
        if analysis is not None:
            output["thought"] = msgspec.to_builtins(analysis)
        context.screen.json(output)
        return 0
    print_setup(match.game, record.header.options, record.header.seats, context)
    _show_course(match, course, context)
    if analysis is not None:
        context.screen.gap()
        title = context.words("analyse.thought", move=arguments.move)
        context.screen.line(title, "bold")
        for line in analysis.sentences:
            context.screen.line(f"  {line}")
    return 0


def _course(match: AnyMatch) -> list[dict[Seat, int]]:
    """Return the chances of all seats after each move, by static evaluation."""
    again = match.from_start()
    course = [chances(evaluations(again.position))]
    for move in match.moves[match.first :]:
        again.repeat(move)
        course.append(chances(evaluations(again.position)))
    return course


def _show_course(match: AnyMatch, course: list[dict[Seat, int]], context: Context) -> None:
    screen, catalog = context.screen, match.game.catalog(context.language)
    screen.gap()
    screen.line(context.words("analyse.course"), "bold")
    names = {seat: catalog.name("seat", seat) for seat in match.seats}
    width = max(map(len, names.values()))
    count = min(COLUMNS, len(course))
    places = [round(n * (len(course) - 1) / max(1, count - 1)) for n in range(count)]
    for seat, name in names.items():
        line = "".join(STEPS[course[n][seat] * (len(STEPS) - 1) // 100] for n in places)
        first, last = course[0][seat], course[-1][seat]
        moves = context.words("analyse.row", first=first, last=last)
        screen.line(f"  {name:<{width}}  {line}  {moves}")


def _analyse(record: Record, arguments: Namespace, context: Context) -> ExplanationText:
    """Return what a level would have done at a moment."""
    match = record.match(registry.load, arguments.move)
    position, game = match.position, match.game
    if not position.to_move:
        raise user_error("mistake.nothing_asked", number=arguments.move)
    seat = position.to_move[0]
    if arguments.seat is not None:
        seat = find_seat(game, match.seats, arguments.seat, context.language)
    if not position.decisions_for(seat):
        catalog = game.catalog(context.language)
        name, *known = (catalog.name("seat", each) for each in (seat, *position.to_move))
        raise user_error("mistake.not_asked", seat=name, number=arguments.move, known=known)
    level = arguments.level or USUAL
    result = LevelPlayer(game.info.id, level, SEED).think(PlayerView(position, seat, afresh=True))
    result = scale_at(position).result(seat, result)
    writer = ExplanationWriter(game, seat, level, evaluations(position), context.language)
    return writer.explain(result)
