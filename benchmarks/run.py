"""Measure speed: decisions, copies, saves and replays of every game, Diplomacy compared with its
peer and in batches, and the running server.

    python -m benchmarks.run --json result.json      write a JSON object, for `benchmarks.table`
    python -m benchmarks.run --against ../other      compare this tree with another

Machines differ and are noisy, so every figure is compared with a target or a peer.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

import msgspec

from benchmarks.against import SLOWER, compare


def main() -> int:
    """Measure this tree, or compare it with another."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=60, help="random games for each figure")
    parser.add_argument(
        "--json", nargs="?", const="-", metavar="FILE", help="write a JSON object; -: to stdout"
    )
    parser.add_argument("--no-server", action="store_true", help="do not measure the server")
    parser.add_argument(
        "--seconds", type=float, default=5.0, help="duration of each measurement of the server"
    )
    parser.add_argument(
        "--tables", type=int, default=200, help="tables to play at on the server for a minute"
    )
    parser.add_argument("--against", type=Path, metavar="PATH", help="compare with a source tree")
    parser.add_argument("--rounds", type=int, default=25, help="with --against: runs of each tree")
    arguments = parser.parse_args()
    if arguments.against is not None:
        return compare_trees(arguments.against, arguments.rounds)
    return measure(arguments)


def compare_trees(other: Path, rounds: int) -> int:
    """Compare with another tree; return exit status 1 if this tree is slower."""
    slower = 0
    for comparison in compare(other, rounds):
        slower += comparison.ratio > SLOWER
        print(comparison.line, flush=True)
    return 1 if slower else 0


def measure(arguments: argparse.Namespace) -> int:
    """Measure every registered game, and the server."""
    # Imported here: comparing two trees does not need the peers and the server.
    from benchmarks.figures import lines_of, measure_all

    figures = measure_all(arguments.games)
    if arguments.json is None:
        for each in lines_of(figures):
            print(each, flush=True)
    if not arguments.no_server:
        from benchmarks.server import line, machine_line, measure_server

        if arguments.json is None:
            print(machine_line())
        served = []
        for one in measure_server(arguments.seconds, arguments.tables):
            served.append({**one._asdict(), "rate": one.rate})
            if arguments.json is None:
                print(line(one), flush=True)
        figures = msgspec.structs.replace(figures, server=served)
    if arguments.json is not None:
        write(msgspec.json.format(msgspec.json.encode(figures), indent=2) + b"\n", arguments.json)
    return 0


def write(text: bytes, where: str) -> None:
    """Write to a file, or to stdout for `-`."""
    if where == "-":
        sys.stdout.buffer.write(text)
    else:
        Path(where).write_bytes(text)


if __name__ == "__main__":
    sys.exit(main())
