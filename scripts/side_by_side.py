"""Run several targets of the Makefile at the same time: each one's output whole when it ends.

    python scripts/side_by_side.py make style types client client:browsers

What has another target before it, and a colon, begins when that one is done.

Exit status 1 if any failed; the others run to their end all the same, so that one sees everything.
Whoever ends it early sees what the unfinished ones have written so far.
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

ENDED: list[int] = []  # the signals by which somebody wanted an end


class Part(NamedTuple):
    """A target that runs in a process of its own."""

    target: str
    process: subprocess.Popen[bytes]
    output: IO[bytes]
    began: float

    def report(self, result: str) -> None:
        """Print the output under a heading, and close it."""
        print(f"-- {self.target}: {result}, {time.monotonic() - self.began:.0f} s", flush=True)
        # By position: the process, if it still runs, writes on where it was.
        written = os.pread(self.output.fileno(), os.fstat(self.output.fileno()).st_size, 0)
        print(written.decode(errors="replace"), end="", flush=True)
        self.output.close()


def start(make: str, target: str) -> Part:
    """Set a target going."""
    output = tempfile.TemporaryFile()  # noqa: SIM115  (open as long as the part is looked at)
    command = [make, "--no-print-directory", target]
    process = subprocess.Popen(command, stdout=output, stderr=output)
    return Part(target, process, output, time.monotonic())


def as_they_end(parts: list[Part]) -> Iterator[Part]:
    """Each part when it has ended; it leaves the list. Whoever ends it all is heard here only, when
    all that runs is known."""
    while parts:
        if ENDED:
            sys.exit(1)
        for part in [part for part in parts if part.process.poll() is not None]:
            parts.remove(part)
            yield part
        time.sleep(0.1)


def main(make: str, *targets: str) -> int:
    """All of them; what failed is named once more at the end."""
    later = [(first, then) for first, colon, then in map(parted, targets) if colon]
    running = [start(make, first) for first, colon, _ in map(parted, targets) if not colon]
    failed = []
    try:
        for part in as_they_end(running):
            status = part.process.returncode
            part.report(f"failed with status {status}" if status else "done")
            waiting = [then for first, then in later if first == part.target]
            if status:
                failed += [part.target, *(f"{target} (not begun)" for target in waiting)]
            else:
                running += [start(make, target) for target in waiting]
    finally:
        for part in running:
            part.process.terminate()
            part.report("not finished")
    if failed:
        print(f"failed: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


def parted(target: str) -> tuple[str, str, str]:
    return target.partition(":")


if __name__ == "__main__":
    signal.signal(signal.SIGTERM, lambda number, _: ENDED.append(number))
    sys.exit(main(*sys.argv[1:]))
