"""The title of the drawn sheet with the powers, and the key to its signs."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape

from entente.games.diplomacy.drawing import arrows, signs
from entente.games.diplomacy.drawing.arrows import Curve
from entente.games.diplomacy.drawing.signs import FAINT, INK, PAPER, POWER_COLOURS
from entente.kernel import Catalog

FOOT = 46  # the height of the strip below the map
SAMPLE = 54  # the width of a sign in it
POSITION_SIGNS = ("army", "fleet", "centre")
ORDER_SIGNS = ("move", "failed", "support", "support_hold", "convoy", "hold", "dislodged")


def cartouche(
    title: str, powers: Sequence[str], counts: Sequence[tuple[int, int]], catalog: Catalog
) -> Iterator[str]:
    """Draw season and year, and the powers with their centres and units."""
    width, height = 236, 82 + 23 * len(powers)
    yield (
        '<g class="key" transform="translate(22 22)">'
        f'<rect width="{width}" height="{height}" rx="3" fill="{PAPER}" stroke="{INK}" '
        f'stroke-width="2"/><rect x="5" y="5" width="{width - 10}" height="{height - 10}" '
        f'fill="none" stroke="{FAINT}"/>'
        f'<text x="{width // 2}" y="37" style="font-size:25px;text-anchor:middle">'
        f"{escape(title)}</text>"
        f'<text x="{width - 16}" y="60" style="font-size:12px;font-style:italic;'
        f'text-anchor:end">{escape(catalog.get("sheet.counts"))}</text>'
    )
    for number, (name, (centres, units)) in enumerate(zip(powers, counts, strict=True)):
        y = 84 + 23 * number
        colours = POWER_COLOURS[name]
        yield (
            f'<rect x="17" y="{y - 12}" width="26" height="16" rx="2" '
            f'fill="{colours.colour}" stroke="{INK}" stroke-width=".8"/>'
            f'<text x="30" y="{y}.5" style="fill:{colours.letters};font-size:12px;'
            f'font-weight:bold;text-anchor:middle">{escape(letters(catalog, name))}</text>'
            f'<text x="52" y="{y + 1}">{escape(catalog.name("power", name))}</text>'
            f'<text x="{width - 16}" y="{y + 1}" style="text-anchor:end">'
            f"{centres} / {units}</text>"
        )
    yield "</g>"


def letters(catalog: Catalog, power: str) -> str:
    """Return the letters on a power's units."""
    return catalog.get(f"sheet.sign.{power}")


def key(width: int, top: int, catalog: Catalog, *, orders: bool) -> Iterator[str]:
    """Draw the legend in a strip below the map."""
    yield (
        f'<g class="key" transform="translate(0 {top})">'
        f'<rect width="{width}" height="{FOOT}" fill="{PAPER}"/>'
        f'<path d="M0 0H{width}" stroke="{INK}" stroke-width="2"/>'
    )
    x = 30.0
    for word in POSITION_SIGNS + (ORDER_SIGNS if orders else ()):
        text = catalog.get(f"sheet.key.{word}")
        yield f'<g transform="translate({arrows.number(x)} {FOOT // 2})">'
        yield from sample(word, catalog)
        yield f'<text x="{SAMPLE}" y="5">{escape(text)}</text></g>'
        x += SAMPLE + 7.2 * len(text) + 22
    yield "</g>"


def sample(word: str, catalog: Catalog) -> Iterator[str]:
    """One sign of the key."""
    line = Curve([0j, SAMPLE - 12 + 0j])
    if word in ("army", "fleet"):
        piece = signs.piece(
            POWER_COLOURS["GERMANY"], letters(catalog, "GERMANY"), fleet=word == "fleet"
        )
        yield f'<g transform="translate(24 0)">{piece}</g>'
    elif word == "centre":
        yield signs.neutral_centre(30 + 0j)
    elif word in ("move", "failed"):
        yield from signs.arrow(line, INK, works=word == "move")
    elif word == "convoy":
        yield from signs.waves(8 + 0j, 36 + 0j, INK)
    elif word == "hold":
        yield from signs.stroke(Curve([14 + 0j, 36 + 0j]).path(), INK, 3.0)
    elif word == "dislodged":
        yield signs.explosion(26 + 0j, 10.0, 15.0)
    else:
        yield from signs.stroke(line.path(), INK, 3.0, signs.SUPPORTING)
        if word == "support":
            yield signs.knob(line.at(1), INK)
        else:
            yield from signs.stroke(arrows.bar(line.at(1), 1 + 0j), INK, 3.2)
