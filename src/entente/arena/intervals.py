"""The confidence interval of a share: Wilson's score interval, which stays between 0 and 1."""

from __future__ import annotations

from math import sqrt

import msgspec

SURE = 1.959964  # standard deviations, to both sides, within which 95 % lie


class Share(msgspec.Struct, frozen=True):
    """A share with its 95 % interval."""

    rate: float
    low: float
    high: float


def share(hits: int, cases: int) -> Share:
    """Return the share of `hits` in `cases`; 0 to 1 if there are none."""
    if not cases:
        return Share(0.0, 0.0, 1.0)
    rate, square = hits / cases, SURE * SURE
    middle = (rate + square / (2 * cases)) / (1 + square / cases)
    half = SURE * sqrt(rate * (1 - rate) / cases + square / (4 * cases * cases))
    half /= 1 + square / cases
    low = 0.0 if not hits else max(0.0, middle - half)
    high = 1.0 if hits == cases else min(1.0, middle + half)
    return Share(rate, low, high)
