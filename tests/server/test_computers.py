"""Computer players at tables: they act, together where they may, and never block a table."""

from __future__ import annotations

import asyncio
import os
import signal
import subprocess
import sys
import traceback
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from random import Random
from time import monotonic
from typing import Any

import pytest

from entente.players import PlayerView, greedy, levels, random
from entente.server.live.backoff import Backoff
from entente.server.live.computers import ComputerScheduler, pause_before
from entente.server.live.control_connection import ControlConnection
from entente.server.live.leases import Leases
from entente.server.live.player_process import PlayerAnswer, PlayerQuestion, think
from entente.server.live.thinking_pool import Requester, ThinkingPool, end_process
from entente.server.tables.room import Room
from tests.amount import daily_first
from tests.server.people import House, Json, Live, Person
from tests.server.played import sample
from tests.server.running import WAIT
from tests.server.tables import notices

pytestmark = pytest.mark.one_database


def test_many_actions_in_a_row_are_not_waited_for_one_by_one() -> None:
    pauses = [pause_before(action, 0.3) for action in range(200)]
    assert pauses[0] == 0.3
    assert pauses == sorted(pauses, reverse=True)
    assert sum(pauses) <= 3.0
    assert sum(pauses[:4]) > 1.0  # a few are followed one by one


class Broken:
    """A player that always fails."""

    def choose(self, sight: object) -> str:
        raise ArithmeticError("lost in thought")


class Cheat:
    """Wants what is not allowed."""

    def choose(self, sight: object) -> str:
        return "win"


def alone(house: House, player: str, game: str = "attrition") -> tuple[Person, Json]:
    """One person at a table whose other seats are the computer's."""
    anna = house.person("Anna")
    seats = next(each["seats"] for each in anna.get("/api/games") if each["id"] == game)
    first, *others = seats
    return anna, anna.table(game, seats={first: "me", **dict.fromkeys(others, player)})


def until_mine(live: Live, actions: int = 3) -> None:
    """A person acts, and acts again as soon as the computer players have; now and then a game is
    over before."""
    rng = Random(1)
    for _ in range(actions):
        while not any(live.decision(seat) for seat in live.state["seats"]):
            if live.state["status"] == "over":
                return
            live.hear("state")
        for seat in live.state["seats"]:
            if live.decision(seat) is not None:
                assert live.act(seat, sample(live, seat, rng))["type"] == "done"


def in_this_process(monkeypatch: pytest.MonkeyPatch, player: Any) -> None:
    """A player under another's name, thinking here: other processes do not know it."""
    monkeypatch.setattr(random, "create", lambda game_id, seed: player)

    async def ask(
        self: ComputerScheduler, question: PlayerQuestion, requester: Requester
    ) -> tuple[PlayerAnswer, float]:
        return think(question), 0.0

    monkeypatch.setattr(ComputerScheduler, "_ask", ask)


