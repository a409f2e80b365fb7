"""Settings from the environment; every one has a working default."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from ipaddress import ip_network
from pathlib import Path
from typing import NamedTuple
from urllib.parse import urlsplit

from entente.kernel import UserError, say

GRACE = 5  # seconds for running requests at shutdown
SESSION_DAYS = 90
RESET_HOURS, CONFIRM_HOURS = 2, 48  # validity of links in mails
REDIS = ("redis://", "rediss://", "unix://")
FORMATS, LEVELS = ("text", "json"), ("warning", "debug", "info", "error")
HERE, QUEUE = "here", "queue"  # where computer players think


class Bounds(NamedTuple):
    """Limits of one process: concurrency and timeouts."""

    database_connections: int = 15
    worker_threads: int = 12  # for requests
    requests: int = 500  # concurrent; more get 503
    connections: int = 4000  # open connections of all kinds
    connections_per_address: int = 200  # this machine and proxies are exempt
    sockets_per_user: int = 40  # websockets
    sockets_per_address: int = 200
    socket_idle_minutes: int = 240  # idle time before a websocket is closed
    head_seconds: int = 15  # to receive the head of a request
    idle_seconds: int = 20  # idle time of a connection; client libraries give up earlier
    proxy_idle_seconds: int = 130  # idle time of connections of proxies, which give up earlier
    body_seconds: int = 30  # to receive the body of a request
    uploads: int = 8  # large bodies received at once
    bodies_per_address: int = 32  # bodies of any size
    imports: int = 2  # records imported at once
    import_seconds: int = 20  # of CPU time per import
    refused_per_socket: int = 60  # refused actions per minute
    refused_per_person: int = 120  # over all sockets; four times as many per address
    asking_seconds: int = 6  # of CPU time per minute for a person's queries at tables
    reading_seconds: int = 20  # of CPU time per minute for reading games: moments, stories
    rooms_idle_minutes: int = 15  # before an unused table is dropped from memory


class OpenIdProvider(NamedTuple):
    """An OpenID Connect provider, as the operator has registered this site with it."""

    issuer: str
    client_id: str
    client_secret: str
    name: str  # shown on the button


class Retention(NamedTuple):
    """How many days personal data is kept; 0: until it is deleted with its account or table."""

    access: int = 0  # which moderator read what
    reports: int = 0  # closed ones, with the texts of removed messages
    marks: int = 0  # devices and networks of accounts; 0: none are stored
    tables: int = 0  # finished casual tables at which no account has a seat


class NewAccounts(NamedTuple):
    """What a new account may do in an hour, and how long it is new; no days: no limits."""

    days: int = 0
    games: int = 3  # finished with other people
    tables: int = 10  # public ones
    messages: int = 60  # to people who have not written back
    reports: int = 3
    invitations: int = 10


class Settings(NamedTuple):
    """The settings. `database` is a SQLAlchemy URL; `secure` restricts cookies to https."""

    database: str
    secure: bool = False
    origins: tuple[str, ...] = ()  # other origins that serve the client
    smtp: str = ""  # the mail server: smtp://user:password@host:587?from=address
    public_url: str = ""  # the site's address for links in mails: https://play.example.org
    clock: Callable[[], float] | None = None  # set by tests; None: the time of day
    steady: Callable[[], float] | None = None  # monotonic; None: derived from the clock
    local_endpoints: bool = False  # allow push and webhooks to http and private addresses
    proxies: str = "127.0.0.1"  # trusted proxies
    metrics_token: str = ""  # for reading metrics from other machines
    log_format: str = "text"  # or "json"
    log_level: str = "warning"
    computer_pause: float = 0.0  # seconds before a computer player acts while people watch
    computer_processes: int = 2  # for computer players
    presence_interval: float = 0.0  # seconds between two presence frames
    claim_seconds: int = 60  # until a player who left a live game can be claimed against
    rooms_memory: int = 512  # MiB for tables in memory
    computer_seconds: float = 60.0  # per decision of a computer player
    computer_share: int = 0  # concurrent per user; 0: all but one of the processes
    study_processes: int = 1  # for analysis
    study_seconds: float = 60.0  # per analysis request
    study_waiting: int = 3  # queued requests per user, beside the running one
    study_hourly: int = 240  # analysis requests per user and hour
    bounds: Bounds = Bounds()
    oidc: OpenIdProvider | None = None  # to sign in with
    redis: str = ""  # for messages between processes: redis://host:6379
    # where computer players think, analysis runs and mail is sent: `queue`, in workers
    work: str = HERE
    internal_host: str = "127.0.0.1"  # where other processes of the server reach this one
    internal_port: int = 0  # the first one tried; 0: any free one
    replica: str = ""  # a SQLAlchemy URL for reading what may be a few seconds old
    replica_lag: float = 10.0  # seconds the replica may lag
    moderation: bool = True  # moderators, sanctions, and figures about them
    public_pages: bool = True  # visitors without an account see events, clubs and games
    forbidden_words: str = ""  # a file of words that no text for everyone may contain
    words_in_letters: bool = False  # nor private letters
    new_accounts: NewAccounts = NewAccounts()
    retention: Retention = Retention()
    given_seeds: bool = False  # let users choose the seed of a table, and so know its dice

    @property
    def steady_clock(self) -> Callable[[], float]:
        """Return a monotonic clock, or the test's clock."""
        if self.steady is not None:
            return self.steady
        return self.clock or time.monotonic


