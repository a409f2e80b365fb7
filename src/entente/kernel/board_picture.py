"""The picture of a position: its board with its pieces, as SVG that needs no style sheet."""

from __future__ import annotations

from collections.abc import Sequence
from math import ceil
from typing import Any
from xml.etree import ElementTree
from xml.etree.ElementTree import Element, SubElement

from entente.kernel.board_svg import BoardPieces, number, stylesheet
from entente.kernel.decision import View
from entente.kernel.game import Game
from entente.kernel.svg_styles import write_styles
from entente.kernel.text import Catalog

SVG = "http://www.w3.org/2000/svg"
FAMILY = "EB Garamond, Georgia, serif"
WIDTH = 900  # on a page, at most
PAPER, INK = "#fbf6e9", "#332a20"
LINE, LETTERS, MARGIN = 30, 21, 24  # of the lines below a board, in its units

ElementTree.register_namespace("", SVG)


def board_svg(game: Game[Any, Any], view: View | None, catalog: Catalog) -> str | None:
    """Draw the board as a view shows it, or empty without a view; None if the game has no board."""
    board = board_element(game, view, catalog, FAMILY)
    if board is None:
        return None
    board.set("role", "img")
    board.set("lang", catalog.language)
    board.set("style", f"width: 100%; max-width: {WIDTH}px; height: auto; background: {PAPER}")
    if view is not None:
        _add_lines(board, game.presentation.holdings(view, catalog))
    title = Element(f"{{{SVG}}}title")
    title.text = catalog.get("info.title")
    board.insert(0, title)
    return ElementTree.tostring(board, encoding="unicode")


def _add_lines(board: Element, lines: Sequence[str]) -> None:
    """Write lines below the board: the first is a heading, the others are in two columns."""
    if not lines:
        return
    width, height = (float(size) for size in board.get("viewBox", "").split()[2:])
    rows = ceil((len(lines) - 1) / 2)
    whole = height + (rows + 1.5) * LINE
    board.set("viewBox", f"0 0 {number(width)} {number(whole)}")
    look = {"font-family": FAMILY, "font-size": str(LETTERS), "fill": INK}
    for place, line in enumerate(lines):
        column, row = divmod(place - 1, rows) if place else (0, -1)
        spot = {
            "x": number(MARGIN + column * width / 2),
            "y": number(height + (row + 2) * LINE),
        }
        weight = {} if place else {"font-weight": "bold"}
        text = SubElement(board, f"{{{SVG}}}text", {**look, **spot, **weight})
        text.text = " ".join(line.split())


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
