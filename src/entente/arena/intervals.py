"""Confidence intervals: Wilson's score interval of a share, which stays between 0 and 1, and
Student's of a mean."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from statistics import fmean, stdev

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


def standard_error(values: Sequence[float]) -> float:
    """Return the standard error of the mean; 0 of a single value."""
    return stdev(values) / sqrt(len(values)) if len(values) > 1 else 0.0


def mean(values: Sequence[float]) -> Share:
    """Return the mean of values between 0 and 1; the interval is 0 to 1 below two values."""
    if not values:
        return Share(0.0, 0.0, 1.0)
    rate = fmean(values)
    if len(values) == 1:
        return Share(rate, 0.0, 1.0)
    half = student(len(values) - 1) * standard_error(values)
    return Share(rate, max(0.0, rate - half), min(1.0, rate + half))


def student(freedom: int) -> float:
    """Return Student's two-sided 95 % quantile, exact for up to two degrees of freedom and by
    Fisher's expansion above."""
    exact = {1: 12.7062, 2: 4.3027}
    if freedom in exact:
        return exact[freedom]
    z, n = SURE, float(freedom)
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum(term / n ** (power + 1) for power, term in enumerate(terms))
