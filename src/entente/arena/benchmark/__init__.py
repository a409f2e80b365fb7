"""The benchmark Entente-Diplomacy: critical positions, games against fixed opponents, probes."""

from entente.arena.benchmark.definition import (
    NAME,
    SUITES,
    BenchmarkMatch,
    chosen_parts,
    fingerprint,
    matches,
)
from entente.arena.benchmark.leaderboard import add_entry, merge_entries, read_entries
from entente.arena.benchmark.run import BenchmarkPlan, BenchmarkRun, run_benchmark
from entente.arena.benchmark.summary import (
    LeaderboardEntry,
    MatchFigures,
    PositionFigures,
    summarise,
)

__all__ = [
    "NAME",
    "SUITES",
    "BenchmarkMatch",
    "BenchmarkPlan",
    "BenchmarkRun",
    "LeaderboardEntry",
    "MatchFigures",
    "PositionFigures",
    "add_entry",
    "chosen_parts",
    "fingerprint",
    "matches",
    "merge_entries",
    "read_entries",
    "run_benchmark",
    "summarise",
]
