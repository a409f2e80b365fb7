"""Measure the public pages of a large server: home, lobby, leaderboard, profile and history with
many accounts and tables, in milliseconds of wall time and of the server's processor time.

    python -m benchmarks.crowd
    python -m benchmarks.crowd --accounts 1000 --tables 500
    python -m benchmarks.crowd --database postgres
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import NamedTuple

from benchmarks.crowd_seeds import make_models, seed
from benchmarks.server import machine_line
from benchmarks.server_driver import Guest, RunningServer, database

MOST = 150.0  # milliseconds for home and lobby
IDLE = 0.1  # share of a processor that an idle server may use
START_LIMIT = 120  # seconds until the work after a start is done
LAST_PAGE = 20

WATCH = "/api/lobby?scope=watch"
RATED = "/api/lobby?least_rating=1400&most_rating=1700"
PAGES = (
    ("home", "/api/home"),
    ("lobby, open tables", "/api/lobby"),
    ("lobby, live pace, rated", "/api/lobby?pace=live&rated=true"),
    ("lobby, Diplomacy, three seats free", "/api/lobby?game=diplomacy&free=3"),
    ("lobby, by rating", RATED),
    ("lobby, by rating, few match", "/api/lobby?least_rating=2200"),
    ("lobby, no table matches", "/api/lobby?game=attrition&free=5"),
    ("lobby, games to watch", WATCH),
    ("lobby, seats to take over", "/api/lobby?scope=takeover"),
    ("lobby, own tables", "/api/lobby?scope=mine"),
)
OTHERS = (
    ("leaderboard", "/api/leaderboards/turmoil?pace=live"),
    ("leaderboard, page 100", "/api/leaderboards/turmoil?pace=live&page=100"),
    ("profile", "/api/people/Viewer"),
    ("history", "/api/people/Viewer/games"),
    ("list of own tables", "/api/tables?scope=mine"),
    ("list of open and own tables", "/api/tables"),
)


class Figures(NamedTuple):
    """The time of a request in milliseconds."""

    median: float
    most: float
    processor: float

    def __str__(self) -> str:
        return (
            f"median {self.median:4.0f} ms, most {self.most:4.0f} ms, "
            f"processor {self.processor:4.0f} ms"
        )


def measure(server: RunningServer, who: Guest, path: str, rounds: int) -> Figures:
    """Request a page several times."""
    times, before = [], server.processor_time()
    for _ in range(rounds):
        start = perf_counter()
        status, text = who.request("GET", path)
        times.append((perf_counter() - start) * 1000)
        if status != 200:
            raise SystemExit(f"{path}: {status} {text.decode()}")
    spent = (server.processor_time() - before) * 1000 / rounds
    return Figures(median(times), max(times), spent)


def wait_until_idle(server: RunningServer) -> float:
    """Wait until the work after a start is done; return the share of a processor still used."""
    share = 1.0
    for _ in range(START_LIMIT):
        before = server.processor_time()
        time.sleep(1)
        share = server.processor_time() - before
        if share < IDLE:
            break
    return share


def far_page(who: Guest, path: str) -> str:
    """Return the address of a page far down the list."""
    last = ""
    for _ in range(LAST_PAGE - 1):
        page = who.get(path + last)
        if page["next"] is None:
            break
        last = f"{'&' if '?' in path else '?'}after={page['next']}"
    return path + last


def main() -> int:
    """Measure the pages; return exit status 1 if home or lobby take too long."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n\n")[0])
    parser.add_argument("--accounts", type=int, default=100_000)
    parser.add_argument("--tables", type=int, default=10_000)
    parser.add_argument("--rounds", type=int, default=20)
    parser.add_argument("--database", default="sqlite", help="sqlite, postgres or an address")
    parser.add_argument("--json", type=Path, help="also write the figures to a file")
    arguments = parser.parse_args()
    print(machine_line(), flush=True)
    slow, figures = False, {}
    with (
        tempfile.TemporaryDirectory(prefix="entente-crowd-") as home,
        database(arguments.database) as stored,
        RunningServer(Path(home), 1, **stored.environment) as server,
    ):
        viewers = make_models(server)
        server.stop()
        seed(server.database(), arguments.accounts, arguments.tables)
        server.start()
        share = wait_until_idle(server)
        print(f"idle: {share:.0%} of a processor, load {os.getloadavg()[0]:.1f}", flush=True)
        plain, blocking = viewers
        bounded = [(what, path, plain) for what, path in PAGES]
        bounded += [
            (f"page {LAST_PAGE} of {what}", far_page(plain, path), plain)
            for what, path in (("open tables", "/api/lobby"), ("games to watch", WATCH))
        ]
        bounded += [
            (f"{what}, with blocks", path, blocking)
            for what, path in (
                ("home", "/api/home"),
                ("lobby", "/api/lobby"),
                ("lobby, by rating", RATED),
                ("lobby, seats to take over", "/api/lobby?scope=takeover"),
            )
        ]
        others = [(what, path, plain) for what, path in OTHERS]
        others += [("followed people", "/api/me/people", blocking)]
        for what, path, who in (*bounded, *others):
            figures[what] = figure = measure(server, who, path, arguments.rounds)
            slow |= (what, path, who) in bounded and figure.median > MOST
            print(f"{what:40} {figure}", flush=True)
        print(f"load {os.getloadavg()[0]:.1f} after", flush=True)
    if arguments.json:
        arguments.json.write_text(
            json.dumps({what: each._asdict() for what, each in figures.items()})
        )
    return int(slow)


if __name__ == "__main__":
    sys.exit(main())
