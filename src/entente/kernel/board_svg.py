"""What drawn boards share: areas, names broken into lines, and the ink (`drawn_board.css`).

A drawing is data, made by a script in `scripts/`. A game's `drawing.py` reads it and makes a plan:
the empty board as SVG, and the facts a client needs to lay pieces on it. Colours are custom
properties of a style sheet, so that a client can show the board by day and by night.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from html import escape
from importlib.resources import files
from itertools import combinations, pairwise
from typing import NamedTuple

import msgspec

from entente.kernel.text import Catalog
from entente.kernel.typography import keyed

XY = tuple[float, float]

# How wide letters are, in thousandths of their size: those of Georgia, the widest type we name.
_BY_WIDTH = (
    "215 '’ 241 _ 270 . 287 l 291 j 293 i 325 f 346 t 374 - 390 I 410 r 432 s 443 z 454 c 469 / "
    "484 e 493 y 497 v 504 ax 510 g 517 J 535 k 539 o 560 bq 561 S 571 p 575 d 576 u 582 h 591 n "
    "600 F 602 LZ 610 P 616 Y 618 T 642 C 653 E 654 B 666 V 670 A 694 K 702 R 711 X 727 G 738 w "
    "744 OQ 750 D 757 U 767 N 815 H 880 m 927 M 977 W"
)
_WIDTHS = {
    letter: int(width)
    for width, alike in re.findall(r"(\d+) (\S+)", _BY_WIDTH)
    for letter in alike.replace("_", " ")
}
_USUAL = 615  # of figures, and of what is not in the table
_CUT = re.compile(r"(?<=[/-])|(?<=\s)")  # a name may be broken here
LEADING = 1.02  # from line to line, in sizes
RISE = 0.34  # from the middle of a line to its foot, in sizes


class Area(NamedTuple):
    """A rectangle by its top left corner."""

    x: float
    y: float
    width: float
    height: float


class Label(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Room for a name: its middle and width, and the size of type for one line, two lines, …"""

    x: float
    y: float
    width: float
    sizes: list[float]


class Lettering(NamedTuple):
    """A name as it is set."""

    lines: list[str]
    size: float


def text_width(text: str, size: float) -> float:
    """How wide a text comes out, by the widths of its letters without their accents."""
    plain = unicodedata.normalize("NFD", keyed(text))
    letters = (each for each in plain if not unicodedata.combining(each))
    return sum(_WIDTHS.get(each, _USUAL) for each in letters) * size / 1000


def fitted(name: str, label: Label) -> Lettering:
    """The name on as few lines as fit; on all there are if it fits on none of them."""
    lettering = Lettering([name], label.sizes[0])
    for count, size in enumerate(label.sizes, 1):
        lettering = Lettering(_broken(name, count), size)
        if fits(lettering, label):
            break
    return lettering


def fits(lettering: Lettering, label: Label) -> bool:
    return all(text_width(line, lettering.size) <= label.width for line in lettering.lines)


def _broken(name: str, count: int) -> list[str]:
    """A name in so many lines, at most, that are as even as can be."""
    parts = [part for part in _CUT.split(name) if part]
    breaks = combinations(range(1, len(parts)), min(count, len(parts)) - 1)
    ways = (
        ["".join(parts[a:b]).strip() for a, b in zip((0, *at), (*at, len(parts)), strict=True)]
        for at in breaks
    )
    return min(ways, key=lambda lines: max(text_width(line, 1) for line in lines))


DOUBT = "‡"  # beside a figure that is reconstructed
DOUBT_SIZE = 20  # legible also where the whole board is shown


# -- the plan of a board


class Facts(msgspec.Struct, frozen=True):
    """What whoever draws on a board must know of it; each game has its own."""


class NoFacts(Facts, frozen=True, forbid_unknown_fields=True):
    """Those of a board of which there is no more to know than its drawing."""


class BoardPlan(msgspec.Struct, frozen=True):
    """An empty board, `width` by `height` units.

    `svg` is what stands inside an `<svg>` element, without styles; elements that an action can
    name have the class `element` and the attribute `data-id`. `facts` are the game's own.
    """

    width: int
    height: int
    svg: str
    facts: Facts = NoFacts()


def picture_of(plan: BoardPlan, package: str, catalog: Catalog) -> str:
    """A board as an image of its own, with its style sheet."""
    game = package.rpartition(".")[2]
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="board {game}" '
        f'viewBox="0 0 {plan.width} {plan.height}" role="img" '
        f'lang="{catalog.language}"><title>{escape(catalog.get("info.title"))}</title>'
        f"<style>.board {{ color-scheme: light dark; }}\n{stylesheet(package)}</style>\n"
        f"{plan.svg}\n</svg>"
    )


# -- SVG


@lru_cache(maxsize=8)
def stylesheet(package: str) -> str:
    """The common ink and that of a game, `data/drawing.css`, if it has one."""
    common = files("entente.kernel").joinpath("drawn_board.css").read_text(encoding="utf-8")
    file = files(package).joinpath("data").joinpath("drawing.css")
    own = file.read_text(encoding="utf-8") if file.is_file() else ""
    return f"{common}\n{own}".strip()


