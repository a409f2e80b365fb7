"""Types that are decoded for the first time: msgspec works out what a type is made of when it first
reads one, and crashes the whole process when two threads do so at once."""

from __future__ import annotations

import subprocess
import sys

import pytest

from tests.amount import amount

TIMES = amount(1, 12)  # without the preparation most of them crash

# What a server does at its start, and then what its threads do when the first requests come.
SERVER = """
import os, sys
from threading import Barrier, Thread
import msgspec
from entente.games.attrition import drawing as attrition
from entente.games.diplomacy.drawing import empty_map as diplomacy
from entente.games.turmoil import drawing as turmoil
from entente.kernel import Match, registry
from entente.kernel.record import dump, parse, record_of
from entente.kernel.snapshots import pack, take, unpack
from entente.server.library import open_library
from entente.server.storage.models import Table
from entente.server.tables import (table_info, time_control)

sys.setswitchinterval(1e-6)
open_library()
games = [registry.load(name) for name in registry.available()]
matches = [Match(game, None, "7") for game in games]
states = [game.save(match.state) for game, match in zip(games, matches)]
records = [dump(record_of(match, {})) for match in matches]
snapshots = [pack(take(match)) for match in matches]
end = {"winners": [], "scores": {}, "reason": {"key": "kernel.abandoned", "args": {}}}
over = Table(game="none", outcome=end)
WORK = [
    lambda: [game.load(state) for game, state in zip(games, states)],
    lambda: [parse(record) for record in records],
    lambda: [unpack(each) for each in snapshots],
    lambda: table_info.ending_of(over, [], "en"),
    lambda: time_control.read_pace({"kind": "live", "minutes": 1}),
    lambda: msgspec.convert({"1": {"due": 1.0}}, dict[str, time_control.OtherClock]),
    lambda: [each.drawing() for each in (attrition, diplomacy, turmoil)],
]
failed = []

def run(ready, work):
    ready.wait()
    try:
        work()
    except BaseException as error:
        failed.append(error)

def serve():
    for work in WORK:
        ready = Barrier(8)
        threads = [Thread(target=run, args=(ready, work)) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    if failed:
        raise failed[0]
    print("all read", flush=True)

for _ in range(int(sys.argv[1])):  # each finds everything loaded, and nothing read
    child = os.fork()
    if child == 0:
        serve()
        sys.exit()
    _, status = os.waitpid(child, 0)
    if status:
        sys.exit(f"status {status}")
"""


@pytest.mark.amount
def test_threads_may_read_the_first_of_a_kind_together() -> None:
    command = [sys.executable, "-c", SERVER, str(TIMES)]
    ran = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    assert (ran.returncode, ran.stdout) == (0, "all read\n" * TIMES), ran.stderr[-2000:]
