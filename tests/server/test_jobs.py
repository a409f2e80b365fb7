"""The queue of work in PostgreSQL: who gets what, in which order, and what happens to the rest."""

from __future__ import annotations

import asyncio
import os
import pickle
import re
import zlib
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures.process import BrokenProcessPool
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import text

from entente.kernel import UserError
from entente.server.http.app import create_app
from entente.server.http.worker import check_work, create_worker
from entente.server.jobs import encoding
from entente.server.jobs.client import JobClient, NotStarted
from entente.server.jobs.queue import (
    ANALYSIS,
    ATTEMPTS,
    COMPUTER,
    PICTURE,
    JobListener,
    JobQueue,
    JobResult,
    Kind,
    NewJob,
    key_of,
)
from entente.server.jobs.remote_pool import FORMAT, error_of, game_of
from entente.server.live.thinking_pool import Late
from entente.server.metrics import Metrics
from entente.server.settings import QUEUE, Settings
from entente.server.storage.database import connect
from entente.server.study.analysis_process import PositionData, ThinkingTask
from entente.server.work.runner import PLAYER_WORK, JobLane, JobRunner, lanes_for
from tests.server import job_format
from tests.server.people import House, SetClock
from tests.server.test_computers import until_mine

on_postgres = pytest.mark.parametrize("database", ["postgres"], indirect=True)
NEEDS = "1 toy"


def job(name: str, person: str = "1", table: str = "t", kind: Kind = COMPUTER) -> NewJob:
    return NewJob(name, kind, "toy", NEEDS, table, person, encoding.write(name))


async def answer(job: object, task: Any) -> tuple[Any, float]:
    return f"{task} done", 0.5


class Office:
    """Queues, clients and workers on one database."""

    def __init__(self, database: str) -> None:
        self.engine = connect(database)
        self.queue = JobQueue(self.engine)
        self.opened: list[Any] = []

    def client(self, watched: set[str] | None = None) -> JobClient:
        client = JobClient(JobQueue(self.engine), (watched or set()).__contains__)
        client.start()
        self.opened.append(client)
        return client

    def worker(
        self, name: str, do: Callable[[Any, Any], Awaitable[Any]] = answer, places: int = 1
    ) -> JobRunner:
        lane = JobLane(COMPUTER, places, lambda: 1, do, (NEEDS,))
        runner = JobRunner(JobQueue(self.engine), name, Metrics(), [lane])
        runner.start()
        self.opened.append(runner)
        return runner

    async def take(self, worker: str = "w", kind: Kind = COMPUTER, share: int = 99) -> str | None:
        taken = await self.queue.take(worker, kind, [NEEDS], share)
        return None if taken is None else taken.key

    def pass_time(self, column: str, key: str = "%", seconds: int = 100) -> None:
        """Let a lease end, or last if the seconds are negative."""
        query = f"UPDATE jobs SET {column} = {column} - :seconds WHERE key LIKE :key"
        with self.engine.begin() as connection:
            connection.execute(text(query), {"seconds": seconds, "key": key})

    async def close(self) -> None:
        for each in reversed(self.opened):
            await each.stop()
        await self.queue.close()
        self.engine.dispose()


@asynccontextmanager
async def office(database: str) -> AsyncIterator[Office]:
    opened = Office(database)
    try:
        yield opened
    finally:
        await opened.close()


