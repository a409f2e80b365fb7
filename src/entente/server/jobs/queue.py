"""The queue of work in PostgreSQL: what processes that ask and processes that work do with it.

A job has a key, so that the same work is done once. The process that waits for it renews
`wanted_until`, the worker that has taken it renews `taken_until`; without renewal the job is
dropped, or another worker takes it. Users take turns, and so do the tables of one user, and no user
has more than their share of the workers (as in fair_queue.py). Every change is announced on a
channel, which only saves waiting: both sides look again every few seconds.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import suppress
from hashlib import blake2b
from typing import Any, Literal, NamedTuple

import msgspec
from psycopg import AsyncConnection, Error
from sqlalchemy import Engine, text

from entente.server.background import BackgroundTask
from entente.server.storage.database import driver_address

Kind = Literal["computer", "analysis", "picture"]
Failure = Literal["late", "broken", "failed", "lost"]
COMPUTER: Kind = "computer"
ANALYSIS: Kind = "analysis"
PICTURE: Kind = "picture"

CHANNEL = "entente_jobs"
NEW, DONE, DROPPED = "new", "done", "dropped"  # messages
DELIVERIES = "deliveries"  # what is new: something to send, for the outbox
WATCHED, UNWATCHED = 0, 1  # priorities

LEASE = 10.0  # seconds for which a worker takes a job; renewed while it works
WANTED = 10.0  # seconds for which a job is wanted; renewed while a process waits
KEPT = 15.0  # seconds for which a result is kept, for a process that takes over the table
ATTEMPTS = 3  # workers that may die of a job
PATIENCE = 10.0  # seconds for the database to answer
RECONNECT = 1.0  # seconds before reconnecting
TAKING = 19_140_629  # PostgreSQL's advisory lock: jobs are taken one after the other

FAILURES = (Error, OSError, TimeoutError)  # the database does not answer

_NOW = "extract(epoch FROM clock_timestamp())"
_OFFER = f"""
    WITH offered AS (
        INSERT INTO jobs (key, kind, work, needs, table_id, person, priority, queued,
                          wanted_until, payload)
        VALUES (%(key)s, %(kind)s, %(work)s, %(needs)s, %(table)s, %(person)s, %(priority)s,
                (SELECT coalesce(max(turn), 0) - 1 FROM jobs), {_NOW} + {WANTED}, %(payload)s)
        ON CONFLICT (key) DO UPDATE SET
            wanted_until = greatest(jobs.wanted_until, excluded.wanted_until),
            priority = least(jobs.priority, excluded.priority),
            payload = CASE WHEN jobs.failure IS NULL THEN jobs.payload ELSE excluded.payload END,
            attempts = CASE WHEN jobs.failure IS NULL THEN jobs.attempts ELSE 0 END,
            taken_by = CASE WHEN jobs.failure IS NULL THEN jobs.taken_by END,
            taken_until = CASE WHEN jobs.failure IS NULL THEN jobs.taken_until END,
            done = CASE WHEN jobs.failure IS NULL THEN jobs.done END,
            failure = NULL
        RETURNING kind, done
    )
    SELECT done IS NOT NULL, pg_notify('{CHANNEL}', '{NEW} ' || kind) FROM offered
"""
_RENEW_WANTED = f"""
    UPDATE jobs SET priority = renewed.priority,
        wanted_until = CASE WHEN done IS NULL THEN {_NOW} + {WANTED} ELSE wanted_until END
    FROM unnest(%s::text[], %s::int[]) AS renewed(key, priority)
    WHERE jobs.key = renewed.key
    RETURNING jobs.key, jobs.done IS NOT NULL, jobs.taken_by IS NOT NULL,
        jobs.done IS NULL AND jobs.attempts >= {ATTEMPTS} AND jobs.taken_until < {_NOW}
"""
_WITHDRAW = f"""
    WITH dropped AS (
        UPDATE jobs SET wanted_until = {_NOW} WHERE key = %s AND done IS NULL RETURNING key
    )
    SELECT pg_notify('{CHANNEL}', '{DROPPED} ' || key) FROM dropped
"""
_GIVE_UP = f"UPDATE jobs SET done = {_NOW}, failure = 'lost', payload = NULL WHERE key = %s"
_RESULT = "SELECT result, failure FROM jobs WHERE key = %s AND done IS NOT NULL"
_WAITING = f"""
    {{job}}.done IS NULL AND {{job}}.needs = ANY(%(needs)s)
    AND {{job}}.wanted_until > {_NOW} AND {{job}}.attempts < {ATTEMPTS}
    AND ({{job}}.taken_until IS NULL OR {{job}}.taken_until < {_NOW})
