"""A picture of a table for link previews: the board, and beside it the game and its players."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from typing import Any, NamedTuple
from xml.etree import ElementTree

from entente.kernel import Game, View
from entente.kernel.board_picture import SVG, board_element
from entente.kernel.board_svg import number, text_width
from entente.kernel.text import Catalog

WIDTH, HEIGHT = 1200, 630  # the size that link previews show without cutting
FAMILY = "EB Garamond"
EDGE = 24  # space around everything
NARROWEST = 270  # the column of text
PAPER, INK, FAINT, RULE = "#fbf6e9", "#332a20", "#75684f", "#c3b492"
MOST_LINES, FEW = 9, 4  # players; a few have two lines each
# Scripts of the picture's fonts, by their first and last characters.
_KNOWN = ((0x20, 0x17F), (0x218, 0x21B), (0x386, 0x3CE), (0x401, 0x45F), (0x2010, 0x203A))


class CardText(NamedTuple):
    """The text beside the board: the game, the table's title, its stage, and its players."""

    game: str
    title: str = ""
    stage: str = ""
    players: tuple[tuple[str, str], ...] = ()  # seats and names


def card_svg(game: Game[Any, Any], view: View | None, words: CardText, catalog: Catalog) -> str:
    """Draw the card of a table; without a view, with the empty board."""
    plan = game.presentation.plan(catalog)
    room = WIDTH - NARROWEST - 3 * EDGE
    lines = [
        f'<svg xmlns="{SVG}" width="{WIDTH}" height="{HEIGHT}" viewBox="0 0 {WIDTH} {HEIGHT}">',
        f'<rect width="{WIDTH}" height="{HEIGHT}" fill="{PAPER}"/>',
    ]
    left = float(EDGE)
    if plan is not None:
        scale = min(room / plan.width, (HEIGHT - 2 * EDGE) / plan.height)
        width, height = plan.width * scale, plan.height * scale
        board = board_element(game, view, catalog, FAMILY)
        assert board is not None
        place = {"x": EDGE, "y": (HEIGHT - height) / 2, "width": width, "height": height}
        for name, value in place.items():
            board.set(name, number(value))
        lines.append(ElementTree.tostring(board, encoding="unicode"))
        left += width + EDGE
    lines += _column(words, left, WIDTH - EDGE - left)
    return "".join([*lines, "</svg>"])


def _column(words: CardText, left: float, width: float) -> Iterator[str]:
    """Draw the text beside the board."""
    top = 70.0
    for text, size, bold, colour in (
        (words.game, 40, True, INK),
        (words.title, 30, False, INK),
        (words.stage, 25, False, FAINT),
    ):
        for line in _wrapped(text, size, width)[:3]:
            yield _text(line, left, top, size, colour, bold=bold)
            top += size * 1.12
        top += 6 if text else 0
    if words.players:
        top += 4
        yield f'<path d="M{number(left)} {number(top)}h{number(width)}" stroke="{RULE}"/>'
        top += 34
    size = 26 if len(words.players) <= FEW else 20
    for seat, name in words.players[:MOST_LINES]:
        if len(words.players) <= FEW:
            yield _text(_cut(seat, 20, width), left, top, 20, FAINT)
            top += 24
            line = name
        else:
            line = f"{seat}: {name}" if name else seat
        if line:
            yield _text(_cut(line, size, width), left, top, size, INK)
            top += size + 4
        top += 6
        if top > HEIGHT - 60:
            break
    yield _text("Entente", left, HEIGHT - EDGE - 8, 24, FAINT, bold=True)


def _text(
    text: str, left: float, foot: float, size: float, colour: str, *, bold: bool = False
) -> str:
    weight = ' font-weight="bold"' if bold else ""
    return (
        f'<text x="{number(left)}" y="{number(foot)}" font-family="{FAMILY}" '
        f'font-size="{number(size)}" fill="{colour}"{weight}>{escape(text)}</text>'
    )


def _wrapped(text: str, size: float, width: float) -> list[str]:
    """Break a text into lines."""
    lines: list[str] = []
    for word in drawable(text).split():
        longer = f"{lines[-1]} {word}" if lines else word
        if lines and text_width(longer, size) <= width:
            lines[-1] = longer
        else:
            lines.append(_cut(word, size, width))
    return lines


def _cut(text: str, size: float, width: float) -> str:
    """Return as much of a text as fits into a line."""
    text = drawable(text)
    if text_width(text, size) <= width:
        return text
    while text and text_width(f"{text}…", size) > width:
        text = text[:-1]
    return f"{text}…"


def drawable(text: str) -> str:
    """Return a text without characters that the picture's fonts do not have."""
    return "".join(each for each in text if _has(ord(each)))


def _has(code: int) -> bool:
    return any(first <= code <= last for first, last in _KNOWN)


def players_of(seats: Iterable[tuple[str, str | None]]) -> tuple[tuple[str, str], ...]:
    """Return the lines of the players; a seat without a name has an empty one."""
    return tuple((seat, name or "") for seat, name in seats)
