"""The server or a worker with a clock that the fault test can set, like the clock of a machine.

The fault test names a file that holds the offset in seconds. `time.time` returns the offset time,
in this process and in the processes it starts; the server itself is unchanged.

    python -m benchmarks.faults_server PORT WORKERS
    python -m benchmarks.faults_server work
"""

from __future__ import annotations

import mmap
import os
import struct
import sys
import time
from pathlib import Path

WRONG_BY = "ENTENTE_FAULTS_CLOCK"  # names the file
_SECONDS = struct.Struct("d")
_true_time = time.time


class SettableClock:
    """A clock with an offset: eight bytes shared between processes."""

    def __init__(self, path: Path) -> None:
        if not path.exists():
            path.write_bytes(_SECONDS.pack(0.0))
        with path.open("r+b") as file:
            self._shared = mmap.mmap(file.fileno(), _SECONDS.size)

    @property
    def wrong_by(self) -> float:
        seconds: float = _SECONDS.unpack_from(self._shared)[0]
        return seconds

    @wrong_by.setter
    def wrong_by(self, seconds: float) -> None:
        _SECONDS.pack_into(self._shared, 0, seconds)

    def time(self) -> float:
        return _true_time() + self.wrong_by


if WRONG_BY in os.environ and __name__ in ("__main__", "__mp_main__"):
    # Before the server is imported, in this process and in the processes that it starts.
    time.time = SettableClock(Path(os.environ[WRONG_BY])).time

if __name__ == "__main__" and sys.argv[1] == "work":
    from entente.__main__ import main

    sys.exit(main())
elif __name__ == "__main__":
    from entente.server.http.serve import serve
    from entente.wire.listening import address, bind

    listener = bind("127.0.0.1", int(sys.argv[1]))
    workers = int(sys.argv[2])
    serve(listener, ready=lambda: print(address(listener), flush=True), workers=workers)
