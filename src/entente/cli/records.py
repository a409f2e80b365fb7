"""Open a record and report what is wrong with it."""

from __future__ import annotations

import shlex
from argparse import Namespace
from pathlib import Path

from entente.cli.common_args import Context
from entente.cli.files import without_mark
from entente.cli.user_error import NotReplayed, user_error
from entente.kernel import Seat, UserError, registry
from entente.kernel.record import AnyMatch, Record, RecordError, parse

LARGEST = 64 << 20
OTHERWISE = (
    "mistake.record.rules",
    "mistake.record.other_data",
    "mistake.record.early_end",
    "mistake.record.agreed_end",
    "mistake.record.other_end",
)
DAMAGED = ("mistake.record.cut_off", "mistake.record.checksum")


def read_record(name: str) -> Record:
    """Read a record from its file; raise RecordError if it cannot be trusted."""
    return parse(read_bytes(name))


def read_bytes(name: str) -> bytes:
    """Return the content of a plain file that is not too large for a record."""
    path = Path(name)
    try:
        if path.exists() and not path.is_file():
            raise user_error("mistake.no_plain_file", file=name)
        with path.open("rb") as file:
            content = file.read(LARGEST + 1)
    except FileNotFoundError:
        raise user_error("mistake.no_file", file=name) from None
    except OSError as error:
        raise user_error(
            "mistake.unreadable", file=name, error=error.strerror or str(error)
        ) from None
    if len(content) > LARGEST:
        raise user_error("mistake.too_large", file=name, most=LARGEST >> 20)
    return without_mark(content, name)


def record_error(name: str, error: RecordError, command: str) -> UserError:
    """Return what is wrong with a record and, if `command` can repair it, how."""
    if error.line > 1 and error.message.key in DAMAGED:
        again = f"{command} replay {shlex.quote(name)} --repair"
        return user_error(
            "mistake.record_repair", file=name, because=error, command=again, line=error.line - 1
        )
    wrong = user_error("mistake.record", file=name, because=error)
    if error.message.key in OTHERWISE:
        return NotReplayed(wrong.message, wrong.package, wrong.because)
    return wrong


def resume(arguments: Namespace, file: str, context: Context) -> tuple[AnyMatch, dict[Seat, str]]:
    """Return the match of a record, and its players. What the record fixes cannot be changed."""
    fixed = {
        "--option": bool(arguments.option),
        "--all-options": arguments.all_options,
        "--seed": arguments.seed is not None,
        "--data": arguments.data is not None,
    }
    named = [name for name, is_given in fixed.items() if is_given]
    if named:
        raise user_error("mistake.fixed", file=file, names=named)
    try:
        record = read_record(file)
        if arguments.game not in (None, record.header.game):
            game = record.header.game
            raise user_error("mistake.other_game", file=file, game=game, given=arguments.game)
        return record.match(registry.load), record.header.seats
    except RecordError as error:
        raise record_error(file, error, context.command) from None
