"""`entente replay`: print a record in words or one of its positions, or verify it."""

from __future__ import annotations

import shlex
import sys
from argparse import Namespace
from pathlib import Path
from typing import Any

from entente.cli.common_args import Context, find_seat
from entente.cli.output import drawing, print_outcome, print_setup, question
from entente.cli.parser import Parser, whole_number
from entente.cli.records import read_bytes, read_record, record_error
from entente.cli.user_error import user_error
from entente.kernel import Message, Outcome, Seat, registry
from entente.kernel.match import Line
from entente.kernel.record import (
    AnyMatch,
    Header,
    Record,
    RecordError,
    digest,
    header_seen_by,
    moves_seen_by,
    repaired,
    write,
)


def configure(parser: Parser) -> None:
    words = parser.words
    parser.add_argument("file", metavar=words("argument.file"), help=words("help.file"))
    parser.add_argument("--verify", action="store_true", help=words("help.verify"))
    out, seat = words("argument.out"), words("argument.seat")
    parser.add_argument("--repair", metavar=out, help=words("help.repair"))
    parser.add_argument("--at", metavar="N", type=whole_number("--at", 0), help=words("help.at"))
    parser.add_argument("--seat", metavar=seat, help=words("help.seat_replay"))
    parser.add_argument("--json", action="store_true", help=words("help.json"))


def run(arguments: Namespace, context: Context) -> int:
    if arguments.repair is not None:
        return _repair(arguments, context)
    if arguments.verify:
        status = _verify(arguments, context)
        if status or arguments.at is None or arguments.json:
            return status
    try:
        record = read_record(arguments.file)
        if arguments.at is not None and arguments.at > len(record.moves):
            raise user_error("mistake.at", number=arguments.at, most=len(record.moves))
        match = record.match(registry.load, arguments.at)
    except RecordError as error:
        raise record_error(arguments.file, error, context.command) from None
    seat = None
    if arguments.seat is not None:
        seat = find_seat(match.game, match.seats, arguments.seat, context.language)
    if arguments.json:
        context.screen.json(_described(record, match, arguments.at, seat, context))
    elif arguments.at is not None:
        _show_position(record, match, seat, context)
    else:
        _show_log(record, match, seat, context)
    return 0


# -- the proof


def _verify(arguments: Namespace, context: Context) -> int:
    try:
        record = read_record(arguments.file)
        match = record.verify(registry.load)
    except RecordError as error:
        if arguments.json:
            wrong = {"verified": False, "line": error.line, "reason": error.why(context.language)}
            context.screen.json({"file": arguments.file, **wrong})
        else:
            text = error.text(context.language)
            verdict = context.words("replay.wrong", file=arguments.file, error=text)
            print(f"entente: {verdict}", file=sys.stderr)
        return 1
    if arguments.json:
        context.screen.json(_proof(arguments, record, match))
    else:
        _show_proof(arguments, record, match, context)
    return 0


def _proof(arguments: Namespace, record: Record, match: AnyMatch) -> dict[str, Any]:
    return {
        "file": arguments.file,
        "verified": True,
        "moves": len(record.moves),
        "finished": record.footer is not None,
        "state": _fingerprint(arguments, record, match),
        "seed_hash": record.header.seed_hash,
        "rules": {"record": record.header.rules, "here": match.game.info.version},
    }


def _fingerprint(arguments: Namespace, record: Record, match: AnyMatch) -> str | None:
    """Return the digest of the final state; a seat does not get it, because it could test guesses
    about hidden information."""
    if arguments.seat is not None and record.footer is None:
        return None
    return digest(match.game, match.state)


def _show_proof(arguments: Namespace, record: Record, match: AnyMatch, context: Context) -> None:
    words, screen, header = context.words, context.screen, record.header
    screen.line(words("replay.verified", file=arguments.file), "green")
    screen.line("  " + words("replay.verified_lines", count=len(record.moves)))
    screen.line("  " + words("replay.verified_seed", hash=header.seed_hash))
    state = _fingerprint(arguments, record, match)
    if state is not None:
        end = "replay.verified_end" if record.footer else "replay.unfinished"
        screen.line("  " + words(end, state=state))
    rules = _other_rules(record, match, context)
    if rules:
        screen.line("  " + rules)


def _other_rules(record: Record, match: AnyMatch, context: Context) -> str:
    """Return a note if a record was made with other rules; empty if with the same."""
    made, here = record.header.rules, match.game.info.version
    return context.words("replay.other_rules", record=made, here=here) if made != here else ""