def data_folder(environment: Mapping[str, str]) -> Path:
    """Return the data folder: ENTENTE_HOME, otherwise the system's."""
    if home := environment.get("ENTENTE_HOME"):
        return Path(home)
    base = environment.get("XDG_DATA_HOME") or str(Path.home() / ".local" / "share")
    return Path(base) / "entente"


def read_settings(
    environment: Mapping[str, str] | None = None, *, make_folder: bool = True
) -> Settings:
    """Read the settings.

    Without ENTENTE_DATABASE_URL, SQLite in the data folder, which is created.
    """
    environment = os.environ if environment is None else environment
    database = environment.get("ENTENTE_DATABASE_URL", "")
    if not database:
        folder = data_folder(environment)
        if make_folder:
            _make(folder)
        database = f"sqlite:///{folder / 'entente.sqlite3'}"
    database = _with_driver(database)
    origins = tuple(filter(None, environment.get("ENTENTE_ORIGINS", "").split()))
    secure = environment.get("ENTENTE_SECURE_COOKIES", "") == "1"
    return Settings(
        database,
        secure,
        origins,
        smtp=environment.get("ENTENTE_SMTP_URL", ""),
        public_url=environment.get("ENTENTE_PUBLIC_URL", "").rstrip("/"),
        local_endpoints=environment.get("ENTENTE_LOCAL_ENDPOINTS", "") == "1",
        proxies=_proxies(environment),
        metrics_token=environment.get("ENTENTE_METRICS_TOKEN", ""),
        oidc=_provider(environment),
        redis=_redis(environment, database),
        internal_host=_internal_host(environment),
        internal_port=int(_number(environment, "ENTENTE_INTERNAL_PORT", 0, 0, 65_535)),
        replica=_replica(environment, database),
        replica_lag=_number(environment, "ENTENTE_REPLICA_LAG", 10, 4, 600),
        public_pages=_one_of(environment, "ENTENTE_PUBLIC_PAGES", ("on", "off")) == "on",
        forbidden_words=environment.get("ENTENTE_FORBIDDEN_WORDS", ""),
        words_in_letters=environment.get("ENTENTE_FORBIDDEN_WORDS_IN_LETTERS", "") == "1",
        new_accounts=_new_accounts(environment),
        retention=_retention(environment),
        given_seeds=environment.get("ENTENTE_GIVEN_SEEDS", "") == "1",
        moderation=environment.get("ENTENTE_MODERATION", "1") != "0",
        work=_one_of(environment, "ENTENTE_WORK", (HERE, QUEUE)),
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
        claim_seconds=int(max(1.0, _number(environment, "ENTENTE_CLAIM_SECONDS", 60))),
        rooms_memory=int(_number(environment, "ENTENTE_ROOMS_MEMORY", 512, 1, 1_000_000)),
    )


def _with_driver(address: str) -> str:
    """Return a database's address with the driver that we use."""
    if address.startswith(("postgres://", "postgresql://")):
        return "postgresql+psycopg://" + address.partition("://")[2]
    return address


def _replica(environment: Mapping[str, str], database: str) -> str:
    """Return the address of the read replica; only PostgreSQL can have one."""
    name = "ENTENTE_REPLICA_URL"
    address = _with_driver(environment.get(name, ""))
    if address and not (address.startswith("postgresql") and database.startswith("postgresql")):
        raise UserError(say("setting.replica", name=name), "entente.server")
    return address


