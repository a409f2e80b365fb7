"""Targets of actions: spaces, cards, regions and other names."""

from __future__ import annotations

from entente.games.turmoil.board import BOXES, BRITAIN, REGIONS, SIDES, Board
from entente.kernel.grammar import Kinds

SPACE, BOX, REGION, SIDE, NUMBER = "space", "box", "region", "side", "number"
CARD, STABILITY_CARD, MOBILIZATION_CARD = "card", "stability_card", "mobilization_card"
NAVAL_BOX, MARKER = "naval_box", "marker"
MOST_BOXES = 2  # C107: boxes a navy goes back


def kinds(board: Board) -> Kinds:
    """Return the names of each kind of target. A name of several kinds belongs to the first of
    them."""
    return {
        SPACE: tuple(board.rows),
        BOX: (*board.boxes, BRITAIN),  # the nation shares the name of the box
        REGION: REGIONS,
        CARD: tuple(board.cards),
        STABILITY_CARD: tuple(card for cards in board.stability_cards.values() for card in cards),
        MOBILIZATION_CARD: tuple(board.mobilization),
        NAVAL_BOX: BOXES,
        MARKER: tuple(board.markers),
        SIDE: SIDES,
        NUMBER: tuple(map(str, range(MOST_BOXES + 1))),
    }


def kind_of(board: Board, word: str) -> str:
    """Return the kind of a name; empty if unknown."""
    matching = (kind for kind, names in kinds(board).items() if word in names and kind != NUMBER)
    return next(matching, "")


def fits(kind: str, wanted: str) -> bool:
    """Return whether a target of a kind could answer a question for `wanted`.

    A box of the map counts as a space: that it holds no support is a separate reason.
    """
    return kind == wanted or (kind == BOX and wanted == SPACE)
