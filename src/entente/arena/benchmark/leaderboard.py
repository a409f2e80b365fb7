"""A leaderboard: a file of JSON lines, one entry a line."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

import msgspec

from entente.arena.benchmark.summary import LeaderboardEntry
from entente.arena.json_lines import complete_lines, replace_lines
from entente.arena.schedule import PACKAGE
from entente.kernel import UserError, say


def read_entries(path: Path) -> list[LeaderboardEntry]:
    """Read a leaderboard; UserError if a line is not an entry."""
    entries = list[LeaderboardEntry]()
    for number, line in enumerate(complete_lines(path), 1):
        try:
            entries.append(msgspec.json.decode(line, type=LeaderboardEntry))
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            message = say("mistake.bench.entry", file=str(path), line=number, error=str(error))
            raise UserError(message, PACKAGE) from None
    return entries


def add_entry(path: Path, entry: LeaderboardEntry) -> None:
    """Add an entry to a leaderboard, or replace the one of the same player and version."""
    known = read_entries(path) if path.exists() else []
    path.parent.mkdir(parents=True, exist_ok=True)
    replace_lines(path, merge_entries([*known, entry]))


def merge_entries(entries: Iterable[LeaderboardEntry]) -> list[LeaderboardEntry]:
    """Merge entries, best first. Of several of the same player, code and version the one with the
    most results stays; of equal ones the latest."""
    kept = dict[tuple[str, ...], LeaderboardEntry]()
    for entry in entries:
        key = (entry.fingerprint, entry.name, entry.player, entry.origin)
        if key not in kept or _extent(entry) >= _extent(kept[key]):
            kept[key] = entry
    return sorted(kept.values(), key=_order)


def _extent(entry: LeaderboardEntry) -> tuple[int, int, str]:
    positions = entry.positions.positions if entry.positions else 0
    return (sum(each.games for each in entry.matches), positions, entry.date)


def _order(entry: LeaderboardEntry) -> tuple[str, int, float, float, str]:
    """Order by version, then by share, then by the score of the positions."""
    share = -1.0 if entry.share is None else entry.share
    score = entry.positions.score.rate if entry.positions else -1.0
    return (entry.fingerprint, -entry.version, -share, -score, entry.name)