def _provider(environment: Mapping[str, str]) -> OpenIdProvider | None:
    """Return the OpenID Connect provider, if its issuer is set."""
    issuer = environment.get("ENTENTE_OIDC_ISSUER", "")
    if not issuer:
        return None
    for name in ("ENTENTE_OIDC_CLIENT_ID", "ENTENTE_OIDC_CLIENT_SECRET"):
        if not environment.get(name):
            raise UserError(say("setting.missing", name=name), "entente.server")
    return OpenIdProvider(
        issuer,
        environment["ENTENTE_OIDC_CLIENT_ID"],
        environment["ENTENTE_OIDC_CLIENT_SECRET"],
        environment.get("ENTENTE_OIDC_NAME") or (urlsplit(issuer).hostname or issuer),
    )


def _redis(environment: Mapping[str, str], database: str) -> str:
    """Return the address of Redis, if it can be used."""
    name = "ENTENTE_REDIS_URL"
    address = environment.get(name, "")
    if not address:
        return ""
    if not address.startswith(REDIS):  # the rest may contain a password
        message = say("setting.redis_address", name=name, known=list(REDIS))
    elif database.startswith("sqlite"):
        message = say("setting.redis_sqlite", name=name)
    elif find_spec("redis") is None:
        message = say("setting.redis_package", name=name)
    else:
        return address
    raise UserError(message, "entente.server")


def _internal_host(environment: Mapping[str, str]) -> str:
    """Return the address for other processes, which must be a certain one."""
    name = "ENTENTE_INTERNAL_HOST"
    host = environment.get(name) or "127.0.0.1"
    if host in ("0.0.0.0", "::", "*"):
        raise UserError(say("setting.any_address", name=name, value=host), "entente.server")
    return host


def _proxies(environment: Mapping[str, str]) -> str:
    """Return the trusted proxies; a network with a mistake in it would trust none."""
    name = "ENTENTE_PROXIES"
    proxies = environment.get(name, "127.0.0.1")
    for each in map(str.strip, proxies.split(",")):
        try:
            if "/" in each:
                ip_network(each)
        except ValueError:
            raise UserError(
                say("setting.network", name=name, value=each), "entente.server"
            ) from None
    return proxies


def _make(folder: Path) -> None:
    try:
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        reason = error.strerror or str(error)
        message = say("setting.folder", folder=str(folder), error=reason)
        raise UserError(message, "entente.server") from None


def _bounds(environment: Mapping[str, str]) -> Bounds:
    """Read each limit by its name: ENTENTE_UPLOADS and so on. None can be zero."""
    usual = Bounds()._asdict()
    values = {
        name: int(_number(environment, f"ENTENTE_{name.upper()}", otherwise, 1, 100_000))
        for name, otherwise in usual.items()
    }
    return Bounds(**values)


def _retention(environment: Mapping[str, str]) -> Retention:
    """Read how long data is kept: ENTENTE_KEEP_ACCESS_DAYS and so on."""
    usual = Retention(access=365, reports=365, marks=30)._asdict()
    return Retention(
        **{
            name: int(_number(environment, f"ENTENTE_KEEP_{name.upper()}_DAYS", days, 0, 36_500))
            for name, days in usual.items()
        }
    )


def _new_accounts(environment: Mapping[str, str]) -> NewAccounts:
    """Read the limits of new accounts: ENTENTE_NEW_ACCOUNT_DAYS and so on."""
    usual = NewAccounts()._asdict()
    least = {"days": 0}
    return NewAccounts(
        **{
            name: int(
                _number(
                    environment,
                    f"ENTENTE_NEW_ACCOUNT_{name.upper()}",
                    otherwise,
                    least.get(name, 1),
                    100_000,
                )
            )
            for name, otherwise in usual.items()
        }
    )


def _one_of(environment: Mapping[str, str], name: str, values: tuple[str, ...]) -> str:
    """Return one of several words; the first by default."""
    value = environment.get(name) or values[0]
    if value not in values:
        message = say("setting.word", name=name, value=value, known=list(values))
        raise UserError(message, "entente.server")
    return value


def _number(
    environment: Mapping[str, str], name: str, otherwise: float, least: int = 0, most: int = 999
) -> float:
    text = environment.get(name) or str(otherwise)
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not least <= number < most + 1:
        message = say("setting.number", name=name, value=text, least=least, most=most)
        raise UserError(message, "entente.server")
    return number
