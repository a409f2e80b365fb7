"""Diplomacy's part of the benchmark: critical positions, how an answer is judged, and orders as
factors for players that choose by numbers."""

from entente.games.diplomacy.benchmark.factored_orders import (
    FactoredOrder,
    OrderPlayer,
    answer_of,
    legal_orders,
)
from entente.games.diplomacy.benchmark.judging import Judge, all_answers, expected, holding
from entente.games.diplomacy.benchmark.positions import (
    FILE,
    MEAN,
    MIXED,
    WORST,
    CriticalPosition,
    OrderSet,
    PointsRow,
    Suite,
    read_suite,
)

__all__ = [
    "FILE",
    "MEAN",
    "MIXED",
    "WORST",
    "CriticalPosition",
    "FactoredOrder",
    "Judge",
    "OrderPlayer",
    "OrderSet",
    "PointsRow",
    "Suite",
    "all_answers",
    "answer_of",
    "expected",
    "holding",
    "legal_orders",
    "read_suite",
]
