"""Bots in the arena: programs that play over the API.

The arena starts `bot:COMMAND` for each of its seats, with its own server, a token, the table and
the seat in the environment: ENTENTE_SERVER, ENTENTE_TOKEN, ENTENTE_TABLE, ENTENTE_SEAT. The server
plays the other seats, so these are installed players or bots too. The result is read from the
game's record, which is verified against the rules.
"""

from __future__ import annotations

import os
import shlex
import shutil
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from hashlib import sha256
from http.client import HTTPException
from importlib.util import find_spec
from multiprocessing.util import Finalize
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any
from urllib.error import HTTPError
from urllib.request import Request, urlopen

import msgspec

from entente.arena.game_runner import ThinkingTime
from entente.arena.results import Ending, Fault, GameResult
from entente.arena.schedule import PACKAGE, Fixture, Tournament
from entente.kernel import Seat, UserError, registry, say
from entente.kernel.extras import SERVER, MissingExtra
from entente.kernel.record import parse
from entente.players import offered_everywhere

if TYPE_CHECKING:  # loaded only for games with bots
    from websockets.sync.client import ClientConnection

BOT = "bot:"
TABLES = 100  # per server; its rate limit is not much higher
PATIENCE = 60.0  # seconds without a move
ANSWER = 60.0  # seconds for the server to answer a request
GLANCE = 0.5  # seconds between checks of the bots
LEAVE = 5.0  # seconds for a process to end
LAST_WORDS = 400  # characters
LONGEST_SEED = 56  # characters; the server takes 64, and the number of the round comes after it

Json = dict[str, Any]


class BotFailed(RuntimeError):
    """A bot exited before the end of its game, or does not answer."""

    def __init__(self, seat: Seat | None, reason: str) -> None:
        super().__init__(reason)
        self.seat = seat


def is_bot(name: str) -> bool:
    return name.startswith(BOT)


def check_bot(name: str) -> None:
    """Raise a UserError if the command cannot be started."""
    words = _words(name)
    if not words:
        raise UserError(say("mistake.bot.command", name=name), PACKAGE)
    if shutil.which(words[0]) is None:
        raise UserError(say("mistake.bot.program", name=name, program=words[0]), PACKAGE)


def bot_origin(name: str) -> str:
    """Return a digest of the files named in a command."""
    named = [Path(word) for word in _words(name)[1:]]
    digest = sha256(b"".join(path.read_bytes() for path in named if path.is_file()))
    return digest.hexdigest()[:16]


def check_bot_tournament(tournament: Tournament, *, on_ray: bool = False) -> None:
    """Raise a UserError if the bot server cannot play the tournament."""
    if not any(map(is_bot, tournament.players)):
        return
    if on_ray:
        raise UserError(say("mistake.bot.on_ray"), PACKAGE)
    there = offered_everywhere(tournament.game)
    for name in tournament.players:
        if not is_bot(name) and name not in there:
            raise UserError(say("mistake.bot.company", name=name), PACKAGE)
    if (count := len(tournament.seed)) > LONGEST_SEED:
        raise UserError(say("mistake.bot.seed", count=count, most=LONGEST_SEED), PACKAGE)
    if any(variant.overrides for variant in tournament.variants):
        raise UserError(say("mistake.bot.data"), PACKAGE)


def _words(name: str) -> list[str]:
    try:
        return shlex.split(name.removeprefix(BOT))
    except ValueError:
        return []


# -- the server


