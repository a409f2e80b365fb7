"""Logistic regression with a ridge."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, sqrt

RIDGE = 1.0
STEPS = 25
ENOUGH = 1e-7

Table = Sequence[Sequence[float]]


def regression(table: Table, scores: Sequence[float], ridge: float = RIDGE) -> list[float]:
    """Weights, by Newton's steps."""
    weights = [0.0] * (len(table[0]) if table else 0)
    for _ in range(STEPS):
        step = solve(*_slope(table, scores, weights, ridge))
        weights = [w + s for w, s in zip(weights, step, strict=True)]
        if max(map(abs, step), default=0.0) < ENOUGH:
            break
    return weights


def z_scores(
    table: Table, scores: Sequence[float], weights: Sequence[float], ridge: float = RIDGE
) -> list[float]:
    """How far each weight is from 0, in its standard deviations. How much scores scatter is taken
    from themselves: half points scatter less than whole ones."""
    size = len(weights)
    bend, _ = _slope(table, scores, weights, ridge)
    chances = [sigmoid(sum(map(float.__mul__, weights, row))) for row in table]
    off = sum((s - c) ** 2 / (c * (1 - c)) for s, c in zip(scores, chances, strict=True))
    scatter = off / max(1, len(scores) - size) or 1.0
    units = [[float(i == j) for j in range(size)] for i in range(size)]
    widths = [solve(bend, unit)[i] for i, unit in enumerate(units)]
    return [w / sqrt(scatter * width) for w, width in zip(weights, widths, strict=True)]


def _slope(
    table: Table, scores: Sequence[float], weights: Sequence[float], ridge: float
) -> tuple[list[list[float]], list[float]]:
    """How the likelihood bends, and how it rises, where the weights are."""
    size = len(weights)
    rise = [-ridge * w for w in weights]
    bend = [[ridge + 1e-9 if i == j else 0.0 for j in range(size)] for i in range(size)]
    for row, score in zip(table, scores, strict=True):
        hope = sigmoid(sum(w * x for w, x in zip(weights, row, strict=True)))
        for i, x in enumerate(row):
            if x:
                rise[i] += (score - hope) * x
                steep, line = hope * (1 - hope) * x, bend[i]
                for j in range(i + 1):
                    line[j] += steep * row[j]
    for i in range(size):
        for j in range(i):
            bend[j][i] = bend[i][j]
    return bend, rise


def solve(matrix: Table, right: Sequence[float]) -> list[float]:
    """Linear equations, by elimination with the largest pivot."""
    rows = [[*line, value] for line, value in zip(matrix, right, strict=True)]
    size = len(rows)
    for i in range(size):
        pivot = max(range(i, size), key=lambda n: abs(rows[n][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for below in rows[i + 1 :]:
            factor = below[i] / rows[i][i]
            for j in range(i, size + 1):
                below[j] -= factor * rows[i][j]
    found = [0.0] * size
    for i in reversed(range(size)):
        rest = sum(rows[i][j] * found[j] for j in range(i + 1, size))
        found[i] = (rows[i][size] - rest) / rows[i][i]
    return found


def sigmoid(odds: float) -> float:
    """Return the logarithm of odds as a chance."""
    return 1 / (1 + exp(-max(-40.0, min(40.0, odds))))
