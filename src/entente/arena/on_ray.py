"""Games on a Ray cluster or a local Ray instance; needs the extra `ray`."""

from __future__ import annotations

import os
import socket
from collections.abc import Sequence
from importlib import import_module
from typing import Any

from entente.arena.executors import Games, Work, play_fixture
from entente.arena.schedule import PACKAGE
from entente.arena.tournament_run import Executor
from entente.kernel import UserError, say
from entente.kernel.extras import MissingExtra

LOCAL, CLIENT = "local", "ray://"
PATIENCE = 10.0  # seconds to connect


def on_ray(address: str, workers: int) -> Executor:
    """Return an executor that plays this many games at once on Ray.

    `local` starts Ray on this machine and ends it again; other addresses are those of running
    clusters. Raises UserError if Ray is not installed, or not at that address.
    """
    ray = load_ray()
    os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # no telemetry
    settings = {"include_dashboard": False, "log_to_driver": False, "logging_level": "error"}
    try:
        if address == LOCAL:
            ray.init(num_cpus=workers, **settings)
        else:
            _check_address(address)
            ray.init(address=address, log_to_driver=False, logging_level="error")
    except (OSError, ValueError, RuntimeError) as error:
        text = (str(error).strip() or type(error).__name__).splitlines()[0]
        raise UserError(say("mistake.no_ray", address=address, error=text), PACKAGE) from None
    return lambda work: _games(ray, work, workers)


def _games(ray: Any, work: Sequence[Work], workers: int) -> Games:
    """Yield games as they finish, at most `workers` in flight."""
    remote, waiting, going = ray.remote(play_fixture), list(reversed(work)), list[Any]()
    try:
        while waiting or going:
            while waiting and len(going) < workers:
                going.append(remote.remote(waiting.pop()))
            done, going = ray.wait(going)
            for each in done:
                yield ray.get(each)
    finally:
        ray.shutdown()


def _check_address(address: str) -> None:
    """Raise OSError if nothing listens at the address; Ray itself would retry for minutes."""
    host, _, port = address.removeprefix(CLIENT).rpartition(":")
    if host and port.isdecimal():
        socket.create_connection((host, int(port)), PATIENCE).close()


def load_ray() -> Any:
    """Import ray; UserError if it is not installed."""
    try:
        return import_module("ray")
    except ImportError:
        raise MissingExtra("ray", "ray") from None
