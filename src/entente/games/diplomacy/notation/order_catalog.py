"""Orders in the reader's own codes: French players write `A Vie` and `F Nrd`, not `F NTH`."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from entente.games.diplomacy.board import Board
from entente.games.diplomacy.notation.writing import place
from entente.kernel import Catalog

# Message parameters that hold written units, places and orders.
WRITTEN = frozenset(
    (
        *("by", "coast", "order", "other", "ours", "place", "places", "slots", "theirs"),
        *("unit", "units"),
    )
)
_WORD = re.compile(r"[A-Za-z]+(?:/[A-Z]+)?")


class OrderCatalog(Catalog):
    """The texts of a language, with orders in the codes of that language."""

    def __init__(self, board: Board, catalog: Catalog) -> None:
        super().__init__(catalog.language, catalog.texts)
        self.board = board

    def write(self, action: str) -> str:
        """Orders, units or places: `A VIE - TRI`, in French `A Vie - Tri`."""
        return _WORD.sub(lambda match: self._word(match[0]), action)

    def get_value(self, key: int | str, args: object, kwargs: Mapping[str, Any]) -> Any:
        value = super().get_value(key, args, kwargs)
        if key not in WRITTEN:
            return value
        return (
            [self.write(each) for each in value] if isinstance(value, list) else self.write(value)
        )

    def _word(self, word: str) -> str:
        location = self.board.location.get(word)
        if location is not None:
            return place(self.board, location, self.language)
        named = self.texts.get(f"action.word.{word}") or self.texts.get(f"names.power.{word}")
        return named or word
