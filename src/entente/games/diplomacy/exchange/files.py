"""Files of saved games: one game, a list of games, or a game a line; each in a known format."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from entente.games.diplomacy.board import Board
from entente.games.diplomacy.exchange.package import package_game
from entente.games.diplomacy.exchange.saved import SavedGame, exchange_mistake
from entente.games.diplomacy.exchange.webdiplomacy import webdiplomacy_game

BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def games_in(data: bytes) -> list[bytes]:
    """The games of a file, as they stand there; none is looked into yet.

    Where the first line is a whole JSON object, every line is a game.
    """
    data = data.removeprefix(BYTE_ORDER_MARK).strip()
    if not data:
        raise exchange_mistake("exchange.empty")
    if data.startswith(b"["):
        return [bytes(game) for game in _decoded(data, list[msgspec.Raw])]
    lines = [line for line in data.splitlines() if line.strip()]
    return lines if len(lines) > 1 and _is_object(lines[0]) else [data]


def read_game(board: Board, data: bytes) -> SavedGame:
    """One game: numbers of territories are webDiplomacy's, names those of the package."""
    game: Mapping[str, Any] = _decoded(data, dict[str, Any])
    phases = game.get("phases")
    if not isinstance(phases, list) or not phases:
        raise exchange_mistake("exchange.no_phases")
    if "gameID" in game or "variantID" in game:
        return webdiplomacy_game(board, game)
    return package_game(board, game)


def _is_object(line: bytes) -> bool:
    try:
        return isinstance(msgspec.json.decode(line), dict)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return False


def _decoded(data: bytes, kind: Any) -> Any:
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise exchange_mistake("exchange.malformed", reason=str(error)) from None
