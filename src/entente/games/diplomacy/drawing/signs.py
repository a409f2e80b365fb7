"""Colours, signs and strokes of the drawn sheet."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from entente.games.diplomacy.drawing import arrows
from entente.games.diplomacy.rules.results import CONVOYS, HOLDS_FAST, MOVES, STANDS

PAPER, LAND, WATER, INK, FAINT = "#f6efdd", "#efe5cc", "#dbe4e4", "#3b332a", "#8a7f6d"
BORDER, WARNING, ALARM = "#8d7f66", "#9b2415", "#f6d9c4"

WORKING = frozenset((MOVES, HOLDS_FAST, STANDS, CONVOYS))  # the others are drawn dashed
ARMY = "M-13 -12H13V3Q13 11 0 15Q-13 11 -13 3Z"
FLEET = "M-19 -5H-3V-16H0L9 -11.5L0 -7.5V-5H19L13 12H-13Z"
FAILED, SUPPORTING, SUPPORT_CUT, RETREATING = "9 7", "1.5 5", "1.5 9", "7 4 1.5 4"


class PowerColours(NamedTuple):
    """A power's colour, and the colour of text on it."""

    colour: str
    letters: str


# Seven colours safe for colour-blind readers; each unit and centre also has the power's letters.
POWER_COLOURS = {
    "AUSTRIA": PowerColours("#c2461a", "#ffffff"),
    "ENGLAND": PowerColours("#1b4b92", "#ffffff"),
    "FRANCE": PowerColours("#4da9e0", "#10202c"),
    "GERMANY": PowerColours("#3f3f45", "#ffffff"),
    "ITALY": PowerColours("#0f7a58", "#ffffff"),
    "RUSSIA": PowerColours("#a94f90", "#ffffff"),
    "TURKEY": PowerColours("#e3b21c", "#2b2410"),
}
# The same on a dark background.
NIGHT = {
    "AUSTRIA": PowerColours("#e8672f", "#1c1008"),
    "ENGLAND": PowerColours("#3f74cf", "#ffffff"),
    "FRANCE": PowerColours("#86cdf5", "#10202c"),
    "GERMANY": PowerColours("#6d6d75", "#ffffff"),
    "ITALY": PowerColours("#1f9d78", "#07140f"),
    "RUSSIA": PowerColours("#d98cc4", "#1f0d19"),
    "TURKEY": PowerColours("#f4cf4a", "#2b2410"),
}

STYLE = f"""
text {{ font-family: Georgia, 'Times New Roman', serif; fill: {INK}; }}
.province {{ stroke: {BORDER}; stroke-width: 1.2; stroke-linejoin: round; fill-rule: evenodd; }}
.sea {{ stroke: #9db0b8; }}
.scenery {{ fill: #e6ddc7; stroke: #b3a78e; stroke-width: .8; fill-rule: evenodd; }}
.impassable {{ fill: url(#rock); stroke: {BORDER}; }}
.water {{ fill: {WATER}; stroke: #9db0b8; stroke-width: .8; fill-rule: evenodd; }}
.code {{ font-size: 13px; text-anchor: middle; paint-order: stroke; stroke: {PAPER};
  stroke-width: 2.5px; stroke-linejoin: round; stroke-opacity: .75; letter-spacing: .4px; }}
.code.at-sea {{ font-style: italic; fill: #52676f; stroke: {WATER}; }}
.sign {{ font-size: 13px; font-weight: bold; text-anchor: middle; }}
.centre text {{ font-size: 8.5px; font-weight: bold; text-anchor: middle; }}
.line, .halo {{ fill: none; stroke-linecap: round; stroke-linejoin: round; }}
.halo {{ stroke: {PAPER}; stroke-opacity: .85; }}
.mark {{ fill: none; stroke: {WARNING}; stroke-width: 2.6; stroke-linecap: round; }}
.key text {{ font-size: 14px; }}
""".strip()

ROCK = (
    '<defs><pattern id="rock" width="7" height="7" patternUnits="userSpaceOnUse" '
    'patternTransform="rotate(45)"><rect width="7" height="7" fill="#d9cfb8"/>'
    f'<path d="M0 0V7" stroke="{FAINT}" stroke-width="1.6"/></pattern></defs>'
)


def mixed(colour: str, other: str, share: float) -> str:
    """Mix two colours in a proportion."""
    parts = [
        round(int(colour[at : at + 2], 16) * share + int(other[at : at + 2], 16) * (1 - share))
        for at in (1, 3, 5)
    ]
    return "#" + "".join(f"{part:02x}" for part in parts)


def stroke(path: str, colour: str, width: float, dashes: str = "") -> Iterator[str]:
    """Yield a line with a light outline, visible on any background."""
    pattern = f' stroke-dasharray="{dashes}"' if dashes else ""
    yield f'<path class="halo" d="{path}" stroke-width="{width + 3:.1f}"/>'
    yield f'<path class="line" d="{path}" stroke="{colour}" stroke-width="{width}"{pattern}/>'


def painted(colour: str) -> str:
    """Return the style of the solid parts of a line."""
    return f'fill="{colour}" stroke="{PAPER}" stroke-width="1.4" paint-order="stroke"'


def arrow(way: arrows.Curve, colour: str, *, works: bool) -> Iterator[str]:
    """Yield a move; a failed one is dashed and crossed out."""
    shaft = way.cut(0.0, arrows.HEAD * 0.7)
    yield from stroke(shaft.path(), colour, 4.2, "" if works else FAILED)
    yield f'<path d="{arrows.head(way.at(1), way.heading(0.98))}" {painted(colour)}/>'
    if not works:
        yield crossed(way.at(0.72 if way.length > 90.0 else 0.4))


def crossed(middle: complex) -> str:
    """Return the sign of a failure."""
    path = arrows.cross(middle)
    return f'<path d="{path}" class="halo" stroke-width="6"/><path d="{path}" class="mark"/>'


def knob(middle: complex, colour: str) -> str:
    """Return the end of a support at a move."""
    return f'<circle {placed(middle)} r="4.6" {painted(colour)}/>'


def waves(left: complex, right: complex, colour: str) -> Iterator[str]:
    """Two wavy lines: a fleet convoys."""
    for down in (-2.5j, 2.5j):
        yield from stroke(arrows.wave(left + down, right + down).path(), colour, 2.0)


def explosion(middle: complex, inner: float = 18.0, outer: float = 25.0) -> str:
    """Return the sign of a dislodged unit."""
    path = arrows.burst(middle, inner, outer)
    return f'<path d="{path}" fill="{ALARM}" stroke="{WARNING}" stroke-width="2"/>'


def neutral_centre(middle: complex) -> str:
    """Return a neutral supply centre."""
    return (
        f'<circle {placed(middle)} r="5" fill="{PAPER}" stroke="{INK}" stroke-width="1.4"/>'
        f'<circle {placed(middle)} r="1.6" fill="{INK}"/>'
    )


def piece(colours: PowerColours, letters: str, *, fleet: bool) -> str:
    """Return an army or a fleet around the origin."""
    shape = FLEET if fleet else ARMY
    return (
        f'<path d="{shape}" fill="none" stroke="{PAPER}" stroke-width="4.5" '
        f'stroke-linejoin="round"/><path d="{shape}" fill="{colours.colour}" stroke="{INK}" '
        f'stroke-width="1.5" stroke-linejoin="round"/><text class="sign" '
        f'y="{8 if fleet else 5.5}" style="fill:{colours.letters}">{letters}</text>'
    )


def placed(middle: complex) -> str:
    return f'cx="{arrows.number(middle.real)}" cy="{arrows.number(middle.imag)}"'
