"""The picture of a position: its board with its pieces, as SVG that needs no style sheet."""

from __future__ import annotations

from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element

from entente.kernel.board_svg import BoardPieces, stylesheet
from entente.kernel.decision import View
from entente.kernel.game import Game
from entente.kernel.svg_styles import write_styles
from entente.kernel.text import Catalog

SVG = "http://www.w3.org/2000/svg"
FAMILY = "EB Garamond, Georgia, serif"
WIDTH = 900  # on a page, at most

ElementTree.register_namespace("", SVG)


def board_svg(game: Game[Any, Any], view: View | None, catalog: Catalog) -> str | None:
    """Draw the board as a view shows it, or empty without a view; None if the game has no board."""
    board = board_element(game, view, catalog, FAMILY)
    if board is None:
        return None
    board.set("role", "img")
    board.set("lang", catalog.language)
    board.set("style", f"width: 100%; max-width: {WIDTH}px; height: auto; background: #fbf6e9")
    title = Element(f"{{{SVG}}}title")
    title.text = catalog.get("info.title")
    board.insert(0, title)
    return ElementTree.tostring(board, encoding="unicode")


def board_element(
    game: Game[Any, Any], view: View | None, catalog: Catalog, family: str
) -> Element | None:
    """Return the board with its pieces as an element, its styles written into attributes."""
    plan = game.presentation.plan(catalog)
    if plan is None:
        return None
    pieces = game.presentation.pieces(view, catalog) if view is not None else None
    pieces = pieces or BoardPieces()
    text = (
        f'<svg xmlns="{SVG}" class="board {game.info.id}" viewBox="0 0 {plan.width} {plan.height}">'
        f'{plan.svg}<g class="pieces">{pieces.svg}</g></svg>'
    )
    root = ElementTree.fromstring(text)
    for parent in list(root.iter()):
        for child in list(parent):  # notes on the data, which only a reader of the page can open
            if "doubt" in child.get("class", "").split() or child.tag == f"{{{SVG}}}title":
                parent.remove(child)
        name = parent.get("data-id") or parent.get("data-centre") or ""
        for attribute, value in pieces.attributes.get(name, {}).items():
            parent.set(attribute, value)
    package = type(game).__module__.rpartition(".")[0]
    write_styles(root, f"{stylesheet(package)}\n{pieces.style}", family)
    return root
