"""Run several targets of the Makefile in parallel and print the output of each when it ends.

    python scripts/side_by_side.py make style types client client:browsers

A target written as `first:second` starts when the first one is done.

The exit status is 1 if any target fails; the others still run to their end. When interrupted, it
prints what the unfinished targets have written so far.
"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from typing import IO, NamedTuple

SIGNALS: list[int] = []  # signals received so far


class Part(NamedTuple):
    """A running target."""

    target: str
    process: subprocess.Popen[bytes]
    output: IO[bytes]
    began: float

    def report(self, result: str) -> None:
        """Print the output under a heading, and close it."""
        print(f"-- {self.target}: {result}, {time.monotonic() - self.began:.0f} s", flush=True)
        # Read by position: a process that still runs keeps its own.
        written = os.pread(self.output.fileno(), os.fstat(self.output.fileno()).st_size, 0)
        print(written.decode(errors="replace"), end="", flush=True)
        self.output.close()


def start(make: str, target: str) -> Part:
    """Start a target."""
    output = tempfile.TemporaryFile()  # noqa: SIM115  (`report` closes it)
    command = [make, "--no-print-directory", target]
    process = subprocess.Popen(command, stdout=output, stderr=output)
    return Part(target, process, output, time.monotonic())


def as_they_end(parts: list[Part]) -> Iterator[Part]:
    """Yield each part when it has ended and remove it from the list.

    Signals take effect only here, where the list of running parts is complete.
    """
    while parts:
        if SIGNALS:
            sys.exit(1)
        for part in [part for part in parts if part.process.poll() is not None]:
            parts.remove(part)
            yield part
        time.sleep(0.1)


def main(make: str, *targets: str) -> int:
    """Run all targets; list the failed ones at the end."""
    later = [(first, then) for first, colon, then in map(split, targets) if colon]
    running = [start(make, first) for first, colon, _ in map(split, targets) if not colon]
    failed = []
    try:
        for part in as_they_end(running):
            status = part.process.returncode
            part.report(f"failed with status {status}" if status else "done")
            waiting = [then for first, then in later if first == part.target]
            if status:
                failed += [part.target, *(f"{target} (not started)" for target in waiting)]
            else:
                running += [start(make, target) for target in waiting]
    finally:
        for part in running:
            part.process.terminate()
            part.report("not finished")
    if failed:
        print(f"failed: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


def split(target: str) -> tuple[str, str, str]:
    return target.partition(":")


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda number, _: SIGNALS.append(number))
    sys.exit(main(*sys.argv[1:]))
