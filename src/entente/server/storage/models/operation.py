"""What processes of a server share: who they are, used rate limits, watches and secrets."""

from __future__ import annotations

from typing import Any

from sqlalchemy import BigInteger, ForeignKey, Index, Integer, String, Text, false
from sqlalchemy.orm import Mapped, mapped_column

from entente.server.storage.models.base import Base

# A backup leaves these tables out: they describe running processes.
TRANSIENT: dict[str, Any] = {"info": {"transient": True}}


class LimitUse(Base):
    """The used part of a rate limit and when it was used; shared by processes."""

    __tablename__ = "limit_uses"

    # digest of the limit and the user or network
    name: Mapped[str] = mapped_column(String(64), primary_key=True)
    used: Mapped[float]
    since: Mapped[float]
    until: Mapped[float] = mapped_column(index=True)  # when it is fully restored


class Watch(Base):
    """When a server last checked the clocks.

    A gap between two checks is time in which no one could play.
    """

    __tablename__ = "watches"

    name: Mapped[str] = mapped_column(String(40), primary_key=True)
    seen: Mapped[float]


class Secret(Base):
    """A secret of this server, created once, such as the key of browser push."""

    __tablename__ = "secrets"

    name: Mapped[str] = mapped_column(String(40), primary_key=True)
    value: Mapped[str] = mapped_column(Text)


class ServerProcess(Base):
    """A running process. Times are the database's, in seconds."""

    __tablename__ = "processes"
    __table_args__ = TRANSIENT

    name: Mapped[str] = mapped_column(String(40), primary_key=True)
    role: Mapped[str] = mapped_column(String(10))  # "web" or "work"
    address: Mapped[str] = mapped_column(String(200))  # for other processes; empty: none
    version: Mapped[str] = mapped_column(String(40))  # of the program
    started: Mapped[float]
    heartbeat: Mapped[float]
    draining: Mapped[bool] = mapped_column(server_default=false())  # takes no new tables
    pid: Mapped[int | None]  # on its machine
    port: Mapped[int | None]  # for visitors; a worker has none


class TableHome(Base):
    """The process that serves a table."""

    __tablename__ = "table_homes"
    __table_args__ = TRANSIENT

    table_id: Mapped[str] = mapped_column(
        String(16), ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True
    )
    process: Mapped[str] = mapped_column(
        String(40), ForeignKey("processes.name", ondelete="CASCADE"), index=True
    )


class Job(Base):
    """Work for a worker process (see `entente.server.jobs`). Times are the database's, in seconds.

    The payload is what the process of a computer player or of an analysis gets, no more.
    """

    __tablename__ = "jobs"
    __table_args__ = (
        Index("ix_jobs_kind_person", "kind", "person"),
        TRANSIENT,
    )

    id: Mapped[int] = mapped_column(
        BigInteger().with_variant(Integer(), "sqlite"), primary_key=True
    )
    key: Mapped[str] = mapped_column(String(120), unique=True)  # the same work has the same key
    kind: Mapped[str] = mapped_column(String(20))
    work: Mapped[str] = mapped_column(String(60))  # the function to run
    needs: Mapped[str] = mapped_column(String(120))  # what a worker must have installed
    table_id: Mapped[str] = mapped_column(String(16))
    person: Mapped[str] = mapped_column(String(40))  # whose share of the workers it uses
    priority: Mapped[int]  # lower first
    queued: Mapped[int]  # the last turn when it was queued
    turn: Mapped[int | None]  # number of the turn in which it was taken
    wanted_until: Mapped[float]  # renewed by the processes that wait for it
    attempts: Mapped[int] = mapped_column(server_default="0")
    taken_by: Mapped[str | None] = mapped_column(String(40))
    taken_until: Mapped[float | None]  # renewed by its worker
    done: Mapped[float | None]
    failure: Mapped[str | None] = mapped_column(String(20))
    payload: Mapped[bytes | None]
    result: Mapped[bytes | None]


class Compatibility(Base):
    """The oldest revision whose servers work with this database (see `storage.compatibility`)."""

    __tablename__ = "compatibility"
    __table_args__ = TRANSIENT  # that of the schema, not of the rows

    name: Mapped[str] = mapped_column(String(20), primary_key=True)
    revision: Mapped[str] = mapped_column(String(20))
