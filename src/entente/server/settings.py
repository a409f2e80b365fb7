"""What an operator sets, from the environment; everything has a default that works."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple

from entente.kernel import UserError, say

GRACE = 5  # seconds for requests under way when the server is stopped
SESSION_DAYS = 90
RESET_HOURS, CONFIRM_HOURS = 2, 48  # in which the links in our mails can be used
FORMATS, LEVELS = ("text", "json"), ("warning", "debug", "info", "error")


class Bounds(NamedTuple):
    """How much one process takes upon itself at once, and how long it waits for people."""

    database_connections: int = 15
    worker_threads: int = 12  # that work for requests
    requests: int = 500  # under way at once; whoever comes then is told to try again
    connections: int = 4000  # open sockets of all kinds
    connections_per_address: int = 200  # this machine and the proxies are not counted
    sockets_per_user: int = 40  # websockets
    sockets_per_address: int = 200
    socket_idle_minutes: int = 240  # without a word before a websocket is closed
    head_seconds: int = 15  # for the head of a request
    idle_seconds: int = 20  # between two requests of a connection; libraries give up before that
    proxy_idle_seconds: int = 130  # of this machine or a proxy; proxies give up before that
    body_seconds: int = 30  # for the body of a request
    uploads: int = 8  # large bodies that are received at once
    bodies_per_address: int = 32  # of any size
    imports: int = 2  # records that are played again at once
    import_seconds: int = 20  # of processor time for one of them
    refused_per_socket: int = 60  # actions that are refused in a minute
    refused_per_person: int = 120  # over all sockets; four times as many of one address
    asking_seconds: int = 6  # of processor time in a minute for what one person asks at tables
    reading_seconds: int = 20  # the same for what one person reads of games: moments, stories
    rooms_idle_minutes: int = 15  # that a table stays in memory when nobody looks at it or uses it


class Settings(NamedTuple):
    """`database` is a SQLAlchemy address; `secure` marks cookies for https only."""

    database: str
    secure: bool = False
    origins: tuple[str, ...] = ()  # other addresses the client may be served from
    smtp: str = ""  # where mail is handed in: smtp://user:password@host:587?from=address
    public_url: str = ""  # where our pages are, for links in mails: https://play.example.org
    clock: Callable[[], float] | None = None  # tests set their own; None: the time of day
    steady: Callable[[], float] | None = None  # one that only counts; None: what the clock goes by
    local_endpoints: bool = False  # push and webhooks may go to http and to private addresses
    proxies: str = "127.0.0.1"  # addresses whose word for where a request comes from is taken
    metrics_token: str = ""  # who may read the figures from elsewhere
    log_format: str = "text"  # or "json"
    log_level: str = "warning"
    computer_pause: float = 0.0  # seconds before a computer player acts where people look on
    computer_processes: int = 2  # in which computer players think
    presence_interval: float = 0.0  # seconds between two words on who is at a table
    rooms_memory: int = 512  # MiB that tables in memory may take
    computer_seconds: float = 60.0  # that a computer player may think about a question
    computer_share: int = 0  # that may think at once for one user; 0: all but one of the processes
    study_processes: int = 1  # in which it is thought over what people ask about a game
    study_seconds: float = 60.0  # that may be thought about one of these questions
    study_waiting: int = 3  # questions of one user that wait, beside the one that is thought over
    study_hourly: int = 240  # questions of one user in an hour
    bounds: Bounds = Bounds()
    given_seeds: bool = False  # whoever makes a table may choose its seed, and so knows its dice

    @property
    def steady_clock(self) -> Callable[[], float]:
        """A clock that never jumps. A clock that a test sets goes as the test says."""
        if self.steady is not None:
            return self.steady
        return self.clock or time.monotonic


def data_folder(environment: Mapping[str, str]) -> Path:
    """Where a user's data live: ENTENTE_HOME, otherwise the folder of the system."""
    if home := environment.get("ENTENTE_HOME"):
        return Path(home)
    base = environment.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(base) / "entente"


