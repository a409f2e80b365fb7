"""The schema of a case in JSON: its keys and their values."""

from __future__ import annotations

import json
import re
from decimal import Decimal
from typing import Any

from entente.games.diplomacy.board import Board
from entente.games.diplomacy.data_schema import PACKAGE
from entente.games.diplomacy.notation.map_names import lexicon
from entente.games.diplomacy.notation.tokens import plain_words, shortened
from entente.kernel import Refusal
from entente.kernel.message import Argument, Message
from entente.kernel.text import catalog_of
from entente.kernel.user_error import UserError

ID, PHASE, UNITS, ORDERS, CENTRES, DISLODGED = (
    "id",
    "phase",
    "units",
    "orders",
    "centers",
    "dislodged",
)
FIELDS = (ID, PHASE, UNITS, ORDERS, CENTRES, DISLODGED)
EXAMPLES = {
    UNITS: '{"AUSTRIA": ["A BUD", "F TRI"]}',
    ORDERS: '{"AUSTRIA": ["A BUD - SER"]}',
    CENTRES: '{"AUSTRIA": ["BUD", "TRI"]}',
    DISLODGED: '{"AUSTRIA": {"A SER": ["ALB", "GRE"]}}',
}
_NEAR = 20  # characters quoted at a JSON error
_SURROGATE = re.compile(r"\\ud", re.IGNORECASE)  # may be half a character

Table = dict[str, list[str]]


def case_error(key: str, because: Refusal | None = None, /, **args: Argument) -> UserError:
    """Return an error in a case; `because` is a reason as a text of this game.

    Long values are abbreviated.
    """
    message = _brief(Message(key, args))
    if because is None:
        return UserError(message, PACKAGE)
    reason = _brief(because.message)
    return UserError(message, PACKAGE, lambda language: catalog_of(PACKAGE, language).say(reason))


def _brief(message: Message) -> Message:
    args = {
        name: shortened(value) if isinstance(value, str) else value
        for name, value in message.args.items()
    }
    return Message(message.key, args)


# -- JSON


def read_fields(line: bytes) -> dict[str, Any]:
    """Read the keys of a case, rejecting duplicates and unknown keys."""
    fields = _json(line)
    if not isinstance(fields, dict):
        raise case_error("case.no_object", example='{"units": {"AUSTRIA": ["A BUD"]}}')
    for name in fields:
        if name not in FIELDS:
            raise case_error("case.field", text=name, known=list(FIELDS))
    return fields


def _json(line: bytes) -> object:
    """Parse a line. Numbers are not converted, so they may have any length."""
    try:
        text = line.decode()
        value: object = json.loads(
            text,
            object_pairs_hook=_once,
            parse_int=Decimal,
            parse_float=Decimal,
            parse_constant=_constant,
        )
        if _SURROGATE.search(text):
            json.dumps(value, ensure_ascii=False, default=str).encode()
    except UnicodeDecodeError:
        raise case_error("case.not_utf8") from None
    except UnicodeEncodeError:
        raise case_error("case.half_character") from None
    except RecursionError:
        raise case_error("case.too_deep") from None
    except json.JSONDecodeError as error:
        rest = text[error.pos :].strip()
        if not rest or error.msg.startswith("Unterminated"):
            raise case_error("case.breaks_off") from None
        near = rest if len(rest) <= _NEAR else rest[:_NEAR] + "…"
        raise case_error("case.malformed", column=error.pos + 1, near=near) from None
    return value


def _constant(name: str) -> object:
    raise case_error("case.constant", text=name)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Build a JSON object, rejecting duplicate keys."""
    fields: dict[str, Any] = {}
    for name, value in pairs:
        if name in fields:
            raise case_error("case.twice", text=name)
        fields[name] = value
    return fields


# -- tables by power


def read_table(board: Board, field: str, value: object) -> Table:
    """Read texts by power. `null` counts as empty."""
    table: Table = {}
    if value is None:
        return table
    if not isinstance(value, dict):
        raise case_error("case.table", field=field, example=EXAMPLES[field])
    for name, texts in value.items():
        power = read_power(board, field, name)
        if power in table:
            raise case_error("case.twice", text=name)
        table[power] = read_texts(field, name, texts)
    return table


def read_texts(field: str, name: str, value: object) -> list[str]:
    if value is None:
        return []
    if isinstance(value, list) and all(isinstance(each, str) for each in value):
        return value
    raise case_error("case.texts", field=field, name=name, example=EXAMPLES[field])


def read_power(board: Board, field: str, name: str) -> str:
    """Return the id of a power from its full name in either language, ignoring case."""
    power = power_named(board, name)
    if power is None:
        raise case_error("case.power", field=field, text=name, known=list(board.power))
    return power


def power_named(board: Board, name: str) -> str | None:
    """Return the id of the power with this name, if any."""
    names, words = lexicon(board, "en"), plain_words(name)
    if not names.is_power_name(words):
        return None
    (power,) = names.powers(words)
    return board.powers[power].id
