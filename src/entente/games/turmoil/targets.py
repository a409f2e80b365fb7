"""What the words of an action name: spaces, cards, regions, and what else can be pointed at."""

from __future__ import annotations

from entente.games.turmoil.board import BOXES, BRITAIN, REGIONS, SIDES, Board
from entente.kernel.grammar import Kinds

SPACE, BOX, REGION, SIDE, NUMBER = "space", "box", "region", "side", "number"
CARD, STABILITY_CARD, MOBILIZATION_CARD = "card", "stability_card", "mobilization_card"
NAVAL_BOX, MARKER = "naval_box", "marker"
MOST_BOXES = 2  # C107: how far a navy goes back


def kinds(board: Board) -> Kinds:
    """The names of each kind of thing. A name of several kinds stands for the first of them."""
    return {
        SPACE: tuple(board.rows),
        BOX: (*board.boxes, BRITAIN),  # the nation has the name of the box
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
    """What a word names; empty: nothing of this game."""
    found = (kind for kind, names in kinds(board).items() if word in names and kind != NUMBER)
    return next(found, "")


def fits(kind: str, wanted: str) -> bool:
    """Whether a thing of a kind could answer a question for `wanted`.

    A box of the map is taken for a space: that it holds no support is a reason of its own.
    """
    return kind == wanted or (kind == BOX and wanted == SPACE)
