"""What the words of an action name: spaces, cards, regions, and what else can be pointed at."""

from __future__ import annotations

from entente.games.turmoil.board import BOXES, BRITAIN, REGIONS, SIDES, Board

SPACE, BOX, REGION, SIDE, NUMBER = "space", "box", "region", "side", "number"
CARD, STABILITY_CARD, MOBILIZATION_CARD = "card", "stability_card", "mobilization_card"
NAVAL_BOX, MARKER = "naval_box", "marker"

# Strategy cards, said more exactly where a question asks for one.
HAND_CARD, DISCARDED_CARD, SHOWN_CARD = "hand_card", "discarded_card", "shown_card"
STRATEGY_CARDS = (CARD, HAND_CARD, DISCARDED_CARD, SHOWN_CARD)

Kinds = tuple[str, ...]


def kind_of(board: Board, word: str) -> str:
    """What a word names; empty: nothing of this game."""
    for kind, known in (
        (SPACE, board.rows),
        (BOX, (*board.boxes, BRITAIN)),  # the nation has the name of the box
        (REGION, REGIONS),
        (CARD, board.cards),
        (STABILITY_CARD, [card for cards in board.stability_cards.values() for card in cards]),
        (MOBILIZATION_CARD, board.mobilization),
        (NAVAL_BOX, BOXES),
        (MARKER, board.markers),
        (SIDE, SIDES),
    ):
        if word in known:
            return kind
    return ""


def fits(kind: str, wanted: str) -> bool:
    """Whether a thing of a kind could answer a question for `wanted`.

    A box of the map is taken for a space: that it holds no support is a reason of its own.
    """
    if wanted in STRATEGY_CARDS:
        return kind == CARD
    return kind == wanted or (kind == BOX and wanted == SPACE)
