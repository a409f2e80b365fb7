"""Logistic regression with an L2 penalty (ridge)."""

from __future__ import annotations

from collections.abc import Sequence
from math import exp, sqrt

RIDGE = 1.0
STEPS = 25
TOLERANCE = 1e-7

Table = Sequence[Sequence[float]]


def regression(table: Table, scores: Sequence[float], ridge: float = RIDGE) -> list[float]:
    """Fit the weights with Newton's method."""
    weights = [0.0] * (len(table[0]) if table else 0)
    for _ in range(STEPS):
        step = solve(*_derivatives(table, scores, weights, ridge))
        weights = [w + s for w, s in zip(weights, step, strict=True)]
        if max(map(abs, step), default=0.0) < TOLERANCE:
            break
    return weights


def z_scores(
    table: Table, scores: Sequence[float], weights: Sequence[float], ridge: float = RIDGE
) -> list[float]:
    """Return each weight divided by its standard error. The dispersion is estimated from the
    scores: half points vary less than whole ones."""
    size = len(weights)
    hessian, _ = _derivatives(table, scores, weights, ridge)
    predictions = [sigmoid(sum(map(float.__mul__, weights, row))) for row in table]
    chi_square = sum((s - c) ** 2 / (c * (1 - c)) for s, c in zip(scores, predictions, strict=True))
    dispersion = chi_square / max(1, len(scores) - size) or 1.0
    units = [[float(i == j) for j in range(size)] for i in range(size)]
    variances = [solve(hessian, unit)[i] for i, unit in enumerate(units)]
    return [w / sqrt(dispersion * variance) for w, variance in zip(weights, variances, strict=True)]


def _derivatives(
    table: Table, scores: Sequence[float], weights: Sequence[float], ridge: float
) -> tuple[list[list[float]], list[float]]:
    """Return the negated Hessian and the gradient of the penalised log likelihood."""
    size = len(weights)
    gradient = [-ridge * w for w in weights]
    hessian = [[ridge + 1e-9 if i == j else 0.0 for j in range(size)] for i in range(size)]
    for row, score in zip(table, scores, strict=True):
        predicted = sigmoid(sum(w * x for w, x in zip(weights, row, strict=True)))
        for i, x in enumerate(row):
            if x:
                gradient[i] += (score - predicted) * x
                weighted, line = predicted * (1 - predicted) * x, hessian[i]
                for j in range(i + 1):
                    line[j] += weighted * row[j]
    for i in range(size):
        for j in range(i):
            hessian[j][i] = hessian[i][j]
    return hessian, gradient


def solve(matrix: Table, right: Sequence[float]) -> list[float]:
    """Solve linear equations by Gaussian elimination with partial pivoting."""
    rows = [[*line, value] for line, value in zip(matrix, right, strict=True)]
    size = len(rows)
    for i in range(size):
        pivot = max(range(i, size), key=lambda n: abs(rows[n][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        for below in rows[i + 1 :]:
            factor = below[i] / rows[i][i]
            for j in range(i, size + 1):
                below[j] -= factor * rows[i][j]
    solution = [0.0] * size
    for i in reversed(range(size)):
        rest = sum(rows[i][j] * solution[j] for j in range(i + 1, size))
        solution[i] = (rows[i][size] - rest) / rows[i][i]
    return solution


def sigmoid(log_odds: float) -> float:
    """Convert log odds to a probability."""
    return 1 / (1 + exp(-max(-40.0, min(40.0, log_odds))))
