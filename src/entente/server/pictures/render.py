"""Render an SVG from standard input as a PNG on standard output.

Runs as a process of its own: the renderer holds the interpreter's lock for as long as it works, and
a server that waits for it would answer no one.
"""

from __future__ import annotations

import os
import sys

import resvg_py

from entente.fonts import font_files

PATIENCE = 15  # seconds of CPU time
MEMORY = 1024 * 1024 * 1024  # bytes
GENTLE = 10  # lower priority than games


def rendered(svg: str) -> bytes:
    """Return an SVG as a PNG."""
    return resvg_py.svg_to_bytes(svg_string=svg, skip_system_fonts=True, font_files=font_files())


def _limit() -> None:
    """Limit what this process may use."""
    if sys.platform != "win32":
        import resource

        os.nice(GENTLE)
        resource.setrlimit(resource.RLIMIT_CPU, (PATIENCE, PATIENCE))
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


if __name__ == "__main__":
    _limit()
    sys.stdout.buffer.write(rendered(sys.stdin.buffer.read().decode()))