def _repair(arguments: Namespace, context: Context) -> int:
    """Write the sound part of a damaged record to another file."""
    others = {"--verify": arguments.verify, "--seat": arguments.seat, "--json": arguments.json}
    others["--at"] = arguments.at is not None
    if beside := [name for name, is_set in others.items() if is_set]:
        raise user_error("mistake.repair_alone", names=beside)
    out = Path(arguments.repair)
    if out.exists():
        raise user_error("mistake.exists", file=str(out))
    try:
        record = repaired(read_bytes(arguments.file))
        write(out, record)
    except RecordError as error:
        raise user_error("mistake.record", file=arguments.file, because=error) from None
    except OSError as error:
        reason = error.strerror or str(error)
        raise user_error("mistake.unwritable", file=str(out), error=reason) from None
    count, file = len(record.moves), shlex.quote(str(out))
    message = context.words("replay.repaired", count=count, file=str(out))
    context.screen.line(message, "green")
    context.screen.line(context.words("play.resume", command=context.command, file=file))
    return 0


# -- the log and the position


def _lines(match: AnyMatch, seat: Seat | None) -> list[tuple[int, Message]]:
    """Return the log: for a seat what it could read, for the owner of the record everything."""
    if seat is None:
        return [(line.move, line.entry.message) for line in match.log]
    return [(line.move, message) for line in match.log if (message := _seen(line, seat))]


def _seen(line: Line, seat: Seat) -> Message | None:
    return line.entry.seen_by(seat)


def _show_log(record: Record, match: AnyMatch, seat: Seat | None, context: Context) -> None:
    screen, catalog = context.screen, match.game.catalog(context.language)
    _show_heading(record, match, seat, context)
    screen.line()
    last = -1
    for move, message in _lines(match, seat):
        number = str(move) if move != last else ""
        screen.parts((f"{number:>5}  ", "dim"), catalog.line(message))
        last = move
    screen.line()
    if not print_outcome(match, context, _agreed(record, match)):
        screen.line(context.words("replay.stands", count=len(match.moves)))


def _show_position(record: Record, match: AnyMatch, seat: Seat | None, context: Context) -> None:
    screen, catalog = context.screen, match.game.catalog(context.language)
    _show_heading(record, match, seat, context)
    at, total = len(match.moves), len(record.moves)
    screen.line(context.words("replay.position", at=at, total=total))
    screen.line()
    screen.picture(drawing(match.game, match.game.view(match.state, seat), catalog, screen))
    screen.line()
    if not print_outcome(match, context, _agreed(record, match)):
        _show_questions(match, seat, context)


def _show_questions(match: AnyMatch, seat: Seat | None, context: Context) -> None:
    """Print the decisions of a seat; for those of others, only which seat they are for."""
    screen, catalog = context.screen, match.game.catalog(context.language)
    position = match.position
    for decision in position.decisions_for(seat):
        screen.line(f"[{decision.section}] {question(decision, catalog, context)}")
    others = [catalog.name("seat_the/seat", each) for each in position.to_move if each != seat]
    if others:
        screen.line(context.words("replay.waiting", seats=others))


def _agreed(record: Record, match: AnyMatch) -> Outcome | None:
    """Return the outcome the players agreed on, if the match is complete."""
    whole = len(match.moves) == len(record.moves)
    return record.footer.end if whole and record.footer is not None else None


def _show_heading(record: Record, match: AnyMatch, seat: Seat | None, context: Context) -> None:
    print_setup(match.game, record.header.options, record.header.seats, context)
    rules = _other_rules(record, match, context)
    if rules:
        context.screen.line(rules)
    if seat is not None:
        name = match.game.catalog(context.language).name("seat_the/seat", seat)
        context.screen.line(context.words("replay.as_seen_by", seat=name), "dim")


# -- for programs


def _described(
    record: Record, match: AnyMatch, at: int | None, seat: Seat | None, context: Context
) -> dict[str, Any]:
    """Return the record as JSON: with `--at` a position, otherwise the moves and the log."""
    output: dict[str, Any] = {"header": _header(record, seat)}
    if at is not None:
        return output | {"at": at, "view": match.game.view(match.state, seat)}
    catalog = match.game.catalog(context.language)
    output["moves"] = record.moves if seat is None else _seen_moves(match, seat)
    output["log"] = [
        {"move": move, "message": message, "text": catalog.line(message)}
        for move, message in _lines(match, seat)
    ]
    return output | {"end": record.footer}


def _header(record: Record, seat: Seat | None) -> Header:
    """Return the header; for a seat without the seed and the start."""
    return record.header if seat is None else header_seen_by(record.header, seat)


def _seen_moves(match: AnyMatch, seat: Seat) -> list[dict[str, Any]]:
    """Return the moves as a seat knew them when they were made."""
    return [{"seat": move.seat, "action": move.action} for move in moves_seen_by(match, seat)]
