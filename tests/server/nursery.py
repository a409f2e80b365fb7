"""Starts servers quickly, one after the other: everything is loaded once, each server is a fork.

A line on the standard input starts one; its process and its address come on the standard output.
"""

from __future__ import annotations

import os
import sys

from entente.kernel import registry
from entente.server.http import process  # noqa: F401  loaded before any fork
from entente.server.http.serve import serve
from entente.wire.listening import address, bind


def run() -> None:
    listener = bind("127.0.0.1", 0)
    serve(listener, ready=lambda: print(os.getpid(), address(listener), flush=True))


def main() -> None:
    for name in registry.available():
        registry.load(name)
    for _ in sys.stdin:
        child = os.fork()
        if child == 0:
            run()
            os._exit(0)
        os.waitpid(child, 0)


if __name__ == "__main__":
    main()
