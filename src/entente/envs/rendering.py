"""What `render` returns: the position as text, as SVG, or as pixels."""

from __future__ import annotations

import struct
import zlib
from collections.abc import Iterator
from typing import Any

from entente.envs.extras import Array, missing

try:
    import numpy as np
except ModuleNotFoundError as error:
    raise missing("envs", error) from None

from entente.fonts import font_files
from entente.kernel import Game, Position, Seat

ANSI, SVG, RGB_ARRAY = "ansi", "svg", "rgb_array"
MODES = [ANSI, SVG, RGB_ARRAY]
WIDTH = 900  # of a picture, in pixels

_SIGNATURE = b"\x89PNG\r\n\x1a\n"
_CHANNELS = 4  # red, green, blue, opacity
_SUB, _UP, _AVERAGE, _PAETH = 1, 2, 3, 4  # filters of a line of a PNG


def check_mode(game: Game[Any, Any], mode: str | None) -> None:
    """Raise ValueError if the game cannot be rendered in a mode."""
    if mode is None or mode == ANSI:
        return
    if mode not in MODES:
        raise ValueError(f"render_mode must be {', '.join(map(repr, MODES))} or None, not {mode!r}")
    if game.presentation.plan(game.catalog("en")) is None:
        raise ValueError(f"{game.info.id} has no board to draw: render_mode must be 'ansi' or None")


def rendered(position: Position[Any, Any], seat: Seat | None, mode: str) -> str | Array:
    """Return the position as a seat (None: a spectator) sees it."""
    if mode == ANSI:
        return position.text(seat)
    svg = position.svg(seat)
    assert svg is not None
    if mode == SVG:
        return svg
    return pixels(_png(svg))[:, :, :3]


def _png(svg: str) -> bytes:
    try:
        from resvg_py import svg_to_bytes
    except ModuleNotFoundError as error:
        raise missing("envs", error) from None
    return svg_to_bytes(
        svg_string=svg, width=WIDTH, skip_system_fonts=True, font_files=font_files()
    )


def pixels(png: bytes) -> Array:
    """Return the pixels of a PNG of the renderer: 8 bits a channel, not interlaced."""
    chunks = dict[bytes, bytes]()
    for kind, data in _chunks(png):
        chunks[kind] = chunks.get(kind, b"") + data
    width, height, *format_ = struct.unpack(">IIBBBBB", chunks[b"IHDR"])
    if format_ != [8, 6, 0, 0, 0]:
        raise ValueError(f"only 8-bit RGBA can be read, not {format_}")
    lines = np.frombuffer(zlib.decompress(chunks[b"IDAT"]), np.uint8).reshape(height, -1)
    return _unfiltered(lines[:, 1:].reshape(height, width, _CHANNELS), lines[:, 0])


def _chunks(png: bytes) -> Iterator[tuple[bytes, bytes]]:
    if not png.startswith(_SIGNATURE):
        raise ValueError("this is not a PNG")
    place = len(_SIGNATURE)
    while place < len(png):
        (size,) = struct.unpack_from(">I", png, place)
        yield png[place + 4 : place + 8], png[place + 8 : place + 8 + size]
        place += size + 12


def _unfiltered(lines: Array, filters: Array) -> Array:
    """Undo the filters of a PNG. A pixel needs those to its left and above, so all pixels of a
    diagonal are done at once: `slanted[d, y + 1]` is the pixel at `x = d - y`."""
    height, width, _ = lines.shape
    raw: Array = np.zeros((height, height + width, _CHANNELS), np.int16)
    for y in range(height):
        raw[y, y : y + width] = lines[y]
    slanted: Array = np.zeros((height + width + 1, height + 1, _CHANNELS), np.int16)
    is_sub, is_up, is_average, is_paeth = (
        (filters == each)[:, None] for each in (_SUB, _UP, _AVERAGE, _PAETH)
    )
    for d in range(height + width - 1):
        left, above, corner = slanted[d - 1, 1:], slanted[d - 1, :-1], slanted[d - 2, :-1]
        by_left, by_above = np.abs(above - corner), np.abs(left - corner)
        by_corner = np.abs(left + above - 2 * corner)
        paeth = np.where(
            (by_left <= by_above) & (by_left <= by_corner),
            left,
            np.where(by_above <= by_corner, above, corner),
        )
        guess = is_sub * left + is_up * above + is_average * ((left + above) >> 1)
        slanted[d, 1:] = (raw[:, d] + guess + is_paeth * paeth) & 255
        slanted[d, d + 2 :] = 0  # left of the picture
    found: Array = np.empty((height, width, _CHANNELS), np.uint8)
    for y in range(height):
        found[y] = slanted[y : y + width, y + 1]
    return found