@on_postgres
def test_users_take_turns_and_so_do_their_tables(database: str) -> None:
    async def run() -> None:
        async with office(database) as there:
            for name, person, table in (
                ("a1", "a", "1"), ("a2", "a", "1"), ("a3", "a", "2"), ("b1", "b", "3"),
            ):  # fmt: skip
                await there.queue.offer(job(name, person, table), 1)
            assert await there.queue.count() == 4
            # the share of a user
            assert [await there.take(share=1) for _ in range(3)] == ["a1", "b1", None]
            await there.queue.finish("w", 1, JobResult(b"", None))
            # the other table of the first user; then a new one goes before the last
            await there.queue.offer(job("c1", "c", "4"), 1)
            assert [await there.take() for _ in range(3)] == ["a3", "c1", "a2"]
            # people who watch come before all turns
            await there.queue.offer(job("d1", "d", "5"), 1)
            await there.queue.offer(job("a4", "a", "6"), 1)
            await there.queue.renew_wanted(["a4"], [0])
            assert await there.take() == "a4"
            # no one takes what needs something else, or what another kind is for
            assert await there.queue.take("w", COMPUTER, ["2 toy"], 9) is None
            assert await there.take(kind=PICTURE) is None
            # analysis waits while a computer player does
            await there.queue.offer(job("e1", "e", "7", ANALYSIS), 0)
            assert await there.take(kind=ANALYSIS) is None
            assert await there.take() == "d1"
            assert await there.take(kind=ANALYSIS) == "e1"

    asyncio.run(run())


@on_postgres
def test_the_same_work_is_done_once(database: str) -> None:
    """Two processes ask for it, and two workers could do it."""
    done = list[Any]()

    async def slow(job: object, task: Any) -> tuple[Any, float]:
        done.append(task)
        await released.wait()
        return await answer(job, task)

    released = asyncio.Event()

    async def run() -> None:
        async with office(database) as there:
            one, two = there.client(), there.client()
            workers = [there.worker("w1", slow), there.worker("w2", slow)]
            asked = [asyncio.create_task(each.do(job("x"))) for each in (one, one, two)]
            while not done:
                await asyncio.sleep(0.01)
            await two.look()
            released.set()
            results = await asyncio.gather(*asked)
            assert {encoding.read(each.content or b"") for each in results} == {("x done", 0.5)}
            # A process that takes over the table gets what is done.
            again = await there.client().do(job("x"))
            assert again == results[0]
            assert done == ["x"]
            assert sum(len(each.running) for each in workers) == 0

    asyncio.run(run())


@on_postgres
def test_a_worker_that_dies_loses_its_job_and_a_job_that_kills_is_given_up(database: str) -> None:
    async def run() -> None:
        async with office(database) as there:
            client = there.client()
            asked = asyncio.create_task(client.do(job("x")))
            while await there.queue.count() == 0:
                await asyncio.sleep(0.01)
            for attempt in range(ATTEMPTS):
                assert await there.take(f"w{attempt}") == "x"
                assert await there.take("other") is None
                there.pass_time("taken_until")
                assert not asked.done()
            assert await there.take("other") is None  # it has killed enough of them
            await there.queue.finish("w0", 1, JobResult(b"late", None))  # not its job any longer
            await client.look()
            assert (await asked).failure == "lost"
            # Asked again, it gets another chance.
            asked = asyncio.create_task(client.do(job("x")))
            there.worker("alive")
            assert (await asked).failure is None

    asyncio.run(run())


@on_postgres
def test_what_no_one_waits_for_is_dropped(database: str) -> None:
    stopped = list[Any]()

    async def forever(job: object, task: Any) -> tuple[Any, float]:
        try:
            await asyncio.Event().wait()
        finally:
            stopped.append(task)
        raise AssertionError

    async def run() -> None:
        async with office(database) as there:
            client, worker = there.client(), there.worker("w", forever, places=2)
            asked = [asyncio.create_task(client.do(job("x", "1", kind=COMPUTER)))]
            while not worker.running:
                await asyncio.sleep(0.01)
            (first,) = worker.running
            asked.append(asyncio.create_task(client.do(job("y", "2", kind=COMPUTER))))
            while len(worker.running) < 2:
                await asyncio.sleep(0.01)
            for each in asked:  # the process stops waiting, and renews neither
                each.cancel()
            await asyncio.gather(*asked, return_exceptions=True)
            assert client.waiting == 0
            await client.stop()  # a look under way would renew them
            there.pass_time("wanted_until", "x")
            for column in ("wanted_until", "taken_until"):  # however slow the machine is
                there.pass_time(column, "y", -10_000)
            await worker.renew()
            while first in worker.running:
                await asyncio.sleep(0.01)
            assert len(worker.running) == 1
            assert stopped == ["x"]
            await there.queue.withdraw("y")  # as for an analysis whose reader has left
            while worker.running:
                await asyncio.sleep(0.01)
            there.pass_time("taken_until", seconds=20_000)
            await there.queue.tidy()
            assert await there.queue.result("x") is None
            with there.engine.connect() as connection:
                assert connection.scalar(text("SELECT count(*) FROM jobs")) == 0
            # A crash of the database empties the queue; those who wait ask again.
            client = there.client()
            asked = [asyncio.create_task(client.do(job("z")))]
            while not worker.running:
                await asyncio.sleep(0.01)
            with there.engine.begin() as connection:
                connection.execute(text("TRUNCATE jobs"))
            await client.look()
            await worker.renew()
            while (await there.queue.renew_wanted(["z"], [0])).get("z") is None:
                await asyncio.sleep(0.01)
            asked[0].cancel()

    asyncio.run(run())


