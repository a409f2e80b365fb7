"""Run several targets of the Makefile at the same time: each one's output whole when it ends.

    python scripts/side_by_side.py make style types tests

Exit status 1 if any failed; the others run to their end all the same, so that one sees everything.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
import time
from concurrent.futures import ThreadPoolExecutor, as_completed
from typing import NamedTuple


class Part(NamedTuple):
    """A target that has ended."""

    target: str
    status: int
    seconds: float
    output: str


def run(make: str, target: str) -> Part:
    """One target, to its end."""
    began = time.monotonic()
    with tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as output:
        command = [make, "--no-print-directory", target]
        status = subprocess.run(command, check=False, stdout=output, stderr=output).returncode
        output.seek(0)
        return Part(target, status, time.monotonic() - began, output.read())


def main(make: str, *targets: str) -> int:
    """All of them; what failed is named once more at the end."""
    failed = []
    with ThreadPoolExecutor(len(targets)) as pool:
        for done in as_completed([pool.submit(run, make, target) for target in targets]):
            part = done.result()
            result = f"failed with status {part.status}" if part.status else "done"
            print(f"-- {part.target}: {result}, {part.seconds:.0f} s", flush=True)
            print(part.output, end="", flush=True)
            if part.status:
                failed.append(part.target)
    if failed:
        print(f"failed: {', '.join(failed)}", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