def read_settings(
    environment: Mapping[str, str] | None = None, *, make_folder: bool = True
) -> Settings:
    """SQLite in the user's data folder, which is made, unless ENTENTE_DATABASE_URL names a
    database."""
    environment = os.environ if environment is None else environment
    database = environment.get("ENTENTE_DATABASE_URL", "")
    if not database:
        folder = data_folder(environment)
        if make_folder:
            _make(folder)
        database = f"sqlite:///{folder / 'entente.sqlite3'}"
    if database.startswith(("postgres://", "postgresql://")):
        database = "postgresql+psycopg://" + database.partition("://")[2]
    origins = tuple(filter(None, environment.get("ENTENTE_ORIGINS", "").split()))
    secure = environment.get("ENTENTE_SECURE_COOKIES", "") == "1"
    return Settings(
        database,
        secure,
        origins,
        smtp=environment.get("ENTENTE_SMTP_URL", ""),
        public_url=environment.get("ENTENTE_PUBLIC_URL", "").rstrip("/"),
        local_endpoints=environment.get("ENTENTE_LOCAL_ENDPOINTS", "") == "1",
        proxies=environment.get("ENTENTE_PROXIES", "127.0.0.1"),
        metrics_token=environment.get("ENTENTE_METRICS_TOKEN", ""),
        given_seeds=environment.get("ENTENTE_GIVEN_SEEDS", "") == "1",
        log_format=_one_of(environment, "ENTENTE_LOG_FORMAT", FORMATS),
        log_level=_one_of(environment, "ENTENTE_LOG_LEVEL", LEVELS),
        computer_pause=_number(environment, "ENTENTE_COMPUTER_PAUSE", 0.3),
        computer_processes=max(1, int(_number(environment, "ENTENTE_COMPUTER_PROCESSES", 2))),
        computer_seconds=max(1.0, _number(environment, "ENTENTE_COMPUTER_SECONDS", 60)),
        computer_share=int(_number(environment, "ENTENTE_COMPUTER_SHARE", 0)),
        study_processes=int(_number(environment, "ENTENTE_STUDY_PROCESSES", 1, 1)),
        study_seconds=_number(environment, "ENTENTE_STUDY_SECONDS", 60, 1),
        study_waiting=int(_number(environment, "ENTENTE_STUDY_WAITING", 3)),
        study_hourly=int(_number(environment, "ENTENTE_STUDY_HOURLY", 240, 1, 100_000)),
        bounds=_bounds(environment),
        presence_interval=_number(environment, "ENTENTE_PRESENCE_INTERVAL", 1.0),
        rooms_memory=int(_number(environment, "ENTENTE_ROOMS_MEMORY", 512, 1, 1_000_000)),
    )


def _make(folder: Path) -> None:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        reason = error.strerror or str(error)
        message = say("setting.folder", folder=str(folder), error=reason)
        raise UserError(message, "entente.server") from None


def _bounds(environment: Mapping[str, str]) -> Bounds:
    """Each bound by its name: ENTENTE_UPLOADS and so on. None of them can be nothing."""
    usual = Bounds()._asdict()
    given = {
        name: int(_number(environment, f"ENTENTE_{name.upper()}", otherwise, 1, 100_000))
        for name, otherwise in usual.items()
    }
    return Bounds(**given)


def _one_of(environment: Mapping[str, str], name: str, values: tuple[str, ...]) -> str:
    """A word out of several; without one the first."""
    given = environment.get(name) or values[0]
    if given not in values:
        message = say("setting.word", name=name, value=given, known=list(values))
        raise UserError(message, "entente.server")
    return given


def _number(
    environment: Mapping[str, str], name: str, otherwise: float, least: int = 0, most: int = 999
) -> float:
    given = environment.get(name) or str(otherwise)
    try:
        number = float(given)
    except ValueError:
        number = -1.0
    if not least <= number < most + 1:
        message = say("setting.number", name=name, value=given, least=least, most=most)
        raise UserError(message, "entente.server")
    return number
