"""SVG plots without a library: a report is one file and loads nothing. Colours come from the
classes `c0` … of the page that contains them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from html import escape
from itertools import pairwise
from math import ceil, floor, log10
from typing import NamedTuple

WIDTH = 760
ROW = 24
LETTER = 7.2  # average width of a letter in the font size used
LONGEST_LABEL = 38
COLOURS = 7
AXIS = 26  # below the rows
BINS = 16
HISTOGRAM_HEIGHT = 200
CURVES_HEIGHT = 240


class ChartValue(NamedTuple):
    """A row of a plot: a value with its interval, of a series."""

    label: str
    value: float
    low: float
    high: float
    shown: str
    series: int = 0


class Curve(NamedTuple):
    """A value for each step, from step 1."""

    label: str
    values: Sequence[float]


class Scale(NamedTuple):
    """A linear scale from values to coordinates."""

    low: float
    high: float
    left: float
    right: float

    def at(self, value: float) -> float:
        span = self.high - self.low or 1.0
        return self.left + (self.right - self.left) * (value - self.low) / span


def intervals(
    title: str,
    marks: Sequence[ChartValue],
    ends: tuple[float, float],
    format_value: Callable[[float], str],
    reference: tuple[float, str] | None = None,
) -> str:
    """Return a point with whiskers for each mark, from one end of the scale to the other;
    `reference` is a value to compare them with."""
    scale = _scale(marks, ends)
    height = ROW * len(marks)
    parts = _grid(scale, height, format_value)
    if reference is not None:
        value, label = reference
        x = scale.at(value)
        parts.append(_line(x, 0, x, height, "reference", label))
    for number, mark in enumerate(marks):
        y = ROW * (number + 0.5)
        colour = f"c{mark.series % COLOURS}"
        parts += [
            _label(mark.label, scale.left - 8, y),
            _line(scale.at(mark.low), y, scale.at(mark.high), y, f"whisker {colour}", mark.shown),
            f'<circle cx="{scale.at(mark.value):.1f}" cy="{y:.1f}" r="5" class="{colour}">'
            f"<title>{escape(mark.shown)}</title></circle>",
            _text(mark.shown, scale.right + 8, y, "start"),
        ]
    return _svg(title, height + AXIS, parts)


def bars(title: str, marks: Sequence[ChartValue]) -> str:
    """Return a bar for each mark; where its interval goes beyond the value, a line to there."""
    high = max((mark.high for mark in marks), default=0.0)
    scale = _scale(marks, (0.0, high or 1.0))
    parts = list[str]()
    for number, mark in enumerate(marks):
        y, colour = ROW * (number + 0.5), f"c{mark.series % COLOURS}"
        width = max(1.0, scale.at(mark.value) - scale.left)
        parts += [
            _label(mark.label, scale.left - 8, y),
            f'<rect x="{scale.left:.1f}" y="{y - 8:.1f}" width="{width:.1f}" height="16" '
            f'class="{colour}"><title>{escape(mark.shown)}</title></rect>',
            _text(mark.shown, scale.right + 8, y, "start"),
        ]
        if mark.high > mark.value:
            x = scale.at(mark.high)
            parts.append(_line(scale.left + width, y, x, y, f"whisker {colour}", mark.shown))
    return _svg(title, ROW * len(marks) + 4, parts)


def histogram(title: str, values: Sequence[int], format_value: Callable[[float], str]) -> str:
    """Return a histogram of whole numbers."""
    bounds = bins(values)
    counts = [sum(low <= value < high for value in values) for low, high in bounds]
    most = max(counts, default=0) or 1
    first, last = bounds[0][0], bounds[-1][1]
    scale = Scale(first, last, 48, WIDTH - 24)
    parts = [_text(str(most), 40, 10, "end"), _text("0", 40, HISTOGRAM_HEIGHT, "end")]
    for (low, high), count in zip(bounds, counts, strict=True):
        x, width = scale.at(low), scale.at(high) - scale.at(low) - 1
        bar_height = (HISTOGRAM_HEIGHT - 8) * count / most
        shown = f"{format_value(low)} … {format_value(high - 1)}: {count}"
        parts.append(
            f'<rect x="{x:.1f}" y="{HISTOGRAM_HEIGHT - bar_height:.1f}" width="{width:.1f}" '
            f'height="{bar_height:.1f}" class="c0"><title>{escape(shown)}</title></rect>'
        )
    parts.append(_line(scale.left, HISTOGRAM_HEIGHT, scale.right, HISTOGRAM_HEIGHT, "axis", ""))
    for value in ticks(first, last):
        parts.append(_text(format_value(value), scale.at(value), HISTOGRAM_HEIGHT + 16, "middle"))
    return _svg(title, HISTOGRAM_HEIGHT + AXIS, parts)


def curves(title: str, drawn: Sequence[Curve], format_value: Callable[[float], str]) -> str:
    """Return curves over the same steps, counted from 1."""
    values = [value for curve in drawn for value in curve.values] or [0.0]
    steps = max((len(curve.values) for curve in drawn), default=1)
    low, high = min(values), max(values)
    margin = (high - low) * 0.08 or 0.5
    across = Scale(1, max(2, steps), 64, WIDTH - 24)
    up = Scale(low - margin, high + margin, CURVES_HEIGHT, 8)
    parts = list[str]()
    for value in ticks(up.low, up.high):
        y = up.at(value)
        parts += [
            _line(across.left, y, across.right, y, "grid", ""),
            _text(format_value(value), across.left - 8, y, "end"),
        ]
    for step in ticks(1, max(2, steps)):
        if step == int(step):
            parts.append(_text(f"{step:.0f}", across.at(step), CURVES_HEIGHT + 16, "middle"))
    for number, curve in enumerate(drawn):
        colour = f"c{number % COLOURS}"
        points = [(across.at(n), up.at(value)) for n, value in enumerate(curve.values, 1)]
        for (x1, y1), (x2, y2) in pairwise(points):
            parts.append(_line(x1, y1, x2, y2, f"whisker {colour}", curve.label))
        for (x, y), value in zip(points, curve.values, strict=True):
            shown = escape(f"{curve.label}: {format_value(value)}")
            parts.append(
                f'<circle cx="{x:.1f}" cy="{y:.1f}" r="4" class="{colour}">'
                f"<title>{shown}</title></circle>"
            )
        y = CURVES_HEIGHT + AXIS + ROW * (number + 0.5)
        parts += [
            f'<circle cx="{across.left:.1f}" cy="{y:.1f}" r="5" class="{colour}"/>',
            _text(curve.label, across.left + 12, y, "start"),
        ]
    return _svg(title, CURVES_HEIGHT + AXIS + ROW * len(drawn), parts)


def bins(values: Sequence[int]) -> list[tuple[int, int]]:
    """Return at most `BINS` equal bins of whole numbers that cover all values."""
    low, high = min(values, default=0), max(values, default=0) + 1
    width = max(1, ceil((high - low) / BINS))
    return [(start, start + width) for start in range(low, high, width)]


def ticks(low: float, high: float) -> list[float]:
    """Return about five round numbers in a range."""
    if high <= low:
        return [low]
    step = 10.0 ** floor(log10((high - low) / 4))
    step *= next((by for by in (1, 2, 5) if (high - low) / (step * by) <= 6), 10)
    return [number * step for number in range(ceil(low / step), floor(high / step) + 1)]


# -- pieces


def _scale(marks: Sequence[ChartValue], ends: tuple[float, float]) -> Scale:
    """Return a scale with room for labels on the left and values on the right."""
    left = LETTER * max((len(_short(mark.label)) for mark in marks), default=0) + 16
    right = LETTER * max((len(mark.shown) for mark in marks), default=0) + 16
    return Scale(*ends, left, max(left + 120, WIDTH - right))


def _grid(scale: Scale, height: float, format_value: Callable[[float], str]) -> list[str]:
    parts = list[str]()
    for value in ticks(scale.low, scale.high):
        x = scale.at(value)
        parts += [
            _line(x, 0, x, height, "grid", ""),
            _text(format_value(value), x, height + 16, "middle"),
        ]
    return parts


def _svg(title: str, height: float, parts: Sequence[str]) -> str:
    body = "".join(parts)
    return (
        f"<figure><figcaption>{escape(title)}</figcaption>"
        f'<svg viewBox="0 0 {WIDTH} {height:.0f}" role="img" aria-label="{escape(title)}">'
        f"{body}</svg></figure>"
    )


def _line(x1: float, y1: float, x2: float, y2: float, kind: str, title: str) -> str:
    inner = f"<title>{escape(title)}</title>" if title else ""
    return (
        f'<line x1="{x1:.1f}" y1="{y1:.1f}" x2="{x2:.1f}" y2="{y2:.1f}" class="{kind}">'
        f"{inner}</line>"
    )


def _label(label: str, x: float, y: float) -> str:
    return _text(_short(label), x, y, "end", label)


def _text(text: str, x: float, y: float, anchor: str, title: str = "") -> str:
    inner = f"<title>{escape(title)}</title>" if title and title != text else ""
    return f'<text x="{x:.1f}" y="{y + 4:.1f}" text-anchor="{anchor}">{escape(text)}{inner}</text>'


def _short(label: str) -> str:
    """Shorten a long label in the middle."""
    if len(label) <= LONGEST_LABEL:
        return label
    half = LONGEST_LABEL // 2
    return f"{label[:half]}…{label[1 - half :]}"