class BotServer:
    """The arena's own server for bot games."""

    def __init__(self) -> None:
        self.tables = 0
        self._tokens: list[str] = []
        self._folder = TemporaryDirectory(prefix="entente-arena-")
        self.folder = self._folder.name
        ours = {"HOME": self.folder, "GIVEN_SEEDS": "1", "COMPUTER_PAUSE": "0"}
        ours["COMPUTER_PROCESSES"] = "1"  # one game at a time
        inherited = {k: v for k, v in os.environ.items() if not k.startswith("ENTENTE_")}
        with Path(self.folder, "log").open("w") as log:
            self._process = subprocess.Popen(
                [sys.executable, "-m", "entente.server", "0"],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env=inherited | {f"ENTENTE_{name}": value for name, value in ours.items()},
            )
        _running.append(self._process)
        self.close = Finalize(self, _close, (self._process, self._folder), exitpriority=10)
        assert self._process.stdout is not None
        self.address = self._process.stdout.readline().strip()
        if not self.address:
            output = Path(self.folder, "log").read_text()[-LAST_WORDS:]
            self.close()
            raise _server_failed(f"it does not start: {output}")

    @property
    def has_ended(self) -> bool:
        return self._process.poll() is not None

    def token(self, number: int) -> str:
        """Return the token of the account for the first, second … bot at a table."""
        while len(self._tokens) <= number:
            self._tokens.append(self._guest(f"Bot {len(self._tokens) + 1}"))
        return self._tokens[number]

    def ask(self, path: str, token: str, body: object = None) -> bytes:
        """Send a request; RuntimeError with the server's message on refusal."""
        return self._request(path, body, {"Authorization": f"Bearer {token}"})[0]

    def _guest(self, name: str) -> str:
        answer, headers = self._request("/api/guest", {"name": name}, {})
        cookie = "; ".join(v.split(";")[0] for k, v in headers if k.lower() == "set-cookie")
        allowed = {"Cookie": cookie, "X-CSRF-Token": msgspec.json.decode(answer)["csrf"]}
        answer, _ = self._request("/api/me/tokens", {"label": "arena"}, allowed)
        return str(msgspec.json.decode(answer)["secret"])

    def _request(
        self, path: str, body: object, headers: Mapping[str, str]
    ) -> tuple[bytes, list[tuple[str, str]]]:
        data = None if body is None else msgspec.json.encode(body)
        request = Request(
            self.address + path, data, {"Content-Type": "application/json", **headers}
        )
        try:
            with urlopen(request, timeout=ANSWER) as answer:
                return answer.read(), answer.getheaders()
        except HTTPError as error:
            text = error.read().decode(errors="replace")[:LAST_WORDS]
            raise RuntimeError(f"the server for bots refuses {path}: {text}") from None


def _close(process: subprocess.Popen[str], folder: TemporaryDirectory[str]) -> None:
    _end(process)
    if process.stdout is not None:
        process.stdout.close()
    folder.cleanup()


def _end(process: subprocess.Popen[Any]) -> None:
    """Terminate a process, then kill it."""
    if process.poll() is None:
        process.terminate()
        try:
            process.wait(LEAVE)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
    if process in _running:
        _running.remove(process)


_servers = list[BotServer]()  # at most one for each process
_running = list[subprocess.Popen[Any]]()  # the server, and bots


def terminate_all() -> None:
    """Terminate all processes started here, without waiting."""
    for process in _running:
        process.terminate()
    for server in _servers:
        shutil.rmtree(server.folder, ignore_errors=True)


def _bot_server() -> BotServer:
    """Return the bot server of this process, with room for a table."""
    if _servers and (_servers[0].tables >= TABLES or _servers[0].has_ended):
        close_bot_server()
    if not _servers:
        _servers.append(BotServer())
    _servers[0].tables += 1
    return _servers[0]


def close_bot_server() -> None:
    """Close the bot server of this process, if any."""
    while _servers:
        _servers.pop().close()


# -- a game


def play_with_bots(tournament: Tournament, fixture: Fixture) -> GameResult:
    """Play one game on the server. The failure of a bot or of the rules is part of the result.
    Raise UserError if the server itself fails: the game is still to be played."""
    if find_spec("fastapi") is None:
        raise MissingExtra(SERVER, "fastapi")
    from websockets.exceptions import WebSocketException

    try:
        return _on_the_server(tournament, fixture)
    except UserError:
        raise
    except (OSError, HTTPException, WebSocketException) as error:
        raise _server_failed(f"{type(error).__name__}: {error}") from error
    except Exception as error:  # noqa: BLE001  counted and reported
        blamed = error.seat if isinstance(error, BotFailed) else None
        text = str(error) if isinstance(error, BotFailed) else f"{type(error).__name__}: {error}"
        fault = Fault(text, blamed, "")
        return GameResult(fixture.key, fixture.seed, fixture.players, 0, None, fault)


def _server_failed(error: str) -> UserError:
    return UserError(say("mistake.bot.server", error=error), PACKAGE)


