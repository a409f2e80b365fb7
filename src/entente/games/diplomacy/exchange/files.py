"""Files of saved games: one game, a list of games, or one game per line, each in a known format."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from entente.games.diplomacy.board import Board
from entente.games.diplomacy.exchange.package import package_game
from entente.games.diplomacy.exchange.saved_game import SavedGame, exchange_error
from entente.games.diplomacy.exchange.webdiplomacy import webdiplomacy_game

BYTE_ORDER_MARK = b"\xef\xbb\xbf"


def games_in(data: bytes) -> list[bytes]:
    """Return the raw games of a file, not yet parsed.

    If the first line is a whole JSON object, every line is a game.
    """
    data = data.removeprefix(BYTE_ORDER_MARK).strip()
    if not data:
        raise exchange_error("exchange.empty")
    if data.startswith(b"["):
        games = [bytes(game) for game in _decoded(data, list[msgspec.Raw])]
        if not games:
            raise exchange_error("exchange.no_game")
        return games
    lines = [line for line in data.splitlines() if line.strip()]
    first = _object(lines[0])
    if first is not None and "entente" in first:
        raise exchange_error("exchange.record")
    return lines if len(lines) > 1 and first is not None else [data]


def read_game(board: Board, data: bytes) -> SavedGame:
    """Read one game: territory numbers mean webDiplomacy, names mean the package."""
    game: Mapping[str, Any] = _decoded(data, dict[str, Any])
    phases = game.get("phases")
    if not isinstance(phases, list):
        raise exchange_error("exchange.no_phases")
    site = "gameID" in game or "variantID" in game
    saved = webdiplomacy_game(board, game) if site else package_game(board, game)
    if not saved.phases:  # or only phases before the game began
        raise exchange_error("exchange.no_phases")
    return saved


def _object(line: bytes) -> Mapping[str, msgspec.Raw] | None:
    """Parse a line that is a whole JSON object."""
    try:
        return msgspec.json.decode(line, type=dict[str, msgspec.Raw])
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None


def _decoded(data: bytes, kind: Any) -> Any:
    try:
        return msgspec.json.decode(data, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise exchange_error("exchange.malformed", reason=str(error)) from None