@on_postgres
def test_a_worker_that_stops_gives_its_jobs_back(
    database: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def forever(job: object, task: Any) -> tuple[Any, float]:
        await asyncio.Event().wait()
        raise AssertionError

    async def fail(job: object, task: Any) -> tuple[Any, float]:
        if task == "late":
            raise Late("slow")
        if task == "dead":
            raise BrokenProcessPool("killed")
        raise ArithmeticError("the secret order is A Par-Bur")

    async def run() -> None:
        async with office(database) as there:
            client, worker = there.client(), there.worker("w", forever)
            asked = asyncio.create_task(client.do(job("x")))
            while not worker.running:
                await asyncio.sleep(0.01)
            there.opened.remove(worker)
            await worker.stop(grace=0.0)
            assert await there.queue.count() == 1
            assert await there.take("next") == "x"
            await there.queue.finish("next", 1, JobResult(encoding.write(("fine", 1.0)), None))
            assert encoding.read((await asked).content or b"")[0] == "fine"
            # Failures come back by their kind; an analysis is refused if no worker takes it.
            there.worker("failing", fail)
            ends = [(await client.do(job(each))).failure for each in ("late", "dead", "bad")]
            assert ends == ["late", "broken", "failed"]
            with pytest.raises(NotStarted):
                await client.do(job("never", kind=ANALYSIS), patience=0.01)

    asyncio.run(run())
    assert "a job failed: ArithmeticError > " in caplog.text
    assert "A Par-Bur" not in caplog.text


def test_only_data_of_ours_is_read() -> None:
    task = ThinkingTask((PositionData("pax", {"a": 1}, None, b"{}"),), ("s",), "britain", "hard")
    assert encoding.read(encoding.write(task)) == task
    assert game_of(task) == game_of((task, task)) == "pax"
    assert key_of(COMPUTER, "t", "1", task) == key_of(COMPUTER, "t", "2", task)
    assert key_of(ANALYSIS, "t", "1", task) != key_of(ANALYSIS, "t", "2", task)

    class Evil:
        def __reduce__(self) -> Any:
            return os.system, ("true",)

    for evil in (zlib.compress(pickle.dumps(Evil())), b"nothing", zlib.compress(b"")):
        with pytest.raises(ValueError, match="not a job of ours"):
            encoding.read(evil)
    for name in ("entente.server.jobs.encoding.write", "entente.server.settings.read_settings"):
        module, _, function = name.rpartition(".")
        call = f"c{module}\n{function}\n(tR.".encode()
        with pytest.raises(ValueError, match="not allowed"):
            encoding.read(zlib.compress(call))


def test_errors_and_settings() -> None:
    assert isinstance(error_of("late"), Late)
    assert isinstance(error_of("lost"), BrokenProcessPool)
    for check in (check_work, create_app):
        with pytest.raises(UserError) as refused:
            check(Settings("sqlite:///x", work=QUEUE))
        for language in ("en", "fr"):
            assert "PostgreSQL" in refused.value.text(language)


@on_postgres
def test_a_worker_plays_analyses_and_draws_for_a_web_process(
    database: str, clock: SetClock
) -> None:
    settings = Settings(database, clock=clock, steady=clock.steady, work=QUEUE)
    with House(create_app(settings)) as house:
        anna = house.person("Anna")
        seats = {"authoritarian": "me", "liberal": "greedy"}
        table = anna.table("turmoil", seats=seats)
        picture = f"/api/tables/{table['id']}/preview.png"
        with House(create_worker(Settings(database))) as worker:
            assert worker.person(None).client.get("/health/ready").status_code == 200
            with anna.live(table) as live:
                until_mine(live)
            assert anna.client.get(picture).content.startswith(b"\x89PNG")
            anna.post(f"/api/tables/{table['id']}/concede", seat="authoritarian")
            first = anna.get(f"/api/tables/{table['id']}/positions/0/analysis?level=easy")
            assert first["action"]
            graph = anna.get(f"/api/tables/{table['id']}/evaluation")
            assert graph["total"] >= graph["done"] > 0
            done = jobs_done(worker)
        assert house.app.state.services.computers.pool.processes() == []
        assert done["computer"] > 0
        assert done["analysis"] > 1
        assert done["picture"] == 1
        assert done["failed"] == 0


def jobs_done(worker: House) -> dict[str, float]:
    metrics = worker.app.state.services.metrics.exposition()
    return {
        kind: float(number)
        for kind, number in re.findall(r'entente_jobs_total{.*?kind="(\w+)".*?} (\S+)', metrics)
    }


@on_postgres
def test_deliveries_are_announced_together(database: str) -> None:
    async def run() -> None:
        async with office(database) as there:
            heard = asyncio.Queue[str]()
            listener = JobListener(there.engine, heard.put_nowait)
            listener.start()
            there.opened.append(listener)
            await listener.listening.wait()
            client = there.client()
            for _ in range(5):
                client.announce_deliveries()
            assert await heard.get() == "new deliveries"
            await there.queue.offer(job("x"), 0)
            assert await heard.get() == "new computer"  # and no further announcement before it

    asyncio.run(run())


def test_every_worker_renders_a_picture_at_a_time() -> None:
    shares = {lane.kind: lane.share() for lane in lanes_for(Settings("sqlite://"), lambda: 3)}
    assert shares[PICTURE] == 3


@on_postgres
def test_finished_jobs_are_deleted_where_no_worker_runs(database: str) -> None:
    async def queue_two() -> None:
        async with office(database) as there:
            for name in ("old", "new"):
                await there.queue.offer(job(name), 0)
            assert await there.take() == "old"
            await there.queue.finish("w", 1, JobResult(b"", None))
            there.pass_time("wanted_until", "old")

    asyncio.run(queue_two())
    with House(create_app(Settings(database))) as house:
        house.call(house.app.state.cleanup.tidy)
        with house.app.state.services.engine.connect() as connection:
            assert connection.execute(text("SELECT key FROM jobs")).scalars().all() == ["new"]


def test_what_changes_the_shape_of_a_job_raises_its_format(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A worker of the version before would misread it in the middle of an upgrade."""
    known = job_format.stored()
    again = "raise FORMAT in jobs/remote_pool.py, then run `python -m tests.server.job_format`"
    assert known.get(str(FORMAT)) == job_format.present(), again
    assert max(map(int, known)) == FORMAT
    # The number of a shape cannot be kept.
    file = tmp_path / "formats.json"
    monkeypatch.setattr(job_format, "FILE", file)
    assert job_format.main() == 0
    before = file.read_text()
    monkeypatch.setitem(PLAYER_WORK, "player_process.other", lambda task: task)
    assert job_format.main() == 1
    monkeypatch.setattr(job_format, "FORMAT", FORMAT - 1)
    assert job_format.main() == 1
    assert file.read_text() == before
    monkeypatch.setattr(job_format, "FORMAT", FORMAT + 1)
    assert job_format.main() == 0
    assert len(job_format.stored()) == 2