def _on_the_server(tournament: Tournament, fixture: Fixture) -> GameResult:
    variant = tournament.variants[fixture.key.variant]
    bots = {seat: name for seat, name in fixture.players.items() if is_bot(name)}
    seats = {seat: None if seat in bots else name for seat, name in fixture.players.items()}
    first, *others = bots
    server = _bot_server()
    game_settings = {"game": tournament.game, "options": variant.options, "seed": fixture.seed}
    wanted = {**game_settings, "seats": {**seats, first: "me"}, "starts_when_full": True}
    answer = server.ask("/api/tables", server.token(0), wanted)
    table = msgspec.json.decode(answer)["id"]
    for number, seat in enumerate(others, 1):
        server.ask(f"/api/tables/{table}/join", server.token(number), {"seat": seat})
    with _bot_processes(server, table, bots) as processes:
        _watch(server, table, first, processes)
    return _result(server, table, fixture)


@contextmanager
def _bot_processes(
    server: BotServer, table: str, bots: Mapping[Seat, str]
) -> Iterator[dict[Seat, tuple[subprocess.Popen[bytes], Path]]]:
    """Run the bot programs of a table; they end with it."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="entente-bots-")))
        processes = dict[Seat, tuple[subprocess.Popen[bytes], Path]]()
        for number, (seat, name) in enumerate(bots.items()):
            settings = {"SERVER": server.address, "TOKEN": server.token(number), "TABLE": table}
            settings["SEAT"] = seat
            words = folder / str(number)
            process = _start(seat, name, settings, words)
            _running.append(process)
            stack.callback(_end, process)
            processes[seat] = (process, words)
        yield processes


def _start(
    seat: Seat, name: str, settings: Mapping[str, str], words: Path
) -> subprocess.Popen[bytes]:
    """Start a bot's program; BotFailed if it cannot start."""
    with words.open("wb") as errors:
        try:
            return subprocess.Popen(
                _words(name),
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=errors,
                env=os.environ | {f"ENTENTE_{key}": value for key, value in settings.items()},
            )
        except OSError as error:
            raise BotFailed(seat, f"the bot does not start: {error}") from None


def _watch(
    server: BotServer,
    table: str,
    seat: Seat,
    bots: Mapping[Seat, tuple[subprocess.Popen[bytes], Path]],
) -> None:
    """Wait for the end of the game; BotFailed if a bot exits or no one moves."""
    from websockets.sync.client import connect

    address = f"{server.address.replace('http', 'ws', 1)}/ws/tables/{table}"
    headers = {"Authorization": f"Bearer {server.token(0)}"}
    waiting: list[Seat] = []
    moved = time.monotonic()
    with connect(address, additional_headers=headers, max_size=None) as socket:
        while True:
            frame = _next(socket)
            if frame is not None and frame["type"] == "state":
                if frame["status"] == "over":
                    return
                waiting = frame["seats"][seat]["view"]["to_move"]
                moved = time.monotonic()
            if frame is None:
                gone = [seat for seat, (process, _) in bots.items() if process.poll() is not None]
                if gone and _is_over(server, table):
                    return
                for each in gone:
                    raise BotFailed(each, _last_words(*bots[each]))
                if time.monotonic() - moved > PATIENCE:
                    late = next((each for each in waiting if each in bots), None)
                    raise BotFailed(late, f"TimeoutError: no move for {PATIENCE:.0f} s")


def _next(socket: ClientConnection) -> Json | None:
    try:
        frame: Json = msgspec.json.decode(socket.recv(GLANCE))
    except TimeoutError:
        return None
    return frame


def _is_over(server: BotServer, table: str) -> bool:
    """Return whether the game is over; bots may know it before the arena does."""
    info = msgspec.json.decode(server.ask(f"/api/tables/{table}", server.token(0)))
    return bool(info["status"] == "over")


def _last_words(process: subprocess.Popen[bytes], file: Path) -> str:
    lines = file.read_text(errors="replace").strip().splitlines()
    last = f": {lines[-1][:LAST_WORDS]}" if lines else ""
    return f"the bot has ended with status {process.returncode}{last}"


def _result(server: BotServer, table: str, fixture: Fixture) -> GameResult:
    """Verify the server's record and return the result."""
    key, seed, players = fixture.key, fixture.seed, fixture.players
    record = parse(server.ask(f"/api/tables/{table}/record", server.token(0)))
    match = record.verify(registry.load)
    outcome = match.state.outcome
    assert outcome is not None
    moved = Counter(move.seat for move in match.moves)
    times = {seat: ThinkingTime(moved[seat]) for seat in players}
    ending = Ending(outcome.winners, outcome.scores, outcome.reason.key)
    return GameResult(key, seed, players, len(match.moves), ending, None, {}, times)