def number(value: float) -> str:
    """A coordinate, in tenths."""
    return f"{value:.1f}".removesuffix(".0")


def inscription(name: str, label: Label, classes: str) -> str:
    """A name in its room."""
    lines, size = fitted(name, label)
    foot = label.y + size * (RISE - LEADING * (len(lines) - 1) / 2)
    spans = "".join(
        f'<tspan x="{number(label.x)}" y="{number(foot + size * LEADING * row)}">'
        f"{escape(line)}</tspan>"
        for row, line in enumerate(lines)
    )
    return f'<text class="{classes}" font-size="{number(size)}">{spans}</text>'


def letters(text: str, place: XY, size: float, classes: str) -> str:
    """A short text around a point."""
    x, y = place
    return (
        f'<text class="{classes}" font-size="{number(size)}" x="{number(x)}" '
        f'y="{number(y + size * RISE)}">{escape(text)}</text>'
    )


def doubt(said: str, place: XY) -> str:
    """A small mark beside a figure that is reconstructed, which tells what it is about."""
    mark = letters(DOUBT, place, DOUBT_SIZE, "dagger")
    return f'<g class="doubt"><title>{escape(said)}</title>{mark}</g>'


def halfway(points: Sequence[XY]) -> XY:
    """The middle of the way through some points."""
    legs = [(complex(*a), complex(*b)) for a, b in pairwise(points)]
    left = sum(abs(end - start) for start, end in legs) / 2
    for start, end in legs:
        length = abs(end - start)
        if left <= length:
            spot = start + (end - start) * (left / length if length else 0)
            return (spot.real, spot.imag)
        left -= length
    return points[-1]


def rectangle(area: Area, classes: str, radius: float = 0.0) -> str:
    """An area with its corners rounded."""
    return (
        f'<rect class="{classes}" x="{number(area.x)}" y="{number(area.y)}" '
        f'width="{number(area.width)}" height="{number(area.height)}" rx="{number(radius)}"/>'
    )


def picture(path: str, place: XY, size: float, classes: str) -> str:
    """A sign drawn in a square of 24, around a point."""
    scale = size / 24
    x, y = place[0] - size / 2, place[1] - size / 2
    return (
        f'<path class="{classes}" transform="translate({number(x)} {number(y)}) '
        f'scale({scale:.3f})" d="{path}"/>'
    )


def element(name: str, classes: str, title: str = "", place: XY | None = None) -> str:
    """The beginning of a group that actions can name."""
    moved = f' transform="translate({number(place[0])} {number(place[1])})"' if place else ""
    told = f"<title>{escape(title)}</title>" if title else ""
    return f'<g class="element {escape(classes)}" data-id="{escape(name)}"{moved}>{told}'


def track_box(track: str, key: str, area: Area, classes: str) -> str:
    """The beginning of a group for a box of a track, seen from its corner."""
    return (
        f'<g class="track-box" data-track="{escape(track)}" data-cell="{escape(key)}" '
        f'transform="translate({number(area.x)} {number(area.y)})">'
        f"{rectangle(Area(0, 0, area.width, area.height), classes, 2)}"
    )


def paper_card(width: float, height: float, radius: float) -> str:
    """A card around the origin, with its shadow."""
    whole = Area(-width / 2, -height / 2, width, height)
    shade = whole._replace(x=whole.x + 1.5, y=whole.y + 2)
    return rectangle(shade, "shade", radius) + rectangle(whole, "card", radius)


def waves(paths: Iterable[str]) -> Iterator[str]:
    """Lines along a coast, the outer ones fainter."""
    return (f'<path class="wave w{n}" d="{path}"/>' for n, path in enumerate(paths))


def frame(width: int, height: int) -> Iterator[str]:
    """The double line around a board."""
    yield rectangle(Area(1, 1, width - 2, height - 2), "frame")
    yield rectangle(Area(5, 5, width - 10, height - 10), "frame inner")


def explanation(text: str, place: XY, size: float) -> str:
    """What a sign of the key means, to the right of a point."""
    return (
        f'<text class="name" font-size="{number(size)}" x="{number(place[0])}" '
        f'y="{number(place[1] + size * RISE)}">{escape(text)}</text>'
    )


def line(points: Iterable[XY], bend: float = 0.0) -> str:
    """The path through some points, with its corners rounded."""
    way = [complex(*point) for point in points]
    words = [f"M{_pair(way[0])}"]
    for before, corner, after in zip(way, way[1:], way[2:], strict=False):
        start, end = (
            corner + (other - corner) * min(0.5, bend / max(abs(other - corner), 1e-9))
            for other in (before, after)
        )
        words.append(f"L{_pair(start)}Q{_pair(corner)} {_pair(end)}")
    return "".join([*words, f"L{_pair(way[-1])}"])


def _pair(point: complex) -> str:
    return f"{number(point.real)} {number(point.imag)}"