@pytest.mark.one_database
@pytest.mark.parametrize("player", daily_first([Broken(), Cheat()]))
def test_a_player_that_fails_is_replaced_by_the_stand_in_for_all_to_see(
    house: House, player: Any, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    in_this_process(monkeypatch, player)
    computers: ComputerScheduler = house.app.state.services.computers
    computers._backoff = Backoff(0.01)
    anna, table = alone(house, "random")
    with anna.live(table) as live:
        for _ in range(15):
            if live.state["players"]["entente"]["computer"] == "normal":
                break
            until_mine(live, 1)
        assert live.state["players"]["entente"]["computer"] == "normal"
    assert [each for each in notices(anna) if "computer" in each] == [
        "computer_waits", "computer_replaced"
    ]  # fmt: skip
    for each in anna.get("/api/me/notifications"):
        assert "{" not in each["text"]
    failed = [record for record in caplog.records if "computer player failed" in record.message]
    assert len(failed) == 2
    assert 'entente_computer_failures_total{process="0"} 2' in computers.metrics.exposition()


def test_a_stand_in_that_fails_waits_for_its_next_try(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is done in its name meanwhile; and when it can think again, it goes on."""
    broken, tries = [True], list[object]()

    class Sometimes(greedy.GreedyPlayer):
        def choose(self, sight: PlayerView) -> str:
            tries.append(sight)
            if broken:
                raise ArithmeticError("lost in thought")
            return super().choose(sight)

    in_this_process(monkeypatch, None)
    monkeypatch.setattr(levels, "normal", Sometimes)
    computers: ComputerScheduler = house.app.state.services.computers
    computers._backoff = Backoff(0.01, 0.05)
    anna = house.person("Anna")
    table = anna.table("attrition", seats={"central": "normal", "entente": "me"})
    with anna.live(table) as live:
        while len(tries) < 4:
            live.sync()
        assert live.state["moves"] == 0
        assert notices(anna).count("computer_waits") == 1
        broken.clear()
        while not live.decision("entente"):
            live.hear("state")


@pytest.mark.one_database
def test_a_table_is_woken_without_reading_a_game_in_progress(house: House) -> None:
    """The decisions of a half-made state would be cached."""
    _, table = alone(house, "random")
    services = house.app.state.services
    room = services.rooms.get(table["id"])
    with room.lock:  # as an acting thread has it
        room.position._decisions = None
        house.call(services.computers.wake, room)
        assert services.computers.waiting == 1
        assert room.position._decisions is None


def test_a_player_with_several_actions_in_a_row_keeps_to_its_plan(
    house: House, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same player decides again until another has acted."""
    asked = list[int]()  # how often, each of the players that were made

    class Counting(random.RandomPlayer):
        def __init__(self) -> None:
            super().__init__("counting")
            self.number = len(asked)
            asked.append(0)

        def choose(self, sight: PlayerView) -> str:
            asked[self.number] += 1
            return super().choose(sight)

    in_this_process(monkeypatch, None)
    monkeypatch.setattr(random, "create", lambda game_id, seed: Counting())
    anna, table = alone(house, "random")
    with anna.live(table) as live:
        while len(asked) < 2:
            until_mine(live, 1)
    assert asked[0] > 1


def test_workers_start_while_a_person_still_thinks(house: House) -> None:
    """The computer has no decision yet: its first move shall not wait for a process."""
    computers: ComputerScheduler = house.app.state.services.computers
    assert not computers.pool.processes()
    alone(house, "easy")
    assert computers.pool.processes()
    assert isinstance(computers.pool, ThinkingPool)
    assert not computers.pool._busy


def test_thinkers_that_are_killed_are_replaced(house: House) -> None:
    anna, table = alone(house, "random")
    computers: ComputerScheduler = house.app.state.services.computers
    with anna.live(table) as live:
        until_mine(live, 15)
        killed = computers.pool.processes()
        assert killed
        for process in killed:
            os.kill(process, signal.SIGKILL)
        until_mine(live, 15)


@pytest.mark.one_database
def test_thinkers_end_with_their_server(house: House) -> None:
    anna, table = alone(house, "random")
    computers: ComputerScheduler = house.app.state.services.computers
    with anna.live(table) as live:
        until_mine(live, 15)
    thought = computers.pool
    assert isinstance(thought, ThinkingPool)
    pools: list[ProcessPoolExecutor] = []
    while not pools:  # one that has just answered is on its way from the busy to the free
        pools = [*thought._busy, *(pool for pool in thought._free if pool is not None)]
    thinkers = [process for pool in pools for process in pool._processes.values()]
    assert thinkers
    assert all(process.is_alive() for process in thinkers)
    for pool in pools:
        end_process(pool)
    limit = monotonic() + WAIT
    for process in thinkers:
        while process.is_alive():  # also for the moment in which the pool's own thread buries it
            assert monotonic() < limit
            process.join(0.1)


def test_thinkers_load_nothing_of_the_web_and_the_database() -> None:
    """Neither what they are asked nor the module that their process was started with."""
    modules = "entente.server.live.player_process, entente.server.__main__, sys"
    names = f"import {modules}; print(*sys.modules)"
    loaded = subprocess.run(
        [sys.executable, "-c", names], capture_output=True, text=True, check=True
    ).stdout.split()
    assert "entente.server.live.player_process" in loaded
    assert not {"fastapi", "sqlalchemy", "uvicorn", "argon2"} & set(loaded)


STARTED = """
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from time import sleep
from entente.server.live.player_process import prepare_process

if __name__ == "__main__":
    pool = ProcessPoolExecutor(1, get_context("spawn"), initializer=prepare_process)
    print(pool.submit(int, "1914").result(), flush=True)
    sleep(3600)
"""

INTERRUPTED = """
from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context
from signal import SIGINT, signal
from threading import Event
from entente.server.live.player_process import prepare_process

if __name__ == "__main__":
    heard = Event()
    pool = ProcessPoolExecutor(1, get_context("spawn"), initializer=prepare_process)
    first = pool.submit(int, "1914").result()
    signal(SIGINT, lambda *_: heard.set())
    print(first, flush=True)
    heard.wait()
    print(pool.submit(int, "1918").result(), flush=True)
"""


def test_thinkers_end_with_a_server_that_is_killed(tmp_path: Path) -> None:
    """What they write to is closed when the last of them is gone."""
    script = tmp_path / "started.py"
    script.write_text(STARTED)
    command = [sys.executable, str(script)]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        assert server.stdout.readline() == "1914\n"
        server.kill()
        assert server.communicate(timeout=WAIT)[0] == ""


def test_thinkers_do_not_hear_the_keyboard(tmp_path: Path) -> None:
    """A terminal interrupts all processes of a command at once; the server ends its own."""
    script = tmp_path / "started.py"
    script.write_text(INTERRUPTED)
    command = [sys.executable, str(script)]
    pipe = subprocess.PIPE
    with subprocess.Popen(
        command, stdout=pipe, stderr=pipe, text=True, start_new_session=True
    ) as server:
        assert server.stdout is not None
        assert server.stdout.readline() == "1914\n"
        os.killpg(server.pid, signal.SIGINT)
        assert server.communicate(timeout=WAIT) == ("1918\n", "")


def test_six_seats_of_the_computer_answer_together(house: House) -> None:
    anna, table = alone(house, "greedy", "diplomacy")
    with anna.live(table) as live:
        until_mine(live, 2)
        assert live.state["moves"] >= 8


def test_an_action_while_a_lease_is_given_back_is_not_forgotten(house: House) -> None:
    """A table is woken when its task has looked for the last time and is not over yet."""
    computers: ComputerScheduler = house.app.state.services.computers
    looks: list[str] = []

    class Late(Leases):
        async def give(self, name: str) -> None:
            if len(looks) == 1:
                again.wake_table("somewhere")

    class Looking(ComputerScheduler):
        async def _questions(self, table_id: str) -> None:
            looks.append(table_id)

    control = ControlConnection(house.app.state.services.engine)
    leases = Late(control)
    again = Looking(computers.rooms, computers.hub, leases, computers.metrics)

    async def woken() -> None:
        again.wake_table("somewhere")
        while again._busy:
            await asyncio.gather(*again._busy.values())
            await asyncio.sleep(0)  # the end of a task is noticed in the next round of the loop
        await control.close()

    asyncio.run(woken())
    assert looks == ["somewhere", "somewhere"]


@pytest.mark.one_database
def test_a_game_is_read_only_under_its_lock(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    """Others would see it half-made, or count moves that are just being made."""
    counting, loose = Room.visible_counts, list[str]()
    anna, table = alone(house, "random", "pax")
    watched = house.app.state.services.rooms.get(table["id"])

    def check(room: Room) -> None:
        if room is watched and not room.lock._is_owned():
            loose.append("".join(traceback.format_stack(limit=6)))

    def watched_position(room: Room) -> Any:
        check(room)
        return room.match.position

    def watched_counting(room: Room, seats: Any) -> Any:
        check(room)
        return counting(room, seats)

    monkeypatch.setattr(Room, "position", property(watched_position))
    monkeypatch.setattr(Room, "visible_counts", watched_counting)
    with anna.live(table) as live:
        until_mine(live)
    assert loose == []
