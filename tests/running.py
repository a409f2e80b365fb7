"""The server as its operator runs it: a process of its own, on a database in a folder."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path


class Server:
    """A server that can be started, killed and started again on the same data and port."""

    def __init__(self, home: Path, **settings: str) -> None:
        self.home = home
        self.settings = settings
        self.process: subprocess.Popen[str] | None = None
        self.address = ""

    def start(self) -> None:
        port = self.address.rpartition(":")[2] or "0"
        self.process = subprocess.Popen(
            [sys.executable, "-m", "entente.server", port],
            stdout=subprocess.PIPE,
            text=True,
            env={**os.environ, "ENTENTE_HOME": str(self.home), **self.settings},
        )
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().strip()
        assert self.address.startswith("http://"), "the server does not start"

    def stop(self, how: int = signal.SIGTERM) -> None:
        if self.process is not None:
            self.process.send_signal(how)
            self.process.wait(20)
            assert self.process.stdout is not None
            self.process.stdout.close()
            self.process = None
