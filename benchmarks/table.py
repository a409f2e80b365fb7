"""Format the figures of a run as tables in Markdown.

    python -m benchmarks.run --json result.json
    python -m benchmarks.table result.json --into docs/performance.md

Without `--into` the tables are printed; with it, they replace the ones between two comments in the
page.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from benchmarks.figures import Figures, GameFigures

BEGIN, END = "<!-- figures: begin -->", "<!-- figures: end -->"

HEAD = (
    "game",
    "decisions/s",
    "without log",
    "floor",
    "copy",
    "JSON round trip",
    "copy and view",
    "replay",
)
DIPLOMACY_HEAD = (
    "Diplomacy, per second",
    "with log",
    "without log",
    "floor",
    "peer",
    "ratio",
)
BATCH_HEAD = ("boards in a batch", "adjudications/s", "full phases/s")
SEARCH_HEAD = ("order search of Diplomacy", "plain, positions/s", "compiled", "ratio")


class NoPlace(ValueError):
    """A page has no place for a table."""


def table_of(result: Figures) -> str:
    """Return all tables of a run, with the machine and the date."""
    machine = result.machine
    parts = [
        f"Measured on {machine.date} with Entente {machine.entente} and {machine.python} on one "
        f"core of {machine.processor} ({machine.cores} cores, {machine.system}, load "
        f"{machine.load}).",
        rows(HEAD, (game_row(*each) for each in every(result))),
        rows(DIPLOMACY_HEAD, (diplomacy_row(*each) for each in result.diplomacy.items())),
    ]
    if result.batches is not None:
        parts.append(rows(BATCH_HEAD, (batch_row(each) for each in result.batches["sizes"])))
    if result.search is not None:
        parts.append(rows(SEARCH_HEAD, [search_row(result.search)]))
    return "\n\n".join(parts)


def every(result: Figures) -> Iterator[tuple[str, GameFigures]]:
    for name, sets in result.games.items():
        for label, figures in sets.items():
            yield (name if label == "base" else f"{name}, {label}"), figures


def game_row(name: str, figures: GameFigures) -> tuple[str, ...]:
    return (
        name,
        number(figures.decisions),
        number(figures.unlogged_decisions),
        number(figures.decisions_floor),
        f"{figures.copy:.1f} µs",
        f"{figures.round_trip:.0f} µs",
        f"{figures.view:.0f} µs",
        f"{number(figures.replay)} moves/s",
    )


def diplomacy_row(what: str, row: dict[str, Any]) -> tuple[str, ...]:
    ratio = row["ratio"]
    peer = number(row["peer"])
    times = "" if ratio is None else f"{ratio:.1f} ×"
    return (what, number(row["logged"]), number(row["unlogged"]), number(row["floor"]), peer, times)


def batch_row(row: dict[str, Any]) -> tuple[str, ...]:
    return tuple(number(row[name]) for name in ("size", "adjudications/s", "phases/s"))


def search_row(row: dict[str, Any]) -> tuple[str, ...]:
    times = "" if row["ratio"] is None else f"{row['ratio']:.0f} ×"
    return ("hard", number(row["plain"]), number(row["compiled"]), times)


def number(value: float | None) -> str:
    if value is None:
        return ""
    return f"{value:,.0f}" if value >= 10 else f"{value:.2f}"


def rows(head: Iterable[str], body: Iterable[Iterable[str]]) -> str:
    """Return a table in Markdown: names aligned left, figures right."""
    names = list(head)
    rule = ["---", *["---:"] * (len(names) - 1)]
    return "\n".join(f"| {' | '.join(row)} |" for row in (names, rule, *body))


def put_into(page: str, table: str) -> str:
    """Return a page with its table replaced."""
    before, begin, rest = page.partition(BEGIN)
    _, end, after = rest.partition(END)
    if not begin or not end:
        raise NoPlace(f"the page has no place for a table: write {BEGIN} and {END} into it")
    return f"{before}{BEGIN}\n{table}\n{END}{after}"


def main() -> int:
    """Read a run, and print its tables or put them into a page."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("result", type=Path, help="file written by benchmarks.run --json")
    parser.add_argument("--into", type=Path, metavar="PAGE", help="page whose tables to replace")
    arguments = parser.parse_args()
    figures = msgspec.json.decode(arguments.result.read_bytes(), type=Figures)
    table = table_of(figures)
    if arguments.into is None:
        print(table)
        return 0
    try:
        page = put_into(arguments.into.read_text("utf-8"), table)
    except NoPlace as error:
        raise SystemExit(f"{arguments.into}: {error}") from error
    arguments.into.write_text(page, "utf-8")
    return 0


if __name__ == "__main__":
    sys.exit(main())