"""
_TAKE = f"""
    UPDATE jobs SET taken_by = %(worker)s, taken_until = {_NOW} + {LEASE},
        attempts = attempts + 1, turn = (SELECT coalesce(max(turn), 0) + 1 FROM jobs)
    WHERE id = (
        SELECT job.id FROM jobs AS job
        WHERE job.kind = %(kind)s AND {_WAITING.format(job="job")}
        AND %(share)s > (
            SELECT count(*) FROM jobs AS other WHERE other.kind = job.kind
            AND other.person = job.person AND other.done IS NULL AND other.taken_until > {_NOW}
        )
        AND (%(kind)s <> '{ANALYSIS}' OR NOT EXISTS (
            SELECT 1 FROM jobs AS move
            WHERE move.kind = '{COMPUTER}' AND {_WAITING.format(job="move")}
        ))
        ORDER BY job.priority,
            coalesce((SELECT max(other.turn) FROM jobs AS other
                      WHERE other.kind = job.kind AND other.person = job.person), job.queued),
            coalesce((SELECT max(other.turn) FROM jobs AS other
                      WHERE other.kind = job.kind AND other.table_id = job.table_id), 0),
            job.id
        LIMIT 1 FOR UPDATE SKIP LOCKED
    )
    RETURNING id, key, kind, work, payload, attempts
"""
_RENEW_TAKEN = f"""
    UPDATE jobs SET taken_until = {_NOW} + {LEASE}
    WHERE id = ANY(%s) AND taken_by = %s AND done IS NULL AND wanted_until > {_NOW}
    RETURNING id
"""
_FINISH = f"""
    WITH finished AS (
        UPDATE jobs SET done = {_NOW}, result = %s, failure = %s, payload = NULL,
            wanted_until = {_NOW} + {KEPT}
        WHERE id = %s AND taken_by = %s AND done IS NULL RETURNING kind, key
    )
    SELECT pg_notify('{CHANNEL}', '{DONE} ' || kind || ' ' || key) FROM finished
"""
_RELEASE = f"""
    WITH released AS (
        UPDATE jobs SET taken_by = NULL, taken_until = NULL, attempts = attempts - 1
        WHERE id = ANY(%s) AND taken_by = %s AND done IS NULL RETURNING kind
    )
    SELECT pg_notify('{CHANNEL}', '{NEW} ' || kind) FROM released
"""
_TIDY = f"""
    DELETE FROM jobs WHERE wanted_until < {_NOW}
    AND (done IS NOT NULL OR taken_until IS NULL OR taken_until < {_NOW})
"""
_COUNT = f"""
    SELECT count(*) FILTER (WHERE taken_until IS NULL OR taken_until < {_NOW}) FROM jobs
    WHERE done IS NULL AND wanted_until > {_NOW}
"""


class NewJob(NamedTuple):
    """Work to be queued."""

    key: str
    kind: Kind
    work: str
    needs: str
    table: str
    person: str
    payload: bytes


class TakenJob(NamedTuple):
    """Work taken by this worker."""

    id: int
    key: str
    kind: Kind
    work: str
    payload: bytes
    attempts: int


class JobState(NamedTuple):
    """How far a job is. `is_lost`: too many workers have died of it."""

    is_done: bool
    is_taken: bool
    is_lost: bool


class JobResult(NamedTuple):
    """The end of a job: a result, or why there is none."""

    content: bytes | None
    failure: Failure | None


def key_of(kind: Kind, table: str, person: str, task: object) -> str:
    """Return the key of work: the same for the same work, in every process.

    A computer player's work belongs to its table: for a version and a seat there is one. Anything
    else belongs to the person who waits for it.
    """
    content = msgspec.json.encode(task, order="deterministic", enc_hook=repr)
    owner = table if kind == COMPUTER else f"{table} {person}"
    return f"{kind} {owner} {blake2b(content, digest_size=16).hexdigest()}"


class JobQueue:
    """A process' connection to the queue, used by one query at a time.

    All methods raise one of FAILURES if the database does not answer.
    """

    def __init__(self, engine: Engine) -> None:
        self.engine = engine
        self._connection: AsyncConnection | None = None
        self._lock = asyncio.Lock()

    # -- for processes that wait

    async def offer(self, job: NewJob, priority: int) -> bool:
        """Queue a job, or want one that is queued; return whether it is already done."""
        values = {**job._asdict(), "priority": priority}
        return bool((await self._ask(_OFFER, values))[0][0])

    async def renew_wanted(self, keys: Sequence[str], priorities: Sequence[int]) -> dict[str, Any]:
        """Keep waiting; return the state of each job that still exists."""
        rows = await self._ask(_RENEW_WANTED, (list(keys), list(priorities)))
        return {key: JobState(*state) for key, *state in rows}

    async def withdraw(self, key: str) -> None:
        """Stop waiting for a job."""
        await self._ask(_WITHDRAW, (key,))

    async def give_up(self, key: str) -> None:
        """Mark a job as lost."""
        await self._ask(_GIVE_UP, (key,))

    async def result(self, key: str) -> JobResult | None:
        """Return the result of a job that is done."""
        rows = await self._ask(_RESULT, (key,))
        return JobResult(*rows[0]) if rows else None

    async def announce(self, what: str) -> None:
        """Announce something new for the workers that is not a job."""
        await self._ask("SELECT pg_notify(%s, %s)", (CHANNEL, f"{NEW} {what}"))

    async def count(self) -> int:
        """Return the number of jobs that wait for a worker."""
        return int((await self._ask(_COUNT, ()))[0][0])

    # -- for workers

    async def take(
        self, worker: str, kind: Kind, needs: Collection[str], share: int
    ) -> TakenJob | None:
        """Take the next job of a kind, if there is one that this worker may do."""
        values = {"worker": worker, "kind": kind, "needs": list(needs), "share": share}

        async def take(connection: AsyncConnection) -> list[tuple[Any, ...]]:
            # One after the other: the shares of two takers at once would be wrong.
            async with connection.transaction():
                await connection.execute("SELECT pg_advisory_xact_lock(%s)", (TAKING,))
                return await (await connection.execute(_TAKE, values)).fetchall()

        rows = await self._with_connection(take)
        return TakenJob(*rows[0]) if rows else None

    async def renew_taken(self, worker: str, jobs: Collection[int]) -> set[int]:
        """Keep working; return the jobs that are still this worker's and still wanted."""
        return {row[0] for row in await self._ask(_RENEW_TAKEN, (list(jobs), worker))}

    async def finish(self, worker: str, job: int, result: JobResult) -> None:
        """Store a result, unless another worker has taken the job meanwhile."""
        await self._ask(_FINISH, (result.content, result.failure, job, worker))

    async def release(self, worker: str, jobs: Collection[int]) -> None:
        """Give jobs back, for other workers."""
        await self._ask(_RELEASE, (list(jobs), worker))

    async def tidy(self) -> None:
        """Delete jobs that no process waits for."""
        await self._ask(_TIDY, ())

    # -- the connection

    async def close(self) -> None:
        if self._connection is not None:
            await self._connection.close()

    async def _ask(self, query: str, values: Any) -> list[tuple[Any, ...]]:
        async def ask(connection: AsyncConnection) -> list[tuple[Any, ...]]:
            cursor = await connection.execute(query, values)
            return await cursor.fetchall() if cursor.description is not None else []

        return await self._with_connection(ask)

    async def _with_connection(
        self, work: Callable[[AsyncConnection], Awaitable[list[tuple[Any, ...]]]]
    ) -> list[tuple[Any, ...]]:
        async with self._lock:
            try:
                async with asyncio.timeout(PATIENCE):
                    if self._connection is None or self._connection.closed:
                        self._connection = await connect_asynchronously(self.engine)
                    return await work(self._connection)
            except (TimeoutError, asyncio.CancelledError):
                await self.close()  # the next query would read this one's answer
                raise


def tidy_jobs(engine: Engine) -> None:
    """Delete jobs that no process waits for, where no worker runs that would."""
    if engine.dialect.name == "postgresql":
        with engine.begin() as connection:
            connection.execute(text(_TIDY))


class JobListener(BackgroundTask):
    """Passes on the announcements of the queue, from `start` to `stop`."""

    def __init__(self, engine: Engine, hear: Callable[[str], None]) -> None:
        self._engine = engine
        self._hear = hear
        self.listening = asyncio.Event()

    async def _run(self) -> None:
        while True:
            with suppress(*FAILURES):  # both sides also look by themselves
                async with await connect_asynchronously(self._engine) as connection:
                    await connection.execute(f"LISTEN {CHANNEL}")
                    self.listening.set()
                    async for notify in connection.notifies():
                        self._hear(notify.payload)
            await asyncio.sleep(RECONNECT)


async def connect_asynchronously(engine: Engine) -> AsyncConnection:
    """Open a connection whose commits do not wait for the disk: a lost job is asked for again."""
    return await AsyncConnection.connect(
        driver_address(engine), autocommit=True, options="-c synchronous_commit=off"
    )
